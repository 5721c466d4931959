"""The ledgers themselves: under which rules each was opened."""

from collections.abc import Iterator

from projections.rows import LedgerRow
from projections.step import Step


def rows(step: Step) -> Iterator[LedgerRow]:
    """A row when the rules of the ledger came to be or changed."""
    rules = step.after.rules
    if rules is not None and rules is not step.before.rules:
        yield LedgerRow(
            opened_seq=rules.opened,
            time_zone=rules.time_zone,
            identity=rules.identity.value,
            identity_version=rules.identity_version,
            flip_back_hours=rules.flip_back_hours,
        )
