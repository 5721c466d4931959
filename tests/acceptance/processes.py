"""Writers in processes of their own, for tests that stop and kill them."""

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from tests.acceptance.writer import Answer, Job

WAIT_S = 60

ROOT = Path(__file__).parents[2]


class Process:
    """A writer's process, and what it has said so far."""

    def __init__(self, job: Job) -> None:
        self._popen = subprocess.Popen(
            [sys.executable, "-m", "tests.acceptance.writer"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._said: list[str] = []
        self._changed = threading.Condition()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self._say(json.dumps(asdict(job)))
        self.answers(0)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._popen.pid

    def go(self) -> None:
        """Let it begin to write."""
        self._say("go")

    def answers(self, at_least: int) -> list[Answer]:
        """What it answered, once there are so many answers; fails the test if they don't come."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self._said) > at_least, WAIT_S), self._said
            return [Answer(**json.loads(line)) for line in self._said[1:]]

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self._popen.send_signal(number)

    def end(self) -> int:
        """Wait until it has ended and all that it said is heard; returns how it ended."""
        code = self._popen.wait(WAIT_S)
        self._listener.join(WAIT_S)
        return code

    def close(self) -> None:
        """Leave nothing of it behind."""
        self._popen.kill()
        self._popen.wait()
        self._listener.join(WAIT_S)
        for pipe in (self._popen.stdin, self._popen.stdout):
            assert pipe is not None
            pipe.close()

    def _say(self, line: str) -> None:
        assert self._popen.stdin is not None
        self._popen.stdin.write(line + "\n")
        self._popen.stdin.flush()

    def _listen(self) -> None:
        assert self._popen.stdout is not None
        for line in self._popen.stdout:
            with self._changed:
                self._said.append(line)
                self._changed.notify_all()


@contextmanager
def process(job: Job) -> Generator[Process]:
    """A writer that is ready to begin; it is gone afterwards, whatever happened."""
    running = Process(job)
    try:
        yield running
    finally:
        running.close()
