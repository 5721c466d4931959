"""Tables that another release has made are made anew beside a service, and nothing else is."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack

import psycopg
import pytest

from adapters.postgres.events import EventRow
from adapters.postgres.examination import Standing as Stands
from adapters.postgres.examination import examine_builds
from adapters.postgres.pool import open_pool
from adapters.postgres.rebuild import chunks, renewal
from adapters.postgres.rebuild.making import making
from adapters.postgres.rebuild.rebuilder import Rebuilder
from adapters.postgres.rebuild.refold import Refold
from adapters.postgres.rebuild.renewal import renewing
from adapters.postgres.rebuild.standing import standings
from adapters.postgres.stored import in_silence
from adapters.services import Services
from domain.words import LedgerName
from projections.registry import INLINE
from tests.adapters.postgres.rebuilding import MAIN, OTHER, Site, StoppedError
from tests.adapters.postgres.writing import WAIT_S, request
from tests.conftest import Caller
from tests.database import Database
from tests.ledgers import write_fifty_events

STALE = """
    update read.ledger set projections = projections - 'voice' || '{"fact": 0}'
    where ledger = 'main'
"""
SPOIL = "update read.fact set object_text = 'gin' where ledger = 'main' and fact = 2"


@pytest.fixture
def site(services: Services, admin: Caller, database: Database) -> Site:
    """Two ledgers."""
    for name in (MAIN, OTHER):
        write_fifty_events(services, admin.grant, name)
    return Site(services=services, grant=admin.grant, database=database)


def wait_until(done: Callable[[], bool]) -> None:
    """Look until it is so."""
    until = time.monotonic() + WAIT_S
    while not done():
        assert time.monotonic() < until
        time.sleep(0.01)


def is_renewing() -> bool:
    """Whether a thread is at it, or waits to be at it again."""
    return any(each.name == "renewal" for each in threading.enumerate())


def builds(site: Site) -> list[object]:
    """The live builds of `main` and `other`."""
    return [
        build for (build,) in site.as_superuser("select build from ledger.head order by ledger")
    ]


def test_stale_tables_are_made_anew_while_others_stay_and_the_log_says_so(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    before = site.tables(1)
    site.as_superuser(STALE)
    site.as_superuser(SPOIL)
    with caplog.at_level(logging.INFO, logger="factledger"), renewing(site.services.pool):
        wait_until(lambda: "rebuilt" in caplog.messages)
        site.write(request("Zoe", "likes", "tea"))
    assert builds(site) == [2, 1]
    assert site.in_the_making() == []
    assert site.tables(2)["fact"][: len(before["fact"])] != []
    assert site.checked().is_equal
    said = [record.__dict__["details"] for record in caplog.records if record.name == "factledger"]
    assert {"ledger": "main", "projections": ("fact", "voice")} in said
    assert {"ledger": "main", "build": 2, "events": 50} in said


def test_what_this_release_has_made_is_left_as_it_is(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    site.as_superuser("update read.ledger set projections = '{}' where ledger = 'other'")
    with caplog.at_level(logging.INFO, logger="factledger"), renewing(site.services.pool):
        # It comes by `main` first.
        wait_until(lambda: "rebuilt" in caplog.messages)
    assert builds(site) == [1, 2]
    assert caplog.messages == ["rebuild of stale tables", "rebuilt"]


def test_what_another_service_has_made_anew_meanwhile_is_not_made_once_more(
    site: Site, services: Services, admin: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_fifty_events(services, admin.grant, LedgerName("third"))
    site.as_superuser("update read.ledger set projections = '{}'")
    begun, done_by_another = threading.Event(), threading.Event()
    take = Refold.take

    def held_up(made: Refold, stored: Sequence[EventRow]) -> None:
        if made.ledger == MAIN:
            begun.set()
            assert done_by_another.wait(WAIT_S)
        take(made, stored)

    monkeypatch.setattr(Refold, "take", held_up)
    with renewing(site.services.pool):
        assert begun.wait(WAIT_S)
        Rebuilder(site.services.pool).rebuild(site.grant, OTHER, progress=in_silence)
        done_by_another.set()
        wait_until(lambda: builds(site)[-1] == 2)
    assert builds(site) == [2, 2, 2]


def test_a_ledger_that_can_not_be_rebuilt_is_told_of_with_the_event_and_the_next_one_is_rebuilt(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    site.as_superuser(
        "set session_replication_role = replica; "
        "update ledger.event set body = 'none' where ledger = 'main' and seq = 7"
    )
    site.as_superuser("update read.ledger set projections = '{}'")
    with caplog.at_level(logging.INFO, logger="factledger"), renewing(site.services.pool):
        wait_until(lambda: "rebuilt" in caplog.messages)
    assert builds(site) == [1, 2]
    (failed,) = [record for record in caplog.records if record.message == "rebuild failed"]
    details = failed.__dict__["details"]
    assert details["ledger"] == "main"
    assert details["why"].startswith("event 7, FactAsserted of ledger main can't be folded")


def test_a_service_that_stops_does_not_wait_for_the_rebuild_and_the_next_one_does_it(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.as_superuser(STALE)
    take = Refold.take

    def slowly(made: Refold, stored: Sequence[EventRow]) -> None:
        time.sleep(0.2)
        take(made, stored)

    with monkeypatch.context() as slow:
        slow.setattr(chunks, "CHUNK_EVENTS", 1)
        slow.setattr(Refold, "take", slowly)
        with renewing(site.services.pool):
            wait_until(lambda: site.in_the_making() == [2])
    assert (builds(site)[0], site.in_the_making()) == (1, [2])
    with renewing(site.services.pool):
        wait_until(lambda: builds(site)[0] != 1 and site.in_the_making() == [])
    assert site.checked().is_equal


def test_where_the_database_is_lost_it_is_done_later(
    site: Site, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renewal, "PAUSE_S", 0.05)
    site.as_superuser(STALE)
    with (
        caplog.at_level(logging.INFO, logger="factledger"),
        open_pool(site.database.app_url, size=1) as pool,
    ):
        with pool.connection() as connection:
            pid = connection.info.backend_pid
        with psycopg.connect(site.database.admin_url) as superuser:
            superuser.execute("select pg_terminate_backend(%s, 10000)", [pid])
        with renewing(pool):
            wait_until(lambda: builds(site) == [2, 1])
            wait_until(lambda: not is_renewing())
    said = [record.message for record in caplog.records if record.name == "factledger"]
    assert (said[0], said[-1]) == ("renewal interrupted", "rebuilt")


def test_a_ledger_that_somebody_else_is_at_is_gone_by_and_looked_at_again(
    site: Site, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renewal, "PAUSE_S", 0.05)
    site.as_superuser("update read.ledger set projections = '{}'")
    pool = site.services.pool
    with caplog.at_level(logging.INFO, logger="factledger"), ExitStack() as renewal_under_way:
        with making(pool, MAIN, progress=in_silence) as made:
            renewal_under_way.enter_context(renewing(pool))
            wait_until(lambda: "rebuilt" in caplog.messages)
            assert builds(site) == [1, 2]
            made.discard(made.build)
        wait_until(lambda: builds(site) == [2, 2])
        wait_until(lambda: not is_renewing())


def test_a_service_that_stops_waits_for_no_other_time_and_for_no_connection(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    site.as_superuser(
        "set session_replication_role = replica; "
        "update ledger.event set body = 'none' where ledger = 'main' and seq = 7"
    )
    site.as_superuser(STALE)
    with caplog.at_level(logging.INFO, logger="factledger"), renewing(site.services.pool):
        wait_until(lambda: "rebuild failed" in caplog.messages)
        assert is_renewing()
    assert not is_renewing()
    with open_pool(site.database.app_url, size=1, wait_s=WAIT_S) as pool:
        with pool.connection():
            with renewing(pool):
                assert is_renewing()
            assert is_renewing()
        wait_until(lambda: not is_renewing())


def test_what_a_rebuild_has_left_behind_is_deleted_though_nothing_is_stale(site: Site) -> None:
    def stop(_what: str, done: int, _of: int) -> None:
        if done:
            raise StoppedError

    with pytest.raises(StoppedError):
        site.rebuilt(progress=stop)
    assert site.in_the_making() == [2]
    with renewing(site.services.pool):
        wait_until(lambda: site.in_the_making() == [])
    assert site.filled(2) == set()
    assert builds(site)[0] == 1


def test_how_tables_stand_is_said_by_ledger_and_the_doctor_names_what_mends_them(
    site: Site,
) -> None:
    with site.services.pool.connection() as connection:
        fresh = standings(connection, [MAIN, OTHER])
        assert [(each.ledger, each.stale, each.left_over) for each in fresh] == [
            ("main", (), 0),
            ("other", (), 0),
        ]
        assert examine_builds(connection, [MAIN, OTHER]).standing is Stands.OK
        site.as_superuser("insert into ledger.build values ('other', 2, 0, now(), 0, now())")
        (left,) = standings(connection, [OTHER])
        assert (left.stale, left.left_over) == ((), 1)
        noted = examine_builds(connection, [MAIN, OTHER])
        assert (noted.standing, noted.detail[-5:]) == (Stands.NOTE, "other")
        site.as_superuser(STALE)
        (stale,) = standings(connection, [MAIN])
        assert (stale.stale, stale.left_over) == (("fact", "voice"), 0)
        found = examine_builds(connection, [MAIN, OTHER])
        assert (found.standing, found.detail[-4:]) == (Stands.PROBLEM, "main")
        assert found.mend is not None
        site.as_superuser("delete from read.ledger where ledger = 'main'")
        (unknown,) = standings(connection, [MAIN])
        assert unknown.stale == tuple(each.table for each in INLINE)


def test_a_projection_that_is_stale_is_made_anew_though_its_rows_are_as_they_must_be(
    site: Site,
) -> None:
    assert site.rebuilt("fact", progress=in_silence).kept
    site.as_superuser(STALE)
    assert site.checked("fact").is_equal
    assert site.rebuilt("claim").kept
    assert not site.rebuilt("fact").kept
    assert site.checked().is_equal
    assert site.rebuilt("fact").kept
