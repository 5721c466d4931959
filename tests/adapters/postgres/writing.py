"""Helpers of the write path's tests: requests, and outcomes that must have been written."""

from collections.abc import Sequence

from adapters.postgres.ledger import Request
from adapters.postgres.orders import Outcome, Written
from adapters.services import Services
from domain.commands import AssertFact
from domain.events import FactAsserted
from domain.grants import Grant
from domain.values import Text
from domain.words import LedgerName

WAIT_S = 60


def claim(subject: str, predicate: str, value: str) -> AssertFact:
    """A claim with nothing but what a claim must have."""
    return AssertFact(subject=subject, predicate=predicate, object=Text(text=value))


def request(
    subject: str = "Alice", predicate: str = "likes", value: str = "tea", *, key: str | None = None
) -> Request:
    """A request to say this, under an idempotency key or none."""
    content = f"{subject}|{predicate}|{value}".encode()
    return Request(command=claim(subject, predicate, value), idempotency_key=key, content=content)


def outcomes(
    services: Services, grant: Grant, ledger: LedgerName, *requests: Request
) -> Sequence[Outcome]:
    """The outcomes of requests handed in together."""
    return services.ledger.submit(grant, ledger, requests).result(WAIT_S)


def written(
    services: Services, grant: Grant, ledger: LedgerName, *requests: Request
) -> list[Written]:
    """The same, where every one must have been written."""
    return [must_be_written(each) for each in outcomes(services, grant, ledger, *requests)]


def must_be_written(outcome: Outcome) -> Written:
    """The outcome as what was written; fails the test where it is an error."""
    assert isinstance(outcome, Written), outcome
    return outcome


def asserted(outcome: Written) -> FactAsserted:
    """The claim event of a written request that made one claim."""
    (recorded,) = outcome.recorded
    assert isinstance(recorded.event, FactAsserted)
    return recorded.event
