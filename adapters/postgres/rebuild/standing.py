"""How the live tables of ledgers stand: which projections other versions of this program made."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from psycopg import Connection
from psycopg.rows import TupleRow, class_row

from adapters.postgres.pool import set_scope
from adapters.postgres.statements import statement
from domain.words import LedgerName
from projections.registry import stale


class Standing(NamedTuple):
    """By which versions a ledger's tables were made, None where that is not known.

    `left_over` is how many builds are left of makers that are gone.
    """

    ledger: str
    projections: Mapping[str, int] | None
    left_over: int

    @property
    def stale(self) -> tuple[str, ...]:
        """The projections whose rows have to be made anew."""
        return stale(self.projections or {})


def standings(
    connection: Connection[TupleRow], ledgers: Sequence[LedgerName]
) -> Sequence[Standing]:
    """How these ledgers stand, in the order of their names."""
    with connection.transaction():
        set_scope(connection, *ledgers)
        cursor = connection.cursor(row_factory=class_row(Standing))
        return cursor.execute(statement("examine_builds"), {"ledgers": list(ledgers)}).fetchall()
