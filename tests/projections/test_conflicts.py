"""Every two visible facts in contest, and the decision that left them so."""

from domain.payloads import Resolution
from domain.words import Seq
from projections.rows import ConflictRow
from tests.domain.arguing import person
from tests.domain.chronicle import Chronicle
from tests.projections.steps import opened, tables, written


def conflicts(told: Chronicle) -> list[tuple[int, int, int]]:
    """Newcomer, rival, decision."""
    rows = tables(told.recorded).get("conflict", {}).values()
    return sorted(row[:3] for row in rows if isinstance(row, ConflictRow))


def two() -> Chronicle:
    """A ledger in which 4 is in contest with 3, as 5 decided."""
    told = opened()
    told.says("one", "Acme", "2020-01-01")
    assert conflicts(told) == []
    told.says("two", "Globex", "2020-01-01")
    return told


def test_the_newcomer_comes_first_and_gives_the_keys() -> None:
    told = two()
    assert conflicts(told) == [(4, 3, 5)]
    line = told.axis.claims[Seq(4)].line
    assert written(told.recorded, "conflict") == [ConflictRow(4, 3, 5, *line)]


def test_three_that_exclude_each_other_are_three_pairs() -> None:
    told = two()
    third = told.says("three", "Initech", "2020-01-01").claim
    assert [pair[:2] for pair in conflicts(told)] == [(4, 3), (third, 3), (third, 4)]


def test_a_contest_that_is_decided_is_none_any_more() -> None:
    told = two()
    told.decides(Seq(4), Resolution.CONFIRM)
    assert conflicts(told) == []
    assert written(told.recorded, "conflict") == [(4, 3)]


def test_a_contest_that_both_are_to_stand_in_is_one_all_the_same() -> None:
    told = two()
    told.decides(Seq(4), Resolution.KEEP_BOTH)
    assert conflicts(told) == [(4, 3, told.seq)]


def test_what_is_hidden_is_in_contest_with_nothing() -> None:
    told = two()
    told.invalidates(Seq(4))
    assert conflicts(told) == []
    told.restores(Seq(4))
    assert [pair[:2] for pair in conflicts(told)] == [(4, 3)]


def test_what_is_quarantined_is_no_conflict() -> None:
    told = opened()
    told.says(person("ann"), "Acme", "2020-01-01")
    told.says("two", "Globex", "2020-01-01")
    assert conflicts(told) == []
