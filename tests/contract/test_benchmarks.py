"""Every benchmark runs to its end at a tiny size; figures are not judged, findings are."""

import itertools
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks import endoflife, factconsolidation, yago
from benchmarks.__main__ import ON_DATA, SCRIPTS
from benchmarks.on_data import NO_DATA
from benchmarks.replays import Cast
from benchmarks.report import Multiple, Ratio, Report
from benchmarks.timing import percentile, timed_together
from benchmarks.windows import Contender, called
from benchmarks.workload import Call
from tests.contract.benchmark_data import ENDS, write

README = (Path(__file__).parents[2] / "benchmarks" / "README.md").read_text()
TABLE = re.compile(r"^\|[-|]+\|\n((?:\|.+\n)+)", re.MULTILINE)

RATIO = re.compile(
    r"ratio: .+ / .+ = \d+\.\d\d(?: \(goal (?:at most )?\d+\.\d\d, (?:met|missed)\))?"
)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    write(folder)
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
def test_a_script_prints_its_machine_first(
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


@pytest.mark.parametrize(
    "script", [each for each in SCRIPTS if each[0] not in ON_DATA], ids=" ".join
)
def test_a_script_with_a_floor_prints_its_ratio_last(
    printed: dict[str, list[str]], script: tuple[str, ...]
) -> None:
    last = printed[" ".join(script)][-1]
    assert RATIO.fullmatch(last), last


def test_the_readme_has_every_script_in_a_table() -> None:
    rows = "".join(TABLE.findall(README))
    told = re.findall(r"^\| `benchmarks/(\w+)\.py` \|", rows, re.MULTILINE)
    assert sorted(told) == sorted({name for name, *_ in SCRIPTS})


def test_how_many_were_run_is_printed_last(printed: dict[str, list[str]]) -> None:
    assert (
        list(printed)[-1]
        == f"{len(SCRIPTS)} of {len(SCRIPTS)} were run to their end, 0 had no data"
    )


def test_in_one_voice_a_ledger_shows_what_a_plain_fold_has_on_both_clocks(
    printed: dict[str, list[str]],
) -> None:
    said = printed["endoflife"]
    ends = len(ENDS) + 1
    assert {"lines: 19", f"final: {ends}", "pairs: 19"} <= set(said)
    assert f"final_equal: {ends}" in said
    assert {"known_at_equal: 19", "valid_at_equal: 19"} <= set(said)
    assert {"one voice: beyond: 0", "one voice: strays: 0", "one voice: differing: none"} <= set(
        said
    )
    assert any(line.startswith("one voice: verify: sound, ") for line in said)
    for cast in Cast:
        assert any(line.startswith(f"{cast}: statements: median ") for line in said)


def test_what_the_maintainers_have_is_read_from_their_file_and_not_folded(data: Path) -> None:
    file = endoflife.read(data, limit=None)
    assert len(file.final) == len(ENDS) == len(file.fold.final()) - 1


def test_undeclared_predicates_fight_over_nothing_and_declared_ones_do(
    printed: dict[str, list[str]],
) -> None:
    said = printed["yago"]
    assert "subjects with several values: 4" in said
    assert {"undeclared: duels: 0", "undeclared: conflicts: 0"} <= set(said)
    assert "declared: conflicts: 1" in said
    assert said[-1].split("  ")[0] == "Ann"


def test_the_last_sentence_is_what_holds(printed: dict[str, list[str]]) -> None:
    said = printed["factconsolidation"]
    assert {"questions: 3", "answers_equal: 2"} <= set(said)
    assert "answers: 5 (4 recorded, 1 supersedes)" in said


@pytest.mark.parametrize("script", [endoflife, yago, factconsolidation])
def test_without_the_data_nothing_counts_as_measured(
    script: ModuleType, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert script.main(["--tiny", "--data", str(tmp_path)]) == NO_DATA
    assert capsys.readouterr().out.startswith("not measured: there is no ")


def test_a_ratio_tells_whether_its_goal_is_met() -> None:
    met = Ratio(figure="assert", floor="INSERT", ratio=0.5, goal=0.5)
    missed = Ratio(figure="assert", floor="INSERT", ratio=0.494, goal=0.5)
    bare = Ratio(figure="assert", floor="INSERT", ratio=0.5)
    assert met.line() == "ratio: assert / INSERT = 0.50 (goal 0.50, met)"
    assert missed.line() == "ratio: assert / INSERT = 0.49 (goal 0.50, missed)"
    assert bare.line() == "ratio: assert / INSERT = 0.50"


def test_of_times_and_bytes_the_goal_is_the_most_there_may_be() -> None:
    met = Multiple(figure="p99", floor="p50", ratio=1.5, goal=1.5)
    missed = Multiple(figure="p99", floor="p50", ratio=1.506, goal=1.5)
    assert met.line() == "ratio: p99 / p50 = 1.50 (goal at most 1.50, met)"
    assert missed.line() == "ratio: p99 / p50 = 1.51 (goal at most 1.50, missed)"
    assert [each.is_met for each in (met, missed)] == [True, False]


def test_99_of_100_calls_keep_within_a_time_and_not_within_less() -> None:
    taken = [float(each) for each in range(200, 0, -1)]
    assert [percentile(taken, each) for each in (50, 99, 100)] == [100.0, 198.0, 200.0]
    assert percentile([3.0], 50) == percentile([3.0], 99) == 3.0


def test_a_call_that_fails_ends_the_measuring() -> None:
    def run(call: Call) -> int:
        return called(Contender(name="assert", call=call, callers=2), seconds=0.05).done

    def time(call: Call) -> int:
        return len(timed_together([("assert", call, 2)], seconds=0.05)["assert"])

    for measure in (run, time):
        assert measure(lambda: 1) > 0
        with pytest.raises(RuntimeError, match="the fourth"):
            measure(_failing_at_the_fourth())


def test_a_report_for_programs_has_the_same_ratios_last() -> None:
    ratio = Ratio(figure="assert", floor="INSERT", ratio=0.5, goal=0.4)
    document = json.loads(Report(figures={"cores": 2}, ratios=(ratio,)).json())
    assert list(document) == ["cores", "ratios"]
    assert document["ratios"] == [
        {"figure": "assert", "floor": "INSERT", "ratio": 0.5, "goal": 0.4, "is_met": True}
    ]


def _failing_at_the_fourth() -> Call:
    numbers = itertools.count(1)

    def call() -> int:
        if next(numbers) == 4:
            raise RuntimeError("the fourth")
        return 1

    return call
