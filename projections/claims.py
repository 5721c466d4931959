"""The claims of a ledger: which fact each carries, and by which source it is found."""

from collections.abc import Iterator

from domain.events import FactAsserted
from domain.keys import source_digest
from projections.rows import ClaimRow
from projections.step import Step


def rows(step: Step) -> Iterator[ClaimRow]:
    """A row for a claim whose words are there; none for one that was erased."""
    event, rules = step.recorded.event, step.after.rules
    if isinstance(event, FactAsserted) and event.said is not None and rules is not None:
        yield ClaimRow(
            seq=step.recorded.seq,
            fact=event.fact,
            source_key=source_digest(event.said.source, mode=rules.identity),
        )
