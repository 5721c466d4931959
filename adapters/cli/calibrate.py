"""`factledger calibrate`: known duels, and by how much the rule in force decides each of them."""

from collections.abc import Sequence

from adapters.cli import output
from adapters.cli.ending import DONE, REFUSED
from adapters.cli.options import AsJson, examples
from adapters.documents import Document
from domain.duels import rule
from domain.duels.bits import bits_text
from domain.duels.calibration import CalibrationRow, calibration

EXAMPLES = examples("factledger calibrate", "factledger calibrate --json")

_HEADINGS = ("#", "kind", "newcomer", "incumbent", "expected", "verdict", "margin", "slack", "")


def calibrate(*, as_json: AsJson = False) -> int:
    """Hold the rule of the duel against cases whose verdicts people agree on.

    A case fails where the rule's verdict is another, or its margin lies too near to one.
    """
    return report(calibration(), as_json=as_json)


def report(rows: Sequence[CalibrationRow], *, as_json: bool) -> int:
    """Print the cases; returns the exit code, by whether all of them hold."""
    if as_json:
        output.document(_document(rows))
    else:
        _tell(rows)
    return DONE if all(each.holds for each in rows) else REFUSED


def _document(rows: Sequence[CalibrationRow]) -> Document:
    return {
        "rule": rule.RULE_VERSION,
        "slack_min": bits_text(rule.SLACK_MIN),
        "holds": all(each.holds for each in rows),
        "rows": [
            {
                "number": each.number,
                "kind": each.kind,
                "newcomer": each.newcomer,
                "incumbent": each.incumbent,
                "expected": each.expected.value,
                "verdict": each.verdict.value,
                "margin": bits_text(each.margin),
                "slack": bits_text(each.slack),
                "holds": each.holds,
            }
            for each in rows
        ],
    }


def _tell(rows: Sequence[CalibrationRow]) -> None:
    table = [_HEADINGS, *map(_cells, rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for cells in table:
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        output.line("  ".join(padded).rstrip())
    failed = sum(not each.holds for each in rows)
    found = f"{failed} of {len(rows)} fail" if failed else f"all {len(rows)} hold"
    least = bits_text(rule.SLACK_MIN)
    output.line(f"rule {rule.RULE_VERSION}: {found}, in bits, with a slack of {least} at least")


def _cells(row: CalibrationRow) -> tuple[str, ...]:
    return (
        str(row.number),
        row.kind,
        row.newcomer,
        row.incumbent,
        row.expected,
        row.verdict,
        bits_text(row.margin),
        bits_text(row.slack),
        "" if row.holds else "FAILS",
    )
