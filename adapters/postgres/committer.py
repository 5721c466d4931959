"""Group commit: one thread per ledger and process takes what is queued and commits it together.

A caller waits for a ticket. Giving up waiting cancels nothing: what was queued is carried out.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

import psycopg
from psycopg_pool import PoolTimeout

from adapters.errors import Busy, FactledgerError, Unavailable
from adapters.postgres.errors import Trouble, fault, trouble
from adapters.postgres.orders import Order, Outcome
from domain.commands import RecordForeign
from domain.fold import claims_of
from domain.foreign import size_bytes
from domain.words import CommandId

GROUP_CLAIMS_MAX = 256
DECIDING_S_MAX = 0.020
QUEUE_CLAIMS_MAX = 8192
FOREIGN_CLAIM_BYTES = 64 * 1024
TRIES_MAX = 6
FIRST_PAUSE_S = 0.02
IDLE_S = 10.0

WriteGroup = Callable[[Sequence[Order], Sequence[CommandId], float], list[Outcome]]
"""Carries out the first of the orders and commits: (orders, unsure ids, seconds of deciding)."""


@dataclass(eq=False, kw_only=True, slots=True)
class Ticket:
    """Orders that were handed in together, and the future that holds their outcomes, in order."""

    orders: Sequence[Order]
    future: "Future[list[Outcome]]" = field(default_factory=Future)
    outcomes: list[Outcome] = field(default_factory=list[Outcome])

    def settle(self, outcome: Outcome) -> None:
        """Note the outcome of the next order; the last one completes the future."""
        self.outcomes.append(outcome)
        if len(self.outcomes) == len(self.orders) and not self.future.done():
            self.future.set_result(self.outcomes)


Slot = tuple[Ticket, Order]


class Committer:
    """The queue of one ledger and the thread that empties it; the thread ends when idle."""

    def __init__(self, write: WriteGroup, *, name: str) -> None:
        self._write = write
        self._name = name
        self._queue: deque[Slot] = deque()
        self._waiting = 0
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False

    def submit(self, ticket: Ticket) -> "Future[list[Outcome]]":
        """Queue a ticket; raises Busy where the queue is full and Unavailable after `close`."""
        with self._changed:
            if self._closed:
                raise Unavailable("the service is stopping")
            weight = sum(map(_weight, ticket.orders))
            if self._queue and self._waiting + weight > QUEUE_CLAIMS_MAX:
                raise Busy("too many writes wait for this ledger", retry_after_s=1)
            self._waiting += weight
            # From here on the ticket can't be cancelled: giving up waiting changes nothing.
            ticket.future.set_running_or_notify_cancel()
            self._queue.extend((ticket, order) for order in ticket.orders)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            self._changed.notify()
        return ticket.future

    def close(self) -> None:
        """Take no more tickets, carry out what is queued, and wait for the thread to end."""
        with self._changed:
            self._closed = True
            self._changed.notify()
            thread = self._thread
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        while group := self._next_group():
            left = self._carried_out(group)
            with self._changed:
                self._waiting += sum(_weight(order) for _, order in left)
                self._queue.extendleft(reversed(left))

    def _next_group(self) -> list[Slot]:
        with self._changed:
            if not self._queue and not self._closed:
                self._changed.wait_for(lambda: self._queue or self._closed, timeout=IDLE_S)
            if not self._queue:
                # Under the same lock as submit: either it sees no thread, or we see its ticket.
                self._thread = None
                return []
            group = [self._queue.popleft()]
            weight = _weight(group[0][1])
            while self._queue and _may_join(self._queue[0][1], group[-1][1], weight):
                group.append(self._queue.popleft())
                weight += _weight(group[-1][1])
            self._waiting -= weight
            return group

    def _carried_out(self, group: list[Slot]) -> list[Slot]:
        """Carry out a group; returns what the budget of deciding left over."""
        try:
            outcomes = self._tried(group)
        except psycopg.Error as error:
            return self._halved(group, error)
        except FactledgerError as error:
            outcomes = [error] * len(group)
        except Exception as error:
            outcomes = [fault(error)] * len(group)
        for (ticket, _), outcome in zip(group, outcomes, strict=False):
            ticket.settle(outcome)
        return group[len(outcomes) :]

    def _halved(self, group: list[Slot], error: psycopg.Error) -> list[Slot]:
        """A group that the database refuses is redone in halves until the culprit stands alone."""
        if len(group) == 1:
            group[0][0].settle(fault(error))
            return []
        middle = len(group) // 2
        left = self._carried_out(group[:middle])
        return left + group[middle:] if left else self._carried_out(group[middle:])

    def _tried(self, group: list[Slot]) -> list[Outcome]:
        """Try a group until it is committed, or often enough; a commit is never made twice.

        Raises the driver's error where the group itself is at fault, Unavailable where the
        database stayed out of reach.
        """
        orders = [order for _, order in group]
        unsure: tuple[CommandId, ...] = ()
        for tried in range(TRIES_MAX):
            try:
                return self._write(orders, unsure, DECIDING_S_MAX)
            except PoolTimeout:
                break
            except psycopg.Error as error:
                if trouble(error) is Trouble.POISON:
                    raise
                # The commit may have gone through before the connection went: look it up by id.
                unsure = tuple(order.id for order in orders)
            time.sleep(FIRST_PAUSE_S * 2**tried)
        raise Unavailable("the database could not be reached, or stayed locked; ask again")


def _weight(order: Order) -> int:
    """How many claims an order counts for; an act without claims counts as one.

    A foreign event counts as a claim, or as more if it is large, so that a group stays in bounds.
    """
    command = order.command
    if isinstance(command, RecordForeign):
        claims = sum(map(size_bytes, command.contents)) // FOREIGN_CLAIM_BYTES
        return max(1, len(command.contents), claims)
    return max(1, len(claims_of(command)))


def _may_join(order: Order, last: Order, weight: int) -> bool:
    """Whether an order may be decided in the same group as the ones before it.

    The condition of a foreign append is looked up with the group, so no event of the group may
    come before or behind it.
    """
    if _is_conditional(order) or _is_conditional(last):
        return False
    return weight + _weight(order) <= GROUP_CLAIMS_MAX


def _is_conditional(order: Order) -> bool:
    return isinstance(order.command, RecordForeign) and order.command.unless is not None
