"""What shows nothing is known by tables of Unicode 14.0, not by the running Python."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.blank import INVISIBLE, RESERVED, WHITE_SPACE, collapsed, is_blank
from domain.identity import IdentityMode, identity_key
from domain.unicode14 import is_assigned

EVERYTHING = [chr(code) for code in range(sys.maxunicode + 1)]


def test_format_characters_and_controls_are_invisible_or_white_space() -> None:
    held = {char for char in EVERYTHING if unicodedata.category(char) in {"Cf", "Cc"}}
    held = {char for char in held if is_assigned(char)}
    assert len(held) == 163 + 65
    assert [char for char in held if not (INVISIBLE.match(char) or WHITE_SPACE.match(char))] == []


def test_white_space_is_what_python_takes_for_it_and_the_blank_braille_cell() -> None:
    spaces = {char for char in EVERYTHING if WHITE_SPACE.match(char)}
    assert spaces - {"\u2800"} == {
        char for char in EVERYTHING if char.isspace() and is_assigned(char)
    }
    assert "\u2800" in spaces


def test_no_character_is_of_two_kinds_and_only_the_reserved_ones_are_unassigned() -> None:
    kinds = [
        {char for char in EVERYTHING if kind.match(char)}
        for kind in (INVISIBLE, WHITE_SPACE, RESERVED)
    ]
    assert all(kinds)
    assert len(set[str]().union(*kinds)) == sum(map(len, kinds))
    assert [all(map(is_assigned, kind)) for kind in kinds] == [True, True, False]
    assert not any(map(is_assigned, kinds[2]))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \t\r\n",
        "\u200b",
        "\ufeff \u00a0",
        "\u3164",
        "\uffa0\u1160",
        "\u2800",
        "\U000e0041",
        "\u202e\u2066",
        "\x07",
    ],
)
def test_text_of_which_nothing_shows_is_blank(text: str) -> None:
    assert is_blank(text)
    assert not is_blank(text + "x")


@given(st.text())
def test_a_text_is_blank_iff_its_key_is_empty_in_every_mode(text: str) -> None:
    assert {identity_key(text, mode=mode) == "" for mode in IdentityMode} == {is_blank(text)}


def test_a_code_point_alone_is_blank_iff_its_key_is_empty() -> None:
    blank = {char for char in EVERYTHING if is_blank(char)}
    assert {char for char in blank if identity_key(char, mode=IdentityMode.FOLDED)} == set()
    assert {char for char in blank if identity_key(char, mode=IdentityMode.EXACT)} == set()
    assert {"\u200b", "\u3000", "\u00ad"} < blank
    assert "a" not in blank


def test_white_space_of_any_kind_becomes_one_space_and_none_at_the_ends() -> None:
    assert collapsed("\u2003a\t\n\u00a0b\u3000c\r\n") == "a b c"


def test_a_long_blank_text_is_no_more_work_than_its_length() -> None:
    assert not is_blank("\u200b " * 50_000 + "x")
