"""Two services on one axis, and one that is killed between a claim and what becomes of it."""

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.cases.story import House, Story, claim, done
from tests.console import Service, served
from tests.database import Database
from tests.wire import Fate, Statement, wired

BOTH = ["FactAsserted", "DuelResolved"]
WRITES = "begin isolation level read committed"


def test_two_batches_on_one_axis_leave_one_winner_or_one_contest_and_lose_none(
    story: Story, shared_database: Database
) -> None:
    batch = {"facts": [claim(f"V{number % 7}", valid_from="2020-01-01") for number in range(50)]}
    secrets = [story.agent(name).secret for name in "ab"]

    def send(service: Service, secret: str | None) -> list[str]:
        with service.client(secret or "") as client:
            answer = done(client.post(f"{story.path}/facts/batch", json=batch), 200)
            return [each["verdict"] for each in answer["results"]]

    url = shared_database.app_url
    with (
        served("--database", url) as one,
        served("--database", url) as two,
        ThreadPoolExecutor(2) as threads,
    ):
        told = [*threads.map(send, (one, two), secrets)]
    assert [len(each) for each in told] == [50, 50]
    assert story.types().count("FactAsserted") == 100
    shown = story.facts(valid_at="2021-01-01")
    assert len(shown) == 1 or (shown and all(each["contested"] for each in shown))
    claims = [each["claims"] for each in story.facts(valid_at="any", status="all")]
    assert sum(claims) == 100
    assert story.verified().findings == ()


def killed_at(story: Story, database: Database, number: int) -> tuple[list[str], int]:
    """Kill a service before this statement of the transaction that writes a contested claim.

    Returns what it wrote, and how many statements there were.
    """
    story.declares()
    story.says("a", "Acme", valid_from="2020-01-01")
    before = story.head
    seen: list[Statement] = []
    armed = threading.Event()

    def watch(statement: Statement) -> Fate:
        # Others of the service's threads read meanwhile, whenever they do.
        if armed.is_set() and (seen or statement.text.startswith(WRITES)):
            seen.append(statement)
            if len(seen) == number:
                os.kill(statement.sender, signal.SIGKILL)
                return Fate.CUT
        return Fate.PASS

    secret = story.agent("b").secret or ""
    with (
        wired(database.app_url, watch) as url,
        served("--database", url) as service,
        service.client(secret) as client,
    ):
        armed.set()
        sent = claim("Globex", valid_from="2020-01-01")
        if number:
            with pytest.raises(httpx.TransportError):
                client.post(f"{story.path}/facts", json=sent)
            assert service.process.wait(60) == -signal.SIGKILL
        else:
            assert done(client.post(f"{story.path}/facts", json=sent), 201)
        armed.clear()
    written = [each["type"] for each in story.events() if each["seq"] > before]
    return written, len(seen)


def test_a_service_that_is_killed_leaves_a_claim_with_what_became_of_it_or_neither(
    house: House, shared_database: Database
) -> None:
    written, statements = killed_at(house.open(), shared_database, 0)
    assert written == BOTH
    assert statements >= 5
    for number in (statements // 2, statements - 2, statements - 1, statements):
        story = house.open()
        written, _ = killed_at(story, shared_database, number)
        assert written in ([], BOTH)
        assert story.verified().findings == ()
        assert story.says("c", "Globex", valid_from="2020-01-01").verdict in {
            "contested",
            "supersedes",
            "displaces",
        }
