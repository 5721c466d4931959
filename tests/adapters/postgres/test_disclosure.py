"""A refusal says nothing of what lies outside the caller's ledgers and tokens."""

import psycopg

from adapters.errors import Fault, Invalid
from adapters.postgres.ledger import Request
from adapters.postgres.orders import Written
from adapters.services import Services
from domain.commands import AssertFact
from domain.grants import Role
from domain.values import Text
from domain.words import ActorKind, LedgerName, Seq
from tests.adapters.postgres.writing import outcomes, request, written
from tests.conftest import Caller, call_as, opening
from tests.database import Database


def resting_on(fact: int) -> Request:
    """A claim that rests on one fact."""
    return Request(
        command=AssertFact(
            subject="Alice",
            predicate="likes",
            object=Text(text="tea"),
            derived_from=(Seq(fact),),
        )
    )


def test_a_fact_of_another_ledger_is_as_unknown_as_one_that_is_nowhere(
    services: Services, admin: Caller, agent: Caller, ledger_name: LedgerName
) -> None:
    other = LedgerName("other")
    services.ledger.open(admin.grant, other, opening())
    written(services, admin.grant, other, *(request(value=f"value {n}") for n in range(5)))
    answers: list[str] = []
    for fact in (5, 9):
        (outcome,) = outcomes(services, agent.grant, ledger_name, resting_on(fact))
        assert isinstance(outcome, Invalid)
        answers.append(str(outcome).replace(str(fact), "N"))
    assert answers[0] == answers[1]
    written(services, admin.grant, other, resting_on(5))


def test_a_key_tells_nothing_of_who_used_it_in_another_ledger_or_with_another_token(
    services: Services, admin: Caller, agent: Caller, ledger_name: LedgerName
) -> None:
    other = LedgerName("other")
    services.ledger.open(admin.grant, other, opening())
    beside = call_as(
        services, role=Role.AGENT, kind=ActorKind.AGENT, ledgers=frozenset({ledger_name})
    )
    written(services, admin.grant, other, request(key="k"))
    written(services, beside.grant, ledger_name, request(value="milk", key="k"))
    (mine,) = written(services, agent.grant, ledger_name, request(value="wine", key="k"))
    assert not mine.repeated
    (again,) = written(services, agent.grant, ledger_name, request(value="wine", key="k"))
    assert again.repeated


def test_a_fault_names_a_line_of_the_log_and_nothing_else(
    database: Database, services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    with psycopg.connect(database.admin_url, autocommit=True) as owner:
        owner.execute("alter table read.fact add constraint hush check (subject <> 'secret')")
    (outcome, beside) = outcomes(
        services, agent.grant, ledger_name, request("secret"), request("Alice")
    )
    assert isinstance(outcome, Fault)
    for word in ("secret", "hush", "fact_", "23514", "check"):
        assert word not in outcome.detail
    assert outcome.reference in outcome.detail
    assert isinstance(beside, Written)
