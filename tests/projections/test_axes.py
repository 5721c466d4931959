"""What is known of a value beside its claims, where there is anything."""

from domain.axes.pieces import Known, Piece, joined, parted
from domain.keys import LineKey
from domain.payloads import Resolution
from domain.state import State
from projections.axes import known_of, known_without_row, row
from projections.claims import claim_of
from projections.registry import project
from projections.rows import AxisRow, ClaimRow, TombstoneRow
from projections.tombstones import tombstone_of
from tests.domain.arguing import TEST as PASSED
from tests.domain.arguing import agent, person, system
from tests.domain.chronicle import Chronicle
from tests.projections.steps import (
    OPENED,
    Tables,
    asserted,
    opened,
    recorded,
    steps,
    tables,
    written,
)


def test_what_was_only_said_has_no_row() -> None:
    assert written(recorded(OPENED, asserted(2)), "axis") == []
    assert written(recorded(OPENED, asserted(2), asserted(3, fact=2)), "axis") == []
    assert written(recorded(OPENED, [asserted(2), asserted(3, fact=2)]), "axis") == []


def test_a_decision_is_kept_with_the_value_that_it_lets_in() -> None:
    told = opened()
    told.says("one", "Acme", "2020-01-01")
    told.says("two", "Globex", "2020-01-01")
    known = _known(tables(told.recorded))
    acme, globex = (told.axis.claims[each].line for each in sorted(told.axis.claims))
    assert [each.newcomer for each in known[globex].rulings] == [(4,)]
    assert known[acme] == Known(changed=told.seq)
    assert known[globex].changed == told.seq


def test_a_row_goes_when_nothing_is_known_any_more() -> None:
    told = opened()
    told.says("one", "Acme", "2020-01-01")
    assert "axis" not in tables(told.recorded)
    second = told.says("two", "Acme", "2020-01-01").claim
    told.retracts(second)
    assert len(tables(told.recorded)["axis"]) == 1
    told.reinstates(second)
    told.says("three", "Acme", "2020-01-01")
    assert tables(told.recorded)["axis"] == {}
    assert written(told.recorded, "axis") == [tuple(told.axis.claims[second].line)]


def _eventful() -> Chronicle:
    """A ledger in which much is known beside its claims."""
    told = opened()
    acme = told.says(person("ann"), "Acme", "2020-01-01").claim
    globex = told.says("two", "Globex", "2024-01-01").claim
    told.reports(globex, PASSED, system("ci"))
    initech = told.says("three", "Initech", "2024-01-01").claim
    told.ends_at(acme, "2023-01-01", by=agent("one"))
    told.decides(initech, Resolution.CONFIRM)
    told.retracts(told.says("four", "Acme", "2020-01-01").claim)
    told.invalidates(told.says("five", "Hooli", "2010-01-01", "2011-01-01").claim)
    return told


def test_an_axis_can_be_made_again_from_its_rows() -> None:
    told = _eventful()
    held = tables(told.recorded)
    pieces = _pieces(held)
    tombstones = [
        tombstone_of(row) for row in held["tombstone"].values() if isinstance(row, TombstoneRow)
    ]
    assert len(tombstones) == 1
    assert pieces == parted(told.axis)
    assert joined(pieces, declaration=told.axis.declaration, tombstones=tombstones) == told.axis


def test_a_row_is_written_wherever_something_else_is_known_than_was() -> None:
    for step in steps(_eventful().recorded):
        before, after = _wanting_rows(step.before), _wanting_rows(step.after)
        awaited = {
            tuple(line): row(line, known)
            for line, known in after.items()
            if before.get(line) != known
        }
        gone = {tuple(line): None for line in before.keys() - after.keys()}
        found = {key: each for table, key, each in project(step) if table == "axis"}
        assert found == {**awaited, **gone}


def _wanting_rows(state: State) -> dict[LineKey, Known]:
    """What is known of all lines, except of what was only said."""
    return {
        line: piece.known
        for axis in state.axes
        for line, piece in parted(axis).items()
        if piece.known != known_without_row(piece.claims)
    }


def _pieces(held: Tables) -> dict[LineKey, Piece]:
    """The lines of an axis, as the rows have them."""
    claims = [claim_of(row) for row in held["claim"].values() if isinstance(row, ClaimRow)]
    known = {
        LineKey(*row[:3]): known_of(row)
        for row in held["axis"].values()
        if isinstance(row, AxisRow)
    }
    lines = sorted({*(each.line for each in claims), *known})
    found: dict[LineKey, Piece] = {}
    for line in lines:
        there = tuple(each for each in claims if each.line == line)
        found[line] = Piece(claims=there, known=known.get(line, known_without_row(there)))
    return found


def _known(held: Tables) -> dict[LineKey, Known]:
    return {
        LineKey(*row[:3]): known_of(row)
        for row in held["axis"].values()
        if isinstance(row, AxisRow)
    }
