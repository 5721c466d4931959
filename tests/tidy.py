"""What neither the linter nor the import contracts can see: functions from files to findings.

A finding is `path:line: what`. Nothing is excepted: a rule that needs an exception is the wrong
rule. Patterns are written so that they do not match their own source.
"""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

PACKAGES = ("domain", "projections", "adapters", "api", "sql")
PURE = ("domain", "projections")

FUNCTION_LINES_MAX = 50
FILE_LINES_MAX = {".py": 400, ".sql": 130}
FILE_BYTES_MAX = 200_000


@dataclass(frozen=True, kw_only=True, slots=True)
class File:
    """A file of the project: its path from the root, and what is in it."""

    path: PurePosixPath
    content: bytes = field(repr=False)

    @property
    def text(self) -> str:
        """The content as text; bytes that are none become U+FFFD."""
        return self.content.decode(errors="replace")

    @property
    def top(self) -> str:
        """The first part of the path."""
        return self.path.parts[0]

    def at(self, line: int, what: str) -> str:
        """A finding in this file."""
        return f"{self.path}:{line}: {what}"


def project_files(root: Path) -> list[File]:
    """Every file that is in the project or about to be: tracked, or new and not ignored."""
    git = shutil.which("git")
    names = _listed(git, root) if git and (root / ".git").exists() else _walked(root)
    return [
        File(path=PurePosixPath(name), content=(root / name).read_bytes())
        for name in sorted(names)
        if (root / name).is_file()
    ]


def _listed(git: str, root: Path) -> list[str]:
    command = [git, "-C", str(root), "ls-files", "-coz", "--exclude-standard"]
    listing = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return listing.split("\0")[:-1]


def _walked(root: Path) -> list[str]:
    ignored = [".git", *(line.rstrip("/") for line in (root / ".gitignore").read_text().split())]
    return [
        path.as_posix()
        for path in (each.relative_to(root) for each in root.rglob("*"))
        if not any(fnmatch(part, pattern) for part in path.parts for pattern in ignored)
    ]


# Code


def impure_code(files: Sequence[File]) -> Iterator[str]:
    """The domain and the projections have no clock, chance, waiting, world or library."""
    for file in _python(files, within=PURE):
        for node in ast.walk(ast.parse(file.text)):
            yield from (file.at(line, what) for line, what in _impurities(node))


def _impurities(node: ast.AST) -> Iterator[tuple[int, str]]:
    match node:
        case ast.AsyncFunctionDef() | ast.AsyncFor() | ast.AsyncWith() | ast.Await():
            yield node.lineno, "waits"
        case ast.comprehension(is_async=1, target=target):
            yield target.lineno, "waits"
        case (
            ast.Call(func=ast.Attribute(attr="now" | "utcnow" | "today"))
            | ast.keyword(value=ast.Attribute(attr="now" | "utcnow" | "today"))
        ):
            yield node.lineno, "reads the clock"
        case ast.Name(id="open" | "input" | "print" | "eval" | "exec" | "__import__" as name):
            yield node.lineno, f"touches the world: {name}"
        case ast.Name(id="hash" | "id" as name, ctx=ast.Load()):
            yield node.lineno, f"differs from process to process: {name}"
        case ast.Import(names=names):
            yield from ((node.lineno, f"imports {n.name}") for n in names if _foreign(n.name))
        case ast.ImportFrom(module=str(name)) if _foreign(name):
            yield node.lineno, f"imports {name}"
        case _:
            pass


def _foreign(module: str) -> bool:
    top = module.partition(".")[0]
    return top not in PURE and top not in sys.stdlib_module_names


