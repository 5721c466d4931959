"""What the functions of builds refuse: the service can't make live, or delete, what it must not."""

from collections.abc import Generator
from typing import LiteralString, NamedTuple

import psycopg
import pytest
from psycopg import Connection
from psycopg.rows import TupleRow

from adapters.services import Services
from tests.adapters.postgres.rebuilding import MAIN, Site
from tests.conftest import Caller
from tests.database import Database
from tests.ledgers import write_fifty_events

DONE, NO_BUILD = "00000", "FL010"
MAKE_LIVE: LiteralString = "select ledger.make_live('main', %(asked)s)"
CLEAR: LiteralString = "select ledger.clear_build('main', %(asked)s, 1000)"


class Row(NamedTuple):
    """A row of ledger.build, whose session is this one or another, and the build asked for."""

    build: int
    is_mine: bool
    seq: int
    asked: int


WHOLE = Row(build=2, is_mine=True, seq=50, asked=2)
CASES: list[tuple[LiteralString, Row, str]] = [
    (MAKE_LIVE, WHOLE, DONE),
    (MAKE_LIVE, WHOLE._replace(is_mine=False), NO_BUILD),
    (MAKE_LIVE, WHOLE._replace(seq=49), NO_BUILD),
    (MAKE_LIVE, WHOLE._replace(asked=3), NO_BUILD),
    (MAKE_LIVE, WHOLE._replace(build=1, asked=1), NO_BUILD),
    (CLEAR, WHOLE, DONE),
    (CLEAR, WHOLE._replace(is_mine=False), NO_BUILD),
    (CLEAR, WHOLE._replace(seq=49), DONE),
    (CLEAR, WHOLE._replace(asked=3), NO_BUILD),
    (CLEAR, WHOLE._replace(build=1, asked=1), NO_BUILD),
]


@pytest.fixture
def site(services: Services, admin: Caller, database: Database) -> Site:
    """A ledger of fifty events."""
    write_fifty_events(services, admin.grant, MAIN)
    return Site(services=services, grant=admin.grant, database=database)


@pytest.fixture
def service(site: Site) -> Generator[Connection[TupleRow]]:
    """A session of the service, with the ledger in scope."""
    with psycopg.connect(site.database.app_url, autocommit=True) as connection:
        connection.execute("select set_config('factledger.ledgers', 'main', false)")
        yield connection


@pytest.mark.parametrize(("call", "row", "state"), CASES)
def test_a_session_makes_live_its_own_whole_build_and_deletes_its_own_that_is_not_live(
    service: Connection[TupleRow], call: LiteralString, row: Row, state: str
) -> None:
    def ended() -> str:
        with service.transaction(force_rollback=True):
            service.execute(
                "insert into ledger.build "
                "select 'main', %(build)s, case when %(is_mine)s then pg_backend_pid() else 0 end, "
                "now(), %(seq)s, now()",
                row._asdict(),
            )
            try:
                service.execute(call, row._asdict())
            except psycopg.Error as error:
                return str(error.sqlstate)
            return DONE

    assert ended() == state


def test_the_build_that_is_replaced_is_its_own_to_delete_from_then_on_and_no_more_than_asked_goes(
    site: Site, service: Connection[TupleRow]
) -> None:
    rows = sum(len(each) for each in site.tables(1).values())
    service.execute(
        "insert into ledger.build values ('main', 2, pg_backend_pid(), now(), 50, now())"
    )
    assert service.execute("select ledger.make_live('main', 2)").fetchone() == (1,)
    assert site.live() == (50, 2)
    assert site.in_the_making() == [1]
    cleared: list[int] = []
    while not cleared or cleared[-1]:
        ((gone,),) = service.execute("select ledger.clear_build('main', 1, 30)")
        cleared.append(gone)
    assert max(cleared) == 30
    assert sum(cleared) == rows
    assert site.filled(1) == set()
