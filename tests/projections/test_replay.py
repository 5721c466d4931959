"""The replay: which rows follow from events, and what of the rows that are there is found wrong."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.events import Recorded
from domain.verification import ChainCheck, Flaw, StoredEvent
from projections.replay import TABLES, CommandRow, Derived, Replay, Table
from projections.rows import FactRow, StatisticRow
from tests.chains import COMMANDS, OPENING, sealed_events
from tests.chains import LEDGER as MAIN
from tests.domain.arguing import TEST, agent, person, system
from tests.domain.chronicle import LEDGER
from tests.hostile import hostile_events
from tests.projections.steps import OPENED, asserted, foreign, opened, recorded, tables

TWICE = recorded(OPENED, [asserted(2), foreign("noted", "a")], asserted(4, fact=2))


def _eventful() -> list[Recorded]:
    """Events of which rows were written, and then gone or others."""
    told = opened()
    fact = told.says(person("ann"), "Acme", "2020-01-01").claim
    told.says("one", "Globex", "2024-01-01", subject="Bob")
    rival = told.says("two", "Initech", "2024-01-01", subject="Bob").claim
    told.reports(fact, TEST, system("ci"))
    told.ends_at(fact, "2023-01-01", by=agent("one"))
    told.invalidates(rival)
    told.says("three", "Initech", "2024-01-01", subject="Bob")
    told.restores(rival)
    told.invalidates(fact)
    return told.recorded


EVENTFUL = _eventful()
HONEST = [each.recorded for each in sealed_events((OPENING, *COMMANDS[:2]))]


def replayed(events: Sequence[Recorded] = TWICE) -> Replay:
    replay = Replay(LEDGER)
    for each in events:
        replay.apply(each)
    return replay


def rows_of(table: Table, events: Sequence[Recorded] = TWICE) -> list[Derived]:
    """The rows that the steps of these events wrote, or where their commands lie."""
    if table.row is not CommandRow:
        return [*tables(events).get(table.name.removeprefix("read."), {}).values()]
    frames = {each.command.id: (each.seq - each.command.i, each.command.n) for each in events}
    return [
        CommandRow(id=id_, first_seq=before + 1, last_seq=before + n)
        for id_, (before, n) in frames.items()
    ]


def found(table: Table, rows: Sequence[Derived]) -> list[tuple[int | None, Flaw, str]]:
    return [(each.seq, each.flaw, each.detail) for each in replayed().differences(table, rows)]


@pytest.mark.parametrize("events", [TWICE, EVENTFUL], ids=["twice", "eventful"])
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_replay_has_the_rows_that_the_steps_wrote(
    table: Table, events: Sequence[Recorded]
) -> None:
    rows = rows_of(table, events)
    assert list(replayed(events).differences(table, rows)) == []
    missing = list(replayed(events).differences(table, []))
    assert [each.flaw for each in missing] == [Flaw.ROW_MISSING] * len(rows)


def test_rows_of_every_table_follow_from_the_events_here() -> None:
    filled = {table.name for table in TABLES if rows_of(table) or rows_of(table, EVENTFUL)}
    unfilled = {"read.suggestion", "read.derivation"}
    assert filled | unfilled == {table.name for table in TABLES}


def test_the_rows_of_a_command_are_there_with_its_last_event() -> None:
    (facts,) = (table for table in TABLES if table.name == "read.fact")
    assert len(list(replayed(TWICE[:2]).differences(facts, []))) == 0
    assert len(list(replayed(TWICE[:3]).differences(facts, []))) == 1


@pytest.mark.parametrize("events", [TWICE, EVENTFUL], ids=["twice", "eventful"])
def test_the_facts_alone_are_those_of_all_tables_by_their_ids(events: Sequence[Recorded]) -> None:
    (facts,) = (table for table in TABLES if table.name == "read.fact")
    alone = Replay(LEDGER, tables=[])
    for each in events:
        alone.apply(each)
    found = list(alone.facts())
    assert found
    assert found == sorted(rows_of(facts, events))
    assert [each.fact for each in found] == sorted(each.fact for each in found)


def test_a_row_that_is_missing_is_named_by_its_table_and_key() -> None:
    (claims,) = (table for table in TABLES if table.name == "read.claim")
    assert found(claims, rows_of(claims)[:1]) == [
        (4, Flaw.ROW_MISSING, "the row of read.claim with seq 4 is missing")
    ]


def test_a_row_too_many_follows_from_no_event() -> None:
    (statistics,) = (table for table in TABLES if table.name == "read.statistic")
    spare = StatisticRow(name="\x1b[2J", value=1)
    assert found(statistics, [*rows_of(statistics), spare]) == [
        (
            None,
            Flaw.ROW_SPARE,
            r"the row of read.statistic with name '\x1b[2J' follows from no event",
        )
    ]


def test_a_row_that_differs_is_found_with_the_columns_in_which_it_does() -> None:
    (facts,) = (table for table in TABLES if table.name == "read.fact")
    (row,) = rows_of(facts)
    assert isinstance(row, FactRow)
    assert found(facts, [row._replace(claims=3, object_text="coffee")]) == [
        (2, Flaw.ROW_CHANGED, "the row of read.fact with fact 2 differs in object_text, claims")
    ]


def test_the_one_row_of_a_ledger_needs_no_key_to_be_named() -> None:
    (ledgers,) = (table for table in TABLES if table.name == "read.ledger")
    assert found(ledgers, []) == [(None, Flaw.ROW_MISSING, "the row of read.ledger is missing")]


@given(st.lists(hostile_events(), min_size=1, max_size=4))
def test_whatever_can_be_read_can_be_replayed(events: list[StoredEvent]) -> None:
    check, replay, count = ChainCheck(ledger=MAIN), replayed(HONEST), 0
    for each in events:
        recorded = check.examine(each).recorded
        if recorded is not None:
            replay.apply(recorded)
            count += 1
    commands = next(table for table in TABLES if table.name == "ledger.command")
    rows = rows_of(commands, HONEST)
    assert len(list(replay.differences(commands, rows))) <= count
