"""A long poll is answered when an event comes, and lets everybody go who needn't wait."""

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http.client import HTTPResponse

import httpx
import pytest

from adapters.services import Services
from tests.adapters.postgres.test_arrivals import eventually
from tests.api.client import Client, Json, Sending, check, errors
from tests.api.test_server import listening
from tests.conftest import Caller

EVENTS = "/v1/ledgers/main/events"
FACTS = "/v1/ledgers/main/facts"
LONG = 30

Act = Callable[[], Awaitable[None]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Poll:
    """Polls of a client, and what others do meanwhile."""

    client: Client
    services: Services

    def __call__(self, query: str, *, then: Act) -> httpx.Response:
        """The answer to a poll; others act once it waits."""
        (response,) = self.all([query], then=then)
        return response

    def all(self, queries: list[str], *, then: Act) -> list[httpx.Response]:
        """The answers to polls; others act once all of them wait."""
        responses = self.client.runner.run(self._answered(queries, then))
        for each in responses:
            check(self.client.app, each)
        return responses

    async def _answered(self, queries: list[str], then: Act) -> list[httpx.Response]:
        sent = [Sending(method="GET", path=f"{EVENTS}?{each}") for each in queries]
        waiting = asyncio.create_task(self.client.sent(sent))
        while self.services.arrivals.waiters < len(sent):
            assert not waiting.done(), waiting.result()
            await asyncio.sleep(0.01)
        await then()
        return await waiting


@pytest.fixture
def poll(client: Client, services: Services) -> Poll:
    return Poll(client=client, services=services)


def fact(value: str) -> Json:
    return {"subject": "Alice", "predicate": "likes", "object": value}


def posting(client: Client, *values: str) -> Act:
    async def post() -> None:
        for value in values:
            sending = Sending(method="POST", path=FACTS, json=fact(value))
            (response,) = await client.sent([sending])
            assert response.status_code == 201

    return post


def seqs(response: httpx.Response) -> list[int]:
    return [each["seq"] for each in response.json()["events"]]


def end(response: httpx.Response) -> tuple[int | None, int]:
    """Where the answer goes on, and how far the log was walked."""
    answer = response.json()
    return answer["next"], answer["as_of"]["seq"]


def test_what_is_there_is_answered_and_what_comes_is_waited_for(client: Client, poll: Poll) -> None:
    assert seqs(client.get(f"{EVENTS}?wait={LONG}")) == [1]
    answer = poll(f"after=1&wait={LONG}", then=posting(client, "tea"))
    assert (seqs(answer), end(answer)) == ([2], (None, 2))


def test_where_nothing_comes_the_answer_is_empty(client: Client) -> None:
    for wait in (0, 1):
        answer = client.get(f"{EVENTS}?after=1&wait={wait}")
        assert (seqs(answer), end(answer)) == ([], (None, 1))
    assert seqs(client.get(f"{EVENTS}?after=0&wait=1")) == [1]


def test_a_type_is_waited_for_past_events_of_other_types(client: Client, poll: Poll) -> None:
    async def claim_and_suggest() -> None:
        await posting(client, "tea", "milk")()
        path = "/v1/ledgers/main/predicates/likes"
        sending = Sending(method="PUT", path=path, json={"cardinality": "multi"})
        (suggested,) = await client.sent([sending])
        assert suggested.status_code == 202

    answer = poll(f"after=1&type=PredicateDeclared&wait={LONG}", then=claim_and_suggest)
    assert (seqs(answer), end(answer)) == ([4], (None, 4))


def test_who_asks_for_a_type_learns_how_far_the_log_was_walked(client: Client) -> None:
    for value in ("tea", "milk"):
        client.post(FACTS, fact(value))
    none = client.get(f"{EVENTS}?after=1&type=PredicateDeclared&wait=1")
    assert (seqs(none), end(none)) == ([], (None, 3))
    last = client.get(f"{EVENTS}?type=FactAsserted&limit=2")
    assert (seqs(last), end(last)) == ([2, 3], (None, 3))


def test_a_position_ahead_of_the_head_is_waited_for(client: Client, poll: Poll) -> None:
    answer = poll(f"after=2&wait={LONG}", then=posting(client, "tea", "milk"))
    assert seqs(answer) == [3]


def test_who_has_waited_is_told_nothing_where_the_token_was_revoked_meanwhile(
    client: Client, boss: Client, poll: Poll, admin: Caller, agent: Caller
) -> None:
    async def revoke() -> None:
        poll.services.tokens.revoke(admin.grant, agent.grant.actor.token)
        await posting(boss, "tea")()

    assert poll(f"after=1&wait={LONG}", then=posting(client, "milk")).status_code == 200
    assert poll(f"after=2&wait={LONG}", then=revoke).status_code == 401


def test_hundreds_wait_at_once_and_all_are_answered(client: Client, poll: Poll) -> None:
    answers = poll.all([f"after=1&wait={LONG}"] * 300, then=posting(client, "tea"))
    assert [seqs(each) for each in answers] == [[2]] * 300


def test_who_goes_away_leaves_a_place_and_who_stays_is_let_go_where_the_service_stops(
    client: Client, services: Services, agent: Caller
) -> None:
    asked = (
        f"GET {EVENTS}?after=1&wait={LONG} HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {agent.secret}\r\n\r\n"
    ).encode()
    with listening(client.app) as port:
        going = socket.create_connection(("127.0.0.1", port))
        staying = socket.create_connection(("127.0.0.1", port))
        with staying:
            with going:
                for each in (going, staying):
                    each.sendall(asked)
                assert eventually(lambda: services.arrivals.waiters == 2)
            assert eventually(lambda: services.arrivals.waiters == 1)
            services.arrivals.release()
            answer = HTTPResponse(staying)
            answer.begin()
            assert json.load(answer)["events"] == []
    assert services.arrivals.waiters == 0


def test_a_faulty_wait_is_refused(client: Client) -> None:
    assert client.get(f"{EVENTS}?wait=30").status_code == 200
    for wait in ("31", "-1", "1.5", "", "x", "1e1", "٣"):
        assert errors(client.get(f"{EVENTS}?wait={wait}")) == {"wait": "out_of_range"}
