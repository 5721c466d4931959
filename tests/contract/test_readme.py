"""The README's own commands do what it shows, and all that it names is there."""

import re
import socket
import subprocess
import tomllib
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

import psycopg
import pytest
from packaging.requirements import Requirement

from adapters.postgres.embedded import running
from api.main import HOST, PORT
from domain.grants import Role, misfit
from domain.words import ActorKind
from tests.contract.readme import Shapes, Shown, languages, links, paths, rows, shown
from tests.contract.shell import ROOT, SERVE, bare, checkout, run
from tests.postgres import open_folder, postgres_16
from tests.tidy import project_files

FILES = project_files(ROOT)
README = (ROOT / "README.md").read_text()
READMES = [each.path for each in FILES if each.path.name == "README.md"]
TOPS = sorted({each.top for each in FILES})
FOLDERS = sorted({each.top for each in FILES if len(each.path.parts) > 1})
TEST = "make test"


@pytest.fixture
def place() -> Generator[Path]:
    with checkout() as folder:
        yield folder


@pytest.fixture
def own_database() -> Generator[str]:
    """The administrator's URL of an empty database, on the oldest Postgres that we promise."""
    with open_folder() as folder, running(folder / "data", binaries=postgres_16()) as cluster:
        with psycopg.connect(cluster.admin_url(), autocommit=True) as connection:
            connection.execute("create database own")
        yield cluster.admin_url(database="own")


def test_every_command_runs_as_written_and_shows_what_is_shown(
    place: Path, own_database: str
) -> None:
    # This is what `make test` runs; every other command is run.
    commands = [each for each in shown(README) if each.command != TEST]
    variables = {**_other_port(place), "ADMIN_URL": own_database}
    results = run([each.command for each in commands], place, variables)
    expected, found = Shapes(), Shapes()
    assert len(commands) > 10
    for each, ran in zip(commands, results, strict=True):
        assert ran.code == 0, f"{each.command}: {ran.output}"
        if each.output is not None:
            assert found.of(ran.output) == expected.of(each.output), each.command


def _other_port(folder: Path) -> dict[str, str]:
    """Variables by which `make serve` and curl use another port than the one that is written.

    A service of the machine's own may be on that one.
    """
    with socket.create_server((HOST, 0)) as server:
        port: int = server.getsockname()[1]
    (folder / ".curlrc").write_text(f"connect-to = {HOST}:{PORT}:{HOST}:{port}\nnoproxy = *\n")
    return {"CURL_HOME": str(folder), "ARGS": f"--port {port}"}


def test_a_command_that_fails_and_output_that_differs_are_seen(place: Path) -> None:
    done, failed = run(["echo \\\n  a", "echo b >&2; false"], place, {})
    assert (done.code, done.output) == (0, "a\n")
    assert (failed.code, failed.output) == (1, "b\n")


def test_two_commands_are_all_the_set_up(place: Path) -> None:
    commands = [each.command for each in shown(README)]
    assert commands[:2] == [SERVE, TEST]
    # Of installing nothing is left to do but `:`.
    assert _would_run(SERVE, place) == [":", "exec .venv/bin/factledger serve"]
    assert _would_run(TEST, place) == [":", ".venv/bin/python -m pytest"]


@pytest.mark.parametrize("command", [SERVE, TEST])
def test_each_lays_what_it_needs(command: str) -> None:
    with checkout(laid=False) as bare:
        planned = "\n".join(_would_run(command, bare))
    assert "--require-hashes -r requirements.lock" in planned
    assert "--editable ." in planned


def test_commands_are_read_with_what_they_show() -> None:
    text = "a\n```sh\nb\n\nc \\\n  d\n```\n```console\n$ e\nf\n\n g\n$ h\n```\n```\ni\n```\n"
    assert shown(text) == [
        Shown(command="b", output=None),
        Shown(command="c \\\n  d", output=None),
        Shown(command="e", output="f\n\n g"),
        Shown(command="h", output=""),
    ]
    assert languages(text) == {"sh", "console", ""}


