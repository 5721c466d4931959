"""Golden ledgers in a real database: laid there, verified, and their tables made anew."""

import pytest

from adapters.postgres.verifier import Depth, Verifier
from adapters.services import Services
from tests.conftest import Caller
from tests.golden.kept import Golden, every_golden
from tests.golden.storing import lay

golden = pytest.mark.parametrize("golden", every_golden(), ids=str)


@golden
def test_its_chain_is_taken_and_found_to_be_what_it_was(
    services: Services, admin: Caller, golden: Golden
) -> None:
    lay(services.pool, golden)
    found = Verifier(services.pool).verify(admin.grant, golden.ledger(), depth=Depth.CHAIN)
    kept = golden.expected()
    assert found.findings == ()
    assert found.size == len([*golden.events()])
    assert (found.leaf_hash.hex(), found.root.hex()) == (kept.leaf_hash, kept.root)
