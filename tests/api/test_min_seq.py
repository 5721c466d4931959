"""A question says what its answer must have seen, and is answered by nothing less."""

import asyncio
from dataclasses import replace

import pytest

from adapters.services import Services
from domain.words import LedgerName
from tests.adapters.postgres.test_arrivals import eventually
from tests.api.client import Client, Sending, errors
from tests.api.patiently import Act, waiting
from tests.api.test_every_route import ASKED, filled, routes
from tests.conftest import Caller

FACTS = "/v1/ledgers/main/facts"
LONG_S = 60


def saying(client: Client, value: str, ledger: str = "main") -> Act:
    async def say() -> None:
        fact = {"subject": "Alice", "predicate": "likes", "object": value}
        path = f"/v1/ledgers/{ledger}/facts"
        (response,) = await client.sent([Sending(method="POST", path=path, json=fact)])
        assert response.status_code == 201

    return say


def test_what_was_seen_is_answered(client: Client) -> None:
    client.runner.run(saying(client, "tea")())
    for least in ("0", "1", "2"):
        answer = client.get(f"{FACTS}?min_seq={least}").json()
        assert answer["as_of"]["seq"] == 2
        assert [each["object"] for each in answer["facts"]] == ["tea"]


def test_what_comes_soon_is_waited_for(client: Client, services: Services, agent: Caller) -> None:
    with waiting(services, agent, wait_s=LONG_S) as patient:
        (answer,) = patient.get(f"{FACTS}?min_seq=2", then=saying(client, "tea"))
    assert answer.json()["as_of"]["seq"] == 2
    assert [each["object"] for each in answer.json()["facts"]] == ["tea"]
    assert patient.patience.waiters == 0


def test_what_does_not_come_is_told_from_what_is_there(services: Services, agent: Caller) -> None:
    with waiting(services, agent, wait_s=0.1) as patient:
        late = patient.client.get(f"{FACTS}?min_seq=2")
        assert (late.status_code, late.headers["Retry-After"]) == (503, "1")
        assert (late.json()["title"], late.json()["seq"]) == ("behind", 1)
        assert patient.client.get(f"{FACTS}?min_seq=1").status_code == 200
        assert patient.patience.waiters == 0


def test_no_more_wait_than_may_at_once(client: Client, services: Services, agent: Caller) -> None:
    with waiting(services, agent, wait_s=LONG_S, waiters_max=2) as patient:

        async def ask_and_say() -> None:
            third = Sending(method="GET", path=f"{FACTS}?min_seq=2")
            (refused,) = await patient.client.sent([third])
            assert (refused.status_code, refused.json()["seq"]) == (503, 1)
            await saying(client, "tea")()

        path = f"{FACTS}?min_seq=2"
        answers = patient.get(path, path, then=ask_and_say)
    assert [each.status_code for each in answers] == [200, 200]


def test_who_waits_for_a_position_may_wait_for_events_behind_it(
    client: Client, services: Services, agent: Caller
) -> None:
    with waiting(services, agent, wait_s=LONG_S) as patient:

        async def say_twice() -> None:
            await saying(client, "tea")()
            waits = asyncio.to_thread(eventually, lambda: services.arrivals.waiters == 1)
            assert await waits
            await saying(client, "rain")()

        path = "/v1/ledgers/main/events?after=2&min_seq=2&wait=30"
        (answer,) = patient.get(path, then=say_twice)
    assert [each["seq"] for each in answer.json()["events"]] == [3]


def test_who_waits_takes_no_place_of_another_ledger(
    client: Client, stranger: Client, services: Services, agent: Caller
) -> None:
    with waiting(services, agent, wait_s=LONG_S, waiters_max=1) as patient:
        elsewhere = replace(patient.client, secret=stranger.secret)

        async def ask_elsewhere_and_say() -> None:
            question = Sending(method="GET", path="/v1/ledgers/other/facts?min_seq=2")
            asked = asyncio.create_task(elsewhere.sent([question]))
            while patient.patience.waiters < 2:
                assert not asked.done(), asked.result()
                await asyncio.sleep(0.01)
            await saying(stranger, "tea", "other")()
            (answer,) = await asked
            assert answer.json()["as_of"]["seq"] == 2
            await saying(client, "tea")()

        (answer,) = patient.get(f"{FACTS}?min_seq=2", then=ask_elsewhere_and_say)
    assert answer.status_code == 200


