"""The door: nobody without a token, one line of the log a call, and no word too many."""

import asyncio
import json
import logging
import re
from typing import Any

import psycopg
import pytest

from adapters.services import Services
from domain.words import LedgerName
from tests.api.client import Client, Json, Sending
from tests.conftest import Caller
from tests.database import Database

FACTS = "/v1/ledgers/main/facts"
ALICE: Json = {"subject": "Alice", "predicate": "lives_in", "object": "Dublin"}


def lines(caplog: pytest.LogCaptureFixture, event: str) -> list[dict[str, Any]]:
    return [vars(each)["details"] for each in caplog.records if each.msg == event]


def test_without_a_token_nothing_is_told_apart(nobody: Client, ledger_name: LedgerName) -> None:
    paths = [
        f"/v1/ledgers/{ledger_name}",
        "/v1/ledgers/nowhere",
        "/v1",
        "/",
        "/nope",
        "/openapi.json",
    ]
    paths += ["/docs", "/redoc", "/health/", "/ready/x", "/HEALTH", "/%68ealth/x"]
    methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "HEAD"]
    answers = nobody.send_all(
        [Sending(method=method, path=path) for path in paths for method in methods]
    )
    assert {each.status_code for each in answers} == {401}
    assert {each.headers["WWW-Authenticate"] for each in answers} == {"Bearer"}
    assert len({each.text for each in answers if each.request.method != "HEAD"}) == 1


def test_what_is_no_token_is_refused(nobody: Client, agent: Caller) -> None:
    def call(*values: str) -> int:
        headers = [(b"Authorization", value.encode("latin-1")) for value in values]
        return nobody.send(Sending(method="GET", path=FACTS, headers=headers)).status_code

    good = f"Bearer {agent.secret}"
    assert call(good) == call(f"bearer {agent.secret}") == 200
    wrong = ["", "Bearer", "Bearer ", agent.secret, f"Basic {agent.secret}", f"{good}x", good[:-1]]
    wrong += [f"Bearer {agent.grant.actor.token}", "Bearer ÿ", f"Bearer {agent.secret} x"]
    assert {value: call(value) for value in wrong} == dict.fromkeys(wrong, 401)
    assert call(good, good) == 401


def test_a_host_and_a_page_that_are_not_known_are_refused_before_all_else(
    client: Client, nobody: Client
) -> None:
    for someone, allowed in ((client, 200), (nobody, 401)):
        for header, value, status in (
            (b"Host", b"evil.example", 421),
            (b"Origin", b"http://evil.example", 403),
            (b"Origin", b"http://localhost:1234", allowed),
        ):
            sending = Sending(method="GET", path=FACTS, headers=[(header, value)])
            assert someone.send(sending).status_code == status
    rebound = Sending(method="GET", path="/health", headers=[(b"Host", b"evil.example")])
    assert nobody.send(rebound).status_code == 421


def test_a_call_is_named_by_its_caller_or_by_us(client: Client) -> None:
    assert client.get(FACTS, Request_Id="run-7.2").headers["Request-Id"] == "run-7.2"
    made = {client.get(FACTS).headers["Request-Id"] for _ in range(3)}
    assert len(made) == 3
    for wrong in (b"", b"a b", b"x" * 129, b'"', b"\xff"):
        sending = Sending(method="GET", path=FACTS, headers=[(b"Request-Id", wrong)])
        assert re.fullmatch("[0-9a-f]{8}-[0-9]+", client.send(sending).headers["Request-Id"])


def test_a_call_leaves_one_line_in_the_log_and_no_content(
    client: Client, nobody: Client, agent: Caller, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "factledger"):
        client.post(FACTS, ALICE, Request_Id="r1")
        client.get(f"{FACTS}?subject=Alice", Request_Id="r2")
        client.post(FACTS, {"Alice": "Dublin"}, Request_Id="r3")
        client.get("/v1/ledgers/alice-dublin/facts/7", Request_Id="r4")
        client.get("/Alice", Request_Id="r5")
        nobody.get("/Alice", Request_Id="r6")
    told = {line["request_id"]: line for line in lines(caplog, "request")}
    assert all(line.pop("ms") >= 0 for line in told.values())
    facts, token = "/v1/ledgers/{ledger}/facts", agent.grant.actor.token

    def line(method: str, route: str | None, status: int, seq: int | None) -> dict[str, object]:
        return {"method": method, "route": route, "status": status, "seq": seq, "token": token}

    assert told == {
        "r1": {"request_id": "r1", **line("POST", facts, 201, 2)},
        "r2": {"request_id": "r2", **line("GET", facts, 200, 2)},
        "r3": {"request_id": "r3", **line("POST", facts, 422, None)},
        "r4": {"request_id": "r4", **line("GET", f"{facts}/{{fact}}", 404, None)},
        "r5": {"request_id": "r5", **line("GET", None, 404, None)},
        "r6": {"request_id": "r6", **line("GET", None, 401, None), "token": None},
    }
    whole = json.dumps([vars(each) for each in caplog.records], default=str)
    assert not re.search("alice|dublin", whole, re.IGNORECASE)


