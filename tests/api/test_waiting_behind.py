"""Who waits for events where a replica answers gets what has arrived once the replica has it."""

import asyncio
from collections.abc import Generator

import httpx
import pytest

from adapters.postgres.logins import SERVICE_LOGIN
from adapters.services import Services, serving
from tests.api.client import Client, Sending
from tests.database import Database
from tests.standby import Standby

EVENTS = "/v1/ledgers/main/events?after=1&wait=30"


@pytest.fixture
def services(database: Database, standby: Standby) -> Generator[Services]:
    standby.catch_up()
    url = standby.url_of(database, login=SERVICE_LOGIN, password=database.service_password)
    with serving(database.app_url, replica_url=url, connections=8) as found:
        yield found
        standby.release()


def test_an_event_that_the_replica_lacks_is_waited_for_and_then_answered(
    client: Client, services: Services, standby: Standby
) -> None:
    standby.catch_up()
    said = {"subject": "Alice", "predicate": "likes", "object": "tea"}

    async def polled() -> httpx.Response:
        waiting = asyncio.create_task(client.sent([Sending(method="GET", path=EVENTS)]))
        while not services.arrivals.waiters:
            assert not waiting.done(), waiting.result()
            await asyncio.sleep(0.01)
        await asyncio.to_thread(standby.hold)
        path = "/v1/ledgers/main/facts"
        (written,) = await client.sent([Sending(method="POST", path=path, json=said)])
        assert written.status_code == 201
        # It has arrived, and who waits has been told.
        while services.arrivals.waiters:
            assert not waiting.done(), waiting.result()
            await asyncio.sleep(0.01)
        (lacking,) = await client.sent([Sending(method="GET", path=EVENTS.partition("&")[0])])
        assert (lacking.json()["events"], lacking.json()["as_of"]["seq"]) == ([], 1)
        assert not waiting.done()
        await asyncio.to_thread(standby.release)
        (response,) = await waiting
        return response

    answer = client.runner.run(polled()).json()
    assert [each["seq"] for each in answer["events"]] == [2]