def test_who_has_waited_is_told_nothing_where_the_token_was_revoked_meanwhile(
    boss: Client, services: Services, admin: Caller, agent: Caller
) -> None:
    async def revoke() -> None:
        services.tokens.revoke(admin.grant, agent.grant.actor.token)
        await saying(boss, "rain")()

    with waiting(services, agent, wait_s=LONG_S) as patient:
        (let_in,) = patient.get(f"{FACTS}?min_seq=2", then=saying(boss, "tea"))
        (refused,) = patient.get(f"{FACTS}?min_seq=3", then=revoke)
    assert (let_in.status_code, refused.status_code) == (200, 401)


def test_who_waits_is_let_go_when_the_service_stops(services: Services, agent: Caller) -> None:
    with waiting(services, agent, wait_s=LONG_S) as patient:

        async def stop() -> None:
            patient.patience.end()

        path = f"{FACTS}?min_seq=2"
        (answer,) = patient.get(path, then=stop)
        assert (answer.status_code, answer.json()["seq"]) == (503, 1)
        assert patient.client.get(path).status_code == 503
        assert patient.client.get(f"{FACTS}?min_seq=1").status_code == 200


def test_every_question_to_a_ledger_can_be_held_to_it(
    client: Client, services: Services, agent: Caller
) -> None:
    client.runner.run(saying(client, "tea")())
    checked = 0
    with waiting(services, agent, wait_s=0) as hurried:
        for method, template in routes(hurried.client.app):
            if method == "GET" and "{ledger}" in template:
                path = f"{filled(template)}?{ASKED.get(template, '')}"
                assert (template, client.get(f"{path}&min_seq=2").status_code) == (template, 200)
                late = hurried.client.get(f"{path}&min_seq=3")
                assert (template, late.status_code, late.json()["seq"]) == (template, 503, 2)
                checked += 1
    assert checked >= 14


@pytest.mark.parametrize("text", ["", "x", "-1", "1.5", "2e1", "*", "latest", "²"])
def test_what_is_no_position_is_refused(client: Client, text: str) -> None:
    assert errors(client.get(f"{FACTS}?min_seq={text}")) == {"min_seq": "not_a_position"}
    assert client.get(f"{FACTS}?min_seq=1").status_code == 200


def test_it_is_asked_once_and_of_a_ledger_alone(client: Client, boss: Client) -> None:
    assert errors(client.get(f"{FACTS}?min_seq=1&min_seq=1")) == {"min_seq": "twice"}
    for path in ("/v1/ledgers", "/v1/tokens", "/ready"):
        assert errors(boss.get(f"{path}?min_seq=1")) == {"min_seq": "unknown_field"}
    fact = {"subject": "Alice", "predicate": "likes", "object": "tea"}
    assert errors(client.post(f"{FACTS}?min_seq=1", fact)) == {"min_seq": "unknown_field"}


def test_it_is_waited_for_by_none_whom_the_ledger_is_not_for(
    stranger: Client, ledger_name: LedgerName
) -> None:
    path = f"/v1/ledgers/{ledger_name}/facts?min_seq=9"
    assert stranger.get(path).status_code == 404
    assert stranger.get(path).text == stranger.get(path.replace("main", "nowhere")).text
    assert stranger.get("/v1/ledgers/other/facts?min_seq=1").status_code == 200


def test_a_list_goes_on_whatever_its_next_page_must_have_seen(client: Client) -> None:
    for value in ("tea", "rain"):
        client.runner.run(saying(client, value)())
    first = client.get(f"{FACTS}?limit=1&min_seq=2").json()
    second = client.get(f"{FACTS}?limit=1&min_seq=3&cursor={first['next']}").json()
    found = [each["object"] for page in (first, second) for each in page["facts"]]
    assert found == ["tea", "rain"]
