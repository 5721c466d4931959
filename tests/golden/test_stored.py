"""Golden ledgers in a real database: laid there, verified, and their tables made anew."""

import pytest

from adapters.postgres.rebuild.rebuilder import Rebuilder
from adapters.postgres.stored import in_silence
from adapters.postgres.verifier import Depth, Verifier
from adapters.services import Services
from tests.adapters.postgres.writing import request, written
from tests.conftest import Caller
from tests.golden.kept import Golden, digests_of, every_golden
from tests.golden.storing import lay, rows_of

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


@golden
def test_its_tables_are_made_of_its_events_alone_and_are_what_they_were(
    services: Services, admin: Caller, golden: Golden
) -> None:
    lay(services.pool, golden)
    ledger, rebuilder = golden.ledger(), Rebuilder(services.pool)
    before = rebuilder.check(admin.grant, ledger, progress=in_silence)
    assert not before.is_equal
    rebuilder.rebuild(admin.grant, ledger, progress=in_silence)
    kept = golden.expected().digests
    for table, by_version in digests_of(rows_of(services.pool, ledger)).items():
        assert by_version.items() <= kept[table].items(), table
    assert rebuilder.check(admin.grant, ledger, progress=in_silence).is_equal


@golden
def test_it_goes_on_where_it_ended(services: Services, admin: Caller, golden: Golden) -> None:
    lay(services.pool, golden)
    ledger = golden.ledger()
    Rebuilder(services.pool).rebuild(admin.grant, ledger, progress=in_silence)
    (told,) = written(services, admin.grant, ledger, request("Somebody else"))
    assert told.recorded[0].seq == len([*golden.events()]) + 1
    found = Verifier(services.pool).verify(admin.grant, ledger, depth=Depth.TABLES)
    assert found.findings == ()
