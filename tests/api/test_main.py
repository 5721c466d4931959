"""The service's life: begun once, joined, killed, and ended in good order."""

import json
import resource
import signal
import socket
import subprocess
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from ipaddress import IPv4Address
from pathlib import Path

import httpx
import pytest

from adapters.postgres.arrivals import LISTENER
from tests.console import PATIENCE_S, SCRIPT, Service, factledger, served, servers_of, surroundings
from tests.postgres import open_folder

FACTS = "/v1/ledgers/main/facts"
EVENTS = "/v1/ledgers/main/events"


FEW_FILES = 128


@contextmanager
def few_files() -> Generator[None]:
    """Let what is begun meanwhile open few files, unless it asks for more."""
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW_FILES, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (least, most))


def _token(data_dir: Path, name: str = "agent") -> str:
    return (data_dir / f"{name}.token").read_text().strip()


def _fact(value: str) -> dict[str, str]:
    return {"subject": "Alice", "predicate": "wrote", "object": value}


def _values(service: Service, data_dir: Path) -> set[str]:
    found: set[str] = set()
    with service.client(_token(data_dir)) as client:
        cursor: str | None = ""
        while cursor is not None:
            path = FACTS if cursor == "" else f"{FACTS}?cursor={cursor}"
            page = client.get(path).raise_for_status().json()
            found |= {fact["object"] for fact in page["facts"]}
            cursor = page["next"]
    return found


@pytest.fixture(scope="module")
def data_dir() -> Generator[Path]:
    """A folder that was set up, and that nobody uses."""
    with open_folder() as folder:
        with served("--data-dir", folder / "data"):
            pass
        yield folder / "data"


def test_a_first_start_says_where_the_tokens_are_and_a_second_one_nothing_of_them() -> None:
    with open_folder() as folder:
        data_dir = folder / "data"
        with served("--data-dir", data_dir) as service:
            assert service.said == [
                f"admin token: {data_dir}/admin.token",
                f"agent token: {data_dir}/agent.token",
                f"ready: {service.url}",
            ]
            first = _token(data_dir, "admin")
            assert first.startswith("fl_")
            with service.client(_token(data_dir)) as client:
                assert client.post(FACTS, json=_fact("one")).status_code == 201
            assert servers_of(data_dir)
            assert service.end(signal.SIGTERM) == 0
        assert servers_of(data_dir) == []
        with served("--data-dir", data_dir) as service:
            assert service.said == [f"ready: {service.url}"]
            assert _token(data_dir, "admin") == first
            assert _values(service, data_dir) == {"one"}
            assert service.end(signal.SIGINT) == 130
        assert servers_of(data_dir) == []
        for line in service.logged:
            assert json.loads(line)["event"]


def test_killed_services_leave_what_was_answered(data_dir: Path) -> None:
    for value in ("one", "two"):
        with served("--data-dir", data_dir) as service:
            with service.client(_token(data_dir)) as client:
                assert client.post(FACTS, json=_fact(value)).status_code == 201
            assert service.end(signal.SIGKILL) == -signal.SIGKILL
        # Nobody told it to stop, and the next service takes it over.
        assert servers_of(data_dir)
    with served("--data-dir", data_dir) as service:
        assert {"one", "two"} <= _values(service, data_dir)
        assert service.end(signal.SIGTERM) == 0
    assert servers_of(data_dir) == []


def test_services_that_begin_at_once_set_up_once_and_the_last_one_out_stops_the_database() -> None:
    with open_folder() as folder, ExitStack() as stack:
        data_dir = folder / "data"

        def begin(_: int) -> Service:
            return stack.enter_context(served("--data-dir", data_dir))

        with ThreadPoolExecutor() as pool:
            services = list(pool.map(begin, range(3)))
        said = [line for service in services for line in service.said]
        assert len([line for line in said if line.startswith("ready: ")]) == 3
        assert sorted(line.split(":")[0] for line in said) == [
            *("admin token", "agent token", "ready", "ready", "ready")
        ]
        admin = {"FACTLEDGER_TOKEN": _token(data_dir, "admin")}
        listed = factledger("token", "list", "--data-dir", data_dir, environment=admin)
        assert listed.out.count("\n") == 2
        for place, service in enumerate(services):
            with service.client(_token(data_dir)) as client:
                assert client.post(FACTS, json=_fact(str(place))).status_code == 201
            assert service.end(signal.SIGTERM) == 0
            assert bool(servers_of(data_dir)) is (place < 2)


def test_what_is_under_way_is_answered_before_the_end(data_dir: Path) -> None:
    batches = [[f"value {batch} {place}" for place in range(100)] for batch in range(20)]
    with (
        served("--data-dir", data_dir) as service,
        service.client(_token(data_dir)) as client,
        ThreadPoolExecutor(len(batches)) as pool,
    ):

        def send(batch: list[str]) -> list[str]:
            facts = {"facts": [_fact(value) for value in batch]}
            try:
                done = client.post(f"{FACTS}/batch", json=facts)
            except httpx.TransportError:
                return []
            return batch if done.is_success else []

        sent = [pool.submit(send, batch) for batch in batches]
        # As soon as one is answered, the others are somewhere between here and the disk.
        answered = sent[0].result()
        assert service.end(signal.SIGTERM) == 0
        answered += [value for each in sent[1:] for value in each.result()]
    with served("--data-dir", data_dir) as service:
        assert len(answered) >= len(batches[0])
        assert set(answered) <= _values(service, data_dir)


