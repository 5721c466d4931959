"""What is written: claims of new facts, each of a subject of its own, with a short text."""

import itertools
from collections.abc import Callable, Iterable

from adapters.errors import FactledgerError
from adapters.postgres.committer import Committer, Ticket
from adapters.postgres.ledger import Request
from adapters.postgres.orders import Order, Outcome, fresh_id
from benchmarks.ground import Ground
from domain.commands import AssertFact
from domain.values import Text
from domain.words import LedgerName

Call = Callable[[], int]
"""Does something, waits until it is done, and returns how much it was; for many threads."""


def claim(number: int) -> AssertFact:
    """The claim of this number."""
    return AssertFact(
        subject=f"subject {number}", predicate="likes", object=Text(text=f"object {number}")
    )


def asserting(on: Ground, ledger: LedgerName, *, batch: int = 1, first: int = 0) -> Call:
    """Hands claims to the write path, so many together, and waits for the answers."""
    numbers = itertools.count(first)

    def call() -> int:
        return say(on, ledger, [claim(next(numbers)) for _ in range(batch)])

    return call


def say(on: Ground, ledger: LedgerName, claims: Iterable[AssertFact]) -> int:
    """Have the write path take these claims together, and wait until it has; how many they are."""
    requests = [Request(command=each) for each in claims]
    return _written(on.services.ledger.submit(on.grant, ledger, requests).result())


def queueing(on: Ground, committer: Committer, *, batch: int = 1) -> Call:
    """Hands the same claims to a committer of another kind."""
    numbers = itertools.count()

    def call() -> int:
        orders = [
            Order(
                command=claim(next(numbers)), actor=on.grant.actor, may_review=False, id=fresh_id()
            )
            for _ in range(batch)
        ]
        return _written(committer.submit(Ticket(orders=orders)).result())

    return call


def _written(outcomes: list[Outcome]) -> int:
    for each in outcomes:
        if isinstance(each, FactledgerError):
            raise each
    return len(outcomes)
