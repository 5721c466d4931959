"""Every command explains itself, with examples that it takes."""

import io
import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from adapters.cli.ending import DONE, ended
from api.problems import problem_document
from tests.adapters.cli.conftest import APPLICATION
from tests.console import factledger

ROOT = get_command(APPLICATION)
FOLLOWS = ("--data-dir", "--database", "--json")
# `calibrate` asks no database.
WITHOUT = {
    "--data-dir": {"migrate", "calibrate"},
    "--database": {"calibrate"},
    "--json": {"serve", "psql"},
}


def _commands(group: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if not isinstance(group, TyperGroup):
        yield path
        return
    for name, command in group.commands.items():
        yield from _commands(command, (*path, name))


COMMANDS = sorted(_commands(ROOT))


@cache
def _help(path: tuple[str, ...]) -> str:
    said = io.StringIO()
    with redirect_stdout(said):
        assert ended(APPLICATION, [*path, "--help"], described=problem_document) == DONE
    return said.getvalue()


def _examples(path: tuple[str, ...]) -> list[str]:
    _, _, examples = _help(path).partition("Examples:\n")
    return [line.strip() for line in examples.splitlines()]


def test_the_commands_are_those_that_are_promised() -> None:
    assert {" ".join(path) for path in COMMANDS} >= {
        *("serve", "migrate", "psql", "verify", "replay", "doctor", "calibrate"),
        *("ledger open", "ledger list", "ledger show"),
        *("token create", "token list", "token revoke"),
        *("fact assert", "fact list", "fact show", "fact why", "fact history"),
        *("fact invalidate", "fact restore", "fact end", "fact correct", "fact outcome"),
        *("claim retract", "claim reinstate", "source retract", "source reinstate"),
        *("predicate declare", "predicate list", "predicate suggestions"),
        *("review list", "review decide", "timeline", "changes", "conflicts", "tombstones"),
        "events",
    }


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_a_command_shows_examples_that_it_takes(path: tuple[str, ...]) -> None:
    examples = _examples(path)
    assert examples
    for example in examples:
        words = shlex.split(example)
        words = words[words.index("factledger") + 1 :]
        assert tuple(words[: len(path)]) == path
        command = ROOT
        for name in path:
            assert isinstance(command, TyperGroup)
            command = command.commands[name]
        command.make_context(path[-1], words[len(path) :])


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_what_follows_every_command_follows_this_one(path: tuple[str, ...]) -> None:
    said = _help(path)
    for option in FOLLOWS:
        assert (f" {option} " in said) is (path[0] not in WITHOUT.get(option, set()))


def test_a_bare_call_shows_the_commands() -> None:
    done = factledger()
    assert done.code == 2
    assert "Commands:" in done.err
    for path in COMMANDS:
        assert f"  {path[0]} " in done.err
