"""Listening: a port that is ours before anything else starts, and a server that stops in order."""

import logging
import resource
import signal
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager
from ipaddress import ip_address
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from adapters import log
from adapters.errors import Unavailable

BACKLOG: Final = 2048
FILES_MAX: Final = 65_536
"""As many connections are open at once as there will ever be, where the system lets us."""
LAST_ANSWERS_S: Final = 30
"""How long what is under way may take to be answered once the server was told to stop."""


@contextmanager
def bound(host: str, port: int) -> Generator[socket.socket]:
    """A socket of that address; port 0 is any free one. Raises Unavailable where it can't be had.

    It is taken but refuses connections until `answered` listens on it.
    """
    try:
        found = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE | socket.AI_NUMERICSERV
        )
    except (OSError, UnicodeError) as error:  # the latter of what can't even be asked for
        raise Unavailable(f"there is no address {host}: name another with --host") from error
    family, kind, protocol, _, address = found[0]
    with socket.socket(family, kind, protocol) as door:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with _or_unavailable(host, port):
            door.bind(address)
        yield door


def answered(
    app: ASGIApp,
    door: socket.socket,
    *,
    say: Callable[[str], None],
    stopping: Callable[[], None],
) -> int | None:
    """Answer on a bound socket until a signal says to stop; returns the signal.

    Once connections are taken, `say` is told where, in a line of its own. What is under way is
    answered before this returns, and `stopping` is called before that is waited for.
    """
    host, port, *_ = door.getsockname()
    _let_many_in()
    with _or_unavailable(host, port):
        # Two can bind one address while neither listens; then the second one to listen is refused.
        door.listen(BACKLOG)
    _log_in_json()
    config = uvicorn.Config(
        app,
        loop="uvloop",
        http="httptools",
        ws="none",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=LAST_ANSWERS_S,
    )
    server = _Server(config, ready=lambda: _announce(door, say), stopping=stopping)
    server.run(sockets=[door])
    return server.stopped_by


def _let_many_in() -> None:
    """Have as many files open as we may: who waits for events holds a connection all along.

    A process begins with far fewer, and one that has no more takes nobody's connection any longer.
    """
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    many = FILES_MAX if most == resource.RLIM_INFINITY else min(most, FILES_MAX)
    if few != resource.RLIM_INFINITY and few < many:
        resource.setrlimit(resource.RLIMIT_NOFILE, (many, most))


class _Server(uvicorn.Server):
    def __init__(
        self, config: uvicorn.Config, *, ready: Callable[[], None], stopping: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._stopping = stopping

    @property
    def stopped_by(self) -> int | None:
        return next(iter(self._captured_signals), None)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._stopping()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        # As the original, but for its last act: raised again here, the signal would end the process
        # before the database is closed.
        before = {
            each: signal.signal(each, self.handle_exit)
            for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
            if signal.getsignal(each) is not signal.SIG_IGN
        }
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


class _ToOurLog(logging.Handler):
    """The server's own words, in the one log that there is."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            log.fault(record.exc_info[1])
        else:
            log.entry("server", said=record.getMessage())


def _log_in_json() -> None:
    server = logging.getLogger("uvicorn")
    server.handlers = [_ToOurLog(logging.WARNING)]
    server.propagate = False


def _announce(door: socket.socket, say: Callable[[str], None]) -> None:
    host, port, *_ = door.getsockname()
    if not ip_address(host).is_loopback:
        say("other machines can reach this port, and tokens travel to it in the clear")
    say(f"ready: http://[{host}]:{port}" if ":" in host else f"ready: http://{host}:{port}")


@contextmanager
def _or_unavailable(host: str, port: int) -> Generator[None]:
    try:
        yield
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise Unavailable(
            f"can't listen on port {port} of {host}: {why}; name another with --port or --host"
        ) from error
