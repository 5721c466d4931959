"""The copies of one database that questions go to: the primary, and beside it a replica.

A replica lies behind, by moments or by hours, and may be gone. So it is asked while it answers, and
the primary is asked where it does not, or where it has not yet come as far as has been told.
"""

import threading
from collections.abc import Callable
from typing import TypeVar

import psycopg

from adapters.postgres.errors import Trouble, trouble
from adapters.postgres.pool import Pool
from adapters.postgres.questions import insisting
from adapters.postgres.replica import Replica
from domain.words import LedgerName, Seq

T = TypeVar("T")

Question = Callable[[Pool], tuple[T, Seq]]
"""Asks one copy, and raises the driver's errors; beside the answer is the head that it saw."""


class Copies:
    """Where questions go; safe to use from any thread."""

    def __init__(self, primary: Pool, replica: Replica | None = None) -> None:
        self.primary = primary
        self._replica = replica
        self._lock = threading.Lock()
        self._told: dict[LedgerName, Seq] = {}

    @property
    def are_one(self) -> bool:
        """Whether there is but the primary, where an answer can be noted while it is found."""
        return self._replica is None

    def ask(
        self, ledger: LedgerName, question: Question[T], *, seen: Seq = Seq(0)
    ) -> tuple[T, Seq]:
        """The answer to a question, and the head that it saw; raises our errors.

        That is no earlier head than `seen`, nor than any that the primary told of while the replica
        was gone: what a caller was told then would be unsaid when it is back.
        """
        if self._replica is None:
            return insisting(self.primary, question)
        least = max(seen, self._told.get(ledger, seen))
        found = _answer_of(self._replica, question)
        if found is not None and found[1] >= least:
            return found
        answer = insisting(self.primary, question)
        if found is None:
            # Only then: were it noted of a replica that lags, it would lag behind that again.
            with self._lock:
                self._told[ledger] = max(answer[1], self._told.get(ledger, answer[1]))
        return answer


def _answer_of(replica: Replica, question: Question[T]) -> tuple[T, Seq] | None:
    """What the replica answers; None where it can't."""
    pool = replica.pool
    if pool is None:
        return None
    try:
        return question(pool)
    except psycopg.Error as error:
        # It may also have ended the question for the sake of what it has to follow. What is wrong
        # with a question itself, the primary will say.
        if trouble(error) is Trouble.LOST:
            replica.lose(pool)
        return None
