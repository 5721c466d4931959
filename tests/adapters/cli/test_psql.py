"""psql from the command line: it sees what the token was granted, and writes nothing."""

from pathlib import Path

import pytest

from tests.adapters.cli.conftest import Home
from tests.console import at_a_terminal, factledger

SUBJECTS = ("--", "-Atc", "select subject from read.fact")


def test_it_reads_the_ledgers_that_the_token_was_granted(home: Home, ledger: str) -> None:
    home.say(ledger, ("Alice", "lives_in", "Dublin"))
    home.say("main", ("Bob", "lives_in", "Cork"))
    everything = home.run("psql", *SUBJECTS)
    assert everything.code == 0
    assert {"Alice", "Bob"} <= set(everything.out.split())
    assert home.run("psql", "--ledger", ledger, *SUBJECTS).out == "Alice\n"
    granted = home.run("psql", *SUBJECTS, token=home.agent).out.split()
    assert "Bob" in granted
    assert "Alice" not in granted
    assert home.run("psql", "--ledger", ledger, *SUBJECTS, token=home.agent).code == 1


def test_it_writes_nothing(home: Home) -> None:
    done = home.run("psql", "--", "-c", "delete from read.fact")
    assert done.code == 1
    assert "read-only" in done.err


def test_it_may_take_its_time_and_plan_as_it_likes(home: Home) -> None:
    asked = "select current_setting('statement_timeout'), current_setting('enable_seqscan')"
    assert home.run("psql", "--", "-Atc", asked).out == "0|on\n"


def test_its_exit_code_is_ours_and_its_input_is_ours(home: Home) -> None:
    script = "select 'first';\nselect nothing_of_this_name;\n"
    done = home.run("psql", "--", "-At", "-v", "ON_ERROR_STOP=1", typed=script)
    assert (done.code, done.out) == (3, "first\n")


def test_another_login_needs_its_password(home: Home) -> None:
    done = home.run("psql", "--as", "nobody", "--", "-w", "-c", "select 1", password=str(1))
    assert done.code == 2
    assert "authentication failed" in done.err


def test_what_the_environment_says_of_other_servers_is_not_believed(home: Home) -> None:
    environment = {
        "FACTLEDGER_DATA_DIR": str(home.data_dir),
        "PGHOST": "127.0.0.1",
        "PGHOSTADDR": "127.0.0.1",
        "PGDATABASE": "elsewhere",
        "PGOPTIONS": "-c default_transaction_read_only=off",
    }
    asked = "select current_database(), current_setting('transaction_read_only')"
    done = factledger("psql", "--", "-Atc", asked, environment=environment)
    assert (done.code, done.out) == (0, "factledger|on\n")


def test_at_a_terminal_it_can_be_interrupted_and_keeps_no_history(
    home: Home, tmp_path: Path
) -> None:
    environment = {"FACTLEDGER_DATA_DIR": str(home.data_dir), "HOME": str(tmp_path)}
    with at_a_terminal("psql", environment=environment) as terminal:
        terminal.until("factledger=> ")
        terminal.type("do $$ begin raise notice 'be%', 'gun'; perform pg_sleep(600); end $$;\n")
        terminal.until("begun")
        terminal.type("\x03")
        terminal.until("canceling statement due to user request")
        terminal.type("select 6 * 7 as answer;\n")
        terminal.until("42")
        terminal.type("\\q\n")
        assert terminal.end() == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [["-c", "select 1"], ["--nope"]])
def test_only_what_stands_behind_the_dashes_is_its_own(home: Home, words: list[str]) -> None:
    done = home.run("psql", *words)
    assert done.code == 2
    assert home.run("psql", "--", "-Atc", "select 1").out == "1\n"
