"""On a real standby that follows, lags, is gone and comes back: what is answered, and by whom."""

from collections.abc import Generator

import pytest

from adapters.postgres.logins import SERVICE_LOGIN
from adapters.services import Services, serving
from domain.grants import Role
from domain.words import ActorKind, LedgerName
from tests.adapters.postgres.test_arrivals import eventually
from tests.api.client import Client, Json, errors
from tests.api.patiently import waiting
from tests.conftest import Caller, call_as
from tests.console import factledger, served
from tests.database import Database
from tests.standby import Standby

FACTS = "/v1/ledgers/main/facts"
LONG_S = 60


@pytest.fixture
def replica_url(database: Database, standby: Standby) -> str:
    standby.catch_up()
    return standby.url_of(database, login=SERVICE_LOGIN, password=database.service_password)


@pytest.fixture
def services(database: Database, standby: Standby, replica_url: str) -> Generator[Services]:
    """The services of these tests, whose questions go to the standby."""
    with serving(database.app_url, replica_url=replica_url, connections=8) as found:
        yield found
        standby.release()


def likes(value: str) -> Json:
    return {"subject": "Alice", "predicate": "likes", "object": value}


def say(client: Client, value: str) -> int:
    """Assert a fact; returns the seq that a reader must have seen to see it."""
    answer = client.post(FACTS, likes(value))
    assert answer.is_success
    return int(answer.json()["seq"])


def told(answer: Json) -> tuple[list[str], int]:
    """The values, and the head that was seen."""
    return [each["object"] for each in answer["facts"]], answer["as_of"]["seq"]


def in_use(services: Services) -> bool:
    assert services.replica is not None
    return services.replica.pool is not None


def lose(services: Services) -> None:
    """Let the service find that its connections to the replica are gone."""
    replica = services.replica
    assert replica is not None
    assert replica.pool is not None
    replica.lose(replica.pool)


def test_questions_are_answered_by_the_standby_and_writes_by_the_primary(
    client: Client, standby: Standby
) -> None:
    first = say(client, "tea")
    assert told(client.get(f"{FACTS}?min_seq={first}").json()) == (["tea"], first)
    standby.hold()
    second = say(client, "rain")
    assert told(client.get(FACTS).json()) == (["tea"], first)
    standby.release()
    assert told(client.get(f"{FACTS}?min_seq={second}").json()) == (["tea", "rain"], second)
    assert client.get("/ready").json() == {"status": "ready", "replica": "in use"}


def test_a_question_waits_for_a_standby_that_lags_and_is_told_how_far_it_has_come(
    client: Client, services: Services, agent: Caller, standby: Standby
) -> None:
    first = say(client, "tea")
    assert client.get(f"{FACTS}?min_seq={first}").status_code == 200
    standby.hold()
    second = say(client, "rain")
    with waiting(services, agent, wait_s=0.3) as hasty:
        late = hasty.client.get(f"{FACTS}?min_seq={second}")
        assert (late.status_code, late.json()["seq"]) == (503, first)
        assert late.headers["Retry-After"] == "1"

    async def release() -> None:
        standby.release()

    with waiting(services, agent, wait_s=LONG_S) as patient:
        (answer,) = patient.get(f"{FACTS}?min_seq={second}", then=release)
    assert told(answer.json()) == (["tea", "rain"], second)


def test_a_time_ahead_of_the_standby_is_one_to_come(client: Client, standby: Standby) -> None:
    first = say(client, "tea")
    assert client.get(f"{FACTS}?min_seq={first}").status_code == 200
    standby.hold()
    second = say(client, "rain")
    assert errors(client.get(f"{FACTS}?known_at={second}")) == {"known_at": "in_the_future"}
    standby.release()
    known = client.get(f"{FACTS}?known_at={second}&min_seq={second}").json()
    assert told(known) == (["tea", "rain"], second)


