"""Code points that Unicode 14.0 does not assign part a text, whatever the running Python knows."""

import sys
import unicodedata
from unicodedata import normalize

import pytest

from domain.unicode14 import between_unassigned, is_assigned

CYRILLIC_MODIFIER = "\U0001e030"
"""Assigned in 15.0; decomposes to a small Cyrillic a."""

CYRILLIC_COMBINING = "\U0001e08f"
"""Assigned in 15.0; a mark of class 230."""

NEVER_ASSIGNED = "\U000efffe"


def test_the_table_is_that_of_the_running_python_as_far_as_both_know() -> None:
    table = {code for code in range(sys.maxunicode + 1) if is_assigned(chr(code))}
    running = {
        code for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) != "Cn"
    }
    # The size is the published count of 144,697 characters, with the 65 controls, 137,468 code
    # points for private use and 2,048 surrogates.
    assert len(table) == 144_697 + 65 + 137_468 + 2_048
    assert table <= running
    assert (table == running) == (unicodedata.unidata_version == "14.0.0")


@pytest.mark.parametrize(
    ("char", "assigned"),
    [
        ("a", True),
        ("\0", True),
        ("\ue000", True),
        ("\ud800", True),
        ("\U0010fffd", True),
        ("\u0378", False),
        ("\ufffe", False),
        ("\U0010ffff", False),
        (CYRILLIC_MODIFIER, False),
        (CYRILLIC_COMBINING, False),
    ],
)
def test_assigned_means_that_version_14_gives_it_a_category(char: str, *, assigned: bool) -> None:
    assert is_assigned(char) is assigned


@pytest.mark.parametrize("alien", [CYRILLIC_MODIFIER, CYRILLIC_COMBINING, NEVER_ASSIGNED])
@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("{}", "{}"),
        ("a{}\u0301", "a{}\u0301"),
        ("a\u0301{}", "\u00e1{}"),
        ("{}a\u0301", "{}\u00e1"),
        ("{0}{0}a\u0301{0}\uff21{0}", "{0}{0}\u00e1{0}A{0}"),
        ("a\u0301\u0323{}\u0301\u0323", "\u1ea1\u0301{}\u0323\u0301"),
    ],
)
def test_unassigned_code_points_stay_and_keep_their_neighbours_apart(
    alien: str, text: str, changed: str
) -> None:
    assert between_unassigned(_nfkc, text.format(alien)) == changed.format(alien)


def test_text_without_them_is_changed_as_a_whole() -> None:
    assert between_unassigned(_nfkc, "a\u0301\u0323") == "\u1ea1\u0301"
    assert between_unassigned(str.upper, "") == ""


def _nfkc(text: str) -> str:
    return normalize("NFKC", text)
