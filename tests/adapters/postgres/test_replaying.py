"""Replaying: what was known at a time from the events alone, and what it refuses to fold."""

from collections.abc import Callable
from datetime import timedelta
from typing import LiteralString

import pytest
from psycopg import sql

from adapters.errors import Invalid, NotFound, Unavailable
from adapters.postgres.events import recorded_of
from adapters.postgres.replaying import Replayed, replayed
from adapters.postgres.views import FactQuestion, FactView, KnownAt, When, Whenever
from adapters.services import Services
from domain.grants import Role
from domain.words import ActorKind, LedgerName, Seq, Status
from tests.adapters.postgres.arguing import argue
from tests.adapters.postgres.auditing import as_superuser
from tests.adapters.postgres.writing import request, written
from tests.conftest import Caller, call_as
from tests.database import Database
from tests.ledgers import write_fifty_events

MAIN, OTHER = LedgerName("main"), LedgerName("other")

Replaying = Callable[[KnownAt | None], Replayed]


@pytest.fixture
def ledger(services: Services, admin: Caller) -> LedgerName:
    """A ledger in which there are facts of many statuses, and another one beside it."""
    for name in (MAIN, OTHER):
        write_fifty_events(services, admin.grant, name)
    argue(services, admin.grant, MAIN)
    return MAIN


@pytest.fixture
def replay(services: Services, admin: Caller, ledger: LedgerName) -> Replaying:
    return lambda until: replayed(services.pool, services.reader, admin.grant, ledger, until=until)


def known(services: Services, caller: Caller, ledger: LedgerName, at: Seq) -> list[FactView]:
    """Every fact that the tables have as of then."""
    when = When(known_at=at, valid_at=Whenever.ANY)
    question = FactQuestion(statuses=tuple(Status), when=when)
    page = services.reader.facts(caller.grant, ledger, question, after=Seq(0), limit=500)
    return list(page.rows)


def head(services: Services, caller: Caller, ledger: LedgerName) -> Seq:
    return services.reader.ledger(caller.grant, ledger).seq


def test_at_every_position_the_facts_are_those_of_the_tables(
    services: Services, admin: Caller, ledger: LedgerName, replay: Replaying
) -> None:
    last = head(services, admin, ledger)
    for seq in map(Seq, range(last)):
        assert list(replay(seq).facts) == known(services, admin, ledger, seq)
    found = list(replay(None).facts)
    assert found == known(services, admin, ledger, last)
    assert {each.status for each in found} == set(Status) - {Status.DISPLACED, Status.ERASED}
    assert any(each.contested for each in found)


def test_what_the_tables_say_makes_no_difference(
    database: Database, ledger: LedgerName, replay: Replaying
) -> None:
    before = list(replay(None).facts)
    assert ledger == MAIN
    with as_superuser(database) as superuser:
        for table in ("fact", "history", "claim", "axis", "tombstone", "statistic"):
            emptied = sql.SQL("delete from read.{} where ledger = 'main'").format(
                sql.Identifier(table)
            )
            assert superuser.execute(emptied).rowcount
    assert list(replay(None).facts) == before


def test_half_a_command_was_never_known(
    services: Services, admin: Caller, ledger: LedgerName, replay: Replaying
) -> None:
    events = services.reader.events(
        admin.grant, ledger, after=Seq(0), limit=500, type_name=None
    ).rows
    for each in events:
        found = replay(Seq(each.seq))
        frame = recorded_of(each).command
        whole = each.seq if frame.i == frame.n else each.seq - frame.i
        assert found.as_of.known_at == whole
        assert replay(each.recorded_at).as_of == found.as_of
        assert all(fact.recorded.from_seq <= whole for fact in found.facts)
    assert any(recorded_of(each).command.n > 1 for each in events)


def test_a_time_before_the_first_event_had_nothing_and_one_to_come_is_refused(
    services: Services, admin: Caller, ledger: LedgerName, replay: Replaying
) -> None:
    first = services.reader.event(admin.grant, ledger, Seq(1)).row.recorded_at
    early = replay(first - timedelta(microseconds=1))
    assert (list(early.facts), early.as_of.known_at) == ([], 0)
    last = head(services, admin, ledger)
    for ahead in (Seq(last + 1), first + timedelta(days=1)):
        with pytest.raises(Invalid) as refused:
            replay(ahead)
        assert [each.field for each in refused.value.refusals] == ["until"]


def test_what_is_written_meanwhile_is_not_of_that_time(
    services: Services, admin: Caller, ledger: LedgerName
) -> None:
    told: list[tuple[str, int, int]] = []

    def write_one_more(what: str, done: int, of: int) -> None:
        told.append((what, done, of))
        written(services, admin.grant, ledger, request("New", "likes", f"tea {len(told)}"))

    last = head(services, admin, ledger)
    before = known(services, admin, ledger, last)
    found = replayed(services.pool, services.reader, admin.grant, ledger, progress=write_one_more)
    assert told == [("events", 0, last)]
    assert (list(found.facts), found.as_of.known_at) == (before, last)
    assert head(services, admin, ledger) > last


@pytest.mark.parametrize(
    "change",
    [
        "update ledger.event set body = '{}' where ledger = 'main' and seq = 9",
        "update ledger.part set content = '{}' where ledger = 'main' and seq = 9",
        "delete from ledger.event where ledger = 'main' and seq = 9",
        "delete from ledger.part where ledger = 'main' and seq = 9",
    ],
)
def test_nothing_is_made_of_an_event_that_is_not_as_it_was_written(
    database: Database, replay: Replaying, change: LiteralString
) -> None:
    with as_superuser(database) as superuser:
        superuser.execute(change)
    for until in (Seq(9), None):
        with pytest.raises(Unavailable, match="of main is not as it was written"):
            replay(until)
    assert list(replay(Seq(8)).facts)


def test_who_may_read_may_replay_and_to_others_there_is_no_such_ledger(
    services: Services, ledger: LedgerName
) -> None:
    for granted, found in ((ledger, True), (OTHER, False)):
        reader = call_as(
            services, role=Role.READER, kind=ActorKind.AGENT, ledgers=frozenset({granted})
        )
        if found:
            assert list(replayed(services.pool, services.reader, reader.grant, ledger).facts)
        else:
            with pytest.raises(NotFound):
                replayed(services.pool, services.reader, reader.grant, ledger)
