"""Cyrillic, Greek and Armenian letters that are read as a Latin one, for the refusal key.

A refused value must not come back with one letter swapped for its double. Each entry was judged by
the shape in common text fonts. Digits are no letters and are left alone: v1 and vl are two values.

Within one everyday alphabet no two letters share a Latin one, so two words of one language keep two
keys. Where folding case makes a small and a capital letter one key and they look like different
Latin letters (the Greek eta like n, its capital like H), the small one decides, as text is mostly
small letters.
"""

from typing import Final
from unicodedata import normalize

_CAPITALS: Final = {
    "\N{CYRILLIC CAPITAL LETTER A}": "A",
    "\N{CYRILLIC CAPITAL LETTER VE}": "B",
    "\N{CYRILLIC CAPITAL LETTER ES}": "C",
    "\N{CYRILLIC CAPITAL LETTER KOMI DE}": "D",
    "\N{CYRILLIC CAPITAL LETTER IE}": "E",
    "\N{CYRILLIC CAPITAL LETTER KOMI SJE}": "G",
    "\N{CYRILLIC CAPITAL LETTER EN}": "H",
    "\N{CYRILLIC CAPITAL LETTER SHHA}": "H",
    "\N{CYRILLIC CAPITAL LETTER BYELORUSSIAN-UKRAINIAN I}": "I",
    "\N{CYRILLIC CAPITAL LETTER JE}": "J",
    "\N{CYRILLIC CAPITAL LETTER KA}": "K",
    "\N{CYRILLIC CAPITAL LETTER EM}": "M",
    "\N{CYRILLIC CAPITAL LETTER O}": "O",
    "\N{CYRILLIC CAPITAL LETTER ER}": "P",
    "\N{CYRILLIC CAPITAL LETTER QA}": "Q",
    "\N{CYRILLIC CAPITAL LETTER DZE}": "S",
    "\N{CYRILLIC CAPITAL LETTER TE}": "T",
    "\N{CYRILLIC CAPITAL LETTER IZHITSA}": "V",
    "\N{CYRILLIC CAPITAL LETTER WE}": "W",
    "\N{CYRILLIC CAPITAL LETTER HA}": "X",
    "\N{CYRILLIC CAPITAL LETTER U}": "Y",
    "\N{CYRILLIC CAPITAL LETTER ES WITH DESCENDER}": "\N{LATIN CAPITAL LETTER C WITH CEDILLA}",
    "\N{CYRILLIC CAPITAL LIGATURE A IE}": "\N{LATIN CAPITAL LETTER AE}",
    "\N{CYRILLIC CAPITAL LETTER SCHWA}": "\N{LATIN CAPITAL LETTER SCHWA}",
    "\N{CYRILLIC CAPITAL LETTER BARRED O}": "\N{LATIN CAPITAL LETTER O WITH MIDDLE TILDE}",
    "\N{CYRILLIC CAPITAL LETTER ABKHASIAN DZE}": "\N{LATIN CAPITAL LETTER EZH}",
    "\N{GREEK CAPITAL LETTER ALPHA}": "A",
    "\N{GREEK CAPITAL LETTER BETA}": "B",
    "\N{GREEK CAPITAL LUNATE SIGMA SYMBOL}": "C",
    "\N{GREEK CAPITAL LETTER EPSILON}": "E",
    "\N{GREEK LETTER DIGAMMA}": "F",
    "\N{GREEK CAPITAL LETTER ETA}": "H",
    "\N{GREEK CAPITAL LETTER IOTA}": "I",
    "\N{GREEK CAPITAL LETTER YOT}": "J",
    "\N{GREEK CAPITAL LETTER KAPPA}": "K",
    "\N{GREEK CAPITAL LETTER MU}": "M",
    "\N{GREEK CAPITAL LETTER NU}": "N",
    "\N{GREEK CAPITAL LETTER OMICRON}": "O",
    "\N{GREEK CAPITAL LETTER RHO}": "P",
    "\N{GREEK CAPITAL LETTER TAU}": "T",
    "\N{GREEK CAPITAL LETTER CHI}": "X",
    "\N{GREEK CAPITAL LETTER UPSILON}": "Y",
    "\N{GREEK CAPITAL LETTER ZETA}": "Z",
    "\N{GREEK CAPITAL LETTER SHO}": "\N{LATIN CAPITAL LETTER THORN}",
    "\N{ARMENIAN CAPITAL LETTER LIWN}": "L",
    "\N{ARMENIAN CAPITAL LETTER OH}": "O",
    "\N{ARMENIAN CAPITAL LETTER TIWN}": "S",
    "\N{ARMENIAN CAPITAL LETTER SEH}": "U",
}

