"""Telling the server to stop, whoever started it.

The process to signal must never come from a file or a memory: its number may be a stranger's by
now. It comes from the server itself, over our socket, after it has proved to be ours:

- On Linux the kernel says who listens at the other end of a socket (SO_PEERCRED): the postmaster,
  or 0 if it lives in a container we can't see into, which is then left alone. A handle (pidfd) is
  opened on that number, and then the same question is put through a second session. If the answer
  is the same, the postmaster was alive and had that number before and after, so the handle is its;
  and what is sent through a handle can't reach anybody else, even if the postmaster ends meanwhile.
- Elsewhere, as on macOS, there are neither. The session's own process is a child of the postmaster
  as long as the postmaster lives, so its parent is asked for while the session is open, and again
  right before the signal.
"""

import os
import signal
import socket
import struct
import sys
from collections.abc import Generator
from contextlib import contextmanager
from enum import Enum

import psycopg

from adapters.postgres.embedded.folder import Folder
from adapters.postgres.embedded.programs import answer
from adapters.postgres.embedded.recognise import connect

_CREDENTIALS = struct.Struct("3i")  # pid, uid, gid
_NO_SERVER = {0, 1}  # out of sight; an orphan's parent


class Interrupt(Enum):
    """What became of the wish that the server stop."""

    SENT = "it was told"
    OUT_OF_REACH = "it is another container's, or we may not signal it"


def interrupt(folder: Folder, port: int) -> Interrupt | None:
    """Tells our server, which answers on `port`, to stop: sessions are cut, and everything is
    written down. None if it is going away by itself.
    """
    try:
        with connect(folder, port) as first:
            pid = _postmaster(first)
            if pid in _NO_SERVER:
                return Interrupt.OUT_OF_REACH
            with _handle(pid) as handle, connect(folder, port) as second:
                if _postmaster(second) != pid:
                    return None
                _send(pid, handle)
    except psycopg.OperationalError:
        return None
    except PermissionError:
        return Interrupt.OUT_OF_REACH
    return Interrupt.SENT


def _postmaster(session: psycopg.Connection) -> int:
    if sys.platform != "linux":
        said = answer(["/bin/ps", "-o", "ppid=", "-p", str(session.info.backend_pid)])
        return int(said or 0)
    with socket.socket(fileno=os.dup(session.fileno())) as line:
        peer = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    pid, _, _ = _CREDENTIALS.unpack(peer)
    return int(pid)


@contextmanager
def _handle(pid: int) -> Generator[int | None]:
    """A pidfd; None where the kernel, or a container's rules, don't have it."""
    if sys.platform != "linux":
        yield None
        return
    try:
        handle = os.pidfd_open(pid)
    except OSError:
        yield None
        return
    try:
        yield handle
    finally:
        os.close(handle)


def _send(pid: int, handle: int | None) -> None:
    if sys.platform == "linux" and handle is not None:
        signal.pidfd_send_signal(handle, signal.SIGINT)
    else:
        os.kill(pid, signal.SIGINT)
