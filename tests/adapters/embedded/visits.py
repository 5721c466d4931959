"""What the tests of the embedded database have in common."""

import os
import pwd
import signal
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import psycopg
from psycopg.pq import PGconn, Ping

from adapters.postgres.embedded import Binaries
from adapters.postgres.embedded.owner import owner_of

# Together with `recovers_slowly`: each file it asks for takes half a second not to be there.
SLOWLY = {"restore_command": "sleep 0.5; false", "hot_standby": "off"}

IS_ROOT = os.geteuid() == 0
_POWERLESS = "nobody"


def as_powerless(binaries: Binaries) -> Sequence[str]:
    """How a visit is made by a user without powers, whoever runs the tests."""
    return [f"--programs={binaries.folder}", *(["--user", _POWERLESS] if IS_ROOT else [])]


def give_to_powerless(path: Path) -> None:
    """Makes it the property of whoever makes a powerless visit."""
    if IS_ROOT:
        entry = pwd.getpwnam(_POWERLESS)
        os.chown(path, entry.pw_uid, entry.pw_gid)


@dataclass
class Visit:
    """Another process that has come, or tries to come, into a data folder."""

    process: subprocess.Popen[str]
    waits: list[str] = field(default_factory=list)

    def hears(self) -> tuple[str, str]:
        """The next thing that happens to it, apart from what it waits for."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            what, _, rest = line.rstrip("\n").partition(" ")
            if what != "waits":
                return what, rest
            self.waits.append(rest)
        return "ended", ""

    def comes_in(self) -> str:
        """Waits until it is in; the URL it was given."""
        what, url = self.hears()
        assert what == "in", (what, url)
        return url

    def is_refused(self) -> str:
        """Waits until it is refused; why."""
        what, why = self.hears()
        assert what == "refused", (what, why)
        return why

    def leaves(self) -> None:
        """Lets it go in good order."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.hears()[0] == "out"
        self.process.wait()

    def is_killed(self) -> None:
        """Kills it outright, together with whatever shares its process group."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def visit(
    folder: Path,
    *options: str,
    settings: Mapping[str, str] = MappingProxyType({}),
    environment: Mapping[str, str] | None = None,
) -> Generator[Visit]:
    """Starts another process, as the leader of a process group; kills it if it is still there."""
    module = "tests.adapters.embedded.visitor"
    given = [f"--setting={name}={value}" for name, value in settings.items()]
    command = [sys.executable, "-m", module, str(folder), *given, *options]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    ) as process:
        visitor = Visit(process)
        try:
            yield visitor
        finally:
            if process.poll() is None:
                visitor.is_killed()


@contextmanager
def stranger(folder: Path) -> Generator[subprocess.Popen[bytes]]:
    """A living process that has nothing to do with us, of the user who runs the server."""
    with run_as_server("sleep", "1000", folder=folder) as process:
        yield process


@contextmanager
def run_as_server(*command: str | Path, folder: Path) -> Generator[subprocess.Popen[bytes]]:
    """Runs a program as the user who runs the server of a folder, while the block lasts."""
    owner = owner_of(folder)
    with subprocess.Popen(
        command,
        cwd="/",
        stderr=subprocess.PIPE,
        user=None if owner.is_us else owner.uid,
        group=None if owner.is_us else owner.gid,
        extra_groups=None if owner.is_us else owner.groups,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def answers(url: str) -> bool:
    """Whether a server is up there."""
    return PGconn.ping(url.encode()) == Ping.OK


def ask(url: str, *statements: str) -> str:
    """Runs the statements, and gives the first value of the last one's answer."""
    with psycopg.connect(url, autocommit=True) as session:
        rows = [session.execute(statement.encode()) for statement in statements][-1]
        row = rows.fetchone() if rows.description else None
        return str(row[0]) if row else ""


def pid_file(folder: Path) -> Path:
    """Postgres's own note of its process."""
    return folder / "postgres" / "postmaster.pid"


def has_begun(folder: Path) -> bool:
    """Whether a server has noted its process; for a moment the note is there and empty."""
    return pid_file(folder).exists() and "\n" in pid_file(folder).read_text()


def postmaster(folder: Path) -> int:
    """The number of the running server's process, as it noted it."""
    return int(pid_file(folder).read_text().splitlines()[0])


def is_alive(pid: int) -> bool:
    """Whether a process still runs; a dead one that nobody has asked for works nowhere."""
    return Path(f"/proc/{pid}/cwd").exists()


def kill_server(folder: Path) -> None:
    """What a power cut does to the server, and none of what it would have done by itself."""
    os.kill(postmaster(folder), signal.SIGKILL)


def name_in(note: Path, pid: int) -> None:
    """Puts another process's number into a lock file, leaving the rest of it as it was."""
    lines = note.read_text().splitlines(keepends=True)
    note.write_text("".join([f"{pid}\n", *lines[1:]]))


def recovers_slowly(folder: Path) -> None:
    """Makes the next start of a stopped server a recovery that asks an empty archive for files."""
    note = folder / "postgres" / "recovery.signal"
    note.touch()
    os.chown(note, owner_of(folder).uid, -1)
