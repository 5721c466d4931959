"""What a script takes and what it prints: its figures, and last how they stand to their floors."""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True, kw_only=True, slots=True)
class Ratio:
    """A figure to its floor, and the least that was promised of it, if anything was."""

    figure: str
    floor: str
    ratio: float
    goal: float | None = None

    @property
    def is_met(self) -> bool | None:
        """Whether the promise is kept; None where there is none."""
        return None if self.goal is None else self.ratio >= self.goal

    @property
    def promise(self) -> str:
        """The goal in words."""
        return f"goal {self.goal:.2f}"

    def line(self) -> str:
        """One line for people."""
        line = f"ratio: {self.figure} / {self.floor} = {self.ratio:.2f}"
        if self.goal is None:
            return line
        return f"{line} ({self.promise}, {'met' if self.is_met else 'missed'})"


@dataclass(frozen=True, kw_only=True, slots=True)
class Multiple(Ratio):
    """A figure to its floor where less is better, as of times and bytes: `goal` is the most."""

    @property
    def is_met(self) -> bool | None:
        """Whether the promise is kept; None where there is none."""
        return None if self.goal is None else self.ratio <= self.goal

    @property
    def promise(self) -> str:
        """The goal in words."""
        return f"goal at most {self.goal:.2f}"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows that all have the same names, to be read below one another."""

    rows: Sequence[Mapping[str, object]]

    def __str__(self) -> str:
        if not self.rows:
            return "none"
        cells = [list(self.rows[0]), *([str(each) for each in row.values()] for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = (
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in cells
        )
        return "".join(f"\n  {line}" for line in lines)


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """What came of one script: figures in the order of printing, then ratios, the promise last."""

    figures: Mapping[str, object]
    ratios: tuple[Ratio, ...] = field(default=())

    def text(self) -> str:
        """All of it for people, a line each."""
        lines = [f"{name}: {figure}" for name, figure in self.figures.items()]
        return "\n".join([*lines, *(each.line() for each in self.ratios)])

    def json(self) -> str:
        """All of it for programs, in one line."""
        ratios = [{**asdict(each), "is_met": each.is_met} for each in self.ratios]
        return json.dumps({**self.figures, "ratios": ratios}, default=_in_json)


@dataclass(frozen=True, kw_only=True, slots=True)
class Size:
    """How long to measure: so many windows of so many seconds for each contender."""

    windows: int
    seconds: float


def _in_json(figure: object) -> object:
    return figure.rows if isinstance(figure, Table) else str(figure)


FULL = Size(windows=5, seconds=5.0)
TINY = Size(windows=1, seconds=0.2)
"""Enough to see that a script works; its figures mean nothing."""


def parser(about: str | None) -> argparse.ArgumentParser:
    """The arguments that every script takes; `about` is its docstring."""
    made = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--windows", type=int, help=f"how many windows (default: {FULL.windows})")
    made.add_argument("--seconds", type=float, help=f"of each window (default: {FULL.seconds:.0f})")
    made.add_argument("--tiny", action="store_true", help="show that it works, measure nothing")
    made.add_argument("--json", action="store_true", help="print one line of JSON")
    return made


def sized_parser(about: str | None, *, of: str, full: int) -> argparse.ArgumentParser:
    """The arguments of a script that takes a size too; `of` says what is counted by it."""
    made = parser(about)
    made.add_argument("--size", type=int, help=f"{of} (default: {full:,})")
    return made


def magnitude(given: argparse.Namespace, *, full: int, tiny: int) -> int:
    """How many the arguments ask for."""
    size: int | None = given.size
    return size or (tiny if given.tiny else full)


def size_of(given: argparse.Namespace) -> Size:
    """How long the arguments ask to measure."""
    size = TINY if given.tiny else FULL
    return Size(windows=given.windows or size.windows, seconds=given.seconds or size.seconds)


def listed(counts: Mapping[str, int]) -> str:
    """The sum of counts, and each of them that is not 0."""
    each = ", ".join(f"{count:,} {name}" for name, count in sorted(counts.items()) if count)
    return f"{sum(counts.values()):,} ({each})"


def show(report: Report, given: argparse.Namespace) -> None:
    """Print a report as the arguments ask for it."""
    print(report.json() if given.json else report.text())
