"""What is written: claims of new facts, each of a subject of its own, with a short text."""

import itertools
from collections.abc import Callable

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


def asserting(on: Ground, ledger: LedgerName, *, batch: int = 1) -> Call:
    """Hands claims to the write path, so many together, and waits for the answers."""
    numbers = itertools.count()

    def call() -> int:
        requests = [Request(command=claim(next(numbers))) for _ in range(batch)]
        return _written(on.services.ledger.submit(on.grant, ledger, requests).result())

    return call


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
