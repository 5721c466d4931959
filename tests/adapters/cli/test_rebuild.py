"""Rebuilding and checking from the command line: what is said, and how it ends."""

import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import LiteralString, cast

import psycopg
import pytest

from adapters.postgres.administration import DATABASE
from adapters.postgres.embedded import running
from projections.registry import INLINE
from tests.adapters.cli.conftest import Home
from tests.console import PATIENCE_S, Done, at_a_terminal, served
from tests.postgres import open_folder

Document = dict[str, object]


@contextmanager
def superuser(home: Home) -> Generator[psycopg.Connection]:
    """A superuser's connection to the database of the folder."""
    with (
        running(home.data_dir) as cluster,
        psycopg.connect(cluster.admin_url(database=DATABASE)) as connection,
    ):
        yield connection


def change(home: Home, statement: LiteralString, ledger: str) -> None:
    """Change the tables of a ledger past the service."""
    with superuser(home) as connection:
        connection.execute(statement, [ledger])


def only(done: Done) -> Document:
    """What was said of the one ledger."""
    (found,) = cast("list[Document]", done.document["ledgers"])
    return found


SPOIL = "update read.fact set object_text = 'gin' where ledger = %s and object_text = 'tea'"


@pytest.fixture
def told(home: Home, ledger: str) -> str:
    """A ledger with two facts, by three events."""
    home.say(ledger, ("Alice", "drinks", "tea"), ("Bob", "drinks", "milk"))
    return ledger


def test_a_rebuild_says_what_it_made_and_how_long_who_writes_had_to_wait(
    home: Home, told: str
) -> None:
    done = home.run("rebuild", "--ledger", told)
    assert (done.code, done.err) == (0, "")
    first, second = done.out.splitlines()
    assert first.startswith(f"{told}: build 2, ")
    assert first.endswith(" rows of 3 events")
    assert "events a second; who writes waited " in second
    found = only(home.run("rebuild", "--ledger", told, "--json"))
    rows = cast("dict[str, int]", found["rows"])
    assert (found["ledger"], found["events"], found["build"]) == (told, 3, 3)
    assert found["kept"] is False
    assert rows.keys() == {each.table for each in INLINE}
    assert (rows["fact"], rows["claim"]) == (2, 2)
    for name in ("seconds", "events_per_s", "longest_wait_ms"):
        assert cast("float", found[name]) > 0


def test_a_check_says_whether_all_is_equal_and_names_what_differs(home: Home, told: str) -> None:
    done = home.run("rebuild", "--ledger", told, "--check")
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{told}: equal, {len(INLINE)} tables by 3 events\n"
    change(home, SPOIL, told)
    done = home.run("rebuild", "--ledger", told, "--check")
    assert (done.code, done.err) == (1, "")
    assert done.out.splitlines() == [
        f"{told}: 1 row differs, {len(INLINE)} tables by 3 events",
        "  fact fact 2: differs in object_text",
    ]
    found = home.run("rebuild", "--ledger", told, "--check", "--json")
    (table,) = [each for each in cast("list[Document]", only(found)["tables"]) if each["differing"]]
    assert (found.code, only(found)["equal"], table["table"]) == (1, False, "fact")
    assert table["digest"] != table["awaited_digest"]
    assert table["differences"] == [
        {"key": {"fact": "2"}, "is": "changed", "columns": ["object_text"]}
    ]
    assert home.run("rebuild", "--ledger", told).code == 0
    assert home.run("rebuild", "--ledger", told, "--check").code == 0


def test_many_differing_rows_are_counted_and_ten_of_them_named(home: Home, ledger: str) -> None:
    home.say(ledger, *((f"subject {number}", "drinks", "tea") for number in range(12)))
    change(home, SPOIL, ledger)
    done = home.run("rebuild", "--ledger", ledger, "--check", "--projection", "fact")
    assert done.code == 1
    lines = done.out.splitlines()
    assert lines[0] == f"{ledger}: 12 rows differ, 1 table by 13 events"
    assert len(lines) == 1 + 10 + 1
    assert lines[-1] == "  fact: and 2 more"


def test_a_projection_that_is_as_it_must_be_is_said_to_be(home: Home, told: str) -> None:
    change(home, SPOIL, told)
    named = ("rebuild", "--ledger", told, "--projection")
    done = home.run(*named, "claim")
    assert (done.code, done.out) == (0, f"{told}: claim is as it must be, by 3 events\n")
    assert only(home.run(*named, "claim", "--projection", "axis", "--json"))["kept"] is True
    assert home.run("rebuild", "--ledger", told, "--check").code == 1
    assert home.run(*named, "fact").out.startswith(f"{told}: build ")
    assert home.run("rebuild", "--ledger", told, "--check").code == 0


