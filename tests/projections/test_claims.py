"""A row for every claim whose words are there."""

import pytest

from domain.events import Event
from domain.identity import IdentityMode
from domain.keys import source_digest
from projections import claims
from projections.rows import ClaimRow
from tests.domain.telling import EXACT, OPENED, asserted, foreign, said
from tests.projections.steps import last_step

TEA = asserted(2, said(source="A Book"))
FOLDED = source_digest("a book", mode=IdentityMode.FOLDED)

# Given events, and the rows that the last of them wrote.
STEPS: list[tuple[tuple[Event, ...], list[ClaimRow]]] = [
    ((OPENED,), []),
    ((OPENED, TEA), [ClaimRow(seq=2, fact=2, source_key=FOLDED)]),
    ((OPENED, TEA, TEA), [ClaimRow(seq=3, fact=2, source_key=FOLDED)]),
    (
        (EXACT, TEA),
        [ClaimRow(seq=2, fact=2, source_key=source_digest("A Book", mode=IdentityMode.EXACT))],
    ),
    ((OPENED, asserted(2, None)), []),
    ((OPENED, foreign()), []),
]


@pytest.mark.parametrize(("events", "rows"), STEPS)
def test_a_claim_is_written_with_its_fact_and_its_source(
    events: tuple[Event, ...], rows: list[ClaimRow]
) -> None:
    assert list(claims.rows(last_step(*events))) == rows
