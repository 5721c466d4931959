"""Other programs' events weigh in a group what they are, so that a transaction stays in bounds."""

import psycopg
import pytest

from adapters.postgres.ledger import Request
from adapters.services import Services
from domain.commands import RecordForeign
from domain.events import ForeignContent
from domain.limits import FOREIGN_DATA_BYTES_MAX
from domain.words import LedgerName
from tests.adapters.postgres.writing import WAIT_S, must_be_written
from tests.conftest import Caller
from tests.database import Database

SMALL = ForeignContent(type="Small", tags=(), data=b"")
LARGE = ForeignContent(type="Large", tags=(), data=bytes(FOREIGN_DATA_BYTES_MAX))


def record(*contents: ForeignContent) -> Request:
    return Request(command=RecordForeign(contents=contents))


@pytest.mark.parametrize("case", [(record(*[SMALL] * 200), 200), (record(LARGE, LARGE), 32)])
def test_a_group_takes_no_more_than_it_can_bear(
    database: Database,
    services: Services,
    agent: Caller,
    ledger_name: LedgerName,
    case: tuple[Request, int],
) -> None:
    request, events_max = case
    requests = [request] * 20
    with psycopg.connect(database.admin_url) as superuser:
        # Whoever holds the head keeps the first group waiting, and behind it the rest queue up.
        superuser.execute("select from ledger.head for update")
        first = services.ledger.submit(agent.grant, ledger_name, [record(SMALL)])
        rest = services.ledger.submit(agent.grant, ledger_name, requests)
    must_be_written(first.result(WAIT_S)[0])
    last = [must_be_written(each).receipt.seq for each in rest.result(WAIT_S)][-1]
    with psycopg.connect(database.admin_url) as superuser:
        counted = superuser.execute(
            "select count(*) from ledger.event where seq > 2 group by ledger, xmin"
        ).fetchall()
    assert max(count for (count,) in counted) <= events_max
    assert sum(count for (count,) in counted) == last - 2