def test_a_ledger_that_the_standby_has_not_heard_of_is_waited_for(
    boss: Client, services: Services, admin: Caller, standby: Standby, ledger_name: LedgerName
) -> None:
    assert boss.get(f"/v1/ledgers/{ledger_name}?min_seq=1").status_code == 200
    standby.hold()
    assert boss.post("/v1/ledgers", {"ledger": "new"}).status_code == 201
    assert {"ledger": "new"} in boss.get("/v1/ledgers").json()["ledgers"]

    async def release() -> None:
        standby.release()

    with waiting(services, admin, wait_s=LONG_S) as patient:
        (answer,) = patient.get("/v1/ledgers/new", then=release)
    assert answer.json()["seq"] == 1


def test_a_revoked_token_is_refused_at_once_however_far_the_standby_lags(
    nobody: Client, boss: Client, services: Services, ledger_name: LedgerName, standby: Standby
) -> None:
    granted = frozenset({ledger_name})
    caller = call_as(services, role=Role.READER, kind=ActorKind.AGENT, ledgers=granted)
    reader = nobody.bearing(caller)
    assert reader.get(f"{FACTS}?min_seq=1").status_code == 200
    standby.hold()
    assert reader.get(FACTS).status_code == 200
    assert boss.delete(f"/v1/tokens/{caller.grant.actor.token}").status_code == 200
    assert reader.get(FACTS).status_code == 401
    assert boss.get(FACTS).status_code == 200


def test_what_the_standby_showed_is_an_echo_when_it_is_said(client: Client, boss: Client) -> None:
    seen = say(boss, "tea")
    assert told(client.get(f"{FACTS}?min_seq={seen}").json())[0] == ["tea"]
    said = say(client, "tea")
    why = client.get(f"{FACTS}/{seen}/why?min_seq={said}").json()
    assert [each["echo"] for each in why["claims"]] == [False, True]


def test_no_answer_goes_back_behind_what_the_primary_told_while_the_standby_was_gone(
    client: Client, services: Services, standby: Standby
) -> None:
    first = say(client, "tea")
    assert client.get(f"{FACTS}?min_seq={first}").status_code == 200
    standby.hold()
    second = say(client, "rain")
    assert told(client.get(FACTS).json()) == (["tea"], first)
    lose(services)
    while told(client.get(FACTS).json())[1] == first:  # so the standby was found again before
        lose(services)
    assert eventually(lambda: in_use(services))
    assert told(client.get(FACTS).json()) == (["tea", "rain"], second)
    assert client.get("/ready").json()["replica"] == "in use"


def test_while_the_standby_is_gone_the_primary_answers(
    client: Client, services: Services, standby: Standby, caplog: pytest.LogCaptureFixture
) -> None:
    seen = say(client, "tea")
    assert client.get(f"{FACTS}?min_seq={seen}").status_code == 200
    with caplog.at_level("INFO", "factledger"):
        standby.stop()
        seen = say(client, "rain")
        for _ in range(3):
            assert told(client.get(FACTS).json()) == (["tea", "rain"], seen)
        assert eventually(lambda: not in_use(services))
        assert client.get("/ready").json() == {"status": "ready", "replica": "lost"}
        standby.start()
        assert eventually(lambda: in_use(services))
    told_of = [vars(each)["details"]["in_use"] for each in caplog.records if each.msg == "replica"]
    assert told_of == [False, True]
    standby.hold()
    say(client, "snow")
    assert told(client.get(f"{FACTS}?min_seq={seen}").json()) == (["tea", "rain"], seen)


def test_a_service_is_told_its_replica_and_does_not_serve_on_a_standby_alone(
    database: Database, services: Services, agent: Caller, replica_url: str
) -> None:
    assert in_use(services)
    refused = factledger("serve", "--port", "0", "--database", replica_url)
    assert (refused.code, refused.out) == (3, "")
    assert "is a standby" in refused.err
    assert "--replica" in refused.err
    with (
        served("--database", database.app_url, "--replica", replica_url) as service,
        service.client(agent.secret) as web,
    ):
        assert web.get("/ready").json() == {"status": "ready", "replica": "in use"}
        said = web.post(FACTS, json=likes("tea")).json()["seq"]
        assert told(web.get(f"{FACTS}?min_seq={said}").json()) == (["tea"], said)
