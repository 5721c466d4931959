"""What is locked, what is shipped, and that our names are ours alone."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint, packages_distributions
from pathlib import Path
from subprocess import run
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.tidy import PACKAGES, project_files

ROOT = Path(__file__).parent.parent
LOCK = (ROOT / "requirements.lock").read_text()
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())

RUNTIME: list[str] = PYPROJECT["project"]["dependencies"]
DEVELOPMENT: list[str] = PYPROJECT["dependency-groups"]["dev"]
BUILD: list[str] = PYPROJECT["build-system"]["requires"]
SCRIPTS: dict[str, str] = PYPROJECT["project"]["scripts"]

NOT_SHIPPED = ("tests", "benchmarks")
PIN = re.compile(
    r"([a-z0-9-]+)==([\w.]+)(?: ; [^\\\n]+)?(?: \\\n {4}--hash=sha256:[0-9a-f]{64})+\n"
)


def test_no_other_distribution_provides_our_names() -> None:
    provided = packages_distributions()
    assert provided["pytest"] == ["pytest"]
    for name in (*PACKAGES, *NOT_SHIPPED):
        assert set(provided.get(name, ())) <= {"factledger"}


def test_the_lock_is_pins_with_hashes_and_nothing_else() -> None:
    assert PIN.sub("", LOCK) == ""
    assert len(PIN.findall(LOCK)) > len(RUNTIME + DEVELOPMENT)


@pytest.mark.parametrize("line", ["--index-url a\n", "a==1\n", "# via b\n", "a @ file:b\n"])
def test_anything_else_in_a_lock_is_found(line: str) -> None:
    assert PIN.sub("", LOCK + line) == line


@pytest.mark.parametrize("requirement", RUNTIME + DEVELOPMENT + BUILD)
def test_what_is_asked_for_is_locked_in_its_range(requirement: str) -> None:
    asked = Requirement(requirement)
    assert asked.specifier
    assert asked.specifier.contains(dict(PIN.findall(LOCK))[canonicalize_name(asked.name)])


@pytest.mark.parametrize(
    ("folders", "asked_for"),
    [(PACKAGES, RUNTIME), ((*PACKAGES, *NOT_SHIPPED), RUNTIME + DEVELOPMENT)],
)
def test_what_is_imported_is_asked_for(folders: tuple[str, ...], asked_for: list[str]) -> None:
    names = {name for requirement in asked_for for name in _distributions(requirement)}
    provided = packages_distributions()
    imported = {module: provided[module] for module in _imported(folders)}
    assert imported
    assert {
        m for m, by in imported.items() if names.isdisjoint(map(canonicalize_name, by))
    } == set()


def test_the_wheel_holds_the_packages_with_their_sql_and_the_console_script(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
    run([*build, str(tmp_path)], cwd=ROOT, check=True)
    (wheel,) = tmp_path.glob("factledger-*.whl")
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (listed,) = (name for name in names if name.endswith("/entry_points.txt"))
        entry_points = archive.read(listed).decode()

    shipped = {str(each.path) for each in project_files(ROOT) if each.top in PACKAGES}
    assert any(name.endswith(".sql") for name in shipped)
    assert {name for name in names if ".dist-info/" not in name} == shipped
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    assert "factledger = api.main:main" in entry_points


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_console_script_names_a_function(name: str) -> None:
    entry = EntryPoint(name=name, value=SCRIPTS[name], group="console_scripts")
    assert callable(entry.load())


def _distributions(requirement: str) -> Iterator[str]:
    asked = Requirement(requirement)
    yield canonicalize_name(asked.name)
    for extra in asked.extras:
        yield canonicalize_name(f"{asked.name}-{extra}")


def _imported(folders: tuple[str, ...]) -> set[str]:
    """The top-level modules that are imported there and are neither ours nor Python's."""
    sources = [each for each in project_files(ROOT) if each.path.suffix == ".py"]
    trees = [ast.parse(each.text) for each in sources if each.top in folders]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    modules = [each.name for node in nodes if isinstance(node, ast.Import) for each in node.names]
    modules += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    tops = {module.partition(".")[0] for module in modules}
    return tops - {*PACKAGES, *NOT_SHIPPED} - sys.stdlib_module_names
