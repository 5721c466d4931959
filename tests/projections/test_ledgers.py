"""A row when the rules of a ledger came to be."""

import pytest

from domain.events import Event
from projections.registry import INLINE
from projections.rows import LedgerRow
from tests.projections.steps import EXACT, OPENED, asserted, foreign, recorded, written

UTC_FOLDED = LedgerRow(
    opened_seq=1,
    time_zone="UTC",
    identity="folded",
    identity_version=1,
    flip_back_hours=24,
    projections={each.table: each.version for each in INLINE},
)

# Given events, and the rows that the last of them wrote.
STEPS: list[tuple[tuple[Event, ...], list[LedgerRow]]] = [
    ((OPENED,), [UTC_FOLDED]),
    ((EXACT,), [UTC_FOLDED._replace(identity="exact")]),
    ((OPENED, asserted(2)), []),
    ((OPENED, foreign()), []),
    ((foreign(),), []),
]


@pytest.mark.parametrize(("events", "rows"), STEPS)
def test_a_ledger_is_written_with_the_rules_it_was_opened_under(
    events: tuple[Event, ...], rows: list[LedgerRow]
) -> None:
    assert written(recorded(*events), "ledger") == rows