def test_what_differs_from_run_to_run_has_one_shape_and_the_rest_has_not() -> None:
    first, second = "0" * 64, "f" * 64
    told = f"{first} 2026-11-29T20:00:00.000001Z"
    assert Shapes().of(told) == Shapes().of(f"{second}  2027-01-01 00:00:00+00") == ["#1 INSTANT"]
    shapes = Shapes()
    assert shapes.of(first) == shapes.of(first) != shapes.of(second)
    assert Shapes().of("recorded") != Shapes().of("confirmed")
    assert Shapes().of("a\n\nb") == ["a", "", "b"]


def test_every_block_is_one_that_is_run_or_plain_text() -> None:
    assert languages(README) == {"sh", "console", "text"}


@pytest.mark.parametrize("path", READMES, ids=str)
def test_every_link_and_every_path_leads_somewhere(path: PurePosixPath) -> None:
    text = (ROOT / path).read_text()
    named = [ROOT / path.parent / each for each in links(text)]
    named += [ROOT / each for each in paths(text, TOPS)]
    assert [str(each) for each in named if not each.exists()] == []


def test_links_and_paths_are_found() -> None:
    text = "[a](b/c.md#d) [e](https://f.g/h) `domain/i.py` `make j` `/v1/k`\n```sh\n`domain/l`\n```"
    assert links(text) == ["b/c.md"]
    assert paths(text, TOPS) == ["domain/i.py"]


def test_the_map_names_every_folder() -> None:
    named = [row[0] for row in rows(README, "The map")]
    assert sorted(named) == sorted(f"`{each}/`" for each in FOLDERS)
    assert "domain" in FOLDERS


def test_the_roles_are_told_with_the_kinds_that_they_are_for() -> None:
    told = {row[0]: row[-1] for row in rows(README, "Roles and tokens")}
    assert told == {
        role.value: "human" if misfit(role=role, kind=ActorKind.AGENT) else "any" for role in Role
    }


def test_the_domain_tells_of_every_module() -> None:
    told = rows((ROOT / "domain" / "README.md").read_text(), "Where to find what")
    named = [each for row in told for each in _modules_named(row[0])]
    modules = [each.path for each in FILES if each.top == "domain" and each.path.suffix == ".py"]
    kept = [str(each.relative_to("domain").with_suffix("")) for each in modules]
    assert sorted(named) == sorted(each for each in kept if not each.endswith("__init__"))


def test_modules_are_read_with_the_folder_that_they_are_in() -> None:
    assert _modules_named("`a`, `b`") == ["a", "b"]
    assert _modules_named("`c/`: `a`, `b`") == ["c/a", "c/b"]


def _modules_named(cell: str) -> list[str]:
    """The modules that a cell of the table names, below the folder before the colon."""
    folder, _, names = cell.rpartition(": ")
    return [folder.strip("`") + each.strip("`") for each in names.split(", ")]


def test_every_test_that_is_named_exists() -> None:
    told = rows((ROOT / "tests" / "README.md").read_text(), "Faults that others had")
    named = [(ROOT / place.strip("`"), name.strip("`")) for _, place, name in told]
    assert len(named) > 20
    assert [name for place, name in named if f"def {name}(" not in place.read_text()] == []


def test_every_make_command_and_module_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    commands = set(re.findall(r"(?:`|^)make ([a-z]+)", README, re.MULTILINE))
    modules = set(re.findall(r"python -m ((?:benchmarks|tests)[\w.]*)", README))
    assert {"serve", "test"} <= commands <= targets
    assert modules
    assert [each for each in modules if find_spec(each) is None] == []


def test_every_dependency_is_told_with_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    told = rows(README, "Dependencies")
    assert sorted(row[0].strip("`") for row in told) == sorted(Requirement(a).name for a in asked)
    assert all(row[1] for row in told)


def _would_run(command: str, folder: Path) -> list[str]:
    planned = subprocess.run(
        [*command.split(), "--dry-run"],
        cwd=folder,
        env=bare(),
        check=True,
        capture_output=True,
        text=True,
    )
    return [line.strip() for line in planned.stdout.splitlines()]
