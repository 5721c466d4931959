"""What is asked of ledgers that were filled: each question has one fact for its answer."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from threading import Lock
from typing import NamedTuple

from adapters.postgres.tokens import TokenOrder
from adapters.postgres.views import BEGINNING, FactQuestion, TimelineQuestion, When
from benchmarks.chance import draws
from benchmarks.filling import CALLERS
from benchmarks.ground import Ground
from benchmarks.workload import Call, claim
from domain.grants import Role
from domain.limits import BATCH_CLAIMS_MAX
from domain.words import VISIBLE, ActorKind, LedgerName, Seq

LIMIT = 100


class Place(NamedTuple):
    """A claim of the workload by its number, the ledger that has it, and as of when it does."""

    ledger: LedgerName
    number: int
    known_at: Seq
    valid_at: datetime


Choose = Callable[[], Place]
"""Draws what is asked for next; for many threads."""


def choosing(place: Callable[[Iterator[int]], Place]) -> Choose:
    """Draws places that are made of the next draws, alike in every run."""
    drawn, lock = draws("places"), Lock()

    def choose() -> Place:
        with lock:
            return place(drawn)

    return choose


def in_one(on: Ground, ledger: LedgerName, facts: int) -> Choose:
    """Draws one of the first claims of a ledger, and a position behind where it can stand."""
    now = datetime.now(UTC)
    head = on.services.reader.ledger(on.grant, ledger).seq

    def place(drawn: Iterator[int]) -> Place:
        number = next(drawn) % facts
        first = min(number + CALLERS * BATCH_CLAIMS_MAX, head)
        known_at = Seq(first + next(drawn) % (head - first + 1))
        return Place(ledger=ledger, number=number, known_at=known_at, valid_at=now)

    return choosing(place)


def seen_by(role: Role, on: Ground, ledger: LedgerName) -> Ground:
    """The same ground, with the grant of somebody new at a ledger."""
    tokens = on.services.tokens
    order = TokenOrder(
        name=role.value, kind=ActorKind.AGENT, role=role, ledgers=frozenset({ledger})
    )
    return replace(on, grant=tokens.authenticate(tokens.begin(order).secret))


def current(on: Ground, choose: Choose) -> Call:
    """Asks for the current facts of a subject's predicate."""

    def call() -> int:
        place = choose()
        return _facts(on, place, When())

    return call


def as_of(on: Ground, choose: Choose) -> Call:
    """Asks for the same as of both times."""

    def call() -> int:
        place = choose()
        return _facts(on, place, When(known_at=place.known_at, valid_at=place.valid_at))

    return call


def timeline(on: Ground, choose: Choose) -> Call:
    """Asks for the timeline of a subject's predicate."""

    def call() -> int:
        place = choose()
        said = claim(place.number)
        page = on.services.reader.timeline(
            on.grant,
            place.ledger,
            TimelineQuestion(subject=said.subject, predicate=said.predicate),
            after=BEGINNING,
            limit=LIMIT,
        )
        # When it began is not known: there is a stretch in which it possibly held, and another.
        return _one({each.fact.fact for each in page.rows})

    return call


def _facts(on: Ground, place: Place, when: When) -> int:
    said = claim(place.number)
    question = FactQuestion(
        statuses=VISIBLE, subject=said.subject, predicate=said.predicate, when=when
    )
    page = on.services.reader.facts(on.grant, place.ledger, question, after=Seq(0), limit=LIMIT)
    return _one({each.fact for each in page.rows})


def _one(facts: Collection[Seq]) -> int:
    if len(facts) != 1:
        raise RuntimeError(f"{len(facts)} facts were answered, and there is one")
    return len(facts)
