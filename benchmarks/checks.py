"""Whether a figure is what it has to be, and whether a ledger follows from its own events."""

import time
from collections.abc import Iterable
from dataclasses import dataclass

from adapters.postgres.rebuild.rebuilder import Rebuilder
from adapters.postgres.stored import in_silence
from adapters.postgres.verifier import Depth, Verifier
from benchmarks.ground import Ground
from domain.words import LedgerName


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """Something that was counted, and what it has to be."""

    name: str
    found: object
    wanted: object

    @property
    def holds(self) -> bool:
        """Whether it is what it has to be."""
        return self.found == self.wanted


def failed(checks: Iterable[Check]) -> list[str]:
    """A line for each check that does not hold."""
    return [
        f"{each.name} is {each.found}, and has to be {each.wanted}"
        for each in checks
        if not each.holds
    ]


def verified(on: Ground, ledger: LedgerName) -> tuple[Check, str]:
    """Whether everything in the ledger follows from its events, and how long it took to see."""
    begun = time.perf_counter()
    came = Verifier(on.services.pool).verify(on.grant, ledger, depth=Depth.TABLES)
    seconds = time.perf_counter() - begun
    found = "; ".join(map(str, came.findings[:3])) or "sound"
    told = f"{found}, {came.size:,} events with all tables in {seconds:.1f} s"
    return Check(name="verify", found=found, wanted="sound"), told


def reproduced(on: Ground, ledger: LedgerName) -> tuple[Check, str]:
    """Whether a rebuild makes every table as it is, and how long that and comparing them took."""
    came = Rebuilder(on.services.pool).check(on.grant, ledger, progress=in_silence)
    differing = ", ".join(each.table for each in came.tables if each.count)
    found = f"all but {differing}" if differing else "all"
    rows = sum(each.rows for each in came.tables)
    told = (
        f"{len(came.tables)} tables of {rows:,} rows from {came.seq:,} events in "
        f"{came.seconds:.1f} s; as they were: {found}"
    )
    return Check(name="rebuild", found=found, wanted="all"), told
