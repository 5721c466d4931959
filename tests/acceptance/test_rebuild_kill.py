"""A rebuild that is killed, wherever it is: readers and writers go on, and it is run again."""

import json
import signal
import subprocess
import sys
import time
from dataclasses import asdict

import psycopg
import pytest

from adapters.services import Services
from tests.acceptance.doomed import Doom, End
from tests.acceptance.processes import ROOT, WAIT_S
from tests.adapters.postgres.arguing import argue
from tests.adapters.postgres.rebuilding import MAIN, Site
from tests.adapters.postgres.writing import request
from tests.conftest import Caller
from tests.database import Database
from tests.ledgers import write_fifty_events


def rebuild_in_a_process(site: Site, caller: Caller, end: End) -> int:
    """Rebuild the ledger in a process that dies at this point; returns how it ended."""
    doom = Doom(url=site.database.app_url, secret=caller.secret, ledger=MAIN, end=end)
    return subprocess.run(
        [sys.executable, "-m", "tests.acceptance.doomed"],
        cwd=ROOT,
        input=json.dumps(asdict(doom)),
        text=True,
        check=False,
        timeout=WAIT_S,
    ).returncode


def wait_until_its_session_has_ended(site: Site) -> None:
    """The server notices within a moment that nobody is there any more."""
    until = time.monotonic() + WAIT_S
    with psycopg.connect(site.database.admin_url, autocommit=True) as connection:
        while connection.execute(
            "select from pg_stat_activity as a join ledger.build as b using (pid, backend_start)"
        ).fetchall():
            assert time.monotonic() < until
            time.sleep(0.01)


@pytest.mark.parametrize(
    ("end", "live"),
    [(End.FIRST_CHUNK, 1), (End.LATER_CHUNK, 1), (End.BEFORE_COMMIT, 1), (End.DELETING, 2)],
)
def test_wherever_it_is_killed_one_build_is_live_and_whole_and_the_next_one_clears_up(
    services: Services, admin: Caller, database: Database, end: End, live: int
) -> None:
    write_fifty_events(services, admin.grant, MAIN)
    argue(services, admin.grant, MAIN)
    site = Site(services=services, grant=admin.grant, database=database)
    before = site.tables(1)
    assert rebuild_in_a_process(site, admin, end) == -signal.SIGKILL
    wait_until_its_session_has_ended(site)
    assert site.live()[1] == live
    assert site.tables(live) == before
    assert site.in_the_making() == [3 - live]
    # Nobody has to wait for what the killed one held.
    site.write(request("Zoe", "likes", "tea"))
    assert site.checked().is_equal
    assert site.in_the_making() == []
    assert site.filled(3 - live) == set()
    assert rebuild_in_a_process(site, admin, End.NEVER) == 0
    assert site.checked().is_equal
