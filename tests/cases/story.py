"""A ledger told over HTTP: who says what and decides what, and what is answered for which day.

Whoever speaks has a token of their own, made when they first do. What is read is read with the
keeper's, so that nobody is shown what they go on to say.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast
from urllib.parse import urlencode

import httpx

from adapters.postgres.verifier import Depth, Verification, Verifier
from adapters.services import Services
from domain.grants import Role
from domain.words import ActorKind, LedgerName
from tests.api.client import Client, Json, Sending
from tests.conftest import Caller

SUBJECT, PREDICATE = "Alice", "employer"

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_LETTERS = {"definite": "D", "possible": "P"}
_OF_OPENING = {"LedgerOpened", "PredicateDeclared"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """What was answered to a claim: an answer, or the problem of one that was refused."""

    document: Json

    @property
    def verdict(self) -> str:
        """What became of it, in a word."""
        return cast("str", self.document["verdict"])

    @property
    def fact(self) -> int:
        """The fact that it carries."""
        return cast("int", self.document["fact"])

    @property
    def claim(self) -> int:
        """Its own seq."""
        return cast("int", self.document["claim"])

    @property
    def margin(self) -> float:
        """By how many bits it was decided."""
        return float(self.document["why"]["margin"])


@dataclass(frozen=True, kw_only=True, slots=True)
class House:
    """The application on a database of its own, and who keeps it."""

    services: Services
    admin: Caller
    nobody: Client
    names: Iterator[str]

    @property
    def keeper(self) -> Client:
        """The client of who may do everything, and reads all that is read here."""
        return self.nobody.bearing(self.admin)

    def open(
        self, *, zone: str = "UTC", flip_back_hours: int = 24, identity: str = "folded"
    ) -> "Story":
        """A new ledger in which nothing is declared."""
        ledger = next(self.names)
        policy = {"flip_back_hours": flip_back_hours}
        opened = {"ledger": ledger, "time_zone": zone, "identity": identity, "policy": policy}
        done(self.keeper.post("/v1/ledgers", opened), 201)
        return Story(house=self, ledger=ledger)


@dataclass(frozen=True, kw_only=True, slots=True)
class Story:
    """A ledger; a name alone is an agent's, and what is said is of Alice's employer."""

    house: House
    ledger: str
    callers: dict[tuple[str, str, str], Client] = field(
        default_factory=dict[tuple[str, str, str], Client]
    )

    @property
    def path(self) -> str:
        """Where the ledger is."""
        return f"/v1/ledgers/{self.ledger}"

    @property
    def keeper(self) -> Client:
        """Who reads and says nothing."""
        return self.house.keeper

    @property
    def reviewer(self) -> Client:
        """Who decides."""
        return self.caller("reviewer", kind=ActorKind.HUMAN, role=Role.REVIEWER)

    def agent(self, name: str) -> Client:
        """The agent of this name."""
        return self.caller(name)

    def system(self, name: str) -> Client:
        """The system of this name."""
        return self.caller(name, kind=ActorKind.SYSTEM)

    def person(self, name: str) -> Client:
        """The person of this name, who may say things and decides nothing of others'."""
        return self.caller(name, kind=ActorKind.HUMAN)

    def caller(
        self, name: str, *, kind: ActorKind = ActorKind.AGENT, role: Role = Role.AGENT
    ) -> Client:
        """Who has this name, kind and role; they get a token when they first come."""
        known = self.callers.get((name, kind, role))
        if known is None:
            order = {"name": name, "kind": kind, "role": role, "ledgers": [self.ledger]}
            token = done(self.keeper.post("/v1/tokens", order), 201)["token"]
            known = Client(app=self.keeper.app, runner=self.keeper.runner, secret=token)
            self.callers[name, kind, role] = known
        return known

    def by(self, who: Client | str) -> Client:
        """A name alone is an agent's."""
        return self.agent(who) if isinstance(who, str) else who

    # What is said and decided

    def declares(
        self, predicate: str = PREDICATE, by: Client | None = None, **terms: object
    ) -> Json:
        """What kind of predicate this is; a single state, unless it is told."""
        sent = {"cardinality": "single", **terms}
        path = f"{self.path}/predicates/{predicate}"
        sending = Sending(method="PUT", path=path, json=sent)
        response = (by or self.reviewer).send(sending)
        return done(response, 200, 201, 202)

    def says(self, who: Client | str, value: object, **more: object) -> Told:
        """Someone says a value; dates, sources and the rest as they are sent."""
        response = self.sends(who, value, **more)
        assert response.status_code in {200, 201, 409}, response.text
        return Told(document=response.json())

    def sends(self, who: Client | str, value: object, **more: object) -> httpx.Response:
        """Someone says a value, and what was answered, whatever it is."""
        return self.by(who).post(f"{self.path}/facts", claim(value, **more))

    def says_all(
        self, who: Client | str, claims: Sequence[Json], *, atomic: bool = False
    ) -> list[Told]:
        """Someone says several things in one request."""
        sent = {"facts": list(claims), "atomic": atomic}
        document = done(self.by(who).post(f"{self.path}/facts/batch", sent), 200, 201)
        return [Told(document=each) for each in document["results"]]

    def orders(self, who: Client | str, path: str, sent: Json) -> httpx.Response:
        """An order of someone, and what was answered, whatever it is."""
        return self.by(who).post(f"{self.path}/{path}", sent)

    def decides(self, path: str, sent: Json, by: Client | str | None = None) -> Json:
        """An order that is carried out; the reviewer's, unless someone is named."""
        return done(self.orders(by or self.reviewer, path, sent), 200)

    def invalidates(
        self, fact: int, *, kind: str = "false", by: Client | str | None = None
    ) -> Json:
        """A fact was never so, and is refused from now on."""
        return self.decides(f"facts/{fact}/invalidate", {"reason": "untrue", "kind": kind}, by)

    def restores(self, fact: int) -> Json:
        """A refused fact was so after all."""
        return self.decides(f"facts/{fact}/restore", {"reason": "true after all"})

    def ends(self, fact: int, valid_to: str, *, by: Client | str | None = None) -> Json:
        """A fact holds until then."""
        return self.decides(f"facts/{fact}/end", {"valid_to": valid_to, "reason": "it ended"}, by)

    def corrects(self, fact: int, *, by: Client | str | None = None, **wrong: object) -> Json:
        """A fact was recorded wrongly: its subject, object, valid_from or valid_to."""
        return self.decides(f"facts/{fact}/correct", {"reason": "misheard", **wrong}, by)

    def retracts(self, claim: int, *, by: Client | str | None = None) -> Json:
        """A claim is taken back."""
        return self.decides(f"claims/{claim}/retract", {"reason": "a slip"}, by)

    def reinstates(self, claim: int, *, by: Client | str | None = None) -> Json:
        """A claim counts again."""
        return self.decides(f"claims/{claim}/reinstate", {"reason": "no slip"}, by)

    def reports(self, who: Client | str, fact: int, signal: str, *, success: bool = True) -> Json:
        """Someone reports what came of relying on a fact."""
        return self.decides(f"facts/{fact}/outcome", {"signal": signal, "success": success}, who)

    def reviews(self, seq: int, decision: str, **more: str) -> Json:
        """A person decides what waits."""
        return self.decides(f"review/{seq}", {"decision": decision, "reason": "seen", **more})

    # What is answered

    def asks(self, path: str, **parameters: object) -> Json:
        """The answer to a question of the keeper's."""
        return done(self.keeper.get(f"{self.path}/{path}{_query(parameters)}"), 200)

    def refusal(self, path: str, **parameters: object) -> httpx.Response:
        """What is answered to a question that can't be answered."""
        response = self.keeper.get(f"{self.path}/{path}{_query(parameters)}")
        assert response.is_error
        return response

    def facts(self, **narrowed: object) -> list[Json]:
        """The facts of an axis that are shown; a day as `valid_at` is its first instant in UTC."""
        asked = {"subject": SUBJECT, "predicate": PREDICATE, "limit": 500, **narrowed}
        return cast("list[Json]", self.asks("facts", **asked)["facts"])

    def value_at(self, valid_at: str, known_at: int | str | None = None, **more: object) -> Json:
        """What holds, by value: D or P, and ! where it is in contest."""
        rows = self.facts(valid_at=valid_at, known_at=known_at, **more)
        return {spelt(each["object"]): _standing(each) for each in rows}

    def values_at(self, *days: str, **more: object) -> list[Json]:
        """What holds on each of these days."""
        return [self.value_at(day, None, **more) for day in days]

    def fact(self, fact: int) -> Json:
        """One fact, wherever it stands."""
        return self.asks(f"facts/{fact}")

    def status(self, fact: int) -> str:
        """Where a fact stands."""
        return cast("str", self.fact(fact)["status"])

    def duels(self, fact: int) -> list[Json]:
        """Every duel that a fact fought as a newcomer, in order, each with its fights."""
        decisions = self.asks(f"facts/{fact}/why", limit=500)["decisions"]
        return [each for each in decisions if each.get("newcomer") == fact and each["fights"]]

    def margin(self, fact: int) -> float:
        """By how many bits the last duel of a newcomer was decided, against its first rival."""
        return float(self.duels(fact)[-1]["fights"][0]["margin"])

    def events(self) -> list[Json]:
        """The whole log."""
        events: list[Json] = []
        while True:
            page = self.asks("events", after=events[-1]["seq"] if events else 0, limit=500)
            events += page["events"]
            if page["next"] is None:
                return events

    def types(self) -> list[str]:
        """The types of the events, in order."""
        return [each["type"] for each in self.events()]

    def known(self, command: int) -> int:
        """The seq with which this claim or decision, from 1 on, was done; 0 is before the first."""
        ends: list[tuple[int, bool]] = [
            (each["seq"], each["type"] in _OF_OPENING)
            for each in self.events()
            if each["doc"]["command"]["i"] == each["doc"]["command"]["n"]
        ]
        opening = max(seq for seq, opens in ends if opens)
        return [opening, *(seq for seq, opens in ends if not opens)][command]

    def verified(self) -> Verification:
        """The ledger's chain and its tables, held against a replay of its events."""
        verifier = Verifier(self.house.services.pool)
        name = LedgerName(self.ledger)
        return verifier.verify(self.house.admin.grant, name, depth=Depth.TABLES)

    @property
    def head(self) -> int:
        """The last seq there is."""
        seq: int = done(self.keeper.get(self.path), 200)["seq"]
        return seq

    def rows(self, name: str, **parameters: object) -> list[Json]:
        """A list under its name: tombstones, conflicts, review, changes or predicates."""
        return cast("list[Json]", self.asks(name, limit=500, **parameters)[name])


def claim(value: object, **more: object) -> Json:
    """A claim as it is sent, about Alice's employer unless more is told."""
    return {"subject": SUBJECT, "predicate": PREDICATE, "object": value, **more}


def done(response: httpx.Response, *statuses: int) -> Json:
    """What was answered, which must be one of these statuses."""
    assert response.status_code in statuses, f"{response.status_code}: {response.text}"
    return cast("Json", response.json())


def spelt(value: object) -> str:
    """A value in short."""
    if isinstance(value, dict):
        return str(next(iter(cast("Json", value).values())))
    return str(value)


def verdicts(told: Iterable[Told]) -> list[str]:
    """What became of several claims."""
    return [each.verdict for each in told]


def _standing(fact: Json) -> str:
    return _LETTERS[fact["certainty"]] + "!" * bool(fact["contested"])


def _query(parameters: Json) -> str:
    given = {name: _instant(each) for name, each in parameters.items() if each is not None}
    return f"?{urlencode(given)}" if given else ""


def _instant(value: object) -> object:
    is_day = isinstance(value, str) and _DAY.fullmatch(value)
    return f"{value}T00:00:00Z" if is_day else value
