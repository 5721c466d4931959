"""What the README of the store tells is so: its list of modules, and the program that it shows."""

import os
import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import adapters.postgres
from adapters.services import Services
from domain.words import LedgerName
from tests.adapters.postgres.recording import matching, recorder_of
from tests.adapters.postgres.writing import request, written
from tests.conftest import Caller
from tests.database import Database

FOLDER = Path(adapters.postgres.__path__[0])
README = (FOLDER / "README.md").read_text()
(PROGRAM,) = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


@contextmanager
def running(database: Database, caller: Caller, folder: Path) -> Generator[subprocess.Popen[str]]:
    """The README's program as somebody runs it in a folder, killed in the end."""
    environment = {
        **os.environ,
        "FACTLEDGER_DATABASE": database.app_url,
        "FACTLEDGER_TOKEN": caller.secret,
        "PYTHONPATH": str(FOLDER.parent.parent),
    }
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def test_the_program_counts_what_was_claimed_before_it_ran_while_it_runs_and_while_it_did_not(
    database: Database,
    services: Services,
    agent: Caller,
    ledger_name: LedgerName,
    tmp_path: Path,
) -> None:
    def claim(predicate: str, value: str) -> None:
        written(services, agent.grant, ledger_name, request("Alice", predicate, value))

    claim("likes", "tea")
    with running(database, agent, tmp_path) as process:
        assert line(process) == "likes: 1\n"
        claim("likes", "milk")
        assert line(process) == "likes: 2\n"
        claim("drinks", "tea")
        assert line(process) == "drinks: 1\n"
    claim("likes", "tea")
    with running(database, agent, tmp_path) as process:
        assert line(process) == "likes: 3\n"
    announced = recorder_of(services, agent, ledger_name).read(
        matching(types=["predicates.CameIntoUse"])
    )
    assert [each.event.tags for each in announced] == [["predicate:likes"], ["predicate:drinks"]]


def test_a_second_one_that_begins_anew_announces_nothing_again(
    database: Database,
    services: Services,
    agent: Caller,
    ledger_name: LedgerName,
    tmp_path: Path,
) -> None:
    written(services, agent.grant, ledger_name, request("Alice", "likes", "tea"))
    for name, lines in (
        ("one", ["likes: 1\n"]),
        ("two", ["likes: announced before\n", "likes: 1\n"]),
    ):
        (tmp_path / name).mkdir()
        with running(database, agent, tmp_path / name) as process:
            assert [line(process) for _ in lines] == lines
    announced = recorder_of(services, agent, ledger_name).read(matching(tags=["predicate:likes"]))
    assert len(list(announced)) == 1


def test_the_list_of_modules_is_whole() -> None:
    listed = set(re.findall(r"`([a-z_]+)/?`", README.partition("\n## ")[0]))
    there = {
        path.stem
        for path in FOLDER.iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert listed == there - {"__init__"}
