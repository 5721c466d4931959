"""Which claims rest on which facts."""

import pytest

from domain.events import Event
from projections.rows import DerivationRow
from tests.projections.steps import OPENED, asserted, erased, foreign, recorded, written

TEA = asserted(2)
MILK = asserted(3, "milk", rests_on=[2, 2])

# Given events, and what the last of them rests on.
STEPS: list[tuple[tuple[Event, ...], list[tuple[int, int]]]] = [
    ((OPENED, TEA), []),
    ((OPENED, TEA, MILK), [(2, 3)]),
    ((OPENED, TEA, MILK, asserted(4, "cream", rests_on=[3, 2])), [(3, 4), (2, 4)]),
    ((OPENED, TEA, erased(MILK)), []),
    ((OPENED, foreign()), []),
]


@pytest.mark.parametrize(("events", "pairs"), STEPS)
def test_a_claim_is_found_by_each_fact_that_it_rests_on(
    events: tuple[Event, ...], pairs: list[tuple[int, int]]
) -> None:
    assert written(recorded(*events), "derivation") == [DerivationRow(*pair) for pair in pairs]
