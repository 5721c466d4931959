"""Verification from the command line: what it says, what it says it did not do, and how it ends."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import LiteralString, cast

import psycopg
import pytest

from adapters.postgres.administration import DATABASE
from adapters.postgres.embedded import running
from tests.adapters.cli.conftest import Home
from tests.console import Done

Document = dict[str, object]

UNANCHORED = "not checked: no anchor was given"
UNCOMPARED = "not checked: the tables were not compared"


def told(home: Home, ledger: str, value: str) -> Document:
    """The receipt of a claim of this value."""
    done = home.run("fact", "assert", "Alice", "drinks", value, "--ledger", ledger, "--json")
    return cast("Document", done.document["receipt"])


def verified(done: Done) -> Document:
    """What was said of the one ledger that was verified."""
    (only,) = cast("list[Document]", done.document["ledgers"])
    return only


CHANGE_PART = """
    update ledger.part set content = replace(encode(content, 'escape'), %s, %s)::bytea
    where ledger = %s
"""
CHANGE_FACT = "update read.fact set object_text = replace(object_text, %s, %s) where ledger = %s"


@contextmanager
def changed(home: Home, ledger: str, statement: LiteralString) -> Generator[None]:
    """Tea is gin for as long as the block lasts: a superuser did it, and no trigger fired."""

    def put(new: str, *, in_place_of: str) -> None:
        with (
            running(home.data_dir) as cluster,
            psycopg.connect(cluster.admin_url(database=DATABASE)) as connection,
        ):
            connection.execute("set session_replication_role = replica")
            connection.execute(statement, [in_place_of, new, ledger])

    put("gin", in_place_of="tea")
    yield
    put("tea", in_place_of="gin")


def test_a_sound_ledger_is_said_to_be_and_what_was_not_checked_is_said_too(
    home: Home, ledger: str
) -> None:
    receipt = told(home, ledger, "tea")
    done = home.run("verify", "--ledger", ledger)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"{ledger}: sound, 2 events\n")
    assert str(receipt["leaf_hash"]) in done.out
    assert UNANCHORED in done.out
    assert UNCOMPARED in done.out

    deep = home.run("verify", "--ledger", ledger, "--deep")
    assert (deep.code, deep.err) == (0, "")
    assert UNANCHORED in deep.out
    assert UNCOMPARED not in deep.out


def test_every_granted_ledger_is_verified_where_none_is_named(home: Home, ledger: str) -> None:
    told(home, ledger, "tea")
    done = home.run("verify", "--json")
    assert done.code == 0
    ledgers = cast("list[Document]", done.document["ledgers"])
    assert {ledger, "main"} <= {str(each["ledger"]) for each in ledgers}
    only = home.run("verify", "--json", token=home.agent)
    assert verified(only)["ledger"] == "main"


def test_a_changed_part_is_a_finding_and_the_exit_says_so(home: Home, ledger: str) -> None:
    told(home, ledger, "tea")
    with changed(home, ledger, CHANGE_PART):
        done = home.run("verify", "--ledger", ledger)
        as_document = home.run("verify", "--ledger", ledger, "--json")
    assert (done.code, as_document.code) == (1, 1)
    assert done.out.startswith(f"{ledger}: 1 finding, 2 events\n")
    assert "  event 2: part_changed: part 0" in done.out
    assert verified(as_document)["sound"] is False
    assert verified(as_document)["findings"] == [
        {"seq": 2, "flaw": "part_changed", "detail": "part 0 is not what was committed to"}
    ]
    assert home.run("verify", "--ledger", ledger).code == 0


def test_a_changed_row_is_found_where_the_tables_are_compared_and_only_there(
    home: Home, ledger: str
) -> None:
    told(home, ledger, "tea")
    with changed(home, ledger, CHANGE_FACT):
        shallow = home.run("verify", "--ledger", ledger)
        deep = home.run("verify", "--ledger", ledger, "--deep")
    assert (shallow.code, deep.code) == (0, 1)
    row = "event 2: row_changed: the row of read.fact with fact 2 differs in object_text"
    assert row in deep.out


def test_a_receipt_is_checked_in_its_own_ledger(home: Home, ledger: str, tmp_path: Path) -> None:
    receipt = told(home, ledger, "tea")
    kept = tmp_path / "receipt.json"
    kept.write_text(json.dumps(receipt))
    assert verified(home.run("verify", "--receipt", str(kept), "--json"))["ledger"] == ledger

    kept.write_text(json.dumps({**receipt, "seq": 3}))
    done = home.run("verify", "--receipt", str(kept), "--ledger", ledger)
    assert done.code == 1
    assert "event 3: receipt: the event of the receipt is gone" in done.out

    other = home.run("verify", "--receipt", str(kept), "--ledger", "main")
    assert (other.code, other.out) == (2, "")
    assert "receipt" in other.err


@pytest.mark.parametrize(
    "content",
    [None, "", "[]", "{}", '{"ledger": "main", "seq": "2", "leaf_hash": "00"}', "[" * 99_999],
)
def test_a_receipt_that_cannot_be_read_is_not_taken_for_a_good_one(
    home: Home, tmp_path: Path, content: str | None
) -> None:
    path = tmp_path / "receipt.json"
    if content is not None:
        path.write_text(content)
    done = home.run("verify", "--receipt", str(path))
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith("factledger: can't read a receipt in ")


def test_a_ledger_that_is_unknown_or_not_granted_is_not_said_to_be_sound(
    home: Home, ledger: str
) -> None:
    assert home.run("verify", "--ledger", ledger).code == 0
    for name, token in (("nowhere", home.admin), (ledger, home.agent)):
        done = home.run("verify", "--ledger", name, token=token)
        assert (done.code, done.out) == (1, "")
        assert done.err == f"factledger: {name}: there is no such ledger\n"


def refusals(home: Home) -> int:
    """How many calls were refused to tokens."""
    with (
        running(home.data_dir) as cluster,
        psycopg.connect(cluster.admin_url(database=DATABASE)) as connection,
    ):
        ((count,),) = connection.execute("select sum(refused)::int from access.token").fetchall()
    return cast("int", count)


def test_a_ledger_that_can_not_be_verified_is_told_of_and_holds_up_no_other_one(
    home: Home, ledger: str
) -> None:
    before = refusals(home)
    done = home.run("verify", "--ledger", "nowhere", "--ledger", ledger, "--json")
    assert (done.code, done.err) == (1, "factledger: nowhere: there is no such ledger\n")
    failed, sound = cast("list[Document]", done.document["ledgers"])
    assert failed == {
        "ledger": "nowhere",
        "error": {"title": "not found", "detail": "there is no such ledger"},
    }
    assert (sound["ledger"], sound["sound"]) == (ledger, True)
    assert refusals(home) == before + 1
