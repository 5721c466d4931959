"""The quick items pass here too, and one that fails is told and makes the whole fail."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.report import Ratio, Report
from tests.acceptance.accept import ITEMS, Item, accept
from tests.acceptance.items import Failed, Terms, ratios_of
from tests.contract.benchmark_data import write

TERMS = Terms(data=None, is_tiny=True)


def _sees(terms: Terms) -> str:
    return f"is_tiny {terms.is_tiny}"


def _fails(terms: Terms) -> str:
    raise Failed(f"no data in {terms.data}")


GOOD, BAD = Item(name="good", run=_sees), Item(name="bad", run=_fails)


def run(*only: str, data: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The acceptance as a program, at tiny sizes, with only these items."""
    skipped = [word for item in ITEMS if item.name not in only for word in ("--skip", item.name)]
    options = [*skipped, "--tiny", *([] if data is None else ["--data", str(data)])]
    return subprocess.run(
        [sys.executable, "-m", "tests.acceptance.accept", *options],
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_fact_a_kill_and_a_laundering_are_accepted() -> None:
    done = run("fact", "kill", "laundering")
    fact, kill, laundering = done.stdout.splitlines()
    assert fact == "PASS fact: verify: sound, 2 events"
    assert kill.startswith("PASS kill: ")
    assert laundering == (
        "PASS laundering: one tombstone with 5 tries counted, and nothing of it visible"
    )
    assert done.returncode == 0


def test_real_input_is_accepted_with_what_came_of_it(tmp_path: Path) -> None:
    write(tmp_path)
    done = run("input", data=tmp_path)
    (line,) = done.stdout.splitlines()
    assert line.startswith(
        "PASS input: answers: 16 (1 confirmed, 8 recorded, 7 supersedes); ends: 9 ("
    )
    assert "; verify: sound, " in line
    assert line.endswith("; as they were: all")
    assert done.returncode == 0


def test_without_its_data_the_real_input_is_not_accepted(tmp_path: Path) -> None:
    done = run("input", data=tmp_path)
    (line,) = done.stdout.splitlines()
    assert line.startswith("FAIL input: Failed: ")
    assert "not measured" in line
    assert done.returncode == 1


def test_one_failure_is_told_and_makes_the_whole_fail(capsys: pytest.CaptureFixture[str]) -> None:
    assert accept([BAD, GOOD], TERMS) == 1
    assert capsys.readouterr().out.splitlines() == [
        "FAIL bad: Failed: no data in None",
        "PASS good: is_tiny True",
    ]


def test_where_all_pass_the_whole_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert accept([GOOD, GOOD], TERMS) == 0
    assert capsys.readouterr().out.splitlines() == ["PASS good: is_tiny True"] * 2


def test_nothing_is_not_accepted() -> None:
    assert accept([], TERMS) == 1


def test_a_goal_that_is_missed_is_told_and_no_failure() -> None:
    ratios = (
        Ratio(figure="a", floor="b", ratio=0.4, goal=0.5),
        Ratio(figure="a", floor="c", ratio=2.0, goal=1.5),
        Ratio(figure="a", floor="d", ratio=3.0),
    )
    report = Report(figures={}, ratios=ratios)
    assert ratios_of(json.loads(report.json())) == (
        "a / b = 0.40 (goal 0.50, missed); a / c = 2.00 (goal 1.50, met); a / d = 3.00"
    )


def test_no_ratio_is_no_promise_kept() -> None:
    with pytest.raises(AssertionError):
        ratios_of(json.loads(Report(figures={}).json()))
