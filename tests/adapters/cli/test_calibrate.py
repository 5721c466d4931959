"""`factledger calibrate`, which asks nothing but the rule."""

import json
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from adapters.cli.calibrate import report
from domain.duels import rule
from domain.duels.bits import Bits
from domain.duels.calibration import CalibrationRow, calibration
from domain.words import Verdict
from tests.console import factledger

ROWS = calibration()
WRONG = replace(ROWS[0], verdict=Verdict.SUPERSEDES)
CLOSE = replace(ROWS[0], slack=Bits(rule.SLACK_MIN - 1))


def test_every_case_is_shown_with_its_margin_and_slack_and_needs_no_database(
    tmp_path: Path,
) -> None:
    # A database that can't be reached would end it with 3.
    nowhere = {"FACTLEDGER_DATABASE": "postgresql:///nothing?host=/nowhere"}
    done = factledger("calibrate", environment=nowhere, folder=tmp_path)
    assert (done.code, done.err, list(tmp_path.iterdir())) == (0, "", [])
    heading, *lines, last = done.out.splitlines()
    assert heading.split() == [
        *("#", "kind", "newcomer", "incumbent", "expected", "verdict", "margin", "slack"),
    ]
    assert len(lines) == len(ROWS)
    assert lines[0].split() == [
        *("1", "state", "A", "9A,", "dep", "40"),
        *("quarantined", "quarantined", "-4.4965", "2.0965"),
    ]
    assert last == "rule 1: all 32 hold, in bits, with a slack of 0.2 at least"


def test_as_a_document_it_has_the_rule_every_row_and_whether_all_hold() -> None:
    done = factledger("calibrate", "--json")
    assert done.code == 0
    found = done.document
    assert (found["rule"], found["slack_min"], found["holds"]) == (1, "0.2", True)
    rows = cast("list[dict[str, object]]", found["rows"])
    assert [each["number"] for each in rows] == [each.number for each in ROWS]
    assert rows[0] == {
        "number": 1,
        "kind": "state",
        "newcomer": "A",
        "incumbent": "9A, dep 40",
        "expected": "quarantined",
        "verdict": "quarantined",
        "margin": "-4.4965",
        "slack": "2.0965",
        "holds": True,
    }


@pytest.mark.parametrize("failing", [WRONG, CLOSE], ids=["another verdict", "by a hair"])
def test_a_row_that_fails_is_pointed_out_and_ends_it_with_1(
    failing: CalibrationRow, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [failing, *ROWS[1:]]
    assert report(rows, as_json=False) == 1
    heading, first, *others, last = capsys.readouterr().out.splitlines()
    assert first.endswith("  FAILS")
    assert not any("FAILS" in line for line in [heading, *others])
    assert last.startswith("rule 1: 1 of 32 fail, ")
    assert report(rows, as_json=True) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["holds"] is False
    assert [each["holds"] for each in found["rows"]] == [False] + [True] * 31


def test_rows_that_all_hold_end_it_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(ROWS, as_json=False) == 0
    assert "FAILS" not in capsys.readouterr().out
