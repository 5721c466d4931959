"""Who follows a ledger misses nothing and gets nothing twice, whatever is killed meanwhile."""

import csv
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from tests.acceptance.processes import ROOT, WAIT_S
from tests.console import SCRIPT, Service, served, surroundings
from tests.postgres import open_folder

WRITES = 1_000
CALLERS = 4
KILLS = 3
PATIENCE_S = 3 * WAIT_S

LEDGER = "/v1/ledgers/main"

_PROGRAM = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)

Json = dict[str, Any]


@dataclass(kw_only=True, slots=True)
class House:
    """A service on a port and in a folder of its own, that can be killed and comes again."""

    data_dir: Path
    port: int
    stack: ExitStack = field(default_factory=ExitStack)
    service: Service | None = None
    # Its connections outlast no service that is killed, and it makes others.
    client: httpx.Client = field(default_factory=lambda: httpx.Client(timeout=WAIT_S))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def token(self) -> str:
        """The first admin's token."""
        return (self.data_dir / "admin.token").read_text().strip()

    @property
    def faults(self) -> list[str]:
        """What the service has logged of its faults."""
        logged = [] if self.service is None else self.service.logged
        return [line for line in logged if '"fault"' in line]

    def begin(self) -> None:
        """Start the service."""
        words = ("--port", str(self.port), "--data-dir", self.data_dir)
        self.service = self.stack.enter_context(served(*words))

    def kill(self) -> None:
        """Kill the service, and start it again."""
        assert self.service is not None
        assert self.service.end(signal.SIGKILL) == -signal.SIGKILL
        self.begin()

    def insist(self, method: str, path: str, *, key: str, body: object) -> httpx.Response:
        """The answer to an order, which is sent again under its key until there is one."""
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": key}
        until = time.monotonic() + WAIT_S
        while True:
            with suppress(httpx.TransportError):
                answer = self.client.request(
                    method, f"{self.url}{LEDGER}{path}", json=body, headers=headers
                )
                if answer.status_code not in {429, 503}:
                    return answer
            assert time.monotonic() < until, "nobody answers"
            time.sleep(0.05)

    def every(self, path: str, name: str, question: Mapping[str, object]) -> list[Json]:
        """Every row of a list."""
        rows: list[Json] = []
        asked: dict[str, Any] = {**question, "limit": 500}
        going_on = "after" if name == "events" else "cursor"
        headers = {"Authorization": f"Bearer {self.token}"}
        while True:
            answer = self.client.get(f"{self.url}{LEDGER}{path}", params=asked, headers=headers)
            page = answer.raise_for_status().json()
            rows += page[name]
            if page["next"] is None:
                return rows
            asked[going_on] = page["next"]


@contextmanager
def house() -> Generator[House]:
    """A service that has begun."""
    with open_folder() as folder, socket.create_server(("127.0.0.1", 0)) as free:
        found = House(data_dir=folder / "data", port=free.getsockname()[1])
        free.close()
        with found.client, found.stack:
            found.begin()
            yield found


