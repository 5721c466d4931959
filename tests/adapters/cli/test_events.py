"""The log at the command line: what is there, and with --follow what comes, once each."""

import json
import signal
import subprocess
from collections.abc import Generator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager

import psycopg
import pytest

from adapters.services import Services
from domain.words import LedgerName
from tests.adapters.cli.conftest import Home
from tests.adapters.postgres.writing import request, written
from tests.conftest import Caller
from tests.console import PATIENCE_S, SCRIPT, Done, surroundings
from tests.database import Database

FACTS = [("Alice", "likes", value) for value in ("tea", "milk", "honey")]

Document = dict[str, object]


def documents(lines: str) -> list[Document]:
    return [json.loads(line) for line in lines.splitlines()]


def seqs(done: Done) -> list[object]:
    return [each["seq"] for each in documents(done.out)]


class Following:
    """A command that follows the log, and the lines it has printed."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def next(self) -> Document:
        """The next event that it prints."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "it ended"
        found: Document = json.loads(line)
        return found

    def end(self, number: signal.Signals) -> tuple[int, str]:
        """Send a signal and wait for the end; returns the exit code, and what it printed since."""
        self.process.send_signal(number)
        rest, _ = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, rest


@contextmanager
def following(*arguments: str, environment: Mapping[str, str]) -> Generator[Following]:
    """The log followed by a program of its own."""
    with subprocess.Popen(
        [SCRIPT, "events", "--follow", "--json", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=surroundings(environment),
    ) as process:
        try:
            yield Following(process)
        finally:
            process.kill()


def followed(home: Home, ledger: str, *arguments: str) -> AbstractContextManager[Following]:
    return following(
        *arguments, "--ledger", ledger, environment={"FACTLEDGER_DATA_DIR": str(home.data_dir)}
    )


def new_token(home: Home, ledger: str) -> tuple[str, str]:
    """The secret and the id of a token that may read a ledger."""
    order = {"name": "follower", "kind": "agent", "role": "reader", "ledgers": [ledger]}
    with home.service.client(home.admin) as client:
        made = client.post("/v1/tokens", json=order).raise_for_status().json()
    return made["token"], made["id"]


def test_the_log_is_shown_in_order_a_line_an_event(home: Home, ledger: str) -> None:
    home.say(ledger, *FACTS)
    done = home.run("events", "--ledger", ledger)
    assert (done.code, done.err) == (0, "")
    rows = [line.split() for line in done.out.splitlines()]
    assert [row[0] for row in rows] == ["1", "2", "3", "4"]
    assert [row[4] for row in rows] == ["LedgerOpened", *["FactAsserted"] * 3]
    assert rows[2][2] == "human"
    assert rows[2][5:] == ["Alice", "likes", "milk"]


def test_each_line_of_json_is_the_document_of_http(home: Home, ledger: str) -> None:
    home.say(ledger, *FACTS)
    done = home.run("events", "--json", "--ledger", ledger)
    with home.service.client(home.admin) as client:
        answer = client.get(f"/v1/ledgers/{ledger}/events").json()
    assert documents(done.out) == answer["events"]
    assert seqs(done) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("words", "found", "more"),
    [
        (["--after", "1", "--limit", "2"], [2, 3], "--after 3"),
        (["--after", "1", "--limit", "3"], [2, 3, 4], ""),
        (["--after", "1", "--all"], [2, 3, 4], ""),
        (["--after", "4"], [], ""),
        (["--type", "LedgerOpened"], [1], ""),
        (["--type", "FactAsserted", "--limit", "1"], [2], "--after 2"),
        (["--follow", "--limit", "3"], [1, 2, 3], ""),
    ],
)
def test_as_much_is_shown_as_is_asked_for(
    home: Home, ledger: str, words: list[str], found: list[int], more: str
) -> None:
    home.say(ledger, *FACTS)
    done = home.run("events", "--json", *words, "--ledger", ledger)
    assert (done.code, seqs(done)) == (0, found)
    assert (more in done.err) if more else (done.err == "")


def test_more_than_a_page_is_shown_to_its_end(home: Home, ledger: str) -> None:
    home.say(ledger, *[("Alice", "likes", f"number {each}") for each in range(250)])
    assert seqs(home.run("events", "--json", "--ledger", ledger)) == list(range(1, 101))
    assert seqs(home.run("events", "--json", "--all", "--ledger", ledger)) == list(range(1, 252))


@pytest.mark.parametrize("words", [["--type", "factasserted"], ["--after", "-1"], ["--limit", "0"]])
def test_what_can_not_be_asked_is_told(home: Home, ledger: str, words: Sequence[str]) -> None:
    assert home.refusal("events", "--ledger", ledger).code == 0
    done = home.refusal("events", *words, "--ledger", ledger)
    assert done.code == 2
    assert done.document["status"] == 422


def test_what_comes_is_followed_until_it_is_interrupted(home: Home, ledger: str) -> None:
    with followed(home, ledger, "--after", "1", "--type", "FactAsserted") as log:
        for place, each in enumerate(FACTS):
            home.say(ledger, each)
            assert log.next()["seq"] == 2 + place
        assert log.end(signal.SIGINT) == (130, "")


def test_it_ends_when_its_token_is_revoked(home: Home, ledger: str) -> None:
    secret, token = new_token(home, ledger)
    environment = {"FACTLEDGER_DATA_DIR": str(home.data_dir), "FACTLEDGER_TOKEN": secret}
    with following("--ledger", ledger, environment=environment) as log:
        assert log.next()["seq"] == 1
        home.say(ledger, FACTS[0])
        assert log.next()["seq"] == 2
        with home.service.client(home.admin) as client:
            client.delete(f"/v1/tokens/{token}").raise_for_status()
        home.say(ledger, FACTS[1])
        rest, _ = log.process.communicate(timeout=PATIENCE_S)
        told: Document = json.loads(rest)
        assert (told["status"], log.process.returncode) == (401, 1)


def test_it_ends_when_nobody_reads_any_more_though_nothing_comes(home: Home, ledger: str) -> None:
    with followed(home, ledger) as log:
        assert log.next()["seq"] == 1
        assert log.process.stdout is not None
        log.process.stdout.close()
        assert log.process.wait(PATIENCE_S) == 3


def test_no_event_is_missed_or_comes_twice_where_connections_end(
    database: Database, services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    environment = {"FACTLEDGER_DATABASE": database.app_url, "FACTLEDGER_TOKEN": agent.secret}
    seen: list[object] = []
    with (
        following("--ledger", ledger_name, environment=environment) as log,
        psycopg.connect(database.admin_url, autocommit=True) as superuser,
    ):
        seen.append(log.next()["seq"])
        for _ in range(5):
            for _ in range(20):
                written(services, agent.grant, ledger_name, request())
            superuser.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity "
                "where usename = 'factledger_service' and datname = current_database() "
            )
            seen += [log.next()["seq"] for _ in range(20)]
        assert log.end(signal.SIGINT) == (130, "")
    assert seen == list(range(1, 102))
