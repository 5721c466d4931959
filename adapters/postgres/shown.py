"""What reads showed to whom, outside the chain: who then says it again tells an echo.

A reader is a token, and the session that its bearer says to be in. Sessions are kept as digests:
nobody learns from the table what people call theirs.
"""

import threading
import time
from collections.abc import Iterable
from hashlib import sha256
from typing import Final, NamedTuple

from adapters.postgres.pool import Pool, scoped
from adapters.postgres.statements import statement
from domain.grants import Grant, Right, may
from domain.keys import LineKey, line_digest
from domain.words import LedgerName, TokenId

AGAIN_S: Final = 60.0
"""For how long a mark is as good as a new one; to a token a value counts as shown for a day."""

REMEMBERED_MAX: Final = 100_000
"""How many marks are remembered at once; then all are forgotten, and made again when due."""

_Mark = tuple[LedgerName, str, bytes]
"""Whom a value was shown, or all of a topic, whose keys are longer than the digest of a value."""


def token_reader(token: TokenId) -> str:
    """The reader that a token is."""
    return f"t:{token}"


def session_reader(session: str) -> str:
    """The reader that whoever is in a session is."""
    return f"s:{sha256(session.encode()).hexdigest()}"


def readers_of(grant: Grant) -> list[str]:
    """Who can repeat what this grant is shown."""
    readers = [token_reader(grant.actor.token)] if may(grant, Right.ASSERT) else []
    return readers if grant.session is None else [*readers, session_reader(grant.session)]


class Due(NamedTuple):
    """Who must be marked with an answer about a topic, and since when the marks will be."""

    readers: list[str]
    topic: bytes
    since: float


class Shown:
    """Marks what was shown, in one database; safe to use from any thread."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._lock = threading.Lock()
        self._marked: dict[_Mark, float] = {}

    def mark(self, grant: Grant, ledger: LedgerName, lines: Iterable[LineKey]) -> None:
        """Mark these values as shown to the grant's token, and to the session if it is in one.

        A token that may say nothing repeats nothing, and is not marked. Raises Unavailable, and
        what was read must then not be handed out: it would leave no trace.
        """
        readers = readers_of(grant)
        if not readers:
            return
        now = time.monotonic()
        asked = {line_digest(each) for each in lines}
        due = [line for line in asked if self._is_due(ledger, readers, line, now=now)]
        if not due:
            return
        with scoped(self._pool, ledger) as connection:
            # No answer waits for the disk; with a crash of the server the last marks may be lost.
            connection.execute(statement("relax_commit"))
            connection.execute(
                statement("mark_shown"),
                {"ledger": ledger, "readers": readers, "shown": due},
            )
        self._remember(((ledger, reader, line) for reader in readers for line in due), now=now)

    def due(self, grant: Grant, ledger: LedgerName, topic: bytes) -> Due | None:
        """Who must be marked with what an answer tells of a topic, of which `topic` is the keys.

        None where that is nobody, or where a moment ago all of it was marked: what came to it since
        is for `mark` to find.
        """
        readers, now = readers_of(grant), time.monotonic()
        if not readers or not self._is_due(ledger, readers, topic, now=now):
            return None
        return Due(readers, topic, now)

    def note(self, ledger: LedgerName, due: Due, lines: Iterable[LineKey]) -> None:
        """Remember that an answer has marked these values, which are all there are of its topic."""
        told = [due.topic, *map(line_digest, lines)]
        self._remember(
            ((ledger, reader, each) for reader in due.readers for each in told), now=due.since
        )

    def _is_due(
        self, ledger: LedgerName, readers: Iterable[str], line: bytes, *, now: float
    ) -> bool:
        return any(
            now - self._marked.get((ledger, reader, line), -AGAIN_S) >= AGAIN_S
            for reader in readers
        )

    def _remember(self, marks: Iterable[_Mark], *, now: float) -> None:
        with self._lock:
            if len(self._marked) >= REMEMBERED_MAX:
                self._marked.clear()
            self._marked.update(dict.fromkeys(marks, now))
