"""What of a text shows nothing: characters that are removed from a key, and white space.

Both sets are of Unicode 14.0 and written out, so that no later version moves a key.
"""

import re
from typing import Final

_INVISIBLES: Final = (
    # Controls that are not white space.
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"
    # Format characters (General_Category Cf), among them all bidirectional controls.
    "\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U00013438"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f"
    # Other Default_Ignorable_Code_Points: joiners, Hangul fillers, vowels that are not written,
    # variation selectors.
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef"
    # A note head that is drawn as nothing.
    "\U0001d159"
)

# U+001C to U+001F separate text and Python takes them for white space; U+2800 is the blank Braille
# cell. The rest is the property White_Space.
_SPACES: Final = "\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000"

INVISIBLE: Final = re.compile(f"[{_INVISIBLES}]+")
"""Runs of characters that show nothing and take no space."""

RESERVED: Final = re.compile(
    "[\u2065\ufff0-\ufff8\U000e0000\U000e0002-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff]+"
)
"""Runs of code points that are unassigned, and yet Default_Ignorable_Code_Points."""

WHITE_SPACE: Final = re.compile(f"[{_SPACES}]+")
"""Runs of white space of any kind."""

_VISIBLE: Final = re.compile(f"[^{_INVISIBLES}{_SPACES}]")


def is_blank(text: str) -> bool:
    """Whether nothing of the text can be seen, so that its identity key is empty in every mode."""
    return _VISIBLE.search(text) is None


def collapsed(text: str) -> str:
    """The text with each run of white space as one space, and none at its ends."""
    return WHITE_SPACE.sub(" ", text).strip(" ")
