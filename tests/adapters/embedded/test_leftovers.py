"""What killed servers and killed initdbs leave does not keep the next one from starting."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from adapters.errors import CannotStart
from adapters.postgres.embedded import Binaries, running
from adapters.postgres.embedded.owner import owner_of
from tests.adapters.embedded.visits import (
    answers,
    ask,
    is_alive,
    kill_server,
    name_in,
    pid_file,
    postmaster,
    run_as_server,
    stranger,
    visit,
)

# Busy with itself, so that it sees only afterwards that its server is gone.
_BUSY = "DO $$ BEGIN PERFORM count(*) FROM generate_series(1, 20000000); END $$"
_BUSY_PROCESS = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'DO %'"


def killed(folder: Path) -> None:
    """Leaves a data folder as a power cut leaves it."""
    with visit(folder) as user:
        ask(user.comes_in(), "CREATE TABLE kept AS SELECT 7 AS value")
        kill_server(folder)
        user.is_killed()


def test_lock_files_that_name_a_living_stranger_hold_nothing_up(
    folder: Path, open_programs: Binaries
) -> None:
    killed(folder)
    with stranger(folder) as unrelated:
        name_in(pid_file(folder), unrelated.pid)
        name_in(folder / "run" / ".s.PGSQL.5432.lock", unrelated.pid)
        with run_as_server(
            open_programs.postgres, "-D", folder / "postgres", folder=folder
        ) as left_to_itself:
            _, said = left_to_itself.communicate()
            assert b'lock file "postmaster.pid" already exists' in said
        with running(folder) as cluster:
            assert ask(cluster.admin_url(), "SELECT value FROM kept") == "7"
        assert unrelated.poll() is None


def test_a_lock_file_that_names_the_server_of_another_folder_holds_nothing_up(
    folder: Path, place: Path
) -> None:
    killed(folder)
    with running(place / "other") as other:
        name_in(pid_file(folder), postmaster(place / "other"))
        with running(folder) as cluster:
            assert ask(cluster.admin_url(), "SELECT value FROM kept") == "7"
        assert ask(other.admin_url(), "SELECT 1") == "1"


@pytest.mark.parametrize("torn", ["", "\n", "12x", "99999999999999999999"])
def test_a_torn_lock_file_holds_nothing_up(folder: Path, torn: str) -> None:
    killed(folder)
    pid_file(folder).write_text(torn)
    with running(folder) as cluster:
        assert ask(cluster.admin_url(), "SELECT value FROM kept") == "7"


def test_a_server_started_by_hand_is_refused_and_not_harmed(
    folder: Path, place: Path, open_programs: Binaries
) -> None:
    elsewhere = place / "elsewhere"
    elsewhere.mkdir()
    os.chown(elsewhere, owner_of(folder).uid, -1)
    program, database = open_programs.postgres, folder / "postgres"
    with run_as_server(
        program, "-D", database, "-k", elsewhere, "-h", "", folder=folder
    ) as by_hand:
        while not answers(f"host={elsewhere} user=postgres"):
            assert by_hand.poll() is None
        with pytest.raises(CannotStart, match=f"process {by_hand.pid} "), running(folder):
            pass
        assert by_hand.poll() is None
        assert answers(f"host={elsewhere} user=postgres")
        by_hand.send_signal(signal.SIGINT)
        by_hand.wait()
    with running(folder) as cluster:
        assert answers(cluster.admin_url())


def test_sessions_that_outlive_their_killed_server_are_waited_for(folder: Path) -> None:
    with ThreadPoolExecutor() as pool, visit(folder) as user:
        url = user.comes_in()
        session = pool.submit(ask, url, _BUSY)
        while not (busy := ask(url, _BUSY_PROCESS)):
            assert not session.done()
        kill_server(folder)
        assert is_alive(int(busy))
        user.is_killed()
        with running(folder) as cluster:
            assert not is_alive(int(busy))
            assert answers(cluster.admin_url())


def test_an_initdb_whose_starter_was_killed_is_done_again(new: Path) -> None:
    with visit(new) as first:
        while not (new / "postgres.new" / "base").exists():
            assert not (new / "postgres").exists()
        first.is_killed()
    with running(new) as cluster:
        assert answers(cluster.admin_url())
        assert not (new / "postgres.new").exists()


def test_half_a_database_is_cleared_away(new: Path) -> None:
    with visit(new) as first:
        while not (new / "postgres.new").exists():
            assert first.process.poll() is None
        first.is_killed()
    (new / "postgres.new" / "half").mkdir(parents=True, exist_ok=True)
    (new / "postgres.new" / "half" / "a file").touch()
    with running(new) as cluster:
        assert answers(cluster.admin_url())
        assert not (new / "postgres.new").exists()
