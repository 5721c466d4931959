"""Every benchmark runs to its end at a tiny size and prints its ratios; no figure is judged."""

import gzip
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import endoflife
from benchmarks.__main__ import SCRIPTS
from benchmarks.plain_fold import plain_fold
from benchmarks.report import Ratio, Report
from benchmarks.statements import FILE, statements

RATIO = re.compile(r"ratio: .+ / .+ = \d+\.\d\d(?: \(goal \d+\.\d\d, (?:met|missed)\))?")


def lines() -> Iterator[dict[str, object]]:
    """Lines of the shape of the real file: values of all its kinds, returns and retractions."""
    values = ["2024-05-01", True, False, 9.04, 8, "2024-05-01", "Jammy", "JAMMY", "", None]
    for number in range(120):
        new = values[number % len(values)]
        yield {
            "product": f"product-{number // 40}",
            "cycle": "24.04 LTS",
            "predicate": ("eol", "latest")[number // 10 % 2],
            "kind": "retract" if new is None else "assert",
            "old": None,
            "new": new,
            "tx_time": f"2024-05-01T10:{number // 60:02}:{number % 60:02}+08:00",
            "source": f"human:{number % 4}",
            "commit": f"{number:012x}",
        }


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    (folder / FILE).parent.mkdir()
    with gzip.open(folder / FILE, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines())
    return folder


@pytest.fixture(scope="module")
def printed(data: Path) -> dict[str, list[str]]:
    """What each script printed when all were run, by its name and options."""
    command = [sys.executable, "-m", "benchmarks", "--tiny", "--data", str(data)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    found: dict[str, list[str]] = {}
    said: list[str] = []
    for line in ran.stdout.splitlines():
        if line.startswith(" "):
            said.append(line.strip())
        else:
            said = found[line.removesuffix(":")] = []
    return found


@pytest.mark.parametrize("script", SCRIPTS, ids=" ".join)
def test_a_script_prints_its_machine_first_and_a_ratio_last(
    printed: dict[str, list[str]], script: tuple[str, ...]
) -> None:
    said = printed[" ".join(script)]
    assert [line.partition(":")[0] for line in said[:5]] == [
        "cores",
        "python",
        "postgres",
        "synchronous_commit",
        "fsync_ms",
    ]
    assert "synchronous_commit: on" in said
    assert RATIO.fullmatch(said[-1]), said[-1]


def test_statements_are_counted_as_a_plain_fold_counts_them(
    printed: dict[str, list[str]], data: Path
) -> None:
    sent = statements(data, limit=None)
    fold = plain_fold(sent.documents)
    assert (len(sent.documents), fold.blank) == (108, 12)
    assert (fold.facts, fold.claims) == (36, 96)
    said = "\n".join(printed["endoflife"])
    assert "lines: 120 (108 assert, 12 retract)" in said
    assert "facts: 36 (" in said
    assert "claims: 96 (" in said
    assert "answers: 108 (60 confirmed, 12 empty, 36 recorded)" in said
    assert "topics read back: 6 of 6 alike" in said
    assert "verify: sound (97 events" in said


def test_without_the_data_nothing_counts_as_measured(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert endoflife.main(["--tiny", "--data", str(tmp_path)]) == endoflife.NO_DATA
    assert capsys.readouterr().out.startswith("not measured: there is no ")


def test_a_ratio_tells_whether_its_goal_is_met() -> None:
    met = Ratio(figure="assert", floor="INSERT", ratio=0.5, goal=0.5)
    missed = Ratio(figure="assert", floor="INSERT", ratio=0.494, goal=0.5)
    bare = Ratio(figure="assert", floor="INSERT", ratio=0.5)
    assert met.line() == "ratio: assert / INSERT = 0.50 (goal 0.50, met)"
    assert missed.line() == "ratio: assert / INSERT = 0.49 (goal 0.50, missed)"
    assert bare.line() == "ratio: assert / INSERT = 0.50"


def test_a_report_for_programs_has_the_same_ratios_last() -> None:
    ratio = Ratio(figure="assert", floor="INSERT", ratio=0.5, goal=0.4)
    document = json.loads(Report(figures={"cores": 2}, ratios=(ratio,)).json())
    assert list(document) == ["cores", "ratios"]
    assert document["ratios"] == [
        {"figure": "assert", "floor": "INSERT", "ratio": 0.5, "goal": 0.4, "is_met": True}
    ]
