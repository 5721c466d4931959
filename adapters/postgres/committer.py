"""Group commit: one thread per ledger and process takes what is queued and commits it together.

A caller waits for a ticket. Giving up waiting cancels nothing: what was queued is carried out.
"""

import threading
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final

from adapters.errors import Busy, Unavailable
from adapters.postgres.errors import fault
from adapters.postgres.orders import Order, Outcome
from adapters.postgres.tries import Attempt, WriteGroup, insist
from domain.commands import AssertAll, RecordForeign
from domain.foreign import size_bytes

GROUP_CLAIMS_MAX: Final = 256
QUEUE_CLAIMS_MAX: Final = 8192
FOREIGN_CLAIM_BYTES: Final = 64 * 1024
IDLE_S: Final = 10.0


@dataclass(eq=False, kw_only=True, slots=True)
class Ticket:
    """Orders that were handed in together, and the future that holds their outcomes, in order."""

    orders: Sequence[Order]
    future: Future[list[Outcome]] = field(default_factory=Future)
    outcomes: list[Outcome] = field(default_factory=list)

    def settle(self, outcome: Outcome) -> None:
        """Note the outcome of the next order; the last one completes the future."""
        self.outcomes.append(outcome)
        if len(self.outcomes) == len(self.orders) and not self.future.done():
            self.future.set_result(self.outcomes)


Slot = tuple[Ticket, Attempt]


class Committer:
    """The queue of one ledger and the thread that empties it; the thread ends when idle."""

    def __init__(self, write: WriteGroup, *, name: str) -> None:
        self._write = write
        self._name = name
        self._queue: deque[Slot] = deque()
        self._waiting = 0
        self._room = GROUP_CLAIMS_MAX
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False

    def submit(self, ticket: Ticket) -> Future[list[Outcome]]:
        """Queue a ticket; raises Busy where the queue is full and Unavailable after `close`."""
        with self._changed:
            if self._closed:
                raise Unavailable("the service is stopping")
            if not ticket.orders:
                ticket.future.set_result([])
                return ticket.future
            weight = sum(map(_weight, ticket.orders))
            if self._queue and self._waiting + weight > QUEUE_CLAIMS_MAX:
                raise Busy("too many writes wait for this ledger", retry_after_s=1)
            if self._thread is None:
                # Before anything is queued: where no thread can be had, nothing is left behind.
                thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                thread.start()
                self._thread = thread
            self._waiting += weight
            # From here on the ticket can't be cancelled: giving up waiting changes nothing.
            ticket.future.set_running_or_notify_cancel()
            self._queue.extend((ticket, Attempt(order=order)) for order in ticket.orders)
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
            self._room = self._room_after(group, left)
            with self._changed:
                self._waiting += sum(_weight(attempt.order) for _, attempt in left)
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
            weight = _weight(group[0][1].order)
            while (
                self._queue
                and weight < self._room
                and _may_join(self._queue[0][1].order, group[-1][1].order, weight)
            ):
                group.append(self._queue.popleft())
                weight += _weight(group[-1][1].order)
            self._waiting -= weight
            return group

    def _room_after(self, group: list[Slot], left: list[Slot]) -> int:
        """How many claims the next group may have; as many as ever where none were left over.

        What is loaded and then not decided is loaded again, so that a group is no larger than twice
        what the budget was enough for.
        """
        done = sum(_weight(attempt.order) for _, attempt in group[: len(group) - len(left)])
        return min(GROUP_CLAIMS_MAX, 2 * max(done, 1 if left else self._room))

    def _carried_out(self, group: list[Slot]) -> list[Slot]:
        """Carry out a group; returns what the budget of deciding left over."""
        try:
            outcomes = insist(self._write, [attempt for _, attempt in group])
        except Exception as error:
            return self._halved(group, error)
        for (ticket, _), outcome in zip(group, outcomes, strict=False):
            ticket.settle(outcome)
        return group[len(outcomes) :]

    def _halved(self, group: list[Slot], error: Exception) -> list[Slot]:
        """A group that can't be carried out is redone in halves until the culprit stands alone."""
        if len(group) == 1:
            group[0][0].settle(fault(error))
            return []
        middle = len(group) // 2
        left = self._carried_out(group[:middle])
        return left + group[middle:] if left else self._carried_out(group[middle:])


def _weight(order: Order) -> int:
    """How many claims an order counts for; an act without claims counts as one.

    A foreign event counts as a claim, or as more if it is large, so that a group stays in bounds.
    """
    match order.command:
        case RecordForeign(contents=contents):
            claims = sum(map(size_bytes, contents)) // FOREIGN_CLAIM_BYTES
            return max(1, len(contents), claims)
        case AssertAll(claims=said):
            return max(1, len(said))
        case _:
            return 1


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
