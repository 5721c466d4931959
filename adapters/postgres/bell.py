"""A bell: what ends the wait for a connection, rung from any thread."""

import select
import socket
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final

from psycopg import Connection, Notify
from psycopg.rows import TupleRow

_RINGS_MAX: Final = 4096


@dataclass(frozen=True, kw_only=True, slots=True)
class Bell:
    """For the one thread that waits: pulled at one end, and heard at the other."""

    rope: socket.socket
    clapper: socket.socket

    def ring(self) -> None:
        """End the wait that is under way, or the next one."""
        # One that was taken down wakes nobody, and one that was rung so often already does anyhow.
        with suppress(OSError):
            self.rope.send(b".")

    def notified(self, connection: Connection[TupleRow], *, wait_s: float) -> Sequence[Notify]:
        """What the connection was notified of: at once, or within so many seconds, or until rung.

        Raises the driver's errors.
        """
        if found := list(connection.notifies(timeout=0)):
            return found
        waiting = select.poll()
        for each in (connection.fileno(), self.clapper.fileno()):
            waiting.register(each, select.POLLIN)
        waiting.poll(max(0.0, wait_s) * 1000)
        with suppress(BlockingIOError):
            self.clapper.recv(_RINGS_MAX)
        return list(connection.notifies(timeout=0))


@contextmanager
def hung() -> Generator[Bell]:
    """A bell that is taken down where the block ends."""
    rope, clapper = socket.socketpair()
    with rope, clapper:
        rope.settimeout(0)
        clapper.settimeout(0)
        yield Bell(rope=rope, clapper=clapper)
