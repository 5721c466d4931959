"""The ledger that all faces write to: it checks grants and hands commands to their committer."""

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from adapters.errors import FactledgerError, Forbidden, NotFound, Unavailable
from adapters.postgres.committer import Committer, Ticket
from adapters.postgres.errors import ours
from adapters.postgres.group import write_group
from adapters.postgres.loader import OpeningRow
from adapters.postgres.orders import (
    Opening,
    Order,
    Outcome,
    Written,
    fresh_id,
    keyed_digest,
    keyed_id,
)
from adapters.postgres.pool import Pool
from adapters.postgres.questions import read
from adapters.postgres.tries import Attempt, WriteGroup, insist
from domain.commands import Command, DecideReview, OpenLedger, Restore
from domain.grants import Grant, Right, covers, may, reaches
from domain.words import CommandId, LedgerName


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """A command as a face hands it in; with a key, `content` tells one request from another."""

    command: Command
    idempotency_key: str | None = None
    content: bytes = b""


def require(grant: Grant, right: Right, ledger: LedgerName) -> None:
    """Raise NotFound for a ledger that the grant does not cover, Forbidden for a missing right."""
    if not covers(grant, ledger):
        raise NotFound("there is no such ledger")
    require_right(grant, right)


def require_right(grant: Grant, right: Right) -> None:
    """Raise Forbidden where the grant's role has not this right."""
    if not may(grant, right):
        raise Forbidden(f"a token of role {grant.role} may not {right}")


class Ledger:
    """The write path of every ledger in one database; safe to use from any thread."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._lock = threading.Lock()
        self._openings: dict[LedgerName, Opening] = {}
        self._committers: dict[LedgerName, Committer] = {}
        self._closed = False

    def submit(
        self, grant: Grant, ledger: LedgerName, requests: Sequence[Request]
    ) -> Future[list[Outcome]]:
        """Queue requests on a ledger; the future holds an outcome for each, in order.

        Raises NotFound, Forbidden, Busy and Unavailable.
        """
        require(grant, Right.ASSERT, ledger)
        if any(isinstance(each.command, Restore | DecideReview) for each in requests):
            require_right(grant, Right.REVIEW)
        opening = self.opening(ledger)
        orders = [_order(grant, opening, request) for request in requests]
        return self._committer(ledger, opening).submit(Ticket(orders=orders))

    def open(self, grant: Grant, ledger: LedgerName, command: OpenLedger) -> Written:
        """Open a ledger; raises Forbidden, and Conflict where it exists."""
        require_right(grant, Right.ADMINISTER)
        if not reaches(grant, None):
            raise Forbidden("only a token that is granted every ledger may open one")
        order = Order(command=command, actor=grant.actor, may_review=True, id=fresh_id())
        with ours():
            (outcome,) = insist(self._writer(ledger, None), [Attempt(order=order)])
        if isinstance(outcome, FactledgerError):
            raise outcome
        return outcome

    def opening(self, ledger: LedgerName) -> Opening:
        """How a ledger was opened, which never changes; raises NotFound."""
        known = self._openings.get(ledger)
        if known is None:
            row = read(
                self._pool,
                (ledger,),
                lambda snapshot: snapshot.ask("load_rules", {"ledger": ledger}, OpeningRow),
            ).fetchone()
            if row is None:
                raise NotFound("there is no such ledger")
            known = self._openings[ledger] = row.opening()
        return known

    def knows(self, ledger: LedgerName) -> bool:
        """Whether a ledger is known to exist: to queue a request on it asks no database then."""
        return ledger in self._openings

    def close(self) -> None:
        """Take no more requests, carry out what is queued and end the committers."""
        with self._lock:
            self._closed = True
            committers = list(self._committers.values())
        for committer in committers:
            committer.close()

    def _committer(self, ledger: LedgerName, opening: Opening) -> Committer:
        with self._lock:
            committer = self._committers.get(ledger)
            if committer is None:
                if self._closed:
                    raise Unavailable("the service is stopping")
                name = f"committer of {ledger}"
                committer = Committer(self._writer(ledger, opening), name=name)
                self._committers[ledger] = committer
            return committer

    def _writer(self, ledger: LedgerName, opening: Opening | None) -> WriteGroup:
        def write(
            orders: Sequence[Order], unsure: Sequence[CommandId], budget_s: float
        ) -> list[Outcome]:
            return write_group(
                self._pool, ledger, opening, orders, unsure=unsure, budget_s=budget_s
            )

        return write


def _order(grant: Grant, opening: Opening, request: Request) -> Order:
    key, named = opening.command_key, request.idempotency_key
    return Order(
        command=request.command,
        actor=grant.actor,
        may_review=may(grant, Right.REVIEW),
        id=fresh_id() if named is None else keyed_id(key, actor=grant.actor, idempotency_key=named),
        digest=None if named is None else keyed_digest(key, request.content),
    )
