"""Ledgers from the command line."""

import secrets
from typing import cast

import pytest

from tests.adapters.cli.conftest import Home, spelled


def test_an_opened_ledger_is_listed_and_shown(home: Home) -> None:
    name = secrets.token_hex(8)
    words = (name, "--time-zone", "Europe/Dublin", "--identity", "exact", "--flip-back-hours", "0")
    opened = home.run("ledger", "open", *words, "--json")
    assert opened.code == 0
    assert opened.document["ledger"] == name
    assert name in home.run("ledger", "list", "--all").out.splitlines()
    shown = home.run("ledger", "show", name, "--json").document
    assert (shown["ledger"], shown["seq"]) == (name, 1)
    assert shown["leaf_hash"] == opened.document["leaf_hash"]


def test_a_ledger_is_opened_once(home: Home, ledger: str) -> None:
    again = home.run("ledger", "open", ledger, "--json")
    assert (again.code, again.document["title"]) == (1, "conflict")


def test_the_ledger_that_is_meant_is_named_or_main(home: Home, ledger: str) -> None:
    assert "ledger     main" in home.run("ledger", "show").out
    assert f"ledger     {ledger}" in home.run("ledger", "show", "--ledger", ledger).out
    assert f"ledger     {ledger}" in home.run("ledger", "show", ledger, "--ledger", ledger).out


def test_a_token_lists_the_ledgers_it_was_granted(home: Home, ledger: str) -> None:
    assert home.run("ledger", "list", token=home.agent).out == "main\n"
    assert ledger in home.run("ledger", "list", "--all").out
    other = home.run("ledger", "show", ledger, "--json", token=home.agent)
    nowhere = home.run("ledger", "show", "nowhere", "--json", token=home.agent)
    assert other.code == nowhere.code == 1
    assert other.document == nowhere.document


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (["open", "Main"], "ledger"),
        (["open", "acme", "--time-zone", "Dublin"], "time_zone"),
        (["open", "acme", "--flip-back-hours", "-1"], "policy.flip_back_hours"),
        (["open", "acme", "--identity", "loose"], "arguments"),
        (["show", "*"], "name"),
        (["show", "acme", "--ledger", "main"], "ledger"),
    ],
    ids=spelled,
)
def test_what_no_ledger_can_be_is_named(home: Home, words: list[str], field: str) -> None:
    done = home.refusal("ledger", *words)
    assert done.code == 2
    (error,) = cast("list[dict[str, str]]", done.document["errors"])
    assert error["field"] == field
