"""Two ledgers in one database: what one answers is the same whether or not the other is there."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from adapters.postgres.pool import scoped
from adapters.services import Services
from api.app import Api
from domain.grants import Role
from domain.words import ActorKind, LedgerName
from tests.api.client import Client, Json, Sending
from tests.api.test_every_route import routes
from tests.conftest import Caller, call_as, opening

# Few words, so that the ledgers say the same and would show it if they met.
CLAIMS = st.fixed_dictionaries(
    {
        "subject": st.sampled_from(["Alice", "alice", "Bob"]),
        "predicate": st.sampled_from(["lives_in", "likes"]),
        "object": st.sampled_from(["Dublin", "Cork", True, {"number": "7"}, {"entity": "Dublin"}]),
    },
    optional={"source": st.sampled_from(["crm", "hr"]), "derived_from": st.just([2])},
)
SAYINGS = st.lists(CLAIMS, max_size=6)

QUESTIONS = {
    "/v1/ledgers": ["", "?limit=1", "?x=1"],
    "/v1/ledgers/{ledger}": ["", "?x=1"],
    "/v1/ledgers/{ledger}/facts": [
        "",
        "?limit=1",
        "?subject=alice",
        "?subject=Bob&predicate=likes",
        "?object=dublin",
        "?source=crm",
        "?source=hr&limit=1",
        "?status=all",
        "?status=invalidated",
        "?subject=",
        "?valid_at=any",
        "?valid_at=2020-01-01",
        "?known_at=2",
        "?known_at=99",
        "?certainty=possible",
    ],
    "/v1/ledgers/{ledger}/facts/{fact}": ["", "?known_at=2"],
    "/v1/ledgers/{ledger}/facts/{fact}/history": ["", "?limit=1", "?known_at=2"],
    "/v1/ledgers/{ledger}/facts/{fact}/why": ["", "?limit=1", "?known_at=2"],
    "/v1/ledgers/{ledger}/timeline": ["?subject=alice&predicate=likes", "?subject=alice"],
    "/v1/ledgers/{ledger}/changes": ["", "?since=2", "?until=3", "?subject=Bob", "?limit=1"],
    "/v1/ledgers/{ledger}/conflicts": [""],
    "/v1/ledgers/{ledger}/tombstones": [""],
    "/v1/ledgers/{ledger}/review": [""],
    "/v1/ledgers/{ledger}/predicates": ["", "?limit=1"],
    "/v1/ledgers/{ledger}/predicates/suggestions": [""],
    "/v1/ledgers/{ledger}/events": ["", "?after=2&limit=2", "?type=FactAsserted", "?type=x"],
    "/v1/ledgers/{ledger}/events/{seq}": [""],
    "/v1/tokens": [""],
    "/health": [""],
    "/ready": [""],
    "/openapi.json": [""],
}
SCOPE = "select coalesce(current_setting('factledger.ledgers', true), '')"
NUMBERS = count()
POSITIONS = [*map(str, range(11)), "x"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Asker:
    """Who asks a ledger everything that can be asked."""

    app: Api
    client: Client
    ledger: str

    def answers(self) -> dict[str, JsonValue]:
        """Every answer by its question, without the clock's time."""
        paths = list(self._paths())
        responses = self.client.send_all([Sending(method="GET", path=path) for path in paths])
        return {
            path: [response.status_code, _timeless(response.json())]
            for path, response in zip(paths, responses, strict=True)
        }

    def _paths(self) -> Iterator[str]:
        for method, template in routes(self.app):
            if method == "GET":
                for query in QUESTIONS[template]:
                    path = template.replace("{ledger}", self.ledger)
                    positions = POSITIONS if "{" in path else [""]
                    for seq in positions:
                        yield path.replace("{fact}", seq).replace("{seq}", seq) + query


def _timeless(answer: JsonValue) -> JsonValue:
    return _without(answer, {"valid_at"})


def _without(value: JsonValue, names: set[str]) -> JsonValue:
    match value:
        case dict():
            return {key: _without(each, names) for key, each in value.items() if key not in names}
        case list():
            return [_without(each, names) for each in value]
        case _:
            return value


