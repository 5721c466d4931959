"""The limits fit one another, and a ledger's name is a plain word."""

import json

import pytest

from domain import limits


@pytest.mark.parametrize("name", ["main", "a", "0", "a-b_c", "a" * 63])
def test_a_plain_word_is_a_ledger_name(name: str) -> None:
    assert limits.LEDGER_NAME.fullmatch(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Main",
        "-a",
        "_a",
        "a b",
        "a.b",
        "a/b",
        "*",
        "a\n",
        "\u00e9",
        "a" * 64,
        "a\u200b",
        "\u0430",
    ],
)
def test_nothing_else_is_a_ledger_name(name: str) -> None:
    assert limits.LEDGER_NAME.fullmatch(name) is None


def test_the_longest_claim_fits_a_part_and_the_longest_batch_of_plain_ones_a_request() -> None:
    longest = "\x01" * (
        limits.SUBJECT_CHARS_MAX
        + limits.PREDICATE_CHARS_MAX
        + limits.OBJECT_CHARS_MAX
        + limits.SOURCE_CHARS_MAX
        + limits.SESSION_CHARS_MAX
        + limits.QUALIFIERS_MAX
        * (limits.QUALIFIER_NAME_CHARS_MAX + limits.QUALIFIER_VALUE_CHARS_MAX)
    )
    assert len(json.dumps(longest)) < limits.PART_BYTES_MAX
    assert limits.PART_BYTES_MAX < limits.REQUEST_BYTES_MAX


def test_a_text_object_of_five_megabytes_is_answered_by_its_field_and_not_by_its_request() -> None:
    assert limits.OBJECT_CHARS_MAX < 1_000_000
    assert limits.REQUEST_BYTES_MAX > 3 * 5_000_000
