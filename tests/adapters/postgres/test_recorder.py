"""The recorder reads a whole ledger, and keeps other programs' events beside its facts."""

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import psycopg
import pytest
from eventsourcing.dcb.api import DCBAppendCondition, DCBEvent, DCBQuery, DCBQueryItem
from eventsourcing.persistence import DataError, IntegrityError, ProgrammingError

from adapters.postgres.recorder import CHUNK_EVENTS, PostgresDCBRecorder
from adapters.postgres.views import FactQuestion
from adapters.services import Services, serving
from domain import canonical, limits
from domain.grants import Role
from domain.words import VISIBLE, ActorKind, LedgerName, Seq
from tests.adapters.postgres.recording import (
    kept,
    last_position,
    matching,
    positions,
    recorder_of,
)
from tests.adapters.postgres.writing import request, written
from tests.conftest import Caller, call_as, opening
from tests.database import Database

APPENDERS = 4


@pytest.fixture
def recorder(services: Services, agent: Caller, ledger_name: LedgerName) -> PostgresDCBRecorder:
    return recorder_of(services, agent, ledger_name)


def facts_of(services: Services, caller: Caller, ledger: LedgerName) -> list[int]:
    question = FactQuestion(statuses=VISIBLE)
    page = services.reader.facts(caller.grant, ledger, question, after=Seq(0), limit=10)
    return [each.fact for each in page.rows]


def test_the_ledgers_own_events_are_read_as_their_documents(
    services: Services, agent: Caller, ledger_name: LedgerName, recorder: PostgresDCBRecorder
) -> None:
    (claim,) = written(services, agent.grant, ledger_name, request("Alice", "likes", "tea"))
    opened, asserted = recorder.read()
    assert (opened.position, opened.event.type, opened.event.tags) == (1, "LedgerOpened", [])
    assert (asserted.position, asserted.event.type) == (claim.receipt.seq, "FactAsserted")
    document = json.loads(asserted.event.data)
    assert asserted.event.data == canonical.encode(document)
    stored = services.reader.event(agent.grant, ledger_name, claim.receipt.seq).row
    assert document["body"] == json.loads(stored.body)
    assert document["parts"][0]["subject"] == "Alice"


def test_a_claim_is_found_by_the_tag_of_its_fact_beside_what_others_keep_under_it(
    services: Services, agent: Caller, ledger_name: LedgerName, recorder: PostgresDCBRecorder
) -> None:
    first, again, _other = written(
        services,
        agent.grant,
        ledger_name,
        request("Alice", "likes", "tea"),
        request("alice", "likes", "TEA"),
        request("Alice", "likes", "milk"),
    )
    tag = f"fact:{first.receipt.seq}"
    note = recorder.append([kept("Noted", tags=[tag, "mine"])])
    claims = [first.receipt.seq, again.receipt.seq]
    assert [each.event.tags for each in recorder.read(limit=3)][1:] == [[tag], [tag]]
    assert positions(recorder.read(matching(tags=[tag]))) == [*claims, note]
    assert positions(recorder.read(matching(tags=[tag, tag], types=["FactAsserted"]))) == claims
    assert positions(recorder.read(matching(tags=[tag, "mine"]))) == [note]
    assert positions(recorder.read(matching(tags=["fact:1"]))) == []


def test_a_condition_on_a_fact_holds_until_the_fact_is_claimed_again(
    services: Services, agent: Caller, ledger_name: LedgerName, recorder: PostgresDCBRecorder
) -> None:
    (claim,) = written(services, agent.grant, ledger_name, request())
    unless = DCBAppendCondition(
        matching(tags=[f"fact:{claim.receipt.seq}"]), after=claim.receipt.seq
    )
    recorder.append([kept("Judged")], unless)
    written(services, agent.grant, ledger_name, request())
    with pytest.raises(IntegrityError):
        recorder.append([kept("Judged")], unless)
    assert len(list(recorder.read(matching(types=["Judged"])))) == 1


def test_another_programs_event_becomes_no_fact_whatever_it_holds(
    services: Services, agent: Caller, ledger_name: LedgerName, recorder: PostgresDCBRecorder
) -> None:
    (claim,) = written(services, agent.grant, ledger_name, request())
    (asserted,) = recorder.read(matching(types=["FactAsserted"]))
    copied = DCBEvent(type="Copied", data=asserted.event.data, tags=asserted.event.tags)
    recorder.append([copied])
    assert [each.event for each in recorder.read(matching(types=["Copied"]))] == [copied]
    assert facts_of(services, agent, ledger_name) == [claim.receipt.seq]
    assert positions(recorder.read(matching(types=["FactAsserted"]))) == [claim.receipt.seq]