def _derived(answers: dict[str, JsonValue], ledger: str) -> JsonValue:
    """What follows from what was said alone: without times, salts, hashes, ids and names."""
    drawn = {"body", "leaf_hash", "prev", "id", "salt", "parts", "content", "token", "next"}
    timed = {"recorded_at", "observed_at", "earliest", "latest", "from", "to", "at", "by"}
    told = {
        path.replace(ledger, "it"): _without(answer, drawn | timed)
        for path, answer in answers.items()
        if path.startswith("/v1/ledgers")
    }
    renamed: JsonValue = json.loads(json.dumps(told).replace(f'"{ledger}"', '"it"'))
    return renamed


def open_ledger(services: Services, admin: Caller, name: str) -> LedgerName:
    services.ledger.open(admin.grant, LedgerName(name), opening())
    return LedgerName(name)


def asker(services: Services, client: Client, ledger: LedgerName) -> Asker:
    caller = call_as(services, role=Role.AGENT, kind=ActorKind.AGENT, ledgers=frozenset({ledger}))
    return Asker(app=client.app, client=client.bearing(caller), ledger=ledger)


def say(client: Client, ledger: str, claims: list[Json]) -> list[int]:
    return [client.post(f"/v1/ledgers/{ledger}/facts", each).status_code for each in claims]


@settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(st.tuples(CLAIMS, SAYINGS), min_size=1, max_size=4))
def test_no_answer_about_a_ledger_depends_on_another(
    services: Services,
    admin: Caller,
    nobody: Client,
    turns: list[tuple[Json, list[Json]]],
) -> None:
    alone, mixed, other = (f"{name}{next(NUMBERS)}" for name in ("alone", "mixed", "other"))
    apart = asker(services, nobody, open_ledger(services, admin, alone))
    said = say(apart.client, alone, [claim for claim, _ in turns])
    before = apart.answers()

    among = asker(services, nobody, open_ledger(services, admin, mixed))
    beside = asker(services, nobody, open_ledger(services, admin, other))
    for (claim, others), status in zip(turns, said, strict=True):
        assert say(among.client, mixed, [claim]) == [status]
        say(beside.client, other, [claim, *others])

    assert apart.answers() == before
    assert _derived(among.answers(), mixed) == _derived(before, alone)
    told = json.dumps(before[f"/v1/ledgers/{alone}/facts"])
    assert (201 in said) == ("lives_in" in told or "likes" in told)


def test_a_thousand_writes_that_alternate_stay_each_in_its_ledger(
    services: Services, admin: Caller, nobody: Client
) -> None:
    names = [open_ledger(services, admin, name) for name in ("one", "two")]
    clients = [asker(services, nobody, name).client for name in names]
    nobody.runner.run(_alternating(clients, names))
    for client, name in zip(clients, names, strict=True):
        facts = client.get(f"/v1/ledgers/{name}/facts?limit=500").json()["facts"]
        assert len(facts) == 500
        assert {each["subject"] for each in facts} == {name}
        assert client.get(f"/v1/ledgers/{name}").json()["seq"] == 501
        with scoped(services.pool, name) as inside:
            assert inside.execute(SCOPE).fetchall() == [(name,)]
        assert _scopes(services) == {""}


async def _alternating(clients: list[Client], names: list[LedgerName]) -> None:
    for tens in range(0, 500, 10):
        batches = [
            client.sent(
                [
                    Sending(
                        method="POST",
                        path=f"/v1/ledgers/{name}/facts",
                        json={"subject": name, "predicate": "number", "object": str(number)},
                    )
                    for number in range(tens, tens + 10)
                ]
            )
            for client, name in zip(clients, names, strict=True)
        ]
        await asyncio.gather(*batches)


def _scopes(services: Services) -> set[object]:
    """The ledgers that each connection of the pool still has in scope, all of them checked out."""
    with ExitStack() as stack:
        taken = [
            stack.enter_context(services.pool.connection())
            for _ in range(services.pool.get_stats()["pool_size"])
        ]
        return {scope for each in taken for (scope,) in each.execute(SCOPE)}
