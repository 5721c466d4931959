"""The replay: which rows follow from events, and what of the rows that are there is found wrong."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.commands import AssertFact
from domain.identity import IdentityMode
from domain.keys import line_key, source_digest
from domain.values import Text
from domain.verification import ChainCheck, Flaw, StoredEvent
from projections.replay import TABLES, CommandRow, Derived, Replay, Table
from projections.rows import ClaimRow, FactRow, LedgerRow, StatisticRow
from tests.chains import ACTOR, LEDGER, OPENING, START, sealed_events
from tests.hostile import hostile_events

TEA = AssertFact(subject="Ann", predicate="likes", object=Text(text="tea"))
COMMANDS = (OPENING, TEA, TEA)

KEY = line_key("Ann", "likes", Text(text="tea"), mode=IdentityMode.FOLDED)
SOURCE_KEY = source_digest(ACTOR.name, mode=IdentityMode.FOLDED)

# What follows from a ledger that is opened and told one thing twice.
ROWS: dict[str, list[Derived]] = {
    "ledger.command": [
        CommandRow(id=f"{number:032x}", first_seq=number + 1, last_seq=number + 1)
        for number in range(3)
    ],
    "read.ledger": [
        LedgerRow(
            opened_seq=1,
            time_zone="Europe/Vienna",
            identity="folded",
            identity_version=1,
            flip_back_hours=24,
        )
    ],
    "read.fact": [
        FactRow(
            fact=2,
            status="active",
            subject="Ann",
            predicate="likes",
            object_kind="text",
            object_text="tea",
            object_unit=None,
            subject_key=KEY.subject,
            predicate_key=KEY.predicate,
            object_key=KEY.object,
            claims=2,
            sources=["fixer"],
            observed_at=START + timedelta(seconds=1),
            recorded_at=START + timedelta(seconds=1),
            last_seq=3,
        )
    ],
    "read.claim": [
        ClaimRow(seq=2, fact=2, source_key=SOURCE_KEY),
        ClaimRow(seq=3, fact=2, source_key=SOURCE_KEY),
    ],
    "read.statistic": [
        StatisticRow(name="claims", value=2),
        StatisticRow(name="facts.active", value=1),
    ],
    "read.foreign_event": [],
    "read.foreign_tag": [],
}


def replayed() -> Replay:
    replay = Replay(LEDGER)
    for sealed in sealed_events(COMMANDS):
        replay.apply(sealed.recorded)
    return replay


def found(table: Table, rows: Sequence[Derived]) -> list[tuple[int | None, Flaw, str]]:
    return [(each.seq, each.flaw, each.detail) for each in replayed().differences(table, rows)]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_the_rows_that_follow_from_the_events_are_found_right(table: Table) -> None:
    assert found(table, ROWS[table.name]) == []
    missing = found(table, [])
    assert [flaw for _, flaw, _ in missing] == [Flaw.ROW_MISSING] * len(ROWS[table.name])


def test_a_row_that_is_missing_is_named_by_its_table_and_key() -> None:
    (claims,) = (table for table in TABLES if table.name == "read.claim")
    assert found(claims, ROWS["read.claim"][:1]) == [
        (3, Flaw.ROW_MISSING, "the row of read.claim with fact 2, seq 3 is missing")
    ]


def test_a_row_too_many_follows_from_no_event() -> None:
    (statistics,) = (table for table in TABLES if table.name == "read.statistic")
    spare = StatisticRow(name="\x1b[2J", value=1)
    assert found(statistics, [*ROWS["read.statistic"], spare]) == [
        (
            None,
            Flaw.ROW_SPARE,
            r"the row of read.statistic with name '\x1b[2J' follows from no event",
        )
    ]


def test_a_row_that_differs_is_found_with_the_columns_in_which_it_does() -> None:
    (facts,) = (table for table in TABLES if table.name == "read.fact")
    (row,) = ROWS["read.fact"]
    assert isinstance(row, FactRow)
    assert found(facts, [row._replace(claims=3, object_text="coffee")]) == [
        (2, Flaw.ROW_CHANGED, "the row of read.fact with fact 2 differs in object_text, claims")
    ]


def test_the_one_row_of_a_ledger_needs_no_key_to_be_named() -> None:
    (ledgers,) = (table for table in TABLES if table.name == "read.ledger")
    assert found(ledgers, []) == [(None, Flaw.ROW_MISSING, "the row of read.ledger is missing")]


@given(st.lists(hostile_events(), min_size=1, max_size=4))
def test_whatever_can_be_read_can_be_replayed(events: list[StoredEvent]) -> None:
    check, replay, count = ChainCheck(ledger=LEDGER), replayed(), 0
    for each in events:
        recorded = check.examine(each).recorded
        if recorded is not None:
            replay.apply(recorded)
            count += 1
    commands = next(table for table in TABLES if table.name == "ledger.command")
    assert len(list(replay.differences(commands, ROWS["ledger.command"]))) <= count
