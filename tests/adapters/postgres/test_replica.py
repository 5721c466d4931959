"""Who may be a replica: a standby of the very database, for as long as it is one."""

from collections.abc import Generator
from contextlib import contextmanager

import psycopg
import pytest

from adapters.errors import Invalid, Unavailable
from adapters.postgres.embedded import Cluster
from adapters.postgres.logins import SERVICE_LOGIN
from adapters.postgres.replica import Replica, require_primary, watched
from tests.adapters.postgres.test_arrivals import eventually
from tests.database import Database, cloned
from tests.standby import Standby, standby_of


def copy_of(database: Database, standby: Standby) -> str:
    return standby.url_of(database, login=SERVICE_LOGIN, password=database.service_password)


@contextmanager
def watching(database: Database, url: str) -> Generator[Replica]:
    with watched(url, primary=database.app_url, size=2) as replica:
        yield replica


def test_a_standby_of_the_database_is_used(database: Database, standby: Standby) -> None:
    standby.catch_up()
    with watching(database, copy_of(database, standby)) as replica:
        assert replica.pool is not None
        with replica.pool.connection() as connection:
            assert connection.execute("select pg_is_in_recovery()").fetchone() == (True,)
    assert replica.pool.closed


def test_a_stranger_is_refused(
    cluster: Cluster, service_password: str, database: Database, standby: Standby
) -> None:
    with cloned(cluster, service_password) as other:
        standby.catch_up()
        for url, why in (
            (database.app_url, "is no standby"),
            (copy_of(other, standby), "of another database"),
        ):
            with pytest.raises(Unavailable, match=why), watching(database, url):
                pass
    with pytest.raises(Invalid, match="replica: is no URL"), watching(database, "nonsense"):
        pass


def test_one_that_is_not_there_is_waited_for(database: Database, standby: Standby) -> None:
    standby.catch_up()
    url = copy_of(database, standby)
    standby.stop()
    with watching(database, url) as replica:
        assert replica.pool is None
        standby.start()
        assert eventually(lambda: replica.pool is not None)


def test_one_that_was_made_a_primary_is_used_no_more(
    cluster: Cluster, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", "factledger"), standby_of(cluster) as own:
        own.catch_up()
        with watching(database, copy_of(database, own)) as replica:
            assert replica.pool is not None
            own.promote()
            assert eventually(lambda: replica.pool is None)
    told = [vars(each)["details"] for each in caplog.records if each.msg == "replica"]
    assert [(each["in_use"], "no standby" in (each["why"] or "")) for each in told] == [
        (True, False),
        (False, True),
    ]


def test_a_standby_is_no_primary(database: Database, standby: Standby) -> None:
    standby.catch_up()
    with psycopg.connect(database.app_url) as primary:
        require_primary(primary)
    with (
        psycopg.connect(copy_of(database, standby)) as copy,
        pytest.raises(Unavailable, match="takes no writes"),
    ):
        require_primary(copy)
