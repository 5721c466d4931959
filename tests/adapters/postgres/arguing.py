"""A ledger in which people, agents and a system argue, until there is a row in every read table."""

from dataclasses import replace

from adapters.postgres.ledger import Request
from adapters.postgres.orders import Written
from adapters.services import Services
from domain.commands import (
    AssertFact,
    Command,
    Dates,
    DeclarePredicate,
    Invalidate,
    ReportOutcome,
    RetractClaim,
)
from domain.duels.signals import Signal
from domain.events import Quote
from domain.grants import Grant, Role
from domain.payloads import Kind
from domain.predicates import Cardinality, Declaration
from domain.values import Text
from domain.words import Actor, ActorKind, LedgerName, Seq, TokenId
from tests.adapters.postgres.writing import must_be_written

WAIT_S = 60

SINGLE = Declaration(cardinality=Cardinality.SINGLE)


def said(subject: str, predicate: str, value: str, *, since: str | None = None) -> AssertFact:
    """A claim of a value from a date on."""
    return AssertFact(
        subject=subject,
        predicate=predicate,
        object=Text(text=value),
        dates=Dates(valid_from=since),
        evidence=(Quote(quote=f"{subject} {predicate} {value}", uri=None),),
    )


def speaking_as(grant: Grant, kind: ActorKind, name: str) -> Grant:
    """The grant of someone else of this kind, who may assert."""
    actor = Actor(token=TokenId(f"token-of-{name}"), name=name, kind=kind)
    return replace(grant, actor=actor, role=Role.AGENT)


def do(services: Services, grant: Grant, ledger: LedgerName, command: Command) -> Written:
    """Carry one command out, which must be written."""
    (outcome,) = services.ledger.submit(grant, ledger, [Request(command=command)]).result(WAIT_S)
    return must_be_written(outcome)


def argue(services: Services, admin: Grant, ledger: LedgerName) -> None:
    """Say, contest, report, take back and strike out; the ledger is open already."""
    one, other = (speaking_as(admin, ActorKind.AGENT, name) for name in ("one", "other"))
    probe = speaking_as(admin, ActorKind.SYSTEM, "probe")

    def by(grant: Grant, command: Command) -> Seq:
        return do(services, grant, ledger, command).recorded[0].seq

    by(admin, DeclarePredicate(predicate="resides_in", declaration=SINGLE))
    by(one, DeclarePredicate(predicate="admires", declaration=SINGLE))
    dublin = by(one, said("Grace", "resides_in", "Dublin", since="2020-01-01"))
    by(other, said("Grace", "resides_in", "Paris", since="2020-01-01"))
    by(one, said("Heidi", "resides_in", "Oslo", since="2020-01-01"))
    by(other, said("Heidi", "resides_in", "Bergen", since="2020-01-01"))
    by(probe, ReportOutcome(fact=dublin, signal=Signal.TEST_PASSED, success=True))
    by(other, replace(said("Grace", "pays_tax_in", "Ireland"), derived_from=(dublin,)))
    tea = by(one, said("Grace", "admires", "tea"))
    by(admin, Invalidate(fact=tea, kind=Kind.FALSE, reason="she never did"))
    by(other, said("Grace", "admires", "tea"))
    by(other, RetractClaim(claim=by(other, said("Grace", "admires", "rain")), reason="a mistake"))