@pytest.mark.parametrize(
    "type_name",
    [
        "FactAsserted",
        "LedgerOpened",
        "Foreign",
        "Erased",
        "factasserted",
        "F\u0430ctAsserted\u200b",
    ],
)
def test_a_type_that_looks_like_one_of_the_ledgers_own_is_refused(
    recorder: PostgresDCBRecorder, type_name: str
) -> None:
    before = last_position(recorder)
    with pytest.raises(DataError, match=r"events\[1\]\.type: is, or looks like"):
        recorder.append([kept("acme.FactAsserted"), kept(type_name)])
    assert last_position(recorder) == before
    position = recorder.append([kept("acme.FactAsserted")])
    assert positions(recorder.read(matching(types=["acme.FactAsserted"]))) == [position]
    assert positions(recorder.read(matching(types=[type_name]), after=1)) == []


def test_what_is_as_large_as_it_may_be_is_kept_and_read_as_it_was_given(
    recorder: PostgresDCBRecorder,
) -> None:
    largest = DCBEvent(
        type="\x01t" * (limits.FOREIGN_TYPE_CHARS_MAX // 2),
        data=bytes(limits.FOREIGN_DATA_BYTES_MAX),
        tags=[
            f"\x01{number:03}".ljust(limits.FOREIGN_TAG_CHARS_MAX, "\x01")
            for number in range(limits.FOREIGN_TAGS_MAX)
        ],
    )
    recorder.append([largest])
    recorder.append([kept("Many")] * limits.FOREIGN_EVENTS_MAX)
    assert [each.event for each in recorder.read(matching(tags=largest.tags))] == [largest]
    assert len(list(recorder.read(matching(types=["Many"])))) == limits.FOREIGN_EVENTS_MAX


def test_an_append_of_nothing_is_an_error_of_the_program(recorder: PostgresDCBRecorder) -> None:
    with pytest.raises(ProgrammingError, match="at least one event"):
        recorder.append([])
    assert last_position(recorder) == 1


@pytest.mark.parametrize(
    ("query", "field"),
    [
        (matching(tags=["a\0b"]), r"query\[0\]\.tags\[0\]"),
        (matching(types=["fine", "\ud800"]), r"query\[0\]\.types\[1\]"),
        (DCBQuery(items=[DCBQueryItem()] * (limits.FOREIGN_QUERY_TERMS_MAX + 1)), "query"),
    ],
)
def test_what_can_not_be_asked_is_refused_by_its_field(
    recorder: PostgresDCBRecorder, query: DCBQuery, field: str
) -> None:
    for ask in (
        lambda: recorder.read(query),
        lambda: recorder.append([kept()], DCBAppendCondition(query)),
        lambda: recorder.subscribe(query),
    ):
        with pytest.raises(DataError, match=f"^{field}: "):
            ask()
    assert last_position(recorder) == 1


def test_positions_and_limits_beyond_every_event_are_answered_as_such(
    recorder: PostgresDCBRecorder,
) -> None:
    recorder.append([kept()])
    assert positions(recorder.read(after=-(2**70))) == [1, 2]
    assert positions(recorder.read(limit=2**70)) == [1, 2]
    assert positions(recorder.read(after=2**70)) == []
    assert positions(recorder.read(limit=-1)) == []


def test_a_reader_reads_and_appends_nothing(
    services: Services, recorder: PostgresDCBRecorder, ledger_name: LedgerName
) -> None:
    ledgers = frozenset({ledger_name})
    reader = call_as(services, role=Role.READER, kind=ActorKind.SYSTEM, ledgers=ledgers)
    position = recorder.append([kept()])
    of_reader = recorder_of(services, reader, ledger_name)
    with pytest.raises(ProgrammingError, match="may not assert"):
        of_reader.append([kept()])
    assert positions(of_reader.read()) == [1, position]


def test_a_ledger_that_is_not_there_and_one_that_was_not_granted_are_refused_alike(
    services: Services, admin: Caller, agent: Caller
) -> None:
    hidden = LedgerName("hidden")
    services.ledger.open(admin.grant, hidden, opening())
    said: set[str] = set()
    for other in (
        recorder_of(services, agent, hidden),
        recorder_of(services, admin, LedgerName("absent")),
    ):
        for ask in (
            other.read,
            other.subscribe,
            lambda other=other: other.append([kept()]),
        ):
            with pytest.raises(ProgrammingError) as raised:
                ask()
            said.add(str(raised.value))
    assert said == {"there is no such ledger"}
    assert positions(recorder_of(services, admin, hidden).read()) == [1]


def test_events_of_other_ledgers_never_appear(
    services: Services, admin: Caller, recorder: PostgresDCBRecorder
) -> None:
    other_name = LedgerName("other")
    services.ledger.open(admin.grant, other_name, opening())
    other = recorder_of(services, admin, other_name)
    mine, theirs = kept(tags=["fact:2", "shared"], data=b"mine"), kept(tags=["fact:2", "shared"])
    recorder.append([mine])
    other.append([theirs, theirs])
    written(services, admin.grant, other_name, request())
    for query in (None, matching(tags=["shared"]), matching(types=["Kept"])):
        assert [each.event for each in recorder.read(query, after=1)] == [mine]
    assert [each.event for each in other.read(matching(tags=["shared"]))] == [theirs, theirs]
    unless = DCBAppendCondition(matching(tags=["shared"]), after=2)
    assert recorder.append([kept()], unless) == 3
    with pytest.raises(IntegrityError):
        other.append([kept()], unless)


def test_a_read_ends_where_the_ledger_stood_when_it_was_asked(
    recorder: PostgresDCBRecorder,
) -> None:
    stood = recorder.append([kept()] * (2 * CHUNK_EVENTS + 1))
    response = recorder.read()
    first = next(response).position
    recorder.append([kept()])
    assert response.head == stood
    assert [first, *positions(response)] == list(range(1, stood + 1))
    assert positions(recorder.read(after=stood)) == [stood + 1]


def test_a_read_goes_on_over_a_new_connection_where_its_own_is_lost(
    database: Database, recorder: PostgresDCBRecorder
) -> None:
    stood = recorder.append([kept()] * (2 * CHUNK_EVENTS))
    response = recorder.read()
    seen = [next(response).position for _ in range(CHUNK_EVENTS)]
    with psycopg.connect(database.admin_url, autocommit=True) as superuser:
        (lost,) = superuser.execute(
            "select count(pg_terminate_backend(pid)) from pg_stat_activity "
            "where datname = current_database() and application_name = 'factledger'"
        ).fetchall()
    assert lost[0] > 0
    assert [*seen, *positions(response)] == list(range(1, stood + 1))


def test_of_those_who_append_on_one_condition_one_wins(
    database: Database, agent: Caller, ledger_name: LedgerName, recorder: PostgresDCBRecorder
) -> None:
    claimed = matching(types=["Taken"], tags=["seat:1"])

    def append(by: PostgresDCBRecorder) -> bool:
        try:
            by.append([kept("Taken", tags=["seat:1"])], DCBAppendCondition(claimed))
        except IntegrityError:
            return False
        return True

    with serving(database.app_url) as elsewhere, ThreadPoolExecutor(APPENDERS) as threads:
        there = recorder_of(elsewhere, agent, ledger_name)
        won = list(threads.map(append, [recorder, there] * APPENDERS))
    assert sorted(won) == [False] * (2 * APPENDERS - 1) + [True]
    assert len(list(recorder.read(claimed))) == 1


def test_who_reads_while_others_append_sees_every_position_once_and_in_order(
    database: Database, agent: Caller, ledger_name: LedgerName, recorder: PostgresDCBRecorder
) -> None:
    done = Event()

    def append(by: PostgresDCBRecorder) -> None:
        for number in range(25):
            by.append([kept(tags=[f"n:{number}"])] * (1 + number % 3))

    def read_along() -> list[int]:
        seen: list[int] = []
        while True:
            last_round = done.is_set()
            seen += positions(recorder.read(after=seen[-1] if seen else 0))
            if last_round:
                return seen

    with serving(database.app_url) as elsewhere, ThreadPoolExecutor(APPENDERS + 1) as threads:
        there = recorder_of(elsewhere, agent, ledger_name)
        reading = threads.submit(read_along)
        for each in [threads.submit(append, by) for by in [recorder, there] * (APPENDERS // 2)]:
            each.result()
        done.set()
        seen = reading.result()
    last = 1 + APPENDERS * sum(1 + number % 3 for number in range(25))
    assert last_position(recorder) == last
    assert seen == list(range(1, last + 1))