def test_who_waits_for_events_is_answered_before_the_end(data_dir: Path) -> None:
    def listeners() -> int:
        names = "select application_name from pg_stat_activity"
        shown = factledger("psql", "--data-dir", data_dir, "--", "-Atc", names).out
        return shown.splitlines().count(LISTENER)

    with (
        served("--data-dir", data_dir) as service,
        service.client(_token(data_dir)) as client,
        ThreadPoolExecutor(1) as pool,
    ):
        head = client.get(EVENTS).json()["as_of"]["seq"]
        assert listeners() == 0
        waiting = pool.submit(client.get, f"{EVENTS}?after={head}&wait=30")
        while listeners() == 0:
            assert not waiting.done()
        assert service.end(signal.SIGTERM) == 0
        assert waiting.result().json()["events"] == []
    assert servers_of(data_dir) == []
    assert "server" not in {json.loads(line)["event"] for line in service.logged}


def test_more_can_wait_than_a_process_may_at_first_open_files(data_dir: Path) -> None:
    with ExitStack() as stack:
        with few_files():
            service = stack.enter_context(served("--data-dir", data_dir))
        client = stack.enter_context(service.client(_token(data_dir)))
        head = client.get("/v1/ledgers/main").json()["seq"]
        asked = (
            f"GET {EVENTS}?after={head}&wait=30 HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {_token(data_dir)}\r\n\r\n"
        ).encode()
        address = ("127.0.0.1", int(service.url.rpartition(":")[2]))
        polls = [stack.enter_context(socket.create_connection(address)) for _ in range(FEW_FILES)]
        for each in polls:
            each.sendall(asked)
        assert client.post(FACTS, json=_fact("a sonata")).status_code == 201
        for each in polls:
            each.settimeout(PATIENCE_S)
            assert each.recv(65_536).startswith(b"HTTP/1.1 200 OK")


def test_a_port_in_use_is_told_before_anything_is_started(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = factledger("serve", "--port", port, "--data-dir", tmp_path / "data")
    assert (done.code, done.out) == (3, "")
    assert len(done.err.splitlines()) == 1
    assert port in done.err
    assert "--port" in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (["--host", "no.such.host.invalid"], "--host"),
        (["--host", "no..host"], "--host"),
        (["--host", "192.0.2.1"], "--host"),
        (["--port", "65536"], "--port"),
        (["--database", "postgresql:///x", "--sql-port", "5433"], "sql_port"),
        (["--database", "postgresql://x@127.0.0.1:1/x"], "database"),
    ],
)
def test_what_can_not_be_served_is_told_in_one_line(
    words: list[str], field: str, tmp_path: Path
) -> None:
    place = [] if "--database" in words else ["--data-dir", str(tmp_path / "data")]
    done = factledger("serve", "--port", "0", *place, *words)
    assert done.code in {2, 3}
    assert done.out == ""
    assert len(done.err.splitlines()) == 1
    assert field in done.err
    assert list(tmp_path.iterdir()) == []


def test_who_listens_to_other_machines_is_warned_and_answers_to_the_names_it_is_told(
    data_dir: Path,
) -> None:
    words = ("--host", str(IPv4Address(socket.INADDR_ANY)), "--answer-to", "ledger.example")
    with served("--data-dir", data_dir, *words) as service:
        warning, ready = service.said
        assert "in the clear" in warning
        port = httpx.URL(ready.removeprefix("ready: ")).port
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
            for name, status in [
                ("ledger.example", 200),
                ("localhost", 200),
                ("evil.example", 421),
            ]:
                answer = client.get("/health", headers={"Host": f"{name}:{port}"})
                assert answer.status_code == status


def test_neither_a_home_nor_the_current_folder_has_to_be_writable(data_dir: Path) -> None:
    environment = {"HOME": "/proc", "FACTLEDGER_DATA_DIR": str(data_dir)}
    with served(environment=environment, folder=Path("/proc")) as service:
        assert httpx.get(f"{service.url}/ready").status_code == 200


def test_the_folder_beside_us_is_the_one_that_is_meant(data_dir: Path) -> None:
    (data_dir.parent / "factledger-data").symlink_to(data_dir)
    with served(folder=data_dir.parent) as service:
        listed = factledger("ledger", "list", folder=data_dir.parent)
        assert (listed.code, listed.out) == (0, "main\n")
        assert service.said == [f"ready: {service.url}"]
        # As when its terminal goes away.
        assert service.end(signal.SIGHUP) == 0
    assert servers_of(data_dir) == []


def test_an_auditor_may_come_in_by_tcp_where_a_port_is_given(data_dir: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with served("--data-dir", data_dir, "--sql-port", str(port)):
        socket.create_connection(("127.0.0.1", port)).close()
        other = factledger("serve", "--port", "0", "--data-dir", data_dir, "--sql-port", "1")
        assert other.code == 3
        assert str(port) in other.err


def test_a_service_that_is_stopped_while_it_starts_leaves_nothing_running() -> None:
    with open_folder() as folder:
        data_dir = folder / "data"
        words: list[str | Path] = [SCRIPT, "serve", "--port", "0", "--data-dir", data_dir]
        with subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings({}), text=True
        ) as starting:
            assert starting.stderr is not None
            assert json.loads(starting.stderr.readline())["event"] == "start"
            starting.terminate()
            out, err = starting.communicate(timeout=PATIENCE_S)
        assert (starting.returncode, out) == (0, "")
        assert "Traceback" not in err
        assert servers_of(data_dir) == []
        with served("--data-dir", data_dir) as service:
            assert len(service.said) == 3
