"""A row when the rules of a ledger came to be."""

import pytest

from domain.events import Event
from projections import ledgers
from projections.rows import LedgerRow
from tests.domain.telling import EXACT, OPENED, asserted, foreign, said
from tests.projections.steps import last_step

UTC_FOLDED = LedgerRow(
    opened_seq=1, time_zone="UTC", identity="folded", identity_version=1, flip_back_hours=24
)

# Given events, and the rows that the last of them wrote.
STEPS: list[tuple[tuple[Event, ...], list[LedgerRow]]] = [
    ((OPENED,), [UTC_FOLDED]),
    ((EXACT,), [UTC_FOLDED._replace(identity="exact")]),
    ((OPENED, asserted(2, said())), []),
    ((OPENED, foreign()), []),
    ((foreign(),), []),
]


@pytest.mark.parametrize(("events", "rows"), STEPS)
def test_a_ledger_is_written_with_the_rules_it_was_opened_under(
    events: tuple[Event, ...], rows: list[LedgerRow]
) -> None:
    assert list(ledgers.rows(last_step(*events))) == rows