_SMALLS: Final = {
    "\N{CYRILLIC SMALL LETTER A}": "a",
    "\N{CYRILLIC SMALL LETTER ES}": "c",
    "\N{CYRILLIC SMALL LETTER KOMI DE}": "d",
    "\N{CYRILLIC SMALL LETTER IE}": "e",
    "\N{CYRILLIC SMALL LETTER SHHA}": "h",
    "\N{CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I}": "i",
    "\N{CYRILLIC SMALL LETTER JE}": "j",
    "\N{CYRILLIC SMALL LETTER KA}": "k",
    # The palochka has one shape for both cases, and it is a bar.
    "\N{CYRILLIC LETTER PALOCHKA}": "l",
    "\N{CYRILLIC SMALL LETTER PALOCHKA}": "l",
    "\N{CYRILLIC SMALL LETTER EM}": "m",
    "\N{CYRILLIC SMALL LETTER PE}": "n",
    "\N{CYRILLIC SMALL LETTER O}": "o",
    "\N{CYRILLIC SMALL LETTER ER}": "p",
    "\N{CYRILLIC SMALL LETTER QA}": "q",
    "\N{CYRILLIC SMALL LETTER GHE}": "r",
    "\N{CYRILLIC SMALL LETTER DZE}": "s",
    "\N{CYRILLIC SMALL LETTER TE}": "t",
    "\N{CYRILLIC SMALL LETTER IZHITSA}": "v",
    "\N{CYRILLIC SMALL LETTER WE}": "w",
    "\N{CYRILLIC SMALL LETTER HA}": "x",
    "\N{CYRILLIC SMALL LETTER U}": "y",
    "\N{CYRILLIC SMALL LETTER ES WITH DESCENDER}": "\N{LATIN SMALL LETTER C WITH CEDILLA}",
    "\N{CYRILLIC SMALL LIGATURE A IE}": "\N{LATIN SMALL LETTER AE}",
    "\N{CYRILLIC SMALL LETTER SCHWA}": "\N{LATIN SMALL LETTER SCHWA}",
    "\N{CYRILLIC SMALL LETTER BARRED O}": "\N{LATIN SMALL LETTER BARRED O}",
    "\N{CYRILLIC SMALL LETTER ABKHASIAN DZE}": "\N{LATIN SMALL LETTER EZH}",
    "\N{GREEK SMALL LETTER ALPHA}": "a",
    # Case folding makes the lunate sigma a common one, so the common one goes to c with it.
    "\N{GREEK LUNATE SIGMA SYMBOL}": "c",
    "\N{GREEK SMALL LETTER EPSILON}": "e",
    "\N{GREEK SMALL LETTER DIGAMMA}": "f",
    "\N{GREEK SMALL LETTER IOTA}": "i",
    "\N{GREEK LETTER YOT}": "j",
    "\N{GREEK SMALL LETTER KAPPA}": "k",
    "\N{GREEK SMALL LETTER ETA}": "n",
    "\N{GREEK SMALL LETTER OMICRON}": "o",
    "\N{GREEK SMALL LETTER RHO}": "p",
    "\N{GREEK SMALL LETTER TAU}": "t",
    "\N{GREEK SMALL LETTER UPSILON}": "u",
    "\N{GREEK SMALL LETTER NU}": "v",
    "\N{GREEK SMALL LETTER OMEGA}": "w",
    "\N{GREEK SMALL LETTER CHI}": "x",
    "\N{GREEK SMALL LETTER GAMMA}": "y",
    "\N{GREEK SMALL LETTER SHO}": "\N{LATIN SMALL LETTER THORN}",
    "\N{ARMENIAN SMALL LETTER CO}": "g",
    "\N{ARMENIAN SMALL LETTER HO}": "h",
    "\N{ARMENIAN SMALL LETTER YI}": "j",
    "\N{ARMENIAN SMALL LETTER VO}": "n",
    "\N{ARMENIAN SMALL LETTER OH}": "o",
    "\N{ARMENIAN SMALL LETTER ZA}": "q",
    "\N{ARMENIAN SMALL LETTER SEH}": "u",
    "\N{ARMENIAN SMALL LETTER AYB}": "w",
}


def _folded(letter: str) -> str:
    return normalize("NFKC", letter).casefold()


EXACT: Final = str.maketrans(_CAPITALS | _SMALLS)
"""What `str.translate` takes for text that keeps its case."""

FOLDED: Final = str.maketrans(
    {_folded(letter): _folded(latin) for letter, latin in (_CAPITALS | _SMALLS).items()}
)
"""What `str.translate` takes for folded text; small letters come last and so decide."""
