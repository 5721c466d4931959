"""Make a golden ledger, or add to one what the projections of today come to.

`python -m tests.golden.make ledger-1` does what is left to do of the ledger of this name, and
changes nothing that is kept: neither events, nor digests that are there already.
"""

import sys

from domain.verification import ChainCheck
from tests.golden.course import written_ledger
from tests.golden.kept import Expected, Golden, digests_of
from tests.oracle import Oracle


def expected_of(golden: Golden) -> Expected:
    """What its events come to by the projections of today."""
    ledger = golden.ledger()
    check, oracle = ChainCheck(ledger=ledger), Oracle(ledger)
    for each in golden.events():
        examined = check.examine(each)
        assert examined.findings == (), examined.findings
        assert examined.recorded is not None
        oracle.apply(examined.recorded)
    return Expected(
        leaf_hash=check.last.leaf_hash.hex(),
        root=check.tree.root().hex(),
        digests=digests_of({name: [*rows.values()] for name, rows in oracle.rows.items()}),
    )


def main(name: str) -> None:
    """Make what is not there yet of the ledger of this name."""
    golden = Golden(name=name)
    if not golden.lines.exists():
        golden.write(written_ledger().sealed)
    golden.expect(expected_of(golden))


if __name__ == "__main__":
    main(*sys.argv[1:])
