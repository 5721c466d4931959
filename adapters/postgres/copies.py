"""The copies of one database that questions go to: the primary, and beside it a replica.

A replica lies behind, by moments or by hours, and may be gone. So it is asked while it answers, and
the primary is asked where it does not, or where it has not yet come as far as an earlier answer.
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
        self._seen: dict[LedgerName, Seq] = {}

    def ask(self, ledger: LedgerName, question: Question[T]) -> tuple[T, Seq]:
        """The answer to a question, and the head that it saw; raises our errors.

        That is never an earlier head than one that was seen before the question was put: parts of
        an answer would contradict each other, and what a caller was told would be unsaid.
        """
        if self._replica is None:
            return insisting(self.primary, question)
        least = self._seen.get(ledger, Seq(0))
        found = _answer_of(self._replica, question)
        if found is None or found[1] < least:
            found = insisting(self.primary, question)
        with self._lock:
            self._seen[ledger] = max(found[1], self._seen.get(ledger, found[1]))
        return found


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
