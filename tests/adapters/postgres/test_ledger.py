"""The write path, from a request to what it left behind."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import psycopg
import pytest

from adapters.errors import (
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    PreconditionFailed,
    Unavailable,
)
from adapters.postgres.ledger import Ledger, Request
from adapters.postgres.orders import Written
from adapters.postgres.views import When
from adapters.services import Services
from domain.commands import (
    AssertAll,
    AssertFact,
    DecideReview,
    DeclarePredicate,
    EndFact,
    Invalidate,
    Restore,
    RetractClaim,
)
from domain.events import DuelResolved, FactAsserted, Restored, Warned
from domain.grants import Role
from domain.payloads import Kind, Resolution
from domain.predicates import Cardinality, Declaration
from domain.values import Text
from domain.words import ActorKind, LedgerName, Seq
from tests.adapters.postgres.arguing import do
from tests.adapters.postgres.writing import (
    WAIT_S,
    asserted,
    claim,
    must_be_written,
    outcomes,
    request,
    written,
)
from tests.conftest import Caller, call_as, opening
from tests.database import Database


def test_the_first_claim_of_a_value_opens_a_fact_and_the_next_one_joins_it(
    services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    both = (request(), request(subject="ALICE "))
    first, second = written(services, agent.grant, ledger_name, *both)
    assert asserted(first).fact == first.receipt.seq
    assert asserted(second).fact == first.receipt.seq
    fact = services.reader.fact(agent.grant, ledger_name, first.receipt.seq, when=When()).row
    assert (fact.claims, fact.recorded.from_seq) == (2, second.receipt.seq)


def test_a_second_value_is_warned_of_once_and_both_values_stand(
    services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    warned = [
        asserted(each).warned
        for each in written(
            services,
            agent.grant,
            ledger_name,
            *(request(value=value) for value in ("tea", "coffee", "milk", "coffee")),
        )
    ]
    assert warned == [(), (Warned.SECOND_VALUE,), (), ()]


def test_a_hundred_parallel_identical_claims_make_one_fact_of_a_hundred_claims(
    services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    def said(_: int) -> Written:
        return written(services, agent.grant, ledger_name, request())[0]

    with ThreadPoolExecutor(32) as threads:
        done = list(threads.map(said, range(100)))
    (fact,) = {asserted(each).fact for each in done}
    view = services.reader.fact(agent.grant, ledger_name, fact, when=When()).row
    assert view.claims == 100
    assert sorted(each.receipt.seq for each in done) == list(range(2, 102))


def test_one_idempotency_key_said_a_hundred_times_at_once_makes_one_claim(
    services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    def said(_: int) -> Written:
        return written(services, agent.grant, ledger_name, request(key="k"))[0]

    with ThreadPoolExecutor(32) as threads:
        done = list(threads.map(said, range(100)))
    assert {each.receipt for each in done} == {done[0].receipt}
    assert sum(not each.repeated for each in done) == 1
    assert services.reader.ledger(agent.grant, ledger_name).seq == 2


def test_a_key_used_again_for_other_content_is_a_conflict_and_writes_nothing(
    services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    written(services, agent.grant, ledger_name, request(key="k"))
    (outcome,) = outcomes(services, agent.grant, ledger_name, request(value="milk", key="k"))
    assert isinstance(outcome, Conflict)
    assert services.reader.ledger(agent.grant, ledger_name).seq == 2


def test_two_tokens_may_use_one_key_for_two_commands(
    services: Services, agent: Caller, admin: Caller, ledger_name: LedgerName
) -> None:
    (mine,) = written(services, agent.grant, ledger_name, request(key="k"))
    (other,) = written(services, admin.grant, ledger_name, request(value="milk", key="k"))
    assert mine.receipt != other.receipt


def test_an_atomic_batch_is_one_command_of_as_many_events(
    services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    claims = tuple(claim("Alice", "likes", value) for value in ("tea", "milk", "tea"))
    (done,) = written(services, agent.grant, ledger_name, Request(command=AssertAll(claims=claims)))
    assert [(each.command.i, each.command.n) for each in done.recorded] == [(1, 3), (2, 3), (3, 3)]
    assert len({each.command.id for each in done.recorded}) == 1
    assert services.reader.ledger(agent.grant, ledger_name).counts == {"active": 2}


def test_an_atomic_batch_with_one_unfit_claim_writes_nothing_and_names_it(
    services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    unfit = AssertFact(
        subject="Alice", predicate="likes", object=Text(text="milk"), derived_from=(Seq(99),)
    )
    command = AssertAll(claims=(claim("Alice", "likes", "tea"), unfit))
    (outcome,) = outcomes(services, agent.grant, ledger_name, Request(command=command))
    assert isinstance(outcome, Invalid)
    assert [each.field for each in outcome.refusals] == ["facts[1].derived_from[0]"]
    assert services.reader.ledger(agent.grant, ledger_name).seq == 1


def test_a_claim_may_rest_on_a_fact_that_the_same_batch_opened(
    services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    resting = AssertFact(
        subject="Alice", predicate="thirsty", object=Text(text="no"), derived_from=(Seq(2),)
    )
    command = AssertAll(claims=(claim("Alice", "drank", "tea"), resting))
    (outcome,) = outcomes(services, agent.grant, ledger_name, Request(command=command))
    assert isinstance(outcome, Written)


def test_fifty_parallel_first_writes_to_a_new_ledger_make_one_chain(
    services: Services, admin: Caller, database: Database
) -> None:
    name = LedgerName("new")
    start = threading.Barrier(50)

    def open_and_write(number: int) -> bool:
        start.wait()
        try:
            services.ledger.open(admin.grant, name, opening())
            opened = True
        except Conflict:
            opened = False
        written(services, admin.grant, name, request(value=f"value {number}"))
        return opened

    with ThreadPoolExecutor(50) as threads:
        assert sum(threads.map(open_and_write, range(50))) == 1
    with psycopg.connect(database.admin_url) as connection:
        rows = connection.execute(
            "select seq, prev, leaf_hash from ledger.event where ledger = 'new' order by seq"
        ).fetchall()
    assert [seq for seq, _, _ in rows] == list(range(1, 52))
    assert [prev for _, prev, _ in rows[1:]] == [leaf for _, _, leaf in rows[:-1]]


def test_a_closed_ledger_takes_no_more_wherever_it_was_written_to_before_or_not(
    services: Services, agent: Caller, admin: Caller, ledger_name: LedgerName
) -> None:
    fresh = LedgerName("fresh")
    services.ledger.open(admin.grant, fresh, opening())
    ledger = Ledger(services.pool)
    (first,) = ledger.submit(agent.grant, ledger_name, [request()]).result(WAIT_S)
    ledger.close()
    must_be_written(first)
    for name in (ledger_name, fresh):
        with pytest.raises(Unavailable):
            ledger.submit(admin.grant, name, [request()])


def test_a_write_that_no_thread_can_be_had_for_is_not_carried_out_later_and_stops_no_others(
    services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    before = threading.stack_size(2**47)
    try:
        with pytest.raises(RuntimeError):
            services.ledger.submit(agent.grant, ledger_name, [request(value="milk")])
    finally:
        threading.stack_size(before)
    (done,) = written(services, agent.grant, ledger_name, request(value="tea"))
    assert done.receipt.seq == 2


def test_a_ledger_that_was_not_granted_is_answered_as_one_that_is_not_there(
    services: Services, agent: Caller, admin: Caller, ledger_name: LedgerName
) -> None:
    del ledger_name
    other = LedgerName("other")
    services.ledger.open(admin.grant, other, opening())
    answers: list[str] = []
    for name in (other, LedgerName("nowhere")):
        with pytest.raises(NotFound) as caught:
            outcomes(services, agent.grant, name, request())
        answers.append(caught.value.detail)
    assert answers[0] == answers[1]
    written(services, admin.grant, other, request())


def test_a_reader_may_not_write(services: Services, ledger_name: LedgerName) -> None:
    reader = call_as(
        services, role=Role.READER, kind=ActorKind.HUMAN, ledgers=frozenset({ledger_name})
    )
    with pytest.raises(Forbidden):
        outcomes(services, reader.grant, ledger_name, request())
    assert services.reader.ledger(reader.grant, ledger_name).seq == 1


def test_what_only_reviewers_may_do_is_forbidden_to_agents_and_writes_nothing(
    services: Services, admin: Caller, agent: Caller, ledger_name: LedgerName
) -> None:
    (said,) = written(services, agent.grant, ledger_name, request())
    fact = said.receipt.seq
    do(services, admin.grant, ledger_name, Invalidate(fact=fact, kind=Kind.FALSE, reason="no"))
    restore = Request(command=Restore(fact=fact, reason="yes"))
    review = Request(command=DecideReview(item=fact, resolution=Resolution.CONFIRM, reason="yes"))
    before = services.reader.ledger(admin.grant, ledger_name).seq
    for each in (restore, review):
        with pytest.raises(Forbidden):
            services.ledger.submit(agent.grant, ledger_name, [request(), each])
    assert services.reader.ledger(admin.grant, ledger_name).seq == before
    (restored,) = written(services, admin.grant, ledger_name, restore)
    assert [type(each.event) for each in restored.recorded] == [Restored]


def test_what_is_not_there_has_changed_or_stands_so_already_is_told_apart_and_writes_nothing(
    services: Services, admin: Caller, ledger_name: LedgerName
) -> None:
    (said,) = written(services, admin.grant, ledger_name, request())
    fact = said.receipt.seq
    (retracted,) = written(
        services, admin.grant, ledger_name, Request(command=RetractClaim(claim=fact, reason="r"))
    )
    refused = outcomes(
        services,
        admin.grant,
        ledger_name,
        Request(command=RetractClaim(claim=Seq(99), reason="r")),
        Request(command=RetractClaim(claim=fact, reason="r")),
        Request(command=replace(claim("Alice", "likes", "tea"), unchanged_since=fact)),
        Request(command=EndFact(fact=fact, valid_to="2023-02-29", reason="r")),
    )
    assert [type(each) for each in refused] == [NotFound, Conflict, PreconditionFailed, Invalid]
    since = retracted.receipt.seq
    again = Request(command=replace(claim("Alice", "likes", "tea"), unchanged_since=since))
    (last,) = written(services, admin.grant, ledger_name, again)
    assert last.receipt.seq == since + 1


def test_a_command_that_touches_what_those_before_it_brought_up_is_carried_out_behind_them(
    services: Services, admin: Caller, ledger_name: LedgerName
) -> None:
    single = Declaration(cardinality=Cardinality.SINGLE)
    written(services, admin.grant, ledger_name, request("Bob", "lives_in", "Dublin"))
    done = written(
        services,
        admin.grant,
        ledger_name,
        request("Alice", "likes", "tea"),
        Request(command=DeclarePredicate(predicate="lives_in", declaration=single)),
        request("Bob", "lives_in", "Paris"),
    )
    assert [type(each.event) for each in done[-1].recorded] == [FactAsserted, DuelResolved]
