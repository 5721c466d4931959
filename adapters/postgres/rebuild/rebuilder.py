"""The rebuilder: what faces call to have the tables of a ledger made anew, or checked."""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from psycopg.rows import class_row

from adapters.errors import Invalid
from adapters.postgres.errors import ours
from adapters.postgres.ledger import require
from adapters.postgres.pool import Pool
from adapters.postgres.rebuild.builds import Bench
from adapters.postgres.rebuild.comparing import TableComparison
from adapters.postgres.rebuild.making import Making, making
from adapters.postgres.rebuild.standing import standings
from adapters.postgres.statements import statement
from adapters.postgres.stored import Progress
from domain.grants import Grant, Right
from domain.refusals import Refusal
from domain.words import LedgerName, Seq
from projections.replay import COMMANDS, TABLES, Table

_TABLES: Final[Mapping[str, Table]] = MappingProxyType(
    {each.name.partition(".")[2]: each for each in TABLES if each is not COMMANDS}
)
"""The tables that have builds, by the names of their projections."""


class _CountRow(NamedTuple):
    name: str
    rows: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Rebuilt:
    """A build that was made of `events` events, and what became of it.

    It is live unless `kept`: then some projections alone were asked for, and the live build has
    them as they must be. `rows` are those of every table of the build that is live now.
    `longest_hold_s` is the longest that those who write had to wait, at once.
    """

    ledger: LedgerName
    build: int
    events: int
    seconds: float
    longest_hold_s: float
    kept: bool
    rows: Mapping[str, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Checked:
    """The tables of the live build beside those that follow from the events up to `seq`."""

    ledger: LedgerName
    seq: Seq
    seconds: float
    tables: tuple[TableComparison, ...]

    @property
    def is_equal(self) -> bool:
        """Whether every row is as it must be."""
        return not any(each.count for each in self.tables)


class Rebuilder:
    """Makes the read tables of the ledgers of one database anew; safe to use from any thread."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def rebuild(
        self,
        grant: Grant,
        ledger: LedgerName,
        *,
        projections: Collection[str] = (),
        progress: Progress,
    ) -> Rebuilt:
        """Make all tables anew beside the live ones and have them take their place.

        Where projections are named, only if one of them is not as it must be. Raises Invalid,
        NotFound, Forbidden, Conflict and Unavailable; the live tables are as they were then.
        """
        require(grant, Right.ADMINISTER, ledger)
        return made_anew(self._pool, ledger, projections=projections, progress=progress)

    def check(
        self,
        grant: Grant,
        ledger: LedgerName,
        *,
        projections: Collection[str] = (),
        progress: Progress,
    ) -> Checked:
        """Compare all tables, or those of the projections named, with ones made anew.

        Nobody who writes waits for it. Raises as `rebuild` does.
        """
        require(grant, Right.ADMINISTER, ledger)
        tables = _tables(projections)
        with ours(), making(self._pool, ledger, progress=progress) as made:
            begun = time.monotonic()
            made.catch_up()
            compared = made.compared(tables)
            seconds = time.monotonic() - begun
            made.discard(made.build)
            return Checked(ledger=ledger, seq=made.refold.seq, seconds=seconds, tables=compared)


def made_anew(
    pool: Pool, ledger: LedgerName, *, projections: Collection[str] = (), progress: Progress
) -> Rebuilt:
    """What comes of a rebuild that the service itself asks for; otherwise as `rebuild`."""
    tables = _tables(projections)
    with ours(), making(pool, ledger, progress=progress) as made:
        begun = time.monotonic()
        made.catch_up()
        kept = bool(projections) and _stands(made, tables)
        other = made.build if kept else made.take_over()
        seconds = time.monotonic() - begun
        rows = _rows(made.bench)
        made.discard(other)
        return Rebuilt(
            ledger=ledger,
            build=made.build,
            events=made.refold.seq,
            seconds=seconds,
            longest_hold_s=made.longest_hold_s,
            kept=kept,
            rows=rows,
        )


def _stands(made: Making, tables: Sequence[Table]) -> bool:
    """Whether these tables of the live build are as they must be, by their rows and versions."""
    (standing,) = standings(made.bench.connection, [made.bench.ledger])
    if any(_TABLES[each] in tables for each in standing.stale):
        return False
    return not any(each.count for each in made.compared(tables))


def _tables(projections: Collection[str]) -> Sequence[Table]:
    """The tables of these projections, all where none are named; raises Invalid."""
    unknown = [each for each in projections if each not in _TABLES]
    if unknown:
        raise Invalid(
            Refusal(
                code="unknown_projection",
                field="projection",
                detail=f"{unknown[0]} is none: there are {', '.join(_TABLES)}",
            )
        )
    return [each for name, each in _TABLES.items() if not projections or name in projections]


def _rows(bench: Bench) -> Mapping[str, int]:
    with bench.desk() as desk:
        desk.connection.execute(statement("verify_patiently"))
        return {each.name: each.rows for each in desk.ask("count_rows", class_row(_CountRow), {})()}
