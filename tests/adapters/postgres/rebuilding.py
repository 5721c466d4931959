"""A ledger to be rebuilt: what comes of it, and what stands in the tables before and after."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import LiteralString, cast

import psycopg
from psycopg import sql

from adapters.postgres.ledger import Request
from adapters.postgres.rebuild.rebuilder import Checked, Rebuilder, Rebuilt
from adapters.postgres.stored import Progress, in_silence
from adapters.services import Services
from domain.grants import Grant
from domain.words import LedgerName
from projections.registry import INLINE
from tests.adapters.postgres.writing import written
from tests.database import Database

MAIN, OTHER = LedgerName("main"), LedgerName("other")


class StoppedError(Exception):
    """What a test ends a rebuild with."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Site:
    """The ledger `main` in a database, and an administrator of it."""

    services: Services
    grant: Grant
    database: Database

    def rebuilt(self, *projections: str, progress: Progress = in_silence) -> Rebuilt:
        """What comes of rebuilding the ledger."""
        return Rebuilder(self.services.pool).rebuild(
            self.grant, MAIN, projections=projections, progress=progress
        )

    def checked(self, *projections: str) -> Checked:
        """What comes of checking the ledger."""
        return Rebuilder(self.services.pool).check(
            self.grant, MAIN, projections=projections, progress=in_silence
        )

    def write(self, *requests: Request) -> None:
        """Write these to the ledger."""
        written(self.services, self.grant, MAIN, *requests)

    def as_superuser(self, statement: LiteralString) -> Sequence[tuple[object, ...]]:
        """Carry out what the service would not; returns its rows, if it has any."""
        with psycopg.connect(self.database.admin_url, autocommit=True) as connection:
            done = connection.execute(statement)
            return done.fetchall() if done.description else ()

    def tables(self, build: int, *, ledger: LedgerName = MAIN) -> dict[str, list[object]]:
        """Every row of one build, by table, as JSON without the build."""
        found: dict[str, list[object]] = {}
        with psycopg.connect(self.database.admin_url, autocommit=True) as connection:
            for each in INLINE:
                rows = connection.execute(
                    sql.SQL(
                        "select to_jsonb(t) - 'build' from {} as t "
                        "where ledger = %s and build = %s order by (to_jsonb(t) - 'build')::text"
                    ).format(sql.Identifier("read", each.table)),
                    [ledger, build],
                ).fetchall()
                found[each.table] = [row[0] for row in rows]
        return found

    def filled(self, build: int) -> Collection[str]:
        """The tables in which a build has rows."""
        return {name for name, rows in self.tables(build).items() if rows}

    def live(self) -> tuple[int, int]:
        """Where the ledger's chain ends, and its live build."""
        ((seq, build),) = self.as_superuser(
            "select seq, build from ledger.head where ledger = 'main'"
        )
        return cast("int", seq), cast("int", build)

    def in_the_making(self) -> list[object]:
        """The builds of the ledger that are in the making or wait to be deleted."""
        found = self.as_superuser("select build from ledger.build where ledger = 'main' order by 1")
        return [build for (build,) in found]
