"""Connections to a server that are kept, and cost those who send as little as can be.

The load shares its cores with the server, and slows it down by whatever it takes for itself: most
for the floor, which has the most answers in a second.
"""

import socket
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from queue import SimpleQueue
from typing import Final

from httptools import HttpResponseParser

ANSWER_S: Final = 600.0

_READ_BYTES: Final = 65_536


class Connection:
    """One connection of HTTP/1.1, for one request at a time."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._parser = HttpResponseParser(self)
        self._is_answered = False

    def send(self, request: bytes) -> int:
        """The status of the answer to a request, once all of it has come.

        Raises RuntimeError where the server closes instead.
        """
        self._is_answered = False
        self._end.sendall(request)
        while not self._is_answered:
            received = self._end.recv(_READ_BYTES)
            if not received:
                raise RuntimeError("the server closed a connection without an answer")
            self._parser.feed_data(received)
        return self._parser.get_status_code()

    def on_message_complete(self) -> None:
        """What the parser calls at the end of an answer."""
        self._is_answered = True


Connections = SimpleQueue[Connection]
"""Those that nobody sends on at the moment; for many threads."""


@contextmanager
def connected(host: str, port: int, *, count: int) -> Generator[Connections]:
    """So many connections to a server, until the block ends."""
    with ExitStack() as stack:
        free = Connections()
        for _ in range(count):
            end = socket.create_connection((host, port), timeout=ANSWER_S)
            free.put(Connection(stack.enter_context(end)))
        yield free
