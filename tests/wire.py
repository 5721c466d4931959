"""A wire between clients and the server that can be cut, held or made deaf at any message.

The server can't tell a client whose wire is held from one that is stopped, nor a wire that is cut
from a client that was killed.
"""

import socket
import struct
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from tempfile import TemporaryDirectory

from psycopg.conninfo import conninfo_to_dict, make_conninfo

COMMITTED = b"C\x00\x00\x00\x0bCOMMIT\x00"
"""How the server says that a transaction is committed."""


class Fate(Enum):
    """What becomes of a message."""

    PASS = auto()
    CUT = auto()
    """It does not arrive, and the wire is cut on both sides."""
    LAST = auto()
    """It arrives, and once the server has said that it committed the wire is cut unheard."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """A statement on its way to the server: its text below its comment, and who sends it."""

    text: str
    sender: int


Watch = Callable[[Statement], Fate]
"""Asked before a statement is passed on; what blocks in here holds the wire."""


@dataclass(eq=False, kw_only=True, slots=True)
class _Line:
    """One client's connection, and what it has prepared."""

    client: socket.socket
    server: socket.socket
    sender: int
    watch: Watch
    prepared: dict[bytes, str] = field(default_factory=dict[bytes, str])
    bound: str = ""
    deaf: bool = False

    def upward(self) -> None:
        """Pass on what the client sends, until the wire is cut or the client goes."""
        try:
            self._greet()
            while self._pass_message():
                pass
        except OSError:
            # Either side is gone, which ends the other one too.
            pass
        finally:
            self.cut()

    def downward(self) -> None:
        """Pass on what the server sends."""
        heard = b""
        with suppress(OSError):
            while chunk := self.server.recv(1 << 16):
                if self.deaf:
                    heard = heard[-len(COMMITTED) :] + chunk
                    if COMMITTED in heard:
                        break
                else:
                    self.client.sendall(chunk)
        self.cut()

    def cut(self) -> None:
        """End both connections, as they end where a process is killed."""
        for each in (self.client, self.server):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _greet(self) -> None:
        (length,) = struct.unpack("!I", self._read(4))
        self.server.sendall(struct.pack("!I", length) + self._read(length - 4))

    def _pass_message(self) -> bool:
        head = self._read(5)
        kind, length = struct.unpack("!cI", head)
        body = self._read(length - 4)
        text = self._statement(kind, body)
        fate = Fate.PASS if text is None else self.watch(Statement(text=text, sender=self.sender))
        if fate is Fate.CUT:
            return False
        if fate is Fate.LAST:
            self.deaf = True
        self.server.sendall(head + body)
        return True

    def _statement(self, kind: bytes, body: bytes) -> str | None:
        """The text of the statement that this message has carried out, if it is such a message."""
        match kind:
            case b"P":
                name, query, _ = body.split(b"\x00", 2)
                lines = query.decode().splitlines()
                self.prepared[name] = "\n".join(each for each in lines if each[:2] != "--")
            case b"B":
                _, name, _ = body.split(b"\x00", 2)
                self.bound = self.prepared[name]
            case b"E":
                return self.bound
            case b"Q":
                return body[:-1].decode()
            case _:
                pass
        return None

    def _read(self, length: int) -> bytes:
        read = bytearray()
        while len(read) < length:
            chunk = self.client.recv(length - len(read))
            if not chunk:
                raise ConnectionResetError
            read += chunk
        return bytes(read)


@contextmanager
def wired(url: str, watch: Watch) -> Generator[str]:
    """Another way in to the server behind `url`, over a wire that `watch` decides on."""
    place = conninfo_to_dict(url)
    name = f".s.PGSQL.{place['port']}"
    with TemporaryDirectory(prefix="wire-") as folder, socket.socket(socket.AF_UNIX) as door:
        door.bind(str(Path(folder) / name))
        door.listen(64)
        lines: list[_Line] = []

        def admit() -> None:
            with suppress(OSError):
                while True:
                    client, _ = door.accept()
                    server = socket.socket(socket.AF_UNIX)
                    server.connect(str(Path(str(place["host"])) / name))
                    line = _Line(client=client, server=server, sender=_sender(client), watch=watch)
                    lines.append(line)
                    for run in (line.upward, line.downward):
                        threading.Thread(target=run, daemon=True).start()

        threading.Thread(target=admit, daemon=True).start()
        try:
            yield make_conninfo(url, host=folder)
        finally:
            door.shutdown(socket.SHUT_RDWR)
            for line in lines:
                line.cut()


def _sender(client: socket.socket) -> int:
    """The process at the other end of a local socket."""
    credentials = client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    pid, _, _ = struct.unpack("3i", credentials)
    return int(pid)
