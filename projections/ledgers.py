"""The ledgers themselves: under which rules each was opened, and what made its tables."""

from collections.abc import Iterator

from projections.comparison import Comparison
from projections.rows import LedgerRow


def rows(found: Comparison) -> Iterator[LedgerRow]:
    """A row when the rules of the ledger came to be or changed."""
    rules = found.step.after.rules
    if rules is not None and rules is not found.step.before.rules:
        yield LedgerRow(
            opened_seq=rules.opened,
            time_zone=rules.time_zone,
            identity=rules.identity.value,
            identity_version=rules.identity_version,
            flip_back_hours=rules.flip_back_hours,
            projections=dict(found.versions()),
        )
