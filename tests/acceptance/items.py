"""What is accepted, an item a function: it returns what it saw, and raises if a promise fails."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, cast

import httpx

from benchmarks.replays import Cast
from benchmarks.report import Ratio
from tests.acceptance.laundering import laundered
from tests.console import Done, Service, factledger, served
from tests.contract.shell import ROOT, bare
from tests.postgres import open_folder

LEDGER = "/v1/ledgers/main"
FACTS = f"{LEDGER}/facts"
EVENTS = f"{LEDGER}/events"

CALLERS = 8
PAGE_ROWS = 500
PATIENCE_S = 60
_POLL_S = 0.01

Json = dict[str, Any]


class Failed(Exception):
    """A promise that was not kept, and how that was seen."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Terms:
    """Where the real input lies, if it is at hand; tiny sizes are for trying it out."""

    data: Path | None
    is_tiny: bool


def clone(terms: Terms) -> str:
    """From an empty clone of what is committed, two commands lay everything and pass the tests."""
    del terms
    with open_folder() as folder:
        place = folder / "clone"
        _run("git", "clone", "--quiet", str(ROOT), str(place))
        commit = _run("git", "-C", str(place), "rev-parse", "--short", "HEAD")[-1]
        _run("make", "install", folder=place)
        closing = _run("make", "test", folder=place)[-1]
    return f"{commit}: {closing.strip('= ')}"


def one_fact(terms: Terms) -> str:
    """A fact is asserted and read over HTTP, read at the command line, and verified."""
    del terms
    with open_folder() as folder:
        data_dir = folder / "data"
        with served("--data-dir", data_dir) as service, _agent(service, data_dir) as client:
            said = {"subject": "Alice", "predicate": "lives_in", "object": "Dublin"}
            answer = _document(client.post(FACTS, json=said), 201)
            (listed,) = _document(client.get(FACTS, params={"subject": "alice"}), 200)["facts"]
            event = _document(client.get(f"{EVENTS}/{answer['seq']}"), 200)
            shown = _cli("fact", "show", str(answer["fact"]), "--json", data_dir=data_dir)
        assert listed.items() >= said.items(), "the fact that was read is another one"
        assert shown.items() >= listed.items(), "the command line shows another fact"
        receipt = answer["receipt"]
        assert event["leaf_hash"] == receipt["leaf_hash"], "the receipt is of another event"
        return _verified(data_dir)


def real_input(terms: Terms) -> str:
    """The real statements go through the batch API, are counted, read back and verified.

    In one voice: what others make of them when they argue is for the benchmark, and takes hours.
    """
    if terms.data is None:
        raise Failed("no data: name its folder with --data or FACTLEDGER_DATA")
    figures = _script("endoflife", "--cast", Cast.ONE_VOICE, "--data", str(terms.data), terms=terms)
    told = {
        name: figures[f"{Cast.ONE_VOICE}: {name}"]
        for name in ("answers", "ends", "statements", "verify", "rebuild")
    }
    assert told["verify"].startswith("sound"), f"verify: {told['verify']}"
    return "; ".join(f"{name}: {figure}" for name, figure in told.items())


def killed(terms: Terms) -> str:
    """All that a service acknowledged before it was killed under load is there, and sound."""
    enough = 50 if terms.is_tiny else 2_000
    with open_folder() as folder:
        data_dir = folder / "data"
        with served("--data-dir", data_dir) as service:
            acknowledged = _killed_after(enough, service, _token(data_dir))
        with served("--data-dir", data_dir) as service, _agent(service, data_dir) as client:
            hashes = {each["seq"]: each["leaf_hash"] for each in _all(client, EVENTS, "events")}
            facts = {each["fact"] for each in _all(client, FACTS, "facts")}
        for answer in acknowledged:
            receipt = answer["receipt"]
            assert answer["fact"] in facts, f"fact {answer['fact']} was acknowledged and is lost"
            assert hashes.get(receipt["seq"]) == receipt["leaf_hash"], (
                f"event {receipt['seq']} was acknowledged and is lost, or another one"
            )
        return f"{len(acknowledged):,} were acknowledged and are there; {_verified(data_dir)}"


def laundering(terms: Terms) -> str:
    """A value that a reviewer refused does not come back by being said again."""
    del terms
    return laundered()


