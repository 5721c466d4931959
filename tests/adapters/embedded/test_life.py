"""Starting, joining, surviving and stopping."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from adapters.errors import CannotStart
from adapters.postgres.embedded import running
from tests.adapters.embedded.visits import (
    SLOWLY,
    Visit,
    answers,
    ask,
    has_begun,
    kill_server,
    name_in,
    pid_file,
    postmaster,
    recovers_slowly,
    stranger,
    visit,
)


def test_the_first_one_in_starts_the_server_and_the_last_one_out_stops_it(new: Path) -> None:
    with running(new) as cluster:
        url = cluster.admin_url()
        assert answers(url)
    assert not answers(url)


def test_a_stopped_database_keeps_what_was_written(folder: Path) -> None:
    with running(folder) as cluster:
        ask(cluster.admin_url(), "CREATE TABLE kept AS SELECT 7 AS value")
    with running(folder) as cluster:
        assert ask(cluster.admin_url(), "SELECT value FROM kept") == "7"


def test_a_second_user_in_the_same_process_joins_and_the_first_may_go_first(folder: Path) -> None:
    with ExitStack() as second:
        with running(folder) as cluster:
            server = postmaster(folder)
            assert second.enter_context(running(folder)) == cluster
        assert answers(cluster.admin_url())
        assert postmaster(folder) == server
    assert not answers(cluster.admin_url())


def test_processes_that_arrive_at_once_share_one_server(new: Path) -> None:
    with ExitStack() as visits:
        everybody = [visits.enter_context(visit(new)) for _ in range(4)]
        urls = {each.comes_in() for each in everybody}
        assert len(urls) == 1
        url = urls.pop()
        with ThreadPoolExecutor() as pool:
            list(pool.map(Visit.leaves, everybody[1:]))
        assert answers(url)
        everybody[0].leaves()
        assert not answers(url)


def test_a_starter_that_is_killed_leaves_the_server_to_the_others(folder: Path) -> None:
    with visit(folder) as first, visit(folder) as second:
        first.comes_in()
        url = second.comes_in()
        first.is_killed()
        assert ask(url, "SELECT 1") == "1"
        second.leaves()
        assert not answers(url)


def test_a_server_whose_users_were_all_killed_is_taken_over_and_stopped(folder: Path) -> None:
    with visit(folder) as killed:
        url = killed.comes_in()
        server = postmaster(folder)
        killed.is_killed()
    assert answers(url)
    with running(folder):
        assert postmaster(folder) == server
    assert not answers(url)


def test_an_interrupt_from_the_terminal_ends_its_process_but_not_the_server(folder: Path) -> None:
    with visit(folder) as first, visit(folder) as second:
        first.comes_in()
        url = second.comes_in()
        os.killpg(first.process.pid, signal.SIGINT)
        assert first.hears()[0] == "interrupted"
        assert answers(url)
        second.leaves()
        assert not answers(url)


def test_a_killed_server_recovers_what_was_committed(folder: Path) -> None:
    with visit(folder) as first:
        url = first.comes_in()
        ask(url, "CREATE TABLE kept AS SELECT 7 AS value")
        kill_server(folder)
        first.leaves()
        assert not answers(url)
    with running(folder) as cluster:
        assert ask(cluster.admin_url(), "SELECT value FROM kept") == "7"


def test_a_slow_recovery_is_waited_for_and_told_of(folder: Path) -> None:
    with running(folder) as cluster:
        ask(cluster.admin_url(), "CREATE TABLE kept AS SELECT 7 AS value")
    recovers_slowly(folder)
    told: list[str] = []
    with running(folder, settings=SLOWLY, progress=told.append) as cluster:
        assert ask(cluster.admin_url(), "SELECT value FROM kept") == "7"
    assert any("recovering" in line for line in told)


def test_one_who_arrives_during_a_recovery_waits_as_well(folder: Path) -> None:
    recovers_slowly(folder)
    with visit(folder, settings=SLOWLY) as starter:
        while not has_begun(folder):
            assert starter.process.poll() is None
        with visit(folder) as other:
            assert starter.comes_in() == other.comes_in()
            other.leaves()
        starter.leaves()


def test_a_recovery_outlives_the_process_that_began_it(folder: Path) -> None:
    recovers_slowly(folder)
    with visit(folder, settings=SLOWLY) as starter:
        while not has_begun(folder):
            assert starter.process.poll() is None
        server = postmaster(folder)
        starter.is_killed()
    with running(folder):
        assert postmaster(folder) == server


def test_a_server_that_cannot_start_says_why_in_one_line(folder: Path) -> None:
    (folder / "postgres" / "global" / "pg_control").rename(folder / "pg_control")
    with pytest.raises(CannotStart, match="pg_control") as refused, running(folder):
        pass
    assert "\n" not in refused.value.detail
    (folder / "pg_control").rename(folder / "postgres" / "global" / "pg_control")
    with running(folder) as cluster:
        assert answers(cluster.admin_url())


def test_a_recovery_that_fails_says_why_and_not_what_it_told_those_who_asked(folder: Path) -> None:
    recovers_slowly(folder)
    astray = {**SLOWLY, "recovery_target_name": "nowhere"}
    with (
        pytest.raises(CannotStart, match="recovery ended before"),
        running(folder, settings=astray),
    ):
        pass
    assert "the database system is starting up" in (folder / "postgres.log").read_text()


def test_a_log_that_has_grown_long_is_put_aside_at_the_next_start(folder: Path) -> None:
    log, earlier = folder / "postgres.log", folder / "postgres.log.1"
    with running(folder):
        assert not earlier.exists()
    with log.open("a") as file:
        file.write("a long line\n" * 1_000_000)
    with running(folder):
        assert "a long line" in earlier.read_text()
        assert "ready to accept connections" in log.read_text()
        assert "a long line" not in log.read_text()


def test_stopping_follows_the_server_and_not_the_number_in_a_file(folder: Path) -> None:
    with visit(folder) as starter:
        url = starter.comes_in()
        with stranger(folder) as unrelated:
            name_in(pid_file(folder), unrelated.pid)
            starter.leaves()
            assert unrelated.poll() is None
    assert not answers(url)
