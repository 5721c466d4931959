"""The rules that hold for every file, each beside a violation that shows it can fail."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from subprocess import run

import pytest

from tests import tidy
from tests.tidy import File

Check = Callable[[Sequence[File]], Iterator[str]]

ROOT = Path(__file__).parent.parent

DOCUMENTED = '"""What it is."""\n'

# A check, a path and a content that it finds fault with, and what it says.
FAULTS: list[tuple[Check, str, str, str]] = [
    (tidy.impure_code, "domain/a.py", "async def f(): ...", "1: waits"),
    (tidy.impure_code, "domain/a.py", "\nx = [y async for y in z]", "2: waits"),
    (tidy.impure_code, "projections/a.py", "await x", "1: waits"),
    (tidy.impure_code, "domain/a.py", "x = datetime.now(UTC)", "1: reads the clock"),
    (tidy.impure_code, "domain/a.py", "x = datetime.datetime.utcnow()", "1: reads the clock"),
    (tidy.impure_code, "domain/a.py", "x = date.today()", "1: reads the clock"),
    (
        tidy.impure_code,
        "domain/a.py",
        "x = field(default_factory=date.today)",
        "1: reads the clock",
    ),
    (tidy.impure_code, "domain/a.py", "open('a')", "1: touches the world: open"),
    (tidy.impure_code, "domain/a.py", "print('a')", "1: touches the world: print"),
    (tidy.impure_code, "domain/a.py", "map(hash, x)", "1: differs from process to process: hash"),
    (tidy.impure_code, "domain/a.py", "import psycopg.sql", "1: imports psycopg.sql"),
    (tidy.impure_code, "projections/a.py", "from adapters.x import y", "1: imports adapters.x"),
    (tidy.long_functions, "api/a.py", "def f():\n" + "    x\n" * 50, "1: f has 51 lines"),
    (tidy.long_functions, "tests/a.py", "async def f():\n" + "  x\n" * 50, "1: f has 51 lines"),
    (tidy.undocumented_names, "domain/a.py", "x = 1", "1: the module is undocumented"),
    (tidy.undocumented_names, "api/a.py", DOCUMENTED + "def f(): ...", "2: f is undocumented"),
    (tidy.undocumented_names, "api/a.py", DOCUMENTED + "async def f(): 1", "2: f is undocumented"),
    (tidy.undocumented_names, "api/a.py", DOCUMENTED + "class A: ...", "2: A is undocumented"),
    (
        tidy.undocumented_names,
        "benchmarks/a.py",
        f"{DOCUMENTED}class A:\n    {DOCUMENTED}    def f(self): ...",
        "4: f is undocumented",
    ),
    (tidy.unexplained_sql, "sql/queries/a.sql", "select 1", "1: does not begin"),
    (tidy.unexplained_sql, "sql/queries/a.sql", "-- a\nselect 1", "1: does not begin"),
    (tidy.crowded_sql, "sql/views/a.b.sql", "create view a.c as select 1", "1: makes a.c"),
    (
        tidy.crowded_sql,
        "sql/functions/a.sql",
        "create function a() as $$ 1 $$;\nCREATE OR REPLACE FUNCTION b() as $$ 2 $$;",
        "1: makes a, b",
    ),
    (tidy.crowded_sql, "sql/functions/a.sql", "-- create function a()", "1: makes nothing"),
    (tidy.crowded_queries, "sql/queries/a.sql", "select 1; select 2", "1: holds 2 statements"),
    (tidy.silencers, "api/a.py", "\nx = 1  #" + " noqa: E501", "2: silences a tool"),
    (tidy.silencers, "api/a.py", "x = 1  #" + " type: ignore[misc]", "1: silences a tool"),
    (tidy.silencers, "api/a.py", "x = 1  #" + "pyright: ignore", "1: silences a tool"),
    (tidy.silencers, "tests/a.py", "#" + " fmt: off", "1: silences a tool"),
    (tidy.silencers, "tests/a.py", "#" + " pragma: no cover", "1: silences a tool"),
    (tidy.leftovers, "README.md", "a\n" + "TO" + "DO: b", "2: leaves work"),
    (tidy.leftovers, "sql/views/a.sql", "-- FIX" + "ME", "1: leaves work"),
    (tidy.machine_paths, "Makefile", "x: " + "/ho" + "me/me/x", "1: names a folder"),
    (tidy.machine_paths, "README.md", "(file://" + "/wo" + "rk/x)", "1: names a folder"),
    (tidy.long_files, "api/a.py", "x\n" * 401, "401: has 401 lines"),
    (tidy.long_files, "sql/a.sql", "x\n" * 131, "131: has 131 lines"),
    (tidy.large_files, "data.json", "x" * 200_001, "1: has 200001 bytes"),
    (tidy.missing_inits, "tests/domain/test_a.py", "", "tests/__init__.py:1: is missing"),
    (tidy.missing_inits, "tests/domain/test_a.py", "", "tests/domain/__init__.py:1: is missing"),
    (tidy.untested_packages, "domain/a.py", "", "tests/domain:1: holds no test"),
    (tidy.unmirrored_tests, "tests/api/b/test_a.py", "", "tests/api/b:1: mirrors nothing"),
]

# What comes near to a fault and is none.
SOUND: list[tuple[Check, str, str]] = [
    (tidy.impure_code, "adapters/a.py", "import psycopg\nasync def f(): print(datetime.now())"),
    (tidy.impure_code, "domain/a.py", "from datetime import datetime\nimport domain.b\nx = a.now"),
    (tidy.impure_code, "domain/a.py", "class A:\n    id: int\n    hash: bytes\n\nA().id"),
    (tidy.long_functions, "api/a.py", "def f():\n" + "    x\n" * 49),
    (tidy.undocumented_names, "tests/a.py", "def f(): ..."),
    (tidy.undocumented_names, "api/a.py", DOCUMENTED + "def _f(): ...\nclass _A: ..."),
    (tidy.unexplained_sql, "sql/queries/a.sql", "-- What it is for.\nselect 1"),
    (
        tidy.crowded_sql,
        "sql/functions/a.b.sql",
        "create or replace function a.b() as $$ create table c; $$;\ncomment on function a.b is ''",
    ),
    (tidy.crowded_sql, "sql/migrations/1.sql", "create view a as select 1; create table b ()"),
    (tidy.crowded_queries, "sql/queries/a.sql", "-- a; b\nselect ';' as x /* ; */;\n"),
    (tidy.silencers, "api/a.py", "x = 1  # a reason, typed: ignore it"),
    (tidy.leftovers, "README.md", "todo lists and XXXL shirts"),
    (tidy.machine_paths, "README.md", "tests/home/ and https://a.example/work/"),
    (tidy.long_files, "api/a.py", "x\n" * 400),
    (tidy.long_files, "README.md", "x\n" * 401),
    (tidy.large_files, "data.json", "x" * 200_000),
    (tidy.missing_inits, "a.py", ""),
    (tidy.untested_packages, "domain/__init__.py", ""),
    (tidy.unmirrored_tests, "tests/contract/test_a.py", ""),
]

CHECKS = list(dict.fromkeys(check for check, *_ in FAULTS))


@pytest.fixture(scope="module")
def project() -> list[File]:
    return tidy.project_files(ROOT)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_project_is_tidy(check: Check, project: list[File]) -> None:
    findings = list(check(project))
    assert not findings, "\n".join(findings)


@pytest.mark.parametrize(("check", "path", "content", "finding"), FAULTS)
def test_a_fault_is_found_where_it_stands(
    check: Check, path: str, content: str, finding: str
) -> None:
    findings = list(check([_file(path, content)]))
    assert any(finding in each for each in findings), findings
    assert all(re.match(r"[^:]+:\d+: .", each) for each in findings)


@pytest.mark.parametrize(("check", "path", "content"), SOUND)
def test_what_is_sound_is_left_alone(check: Check, path: str, content: str) -> None:
    assert list(check([_file(path, content)])) == []


def test_a_mirrored_and_tested_package_is_left_alone() -> None:
    folders = ("api", "api/a", "api/a/b", "tests", "tests/api", "tests/api/b")
    paths = [f"{folder}/__init__.py" for folder in folders]
    files = [_file(path, "") for path in [*paths, "api/a/c.py", "tests/api/b/test_c.py"]]
    for check in (tidy.missing_inits, tidy.untested_packages, tidy.unmirrored_tests):
        assert list(check(files)) == []


def test_every_check_is_in_the_table() -> None:
    defined = [each for name, each in vars(tidy).items() if _is_check(name, each)]
    assert defined == CHECKS
    assert tidy.impure_code in defined


def test_files_are_those_that_git_tracks_or_would(tmp_path: Path) -> None:
    _lay(tmp_path)
    run(["git", "init", "--quiet", str(tmp_path)], check=True)
    assert _names(tmp_path) == [".gitignore", "a/new.py"]
    run(["git", "-C", str(tmp_path), "add", "a/new.py"], check=True)
    assert _names(tmp_path) == [".gitignore", "a/new.py"]
    (tmp_path / "a/new.py").unlink()
    assert _names(tmp_path) == [".gitignore"]


def test_files_are_found_without_git_too(tmp_path: Path) -> None:
    _lay(tmp_path)
    assert _names(tmp_path) == [".gitignore", "a/new.py"]


def _lay(root: Path) -> None:
    for name in ("a/new.py", "a/__pycache__/new.pyc", ".venv/lib/b.py", "c.egg-info/d"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    (root / ".gitignore").write_text(".venv/\n__pycache__/\n*.egg-info/\n")


def _names(root: Path) -> list[str]:
    return [str(file.path) for file in tidy.project_files(root)]


def _file(path: str, content: str) -> File:
    return File(path=PurePosixPath(path), content=content.encode())


def _is_check(name: str, value: object) -> bool:
    return (
        callable(value)
        and not name.startswith("_")
        and getattr(value, "__annotations__", {}).keys() == {"files", "return"}
    )