def refusals(database: Database, caller: Caller) -> int:
    with psycopg.connect(database.admin_url) as connection:
        row = connection.execute(
            "select refused from access.token where id = %s", [caller.grant.actor.token]
        ).fetchone()
    assert row is not None
    return int(row[0])


def test_refused_calls_are_counted_by_token(
    stranger: Client, client: Client, agent: Caller, database: Database
) -> None:
    client.get(FACTS)
    client.post(FACTS, {})
    assert refusals(database, agent) == 0
    client.post("/v1/tokens", {"name": "x", "kind": "agent", "role": "agent", "ledgers": ["main"]})
    client.get("/v1/ledgers/other")
    client.get("/nope")
    assert refusals(database, agent) == 3
    stranger.get(FACTS)
    assert refusals(database, agent) == 3


def test_a_head_is_a_get_without_its_body(client: Client) -> None:
    client.post(FACTS, ALICE)
    get = client.get(FACTS)
    head = client.send(Sending(method="HEAD", path=FACTS))
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["Content-Length"] == get.headers["Content-Length"]
    assert client.send(Sending(method="HEAD", path=f"{FACTS}/99")).status_code == 404


def test_an_unknown_route_is_told_where_the_known_ones_are(client: Client) -> None:
    for path in ("/", "/nope", "/v1/ledgers/main/fact", f"{FACTS}/"):
        response = client.get(path)
        assert response.status_code == 404
        assert "/openapi.json" in response.json()["detail"]
    assert client.get("/openapi.json").status_code == 200
    assert "/openapi.json" not in client.get(f"{FACTS}/99").json()["detail"]


def test_a_wrong_method_is_told_the_right_ones(client: Client) -> None:
    allowed = {
        FACTS: "GET, HEAD, POST",
        f"{FACTS}/batch": "GET, HEAD, POST",
        f"{FACTS}/2": "GET, HEAD",
        "/v1/tokens/t1": "DELETE",
        "/health": "GET, HEAD",
    }
    for path, methods in allowed.items():
        for method in ("PUT", "OPTIONS", "PATCH"):
            response = client.send(Sending(method=method, path=path))
            assert (response.status_code, response.headers["Allow"]) == (405, methods)
    assert client.send(Sending(method="HEAD", path="/v1/tokens/t1")).status_code == 405


def test_a_fault_tells_its_reference_and_nothing_of_what_went_wrong(
    client: Client, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    client.post(FACTS, ALICE)
    with psycopg.connect(database.admin_url) as connection:
        connection.execute("alter view read.version rename column subject to topic")
        connection.execute("alter table read.claim rename column subject to topic")
    with caplog.at_level(logging.INFO, "factledger"):
        answers = [client.get(FACTS), client.post(FACTS, ALICE)]
    for answer in answers:
        told = answer.json()
        assert answer.status_code == 500
        assert set(told) == {"type", "title", "status", "detail", "reference"}
        assert not re.search("subject|select|column|Alice|psycopg", answer.text)
    references = {line["reference"] for line in lines(caplog, "fault")}
    assert {answer.json()["reference"] for answer in answers} <= references
    assert "Alice" not in json.dumps([vars(each) for each in caplog.records], default=str)


def test_a_full_queue_asks_to_come_back(client: Client, database: Database) -> None:
    client.post(FACTS, ALICE)
    facts = [{**ALICE, "subject": f"Alice {number}"} for number in range(1_000)]
    sending = Sending(method="POST", path=f"{FACTS}/batch", json={"facts": facts})
    with psycopg.connect(database.admin_url) as blocker:
        blocker.execute("select from ledger.head where ledger = 'main' for update")
        answers = client.runner.run(_flooded(client, [sending] * 12, blocker))
    statuses = [each.status_code for each in answers]
    assert set(statuses) == {200, 429}
    assert {each.headers["Retry-After"] for each in answers if each.status_code == 429} == {"1"}
    said = client.get(f"{FACTS}?subject=Alice%20999").json()["facts"]
    assert [each["claims"] for each in said] == [statuses.count(200)]


async def _flooded(
    client: Client, sendings: list[Sending], blocker: psycopg.Connection
) -> list[Any]:
    """Send more than is queued at once while nothing can be written, then let it be written."""
    calls = [asyncio.create_task(client.sent([sending])) for sending in sendings]
    done, _ = await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)
    assert {each.result()[0].status_code for each in done} == {429}
    blocker.rollback()
    return [(await call)[0] for call in calls]


def test_while_the_database_is_gone_the_answer_is_to_ask_again(
    client: Client, services: Services
) -> None:
    assert client.get(FACTS).status_code == 200
    services.pool.close()
    for response in (client.get(FACTS), client.post(FACTS, ALICE)):
        assert (response.status_code, response.headers["Retry-After"]) == (503, "1")
        assert not re.search("pool|psycopg|postgres", response.text, re.IGNORECASE)
