"""How commands end: codes, one line, and a document where one was asked for."""

import fcntl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.cli.ending import CODES, DONE, OUT_OF_REACH
from adapters.errors import FactledgerError
from tests.adapters.cli.conftest import Home
from tests.console import SCRIPT, at_a_terminal, factledger, surroundings


def _kinds(kind: type[FactledgerError]) -> Iterator[type[FactledgerError]]:
    for each in kind.__subclasses__():
        yield each
        yield from _kinds(each)


@pytest.mark.parametrize("kind", list(_kinds(FactledgerError)), ids=lambda kind: kind.__name__)
def test_every_error_has_a_code_that_is_no_success(kind: type[FactledgerError]) -> None:
    assert CODES[kind] in {1, 2, 3}
    assert CODES[kind] != DONE


@pytest.mark.parametrize("words", [["ledger", "list"], ["doctor"], ["psql"], ["fact", "show", "1"]])
def test_a_folder_without_a_ledger_is_left_as_it_was(tmp_path: Path, words: list[str]) -> None:
    done = factledger(*words, "--data-dir", tmp_path / "empty")
    assert done.code == (1 if words == ["doctor"] else OUT_OF_REACH)
    assert "factledger serve" in done.out + done.err
    assert list(tmp_path.iterdir()) == []


def test_a_database_out_of_reach_is_told_in_one_line_and_no_password_with_it() -> None:
    url = "postgresql://someone:hidden@127.0.0.1:1/facts"
    done = factledger("ledger", "list", "--json", "--database", url)
    assert done.code == OUT_OF_REACH
    assert done.document["status"] == 503
    assert len(done.err.splitlines()) == 1
    assert "refused" in done.err
    assert "hidden" not in done.out + done.err


@pytest.mark.parametrize(
    ("environment", "words", "field"),
    [
        ({}, ["--database", "nonsense"], "database"),
        ({}, ["--database", "postgresql://a/b", "--data-dir", "c"], "database"),
        ({}, ["--data-dir", ""], "data_dir"),
        ({"FACTLEDGER_TOKEN": ""}, [], "FACTLEDGER_TOKEN"),
        ({"FACTLEDGER_LEDGER": "*"}, [], "ledger"),
        ({"FACTLEDGER_DATABASE": "x", "FACTLEDGER_DATA_DIR": "y"}, [], "database"),
    ],
)
def test_a_place_that_is_none_is_named(
    environment: dict[str, str], words: list[str], field: str
) -> None:
    done = factledger("fact", "list", *words, environment=environment)
    assert done.code == 2
    assert done.err.startswith(f"factledger: {field}: ")


@pytest.mark.parametrize("kind", ["dumb", "xterm"])
def test_an_interrupted_command_says_nothing_of_its_inside(home: Home, kind: str) -> None:
    with (home.data_dir / "lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        environment = {"FACTLEDGER_DATA_DIR": str(home.data_dir), "TERM": kind}
        with at_a_terminal("ledger", "list", environment=environment) as terminal:
            terminal.until("another process is starting or stopping the database")
            terminal.type("\x03")
            assert terminal.end() == 130
    assert "Traceback" not in terminal.shown


def test_what_is_waited_for_is_not_told_in_a_pipe(home: Home) -> None:
    with (home.data_dir / "lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        waiting = subprocess.Popen(
            [SCRIPT, "ledger", "list", "--data-dir", home.data_dir],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=surroundings({}),
        )
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(4)
    out, _ = waiting.communicate()
    assert "main" in out.decode().split()
    assert b"waiting" not in out
    assert waiting.returncode == DONE


def test_a_reader_that_goes_away_is_no_fault(home: Home) -> None:
    home.say("main", *(("S", "p", f"value {number}") for number in range(500)))
    words: list[str | Path] = [SCRIPT, "fact", "list", "--all", "--data-dir", home.data_dir]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings({})
    ) as listing:
        assert listing.stdout is not None
        assert listing.stderr is not None
        assert listing.stdout.readline()
        listing.stdout.close()
        assert listing.stderr.read() == b""
    assert listing.returncode == OUT_OF_REACH
