"""A refused value does not come back with a letter swapped for its double."""

import unicodedata
from itertools import combinations

import pytest

from domain.identity import IdentityMode, identity_key, refusal_key
from domain.lookalikes import EXACT, FOLDED

SWAPPED = [
    ("Acme", "\N{CYRILLIC CAPITAL LETTER A}cme"),
    ("Acme", "Acm\N{CYRILLIC SMALL LETTER IE}"),
    ("Acme", "A\N{CYRILLIC SMALL LETTER ES}me"),
    ("Acme", "\N{GREEK CAPITAL LETTER ALPHA}cme"),
    ("Acme", "A\N{GREEK LUNATE SIGMA SYMBOL}me"),
    ("BMW", "\N{CYRILLIC CAPITAL LETTER VE}MW"),
    ("BMW", "B\N{CYRILLIC CAPITAL LETTER EM}W"),
    ("Hope", "\N{CYRILLIC CAPITAL LETTER EN}ope"),
    ("the", "t\N{CYRILLIC SMALL LETTER SHHA}e"),
    ("value", "\N{GREEK SMALL LETTER NU}alue"),
    ("London", "L\N{GREEK SMALL LETTER OMICRON}ndon"),
    ("London", "L\N{ARMENIAN SMALL LETTER OH}ndon"),
    ("London", "Lo\N{ARMENIAN SMALL LETTER VO}don"),
    ("Ulm", "\N{ARMENIAN CAPITAL LETTER SEH}lm"),
    ("no\u00ebl", "no\N{CYRILLIC SMALL LETTER IO}l"),
    ("na\u00efve", "na\N{CYRILLIC SMALL LETTER YI}ve"),
    ("fa\u00e7ade", "fa\N{CYRILLIC SMALL LETTER ES WITH DESCENDER}ade"),
    ("\u00e1rea", "\N{GREEK SMALL LETTER ALPHA WITH TONOS}rea"),
]

ALPHABETS = {
    "Russian": "\u0430\u0431\u0432\u0433\u0434\u0435\u0451\u0436\u0437\u0438\u0439\u043a\u043b"
    "\u043c\u043d\u043e\u043f\u0440\u0441\u0442\u0443\u0444\u0445\u0446\u0447\u0448\u0449\u044a"
    "\u044b\u044c\u044d\u044e\u044f",
    "Ukrainian": "\u0430\u0431\u0432\u0433\u0491\u0434\u0435\u0454\u0436\u0437\u0438\u0456\u0457"
    "\u0439\u043a\u043b\u043c\u043d\u043e\u043f\u0440\u0441\u0442\u0443\u0444\u0445\u0446\u0447"
    "\u0448\u0449\u044c\u044e\u044f",
    "Greek": "\u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8\u03b9\u03ba\u03bb\u03bc\u03bd"
    "\u03be\u03bf\u03c0\u03c1\u03c3\u03c4\u03c5\u03c6\u03c7\u03c8\u03c9",
    "Armenian": "".join(map(chr, range(0x561, 0x587))),
}


@pytest.mark.parametrize(("name", "swapped"), SWAPPED)
@pytest.mark.parametrize("mode", IdentityMode)
def test_a_value_with_one_letter_swapped_is_refused_as_the_value(
    name: str, swapped: str, mode: IdentityMode
) -> None:
    assert refusal_key(swapped, mode=mode) == refusal_key(name, mode=mode)
    assert identity_key(swapped, mode=mode) != identity_key(name, mode=mode)


@pytest.mark.parametrize("alphabet", ALPHABETS.values(), ids=ALPHABETS)
def test_two_letters_of_one_alphabet_are_refused_apart(alphabet: str) -> None:
    keys = {letter: refusal_key(letter, mode=IdentityMode.FOLDED) for letter in alphabet}
    assert [pair for pair in combinations(alphabet, 2) if keys[pair[0]] == keys[pair[1]]] == []
    assert any(key.isascii() for key in keys.values())


@pytest.mark.parametrize("alphabet", ALPHABETS.values(), ids=ALPHABETS)
def test_a_refused_word_is_refused_in_capitals_too(alphabet: str) -> None:
    assert refusal_key(alphabet.upper(), mode=IdentityMode.FOLDED) == (
        refusal_key(alphabet, mode=IdentityMode.FOLDED)
    )


@pytest.mark.parametrize(
    ("one", "other"), [("l", "1"), ("O", "0"), ("\N{CYRILLIC SMALL LETTER ZE}", "3"), ("I", "l")]
)
def test_digits_and_latin_letters_look_like_nothing_else(one: str, other: str) -> None:
    keys = {refusal_key(text, mode=IdentityMode.FOLDED) for text in (one, other)}
    assert len(keys) == 2


@pytest.mark.parametrize("table", [EXACT, FOLDED], ids=["exact", "folded"])
def test_each_entry_turns_a_letter_of_the_three_scripts_into_a_latin_one(
    table: dict[int, str],
) -> None:
    assert {unicodedata.name(chr(letter)).split()[0] for letter in table} == {
        "CYRILLIC",
        "GREEK",
        "ARMENIAN",
    }
    assert {unicodedata.name(latin).split()[0] for latin in table.values()} == {"LATIN"}
    assert not {ord(latin) for latin in table.values()} & table.keys()
