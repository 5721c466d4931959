"""Who gets in, and over which ways."""

import socket
from pathlib import Path

import psycopg
import pytest

from adapters.errors import CannotStart
from adapters.postgres.embedded import Cluster, running
from tests.adapters.embedded.visits import answers, ask, postmaster, visit


@pytest.fixture
def folder(stopped: Path) -> Path:
    """One for all of these tests, since each leaves it as it was."""
    return stopped


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def over_tcp(cluster: Cluster, *, host: str, port: int) -> str:
    """The superuser's URL over TCP."""
    return f"{cluster.admin_url().partition('?')[0]}?host={host}&port={port}"


def test_only_the_right_password_opens_the_socket(folder: Path) -> None:
    with running(folder) as cluster:
        for wrong in ("wrong", "", None):
            url = cluster.url(user=cluster.superuser, password=wrong, database="postgres")
            with pytest.raises(psycopg.OperationalError, match="password"):
                ask(url, "SELECT 1")
        assert ask(cluster.admin_url(), "SELECT 1") == "1"


def test_each_folder_has_a_password_of_its_own(place: Path) -> None:
    with running(place / "one") as one, running(place / "two") as two:
        assert one.admin_url().partition("@")[0] != two.admin_url().partition("@")[0]


def test_nothing_listens_on_tcp_unless_asked(folder: Path) -> None:
    with running(folder) as cluster:
        assert cluster.sql_port is None
        assert ask(cluster.admin_url(), "SHOW listen_addresses") == ""


def test_a_sql_port_is_open_on_the_loopback_address_alone(folder: Path) -> None:
    port = free_port()
    with running(folder, sql_port=port) as cluster:
        assert cluster.sql_port == port
        assert ask(cluster.admin_url(), "SELECT 1") == "1"
        assert ask(over_tcp(cluster, host="127.0.0.1", port=port), "SELECT 1") == "1"
        with pytest.raises(psycopg.OperationalError, match="refused"):
            ask(over_tcp(cluster, host="127.0.0.2", port=port), "SELECT 1")
        wrong = f"postgresql://postgres:wrong@127.0.0.1:{port}/postgres"
        with pytest.raises(psycopg.OperationalError, match="password"):
            ask(wrong, "SELECT 1")


def test_a_sql_port_that_is_taken_is_refused(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = int(taken.getsockname()[1])
        with pytest.raises(CannotStart, match="TCP/IP"), running(folder, sql_port=port):
            pass
    with running(folder, sql_port=port) as cluster:
        assert answers(cluster.admin_url())


def test_who_joins_learns_of_the_port_that_is_open(folder: Path) -> None:
    with running(folder, sql_port=free_port()) as first, running(folder) as second:
        assert second == first


def test_another_port_is_refused_while_the_server_is_in_use(folder: Path) -> None:
    with running(folder) as cluster:
        with pytest.raises(CannotStart, match="on no port"), running(folder, sql_port=free_port()):
            pass
        assert answers(cluster.admin_url())
    assert not answers(cluster.admin_url())


def test_another_port_is_opened_if_all_users_of_the_server_were_killed(folder: Path) -> None:
    with visit(folder) as killed:
        killed.comes_in()
        before = postmaster(folder)
        killed.is_killed()
    port = free_port()
    with running(folder, sql_port=port) as cluster:
        assert postmaster(folder) != before
        assert ask(over_tcp(cluster, host="127.0.0.1", port=port), "SELECT 1") == "1"


def test_names_and_passwords_of_any_letters_make_a_url(new: Path) -> None:
    with running(new) as cluster:
        ask(
            cluster.admin_url(),
            """CREATE ROLE "o'brien @:/?#" LOGIN PASSWORD 'p%20 @:/?#&é'""",
            """CREATE DATABASE "a/b c?d" OWNER "o'brien @:/?#" """,
        )
        login = {"user": "o'brien @:/?#", "password": "p%20 @:/?#&é"}
        url = cluster.url(**login, database="a/b c?d")
        assert ask(url, "SELECT current_database() || ' ' || current_user") == (
            "a/b c?d o'brien @:/?#"
        )


def test_parallel_work_needs_no_shared_memory_of_the_machine(folder: Path) -> None:
    with running(folder) as cluster:
        plan = ask(
            cluster.admin_url(),
            "SET debug_parallel_query = on",
            "SET max_parallel_workers_per_gather = 2",
            "EXPLAIN SELECT count(*) FROM pg_class",
        )
        assert "Gather" in plan
        counted = "SELECT count(*) > 0 FROM pg_class"
        assert ask(cluster.admin_url(), "SET debug_parallel_query = on", counted) == "True"
        assert ask(cluster.admin_url(), "SHOW dynamic_shared_memory_type") == "mmap"


def test_a_write_is_on_the_disk_before_it_is_answered(folder: Path) -> None:
    with running(folder) as cluster:
        for setting in ("fsync", "synchronous_commit", "full_page_writes", "data_checksums"):
            assert ask(cluster.admin_url(), f"SHOW {setting}") == "on"
    with running(folder, settings={"fsync": "off"}) as cluster:
        assert ask(cluster.admin_url(), "SHOW fsync") == "off"
