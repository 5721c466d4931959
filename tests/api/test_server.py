"""The application behind a real server, on a real port: what no simulated transport shows."""

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager

import httpx
import pytest
import uvicorn

from api.app import Api
from domain.limits import REQUEST_BYTES_MAX
from tests.api.client import Json
from tests.conftest import Caller

FACTS = "/v1/ledgers/main/facts"
ALICE: Json = {"subject": "Alice", "predicate": "lives_in", "object": "Dublin"}


@contextmanager
def listening(app: Api) -> Generator[int]:
    """A server on a free port of the loopback, as `serve` configures it."""
    config = uvicorn.Config(
        app, loop="uvloop", http="httptools", ws="none", log_config=None, access_log=False
    )
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as door:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
        thread.start()
        try:
            yield door.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture
def port(app: Api) -> Generator[int]:
    with listening(app) as port:
        yield port


@pytest.fixture
def web(port: int, agent: Caller) -> Generator[httpx.Client]:
    with httpx.Client(
        base_url=f"http://127.0.0.1:{port}",
        headers={"Authorization": f"Bearer {agent.secret}"},
        timeout=30,
    ) as client:
        yield client


def raw(port: int, request: bytes) -> bytes:
    """What comes back for these bytes, until the server closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while chunk := connection.recv(65_536):
            answer += chunk
        return answer


def test_a_fact_goes_in_and_comes_out_over_one_connection(web: httpx.Client) -> None:
    answers = [web.post(FACTS, json=ALICE) for _ in range(3)]
    assert [each.status_code for each in answers] == [201, 200, 200]
    shown = web.get(f"{FACTS}/2")
    assert (shown.json()["claims"], shown.headers["Request-Id"] != "") == (3, True)


def test_a_body_in_pieces_is_one_body(web: httpx.Client) -> None:
    pieces = iter([b'{"subject": "Alice", "predi', b'cate": "lives_in", ', b'"object": "Dublin"}'])
    answer = web.post(FACTS, content=pieces, headers={"Content-Type": "application/json"})
    assert answer.status_code == 201


def test_a_head_has_no_body(web: httpx.Client) -> None:
    get, head = web.get(FACTS), web.head(FACTS)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["Content-Length"] == get.headers["Content-Length"]
    assert web.get(FACTS).status_code == 200


def test_too_much_is_refused_however_it_comes(web: httpx.Client) -> None:
    headers = {"Content-Type": "application/json"}
    whole = web.post(FACTS, content=b" " * (REQUEST_BYTES_MAX + 1), headers=headers)
    piece = b" " * 1_048_576
    pieces = web.post(FACTS, content=(piece for _ in range(17)), headers=headers)
    assert (whole.status_code, pieces.status_code) == (413, 413)
    assert whole.json()["title"] == pieces.json()["title"]
    assert web.post(FACTS, json=ALICE).status_code == 201


def test_a_question_of_fifty_thousand_words_is_refused_and_the_next_is_answered(
    web: httpx.Client, port: int, agent: Caller
) -> None:
    asked = "+".join(f"word{number}" for number in range(50_000))
    for path in (f"{FACTS}?subject={asked}", f"/v1/ledgers/{asked}"):
        request = (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {agent.secret}\r\nConnection: close\r\n\r\n"
        )
        assert raw(port, request.encode()).startswith(b"HTTP/1.1 400 ")
    assert web.get(f"{FACTS}?subject=word").status_code == 200


def test_what_is_no_request_or_ends_too_soon_writes_nothing(
    web: httpx.Client, port: int, agent: Caller
) -> None:
    head = (
        f"POST {FACTS} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {agent.secret}\r\n"
        "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
    ).encode()
    assert b" 201 " not in raw(port, head + b'{"subject": "Alice"')
    assert raw(port, b"\x16\x03\x01 nonsense\r\n\r\n").startswith(b"HTTP/1.1 400 ")
    assert raw(port, b"GET /health HTTP/1.1\r\nConnection: close\r\n\r\n").startswith(
        b"HTTP/1.1 421 "
    )
    assert web.get("/v1/ledgers/main").json()["seq"] == 1
    assert web.post(FACTS, json=ALICE).status_code == 201


def test_paths_that_other_servers_tidy_up_open_nothing(port: int) -> None:
    def status(path: str) -> bytes:
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        return raw(port, request.encode()).split(b" ")[1]

    assert status("/health") == b"200"
    for path in ("//health", "/v1/../health", "/health/../v1/ledgers", "/health;x", "/%2e/health"):
        assert (path, status(path)) == (path, b"401")