def test_every_granted_ledger_is_rebuilt_where_none_is_named(home: Home, told: str) -> None:
    done = home.run("rebuild", "--json")
    ledgers = {str(each["ledger"]) for each in cast("list[Document]", done.document["ledgers"])}
    assert done.code == 0
    assert {told, "main"} <= ledgers


@contextmanager
def unreadable(home: Home, ledger: str) -> Generator[None]:
    """For as long as the block lasts, the second event of a ledger can't be read."""
    with superuser(home) as connection:
        connection.autocommit = True
        connection.execute("set session_replication_role = replica")
        put = "update ledger.event set body = %s where ledger = %s and seq = 2"
        found = connection.execute(
            "select body from ledger.event where ledger = %s and seq = 2", [ledger]
        )
        ((body,),) = found.fetchall()
        connection.execute(put, [b"none", ledger])
        yield
        connection.execute(put, [body, ledger])


@pytest.mark.parametrize("check", [[], ["--check"]], ids=["rebuild", "check"])
def test_a_ledger_that_fails_is_told_of_and_holds_up_no_other_one(
    home: Home, told: str, check: list[str]
) -> None:
    words = ["rebuild", "--ledger", told, "--ledger", "nowhere", "--ledger", "main", *check]
    with unreadable(home, told):
        done = home.run(*words)
        as_document = home.run(*words, "--json")
    assert (done.code, as_document.code) == (3, 3)
    assert done.out.startswith("main: ")
    for each in (done, as_document):
        assert f"\nfactledger: {told}: event 2, FactAsserted of ledger {told} can't be" in each.err
        assert "\nfactledger: nowhere: there is no such ledger\n" in each.err
    first, second, third = cast("list[Document]", as_document.document["ledgers"])
    assert first["ledger"] == told
    assert cast("Document", first["error"])["title"] == "unavailable"
    assert second == {
        "ledger": "nowhere",
        "error": {"title": "not found", "detail": "there is no such ledger"},
    }
    assert (third["ledger"], "error" in third) == ("main", False)
    assert home.run(*words[:3], "--check").code == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--projection", "facts"], 2, "facts is none: there are ledger, predicate, "),
        (["--ledger", "nowhere"], 1, "there is no such ledger"),
        (["--ledger", "No"], 2, "a ledger's name is "),
        (["--nothing"], 2, "No such option"),
    ],
)
def test_what_can_not_be_done_is_refused(
    home: Home, words: list[str], code: int, said: str
) -> None:
    done = home.refusal("rebuild", *words)
    assert done.code == code
    assert said in done.err


def test_an_agent_may_neither_rebuild_nor_check(home: Home) -> None:
    for words in (["rebuild"], ["rebuild", "--check"]):
        done = home.run(*words, token=home.agent)
        assert (done.code, done.out) == (1, "")
        assert "a token of role agent may not administer" in done.err


def test_who_interrupts_it_leaves_the_ledger_as_it_was(home: Home, told: str) -> None:
    folder = {"FACTLEDGER_DATA_DIR": str(home.data_dir)}
    with superuser(home) as connection:
        # It can begin, and not write: it is under way for as long as this is held.
        connection.execute("lock table read.fact in share mode")
        with at_a_terminal("rebuild", "--ledger", told, environment=folder) as terminal:
            terminal.until(f"rebuilding {told}: events 0 of 3")
            terminal.type("\x03")
            assert terminal.end() == 130
    assert home.run("rebuild", "--ledger", told, "--check").code == 0
    assert only(home.run("rebuild", "--ledger", told, "--json"))["events"] == 3


def test_a_service_makes_anew_what_another_release_has_made() -> None:
    with open_folder() as folder:
        data = folder / "data"
        with served("--data-dir", data) as service:
            home = Home(data_dir=data, service=service)
            home.say("main", ("Alice", "drinks", "tea"))
        with superuser(home) as connection:
            connection.execute("update read.ledger set projections = '{}'")
            connection.execute(SPOIL, ["main"])
        with served("--data-dir", data) as service:
            until = time.monotonic() + PATIENCE_S
            while not any('"event": "rebuilt"' in line for line in service.logged):
                assert time.monotonic() < until, service.logged
                time.sleep(0.05)
            started = '"event": "rebuild of stale tables", "ledger": "main"'
            assert any(started in line for line in service.logged)
            assert Home(data_dir=data, service=service).run("rebuild", "--check").code == 0
