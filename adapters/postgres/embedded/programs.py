"""Running other programs: with nothing of ours but what they need, and as whom it must be."""

import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from adapters.errors import CannotStart
from adapters.postgres.embedded.owner import Owner

_OF_A_CALLER = "client backend: "  # how our log_line_prefix marks what a client was told
_TELLING = re.compile(r"\b(?:FATAL|PANIC|error): +(?P<why>.*)")


def start(
    command: Sequence[str | Path],
    *,
    owner: Owner,
    home: Path,
    output: int,
    keep_open: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Starts a program as `owner`, all it says going to `output`; of our open files it gets only
    those of `keep_open`. CannotStart if it doesn't come to life.

    It gets a session of its own, so that a Ctrl-C on our terminal doesn't reach it.
    """
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=home,
            env=_surroundings(home),
            pass_fds=keep_open,
            start_new_session=True,
            umask=0o077,
            user=None if owner.is_us else owner.uid,
            group=None if owner.is_us else owner.gid,
            extra_groups=None if owner.is_us else owner.groups,
        )
    except OSError as error:
        raise CannotStart(f"can't run {command[0]} as {owner.name}: {error.strerror}") from error


def finished(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    """Waits for a program whose output is a pipe; its exit code and what it said."""
    with process:
        try:
            said, _ = process.communicate()
        except BaseException:
            process.kill()  # a child not yet waited for: the number can't be another's
            raise
    return process.returncode, said.decode(errors="replace")


def answer(command: Sequence[str | Path]) -> str:
    """What a program prints, run as we are; empty if it prints nothing."""
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, env=_surroundings(Path("/"))
        )
    except OSError as error:
        raise CannotStart(f"can't run {command[0]}: {error.strerror}") from error
    return done.stdout.decode(errors="replace").strip()


def last_words(said: str) -> str:
    """Why a program ended, in one line: its last fatal line, else its last."""
    lines = [line.strip() for line in said.splitlines() if _OF_A_CALLER not in line]
    telling = [found["why"] for found in map(_TELLING.search, lines) if found]
    return (telling or [line for line in lines if line] or ["it said nothing"])[-1]


def _surroundings(home: Path) -> dict[str, str]:
    # Not ours: PGDATA or PGOPTIONS would bend what is started, and secrets of the service have no
    # business in the server. HOME is the data folder, since the real one may not be writable.
    return {"HOME": str(home), "PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}
