"""Every two visible facts in contest, and the decision that left them so."""

from itertools import product

from domain.payloads import Resolution
from domain.state import State
from domain.words import Seq, Verdict
from projections.comparison import Key
from projections.registry import project
from projections.rows import ConflictRow
from tests.domain.arguing import person
from tests.domain.chronicle import STATE, UNDECLARED, Chronicle
from tests.projections.steps import opened, steps, tables, written


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


def test_what_both_are_to_stand_in_is_a_contest_only_while_it_is_declared_so() -> None:
    told = two()
    told.decides(Seq(4), Resolution.KEEP_BOTH)
    kept = told.seq
    told.declares(UNDECLARED)
    assert conflicts(told) == []
    told.declares(STATE)
    assert conflicts(told) == [(4, 3, kept)]


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


def test_a_row_is_written_wherever_a_contest_is_other_than_it_was() -> None:
    told = two()
    told.says("three", "Initech", "2020-01-01")
    told.says("four", "Globex", "2020-01-01")
    told.decides(Seq(4), Resolution.KEEP_BOTH)
    told.invalidates(Seq(3))
    told.restores(Seq(3))
    told.retracts(Seq(4))
    told.reinstates(Seq(4))
    told.says(person("ann"), "Hooli", "2020-01-01")
    written_ever = 0
    for step in steps(told.recorded):
        before, after = _all(step.before), _all(step.after)
        awaited = {key: row for key, row in after.items() if before.get(key) != row}
        gone = dict.fromkeys(before.keys() - after.keys())
        found = {key: row for table, key, row in project(step) if table == "conflict"}
        assert found == {**awaited, **gone}
        written_ever += len(found)
    assert written_ever > 0


def _all(state: State) -> dict[Key, ConflictRow]:
    """The rows of all contests, each ruling looked at in the order in which it was given."""
    last: dict[frozenset[int], ConflictRow] = {}
    for axis in state.axes:
        facts = axis.timeline.visible
        for ruling, one, other in product(axis.rulings, facts, facts):
            is_theirs = ruling.about(one.seqs, other.seqs) and one is not other
            if is_theirs and ruling.verdict is Verdict.CONTESTED:
                row = ConflictRow(one.fact, other.fact, ruling.decided, *one.line)
                last[frozenset((one.fact, other.fact))] = row
    return {row[:2]: row for row in last.values()}
