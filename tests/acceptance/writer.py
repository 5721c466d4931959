"""A service in a process of its own that writes claims: `python -m tests.acceptance.writer`.

It reads a job as one line of JSON, says that it is ready, waits for a line more, and then says of
each write what was answered, a line of JSON each.
"""

import json
import os
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from datetime import datetime

from adapters.errors import FactledgerError
from adapters.postgres import deliberation
from adapters.postgres.ledger import Request
from adapters.postgres.orders import Outcome, Written
from adapters.services import serving
from domain.commands import AssertAll, AssertFact, Command
from domain.decide import Decision, decide
from domain.state import State
from domain.values import Text
from domain.words import Actor, LedgerName


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """What a writer is to do: `writes` acts of `claims` claims each, by `callers` at once."""

    url: str
    secret: str
    ledger: str
    name: str
    writes: int
    claims: int = 1
    callers: int = 1
    stops_in_decision: bool = False
    """Whether it stops itself, with SIGSTOP, in the middle of its first decision."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What was answered to one write: the position and hash of its last event, or the error."""

    write: int
    seq: int | None = None
    leaf_hash: str | None = None
    error: str | None = None


def main() -> None:
    """Carry out the job on standard input."""
    job = Job(**json.loads(sys.stdin.readline()))
    if job.stops_in_decision:
        _stop_in_decision()
    ledger = LedgerName(job.ledger)
    telling = threading.Lock()
    with serving(job.url, connections=2, writers=2) as services:
        grant = services.tokens.authenticate(job.secret)
        services.ledger.opening(ledger)
        _tell("ready")
        sys.stdin.readline()

        def write(number: int) -> None:
            try:
                (outcome,) = services.ledger.submit(grant, ledger, [_request(job, number)]).result()
            except FactledgerError as error:
                outcome = error
            with telling:
                _tell(json.dumps(asdict(_answer(number, outcome))))

        with ThreadPoolExecutor(job.callers) as threads:
            list(threads.map(write, range(job.writes)))


def subject_of(name: str, write: int) -> str:
    """What a write of the writer of this name is about."""
    return f"{name} {write}"


def _request(job: Job, number: int) -> Request:
    claims = tuple(
        AssertFact(
            subject=subject_of(job.name, number),
            predicate="counts",
            object=Text(text=f"value {each}"),
        )
        for each in range(job.claims)
    )
    return Request(command=AssertAll(claims=claims))


def _answer(number: int, outcome: Outcome) -> Answer:
    if isinstance(outcome, Written):
        receipt = outcome.receipt
        return Answer(write=number, seq=receipt.seq, leaf_hash=receipt.leaf_hash.hex())
    return Answer(write=number, error=type(outcome).__name__)


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _stop_in_decision() -> None:
    def decide_once_stopped(
        command: Command, state: State, *, actor: Actor, may_review: bool, clock: datetime
    ) -> Decision:
        deliberation.__dict__["decide"] = decide
        os.kill(os.getpid(), signal.SIGSTOP)
        # The signal is the whole process's: this thread notices it when it next waits.
        time.sleep(0.1)
        return decide(command, state, actor=actor, may_review=may_review, clock=clock)

    deliberation.__dict__["decide"] = decide_once_stopped


if __name__ == "__main__":
    main()