def callers(terms: Terms) -> str:
    """How 64 callers on one ledger stand to the null committer."""
    return ratios_of(_script("assert_callers", terms=terms))


def batches(terms: Terms) -> str:
    """How batches of 1,000 stand to 64 callers, and to COPY."""
    return ratios_of(_script("assert_batches", terms=terms))


def ratios_of(figures: Mapping[str, Any]) -> str:
    """The ratios that a benchmark printed as JSON, each with its goal and whether it is met."""
    ratios = cast("Sequence[Json]", figures["ratios"])
    assert ratios, "no ratio was printed"
    return "; ".join(_line(each) for each in ratios)


@dataclass(kw_only=True, slots=True)
class _Load:
    """Callers that each assert one fact after another until nobody answers."""

    service: Service
    token: str
    answers: list[Json] = field(default_factory=list[Json])

    def run(self, caller: int) -> None:
        with self.service.client(self.token) as client:
            for number in count():
                said = {"subject": f"{caller} {number}", "predicate": "is", "object": "said"}
                try:
                    response = client.post(FACTS, json=said)
                except httpx.TransportError:
                    # It was killed: what was under way has no answer, and is not counted.
                    return
                self.answers.append(_document(response, 201))


def _killed_after(enough: int, service: Service, token: str) -> list[Json]:
    """What the service acknowledged under load until it was killed."""
    load = _Load(service=service, token=token)
    with ThreadPoolExecutor(CALLERS) as pool:
        running = [pool.submit(load.run, caller) for caller in range(CALLERS)]
        try:
            _await(enough, load, running)
        finally:
            service.end(signal.SIGKILL)
    for each in running:
        each.result()
    return load.answers


def _await(enough: int, load: _Load, running: Sequence[Future[None]]) -> None:
    until = time.monotonic() + PATIENCE_S
    while len(load.answers) < enough:
        assert not any(each.done() for each in running), "the service failed under load"
        assert time.monotonic() < until, f"only {len(load.answers)} answers in {PATIENCE_S} s"
        time.sleep(_POLL_S)


def _all(client: httpx.Client, path: str, name: str) -> list[Json]:
    """Every row of a list, page after page."""
    going_on = "after" if name == "events" else "cursor"
    parameters: dict[str, str] = {"limit": str(PAGE_ROWS)}
    rows: list[Json] = []
    while True:
        page = _document(client.get(path, params=parameters), 200)
        rows += page[name]
        if page["next"] is None:
            return rows
        parameters[going_on] = str(page["next"])


def _verified(data_dir: Path) -> str:
    document = _cli("verify", "--deep", "--json", data_dir=data_dir)
    (ledger,) = document["ledgers"]
    assert ledger["sound"], f"verify found {ledger['findings']}"
    return f"verify: sound, {ledger['size']:,} events"


def _agent(service: Service, data_dir: Path) -> httpx.Client:
    return service.client(_token(data_dir))


def _token(data_dir: Path) -> str:
    return (data_dir / "agent.token").read_text().strip()


def _document(response: httpx.Response, status: int) -> Json:
    assert response.status_code == status, f"answered {response.status_code}: {response.text}"
    return cast("Json", response.json())


def _cli(*arguments: str, data_dir: Path) -> Json:
    done: Done = factledger(*arguments, "--data-dir", data_dir)
    assert done.code == 0, f"factledger {arguments[0]} exits with {done.code}: {done.err}"
    return done.document


def _line(ratio: Json) -> str:
    told = {name: each for name, each in ratio.items() if name != "is_met"}
    return Ratio(**told).line().removeprefix("ratio: ")


def _script(name: str, *options: str, terms: Terms) -> Json:
    """What a benchmark prints as JSON."""
    sizes = ("--tiny",) if terms.is_tiny else ()
    command = [sys.executable, "-m", f"benchmarks.{name}", *options, *sizes, "--json"]
    return cast("Json", json.loads(_run(*command, folder=ROOT)[-1]))


def _run(*command: str, folder: Path | None = None) -> list[str]:
    """The lines that a command prints; what it prints when it fails is shown."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=bare(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if command[0] == "make" else None,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    if done.returncode:
        sys.stderr.write(done.stdout)
        told = [line for line in lines if line and not line.startswith("make: ")]
        why = told[-1] if told else "it printed nothing"
        raise Failed(f"{' '.join(command)} exits with {done.returncode}: {why.strip('= ')}")
    return lines