def long_functions(files: Sequence[File]) -> Iterator[str]:
    """No function is longer than a screen."""
    for file in _python(files):
        for node in ast.walk(ast.parse(file.text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > FUNCTION_LINES_MAX:
                    yield file.at(node.lineno, f"{node.name} has {lines} lines")


def undocumented_names(files: Sequence[File]) -> Iterator[str]:
    """Outside the tests, each module and public class, function and method says what it is."""
    for file in _python(files):
        if file.top != "tests":
            yield from (file.at(line, what) for line, what in _undocumented(ast.parse(file.text)))


def _undocumented(node: ast.Module | ast.ClassDef) -> Iterator[tuple[int, str]]:
    if not ast.get_docstring(node):
        yield getattr(node, "lineno", 1), f"{getattr(node, 'name', 'the module')} is undocumented"
    for child in node.body:
        match child:
            case ast.ClassDef(name=name) if not name.startswith("_"):
                yield from _undocumented(child)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if not name.startswith("_") and not ast.get_docstring(child):
                    yield child.lineno, f"{name} is undocumented"
            case _:
                pass


def _python(files: Sequence[File], within: Sequence[str] | None = None) -> Iterator[File]:
    for file in files:
        if file.path.suffix == ".py" and (within is None or file.top in within):
            yield file


# SQL

_SQL_ASIDE = re.compile(r"--[^\n]*|/\*.*?\*/|(\$\w*\$).*?\1|'(?:[^']|'')*'", re.DOTALL)
_SQL_OBJECT = re.compile(
    r"\bcreate\s+(?:or\s+replace\s+)?(?:(?:unique|recursive|materialized|constraint)\s+)?"
    r"(?:aggregate|domain|function|index|policy|procedure|sequence|table|trigger|type|view)\s+"
    r"(?:if\s+not\s+exists\s+)?([\w.]+)",
    re.IGNORECASE,
)


def unexplained_sql(files: Sequence[File]) -> Iterator[str]:
    """The first line of an SQL file is a comment that says what the file is for."""
    for file in _sql(files):
        if not re.match(r"-- \S+ \S+ \S+", file.text):
            yield file.at(1, "does not begin with what it is for")


def crowded_sql(files: Sequence[File]) -> Iterator[str]:
    """A function or view has a file of its own, and the file has its name."""
    for file in _sql(files, within=("functions", "views")):
        names = _SQL_OBJECT.findall(_without_asides(file))
        if names != [file.path.stem]:
            yield file.at(1, f"makes {', '.join(names) or 'nothing'} and is named {file.path.stem}")


def crowded_queries(files: Sequence[File]) -> Iterator[str]:
    """A named statement has a file of its own."""
    for file in _sql(files, within=("queries",)):
        statements = [each for each in _without_asides(file).split(";") if each.strip()]
        if len(statements) != 1:
            yield file.at(1, f"holds {len(statements)} statements")


def _sql(files: Sequence[File], within: Sequence[str] | None = None) -> Iterator[File]:
    for file in files:
        if file.path.suffix == ".sql" and (within is None or file.path.parent.name in within):
            yield file


def _without_asides(file: File) -> str:
    return _SQL_ASIDE.sub(" ", file.text)


# Every file

_SILENCER = re.compile(
    r"#\s*(?:noqa|nosec|type:\s*ignore|(?:based)?pyright:|mypy:|ruff:|flake8:|pylint:|isort:|yapf:"
    r"|fmt:\s*(?:off|skip)|pragma:)",
    re.IGNORECASE,
)
_LEFTOVER = re.compile(r"\b(?:TO[D]O|FIX[M]E|X[X]X|HAC[K])\b")
_MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:home|root|Users|work)/")


def silencers(files: Sequence[File]) -> Iterator[str]:
    """No line tells a tool to look away."""
    yield from _matches((f for f in files if f.path.suffix == ".py"), _SILENCER, "silences a tool")


def leftovers(files: Sequence[File]) -> Iterator[str]:
    """What is to be done is an issue, not a comment."""
    yield from _matches(files, _LEFTOVER, "leaves work in a comment")


def machine_paths(files: Sequence[File]) -> Iterator[str]:
    """Nothing names a folder of one person's machine."""
    yield from _matches(files, _MACHINE_PATH, "names a folder of one machine")


def _matches(
    files: Iterator[File] | Sequence[File], wrong: re.Pattern[str], what: str
) -> Iterator[str]:
    for file in files:
        for number, line in enumerate(file.text.splitlines(), 1):
            if wrong.search(line):
                yield file.at(number, what)


def long_files(files: Sequence[File]) -> Iterator[str]:
    """A file holds one idea: 400 lines of Python or 130 of SQL are the most that can take."""
    for file in files:
        lines = len(file.text.splitlines())
        if lines > FILE_LINES_MAX.get(file.path.suffix, lines):
            yield file.at(lines, f"has {lines} lines")


def large_files(files: Sequence[File]) -> Iterator[str]:
    """What is larger than 200 kB is data, and is made or fetched, not kept."""
    for file in files:
        if len(file.content) > FILE_BYTES_MAX:
            yield file.at(1, f"has {len(file.content)} bytes")


# Folders


def missing_inits(files: Sequence[File]) -> Iterator[str]:
    """A folder with Python in it is a package, or `tests/domain` would be taken for `domain`."""
    paths = {file.path for file in files}
    folders = {folder for file in _python(files) for folder in file.path.parents[:-1]}
    for folder in sorted(folders):
        if folder / "__init__.py" not in paths:
            yield f"{folder}/__init__.py:1: is missing"


def untested_packages(files: Sequence[File]) -> Iterator[str]:
    """A package that holds code has tests in the folder of its name below `tests`."""
    tests = [file.path for file in _python(files, within=["tests"])]
    tested = {path.parts[1] for path in tests if path.name.startswith("test_")}
    modules = (file for file in _python(files, within=PACKAGES) if file.path.stem != "__init__")
    for package in sorted({file.top for file in modules} - tested):
        yield f"tests/{package}:1: holds no test"


def unmirrored_tests(files: Sequence[File]) -> Iterator[str]:
    """A folder among a package's tests has the name of something in that package."""
    code = [file.path for file in _python(files, within=PACKAGES)]
    names = {(path.parts[0], part) for path in code for part in (*path.parts[:-1], path.stem)}
    folders = {file.path.parent for file in _python(files, within=["tests"])}
    for folder in sorted(folders):
        package = folder.parts[1] if len(folder.parts) > 1 else ""
        if package in PACKAGES and (package, folder.name) not in names:
            yield f"{folder}:1: mirrors nothing"
