"""Rebuilding and checking a ledger while a service in another process writes a thousand times."""

from adapters.postgres.verifier import Depth, Verifier
from adapters.services import Services
from tests.acceptance.processes import process
from tests.acceptance.writer import Job
from tests.adapters.postgres.rebuilding import MAIN, Site
from tests.conftest import Caller, opening
from tests.database import Database

WRITES = 1_000


def test_a_thousand_writes_come_in_while_the_ledger_is_checked_and_rebuilt(
    services: Services, admin: Caller, database: Database
) -> None:
    services.ledger.open(admin.grant, MAIN, opening())
    site = Site(services=services, grant=admin.grant, database=database)
    job = Job(
        url=database.app_url,
        secret=admin.secret,
        ledger=MAIN,
        name="writer",
        writes=WRITES,
        callers=16,
    )
    at: list[int] = []
    with process(job) as writer:
        writer.go()
        writer.answers(WRITES // 10)
        while len(writer.answers(0)) < WRITES or len(at) < 2:
            done = site.checked()
            assert done.is_equal
            at += [done.seq, site.rebuilt().events]
        answers = writer.answers(WRITES)
        assert writer.end() == 0
    assert [each for each in answers if each.error is not None] == []
    assert site.live() == (1 + WRITES, 1 + len(at) // 2)
    assert at == sorted(at)
    assert at[0] < 1 + WRITES
    assert site.checked().is_equal
    assert Verifier(services.pool).verify(admin.grant, MAIN, depth=Depth.TABLES).findings == ()