@dataclass(kw_only=True, slots=True)
class Consumer:
    """A program that follows the ledger, begun again each time it is killed."""

    command: Callable[[], Sequence[str | Path]]
    environment: Mapping[str, str]
    folder: Path
    output: Path | None = None
    process: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Start it where it stopped."""
        with (self.output or Path(os.devnull)).open("ab") as out:
            self.process = subprocess.Popen(
                self.command(),
                cwd=self.folder,
                env=surroundings(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.DEVNULL,
            )

    def kill(self) -> int | None:
        """Kill it; returns how it ended."""
        assert self.process is not None
        self.process.kill()
        return self.process.wait(WAIT_S)


def write(house: House, number: int) -> None:
    """A write of a course in which facts take over from one another, end and are struck out."""
    subject = f"person {number % 50}"
    said = {"subject": subject, "predicate": "lives_in", "object": f"town {number}"}
    dated = {**said, "valid_from": f"{1900 + number // 50}-01-01"}
    answer = house.insist("POST", "/facts", key=f"write-{number}", body=dated)
    assert answer.is_success, (answer.text, house.faults)
    fact = answer.json()["fact"]
    if number % 10 == 0:
        path, body = f"/facts/{fact}/invalidate", {"reason": "not so"}
        struck = house.insist("POST", path, key=f"strike-{number}", body=body)
        assert struck.is_success, (struck.text, house.faults)


def are_done(running: Sequence[Future[None]], enough: int) -> bool:
    """Whether enough of them are; raises what one has met."""
    return len([each.result() for each in running if each.done()]) >= enough


def eventually(holds: Callable[[], bool]) -> bool:
    until = time.monotonic() + PATIENCE_S
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def over_http(home: House, folder: Path) -> Consumer:
    """A program of its own that waits for events over HTTP."""
    return Consumer(
        command=lambda: [sys.executable, "-m", "tests.acceptance.follower", folder / "seen"],
        environment={"FOLLOWED": home.url, "FACTLEDGER_TOKEN": home.token},
        folder=ROOT,
    )


def at_the_command_line(home: House, folder: Path) -> Consumer:
    """`factledger events --follow` into a file, which says where it goes on."""
    output = folder / "lines"

    def command() -> Sequence[str | Path]:
        # What was cut off by a kill is none of the lines that were read.
        whole = output.read_bytes() if output.exists() else b""
        whole = whole[: whole.rfind(b"\n") + 1]
        output.write_bytes(whole)
        lines = whole.splitlines()
        after = json.loads(lines[-1])["seq"] if lines else 0
        return [SCRIPT, "events", "--follow", "--json", "--after", str(after)]

    return Consumer(
        command=command,
        environment={"FACTLEDGER_DATA_DIR": str(home.data_dir)},
        folder=folder,
        output=output,
    )


def program_of(readme: Path) -> list[str | Path]:
    """The program that a README shows, to be run."""
    (found,) = _PROGRAM.findall(readme.read_text())
    return [sys.executable, "-c", found]


def outside_the_house(home: House, folder: Path) -> Consumer:
    """The program that keeps a file of the facts that stand, over HTTP."""
    return Consumer(
        command=lambda: program_of(ROOT / "api" / "README.md"),
        environment={"FACTLEDGER_URL": home.url, "FACTLEDGER_TOKEN": home.token},
        folder=folder,
    )


def beside_the_service(home: House, folder: Path) -> Consumer:
    """The program that counts the claims of each predicate, subscribed to a recorder."""
    return Consumer(
        command=lambda: program_of(ROOT / "adapters" / "postgres" / "README.md"),
        environment={
            "FACTLEDGER_DATA_DIR": str(home.data_dir),
            "FACTLEDGER_TOKEN": home.token,
            "PYTHONPATH": str(ROOT),
        },
        folder=folder,
    )


CONSUMERS = (over_http, at_the_command_line, outside_the_house, beside_the_service)


def test_consumers_lose_nothing_and_get_nothing_twice_whatever_is_killed_under_load(
    tmp_path: Path,
) -> None:
    with house() as home, ThreadPoolExecutor(CALLERS) as callers, ExitStack() as cleanup:
        single = home.insist(
            "PUT", "/predicates/lives_in", key="declare", body={"cardinality": "single"}
        )
        assert single.is_success
        consumers = [each(home, tmp_path) for each in CONSUMERS]
        for each in consumers:
            each.begin()
            cleanup.callback(each.kill)
        running = [callers.submit(write, home, number) for number in range(WRITES)]
        cleanup.callback(callers.shutdown, wait=False, cancel_futures=True)
        for kill in range(1, KILLS + 1):
            assert eventually(partial(are_done, running, kill * WRITES // (KILLS + 1)))
            for each in consumers:
                # It had not ended by itself.
                assert each.kill() == -signal.SIGKILL
                each.begin()
            home.kill()
        assert eventually(partial(are_done, running, WRITES))
        assert eventually(lambda: counted(tmp_path) >= WRITES)
        events = [(row["seq"], row["leaf_hash"]) for row in home.every("/events", "events", {})]
        facts = home.every("/facts", "facts", {"valid_at": "any"})
        head = len(events)
        assert head >= 2 + WRITES
        assert eventually(lambda: position(tmp_path) == head)
        assert eventually(lambda: lines_of(tmp_path / "seen") >= head)
        assert eventually(lambda: lines_of(tmp_path / "lines") >= head)
        assert {each.kill() for each in consumers} == {-signal.SIGKILL}
    seen = [line.split() for line in (tmp_path / "seen").read_text().splitlines()]
    assert [(int(seq), leaf) for seq, leaf in seen] == events
    lines = [json.loads(line) for line in (tmp_path / "lines").read_text().splitlines()]
    assert [(each["seq"], each["leaf_hash"]) for each in lines] == events
    assert counted(tmp_path) == WRITES
    assert kept(tmp_path) == [row_of(each) for each in facts]
    assert len(facts) > WRITES // 2


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def counted(folder: Path) -> int:
    """How many claims were counted of the one predicate that there is."""
    path = folder / "predicates.sqlite"
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path, timeout=WAIT_S)) as rows:
        found = rows.execute("select claims from predicate where name = 'lives_in'").fetchone()
    return 0 if found is None else int(found[0])


def table(folder: Path) -> list[list[str]]:
    path = folder / "facts.csv"
    if not path.exists():
        return [["seq", "0"], []]
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def position(folder: Path) -> int:
    return int(table(folder)[0][1])


def kept(folder: Path) -> list[list[str]]:
    return table(folder)[2:]


def row_of(fact: Json) -> list[str]:
    valid = fact["valid"]
    edges = (valid["from"]["latest"] or "", valid["to"]["earliest"] or "")
    return [str(fact["fact"]), fact["subject"], fact["predicate"], fact["object"], *edges]
