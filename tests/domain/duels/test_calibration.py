"""Every calibrated case has the verdict that people expect, and keeps away from another."""

from dataclasses import replace

import pytest

from domain.duels.bits import bits, bits_text
from domain.duels.calibration import CalibrationRow, calibration
from domain.words import Verdict

Q, C, D, S = Verdict.QUARANTINED, Verdict.CONTESTED, Verdict.DISPLACES, Verdict.SUPERSEDES

EXPECTED = [
    (1, "state", "A", "9A, dep 40", Q, "-4.4965", "2.0965"),
    (2, "state", "A", "3A, dep 10", Q, "-2.8579", "0.4579"),
    (3, "constant", "A", "4A, dep 20, 400d", Q, "-3.5718", "0.7718"),
    (4, "state", "A +test", "2A, dep 3", S, "1.0792", "1.4792"),
    (5, "state", "A +test +user", "9A, dep 40", S, "0.5035", "0.9035"),
    (6, "state", "5A +test", "2A, dep 3", S, "3.5031", "3.9031"),
    (7, "state", "5A +test", "3A, dep 10", S, "2.366", "2.766"),
    (8, "state", "A*3", "3A, dep 10", C, "-1.5505", "0.8495"),
    (9, "state", "A*2", "9A, dep 40", Q, "-3.6249", "1.2249"),
    (10, "state", "A, echo", "3A, dep 10", Q, "-3.7295", "1.3295"),
    (11, "state", "A +compiled", "A, dep 3", S, "0.36", "0.76"),
    (12, "state", "5A", "9A, dep 40", C, "-2.0726", "0.3274"),
    (13, "state", "2A", "A, dep 3", S, "0.4408", "0.8408"),
    (14, "state", "A +compiled +user", "2A, dep 3", S, "1.4792", "1.8792"),
    (15, "state", "5A +test +user, echo", "9A, dep 40", C, "-1.6562", "0.7438"),
    (16, "state", "A", "A", S, "0", "0.4"),
    (17, "constant", "A", "A", C, "0", "1.95"),
    (18, "state", "A", "2A", C, "-1.0808", "0.6808"),
    (19, "state", "A", "H", Q, "-3.5422", "1.1422"),
    (20, "state", "A", "H, 800d", S, "1.2188", "1.6188"),
    (21, "constant", "A", "H, 800d", Q, "-3.5422", "0.7422"),
    (22, "constant", "H", "A", D, "3.5422", "1.5922"),
    (23, "constant", "H", "H", C, "0", "1.95"),
    (24, "state", "H", "9A, dep 40", C, "-0.9543", "0.5543"),
    (25, "constant", "5A", "A", D, "2.4239", "0.4739"),
    (26, "constant", "A*100", "A", C, "1.7431", "0.2069"),
    (27, "state", "30A", "H", C, "-0.698", "0.298"),
    (27, "constant", "30A", "H", C, "-0.698", "2.102"),
    (28, "state", "S", "A", S, "1.1313", "1.5313"),
    (29, "state", "A", "S", C, "-1.1313", "0.7313"),
    (30, "state", "A, the same", "A", S, "0", "0.4"),
    (30, "constant", "A, the same", "A", D, "0", "1.95"),
]


def told(row: CalibrationRow) -> tuple[int, str, str, str, Verdict, str, str]:
    return (
        row.number,
        row.kind,
        row.newcomer,
        row.incumbent,
        row.verdict,
        bits_text(row.margin),
        bits_text(row.slack),
    )


# To the last digit: a platform that rounds otherwise fails here.
@pytest.mark.parametrize(("row", "expected"), list(zip(calibration(), EXPECTED, strict=True)))
def test_a_case_has_its_verdict_with_slack(
    row: CalibrationRow, expected: tuple[int, str, str, str, Verdict, str, str]
) -> None:
    assert told(row) == expected
    assert row.holds


def test_a_case_does_not_hold_with_another_verdict_or_by_a_hair() -> None:
    row = calibration()[0]
    assert row.holds
    assert not replace(row, verdict=Verdict.CONTESTED).holds
    assert replace(row, slack=bits("0.2")).holds
    assert not replace(row, slack=bits("0.1999")).holds
