"""A ledger on a server of the real kind, and those who speak to it over HTTP."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, cast

import httpx

from adapters.postgres.tokens import TokenOrder
from benchmarks.ground import Ground, ground
from benchmarks.served import PROGRAM, served
from domain.grants import Role
from domain.limits import BATCH_CLAIMS_MAX, PAGE_ROWS_MAX
from domain.words import ActorKind, LedgerName

ANSWER_S: Final = 600.0

Answer = dict[str, object]

Told = Callable[[int], None]
"""Told of so much more that is done."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Client:
    """Who comes in with a token of its own to one ledger; for many threads."""

    http: httpx.Client
    path: str
    bearer: str

    def call(self, method: str, path: str, document: object = None) -> httpx.Response:
        """What is answered, whatever it is."""
        return self.http.request(
            method, self.path + path, json=document, headers={"Authorization": self.bearer}
        )

    def tell(self, method: str, path: str, document: object) -> Answer:
        """What is answered to what has to be taken; raises httpx.HTTPStatusError if it is not."""
        return _taken(self.call(method, path, document))

    def claim(self, documents: Sequence[Mapping[str, object]]) -> Iterator[Answer]:
        """Assert so many facts, the most that go together at a time; what is answered to each."""
        for start in range(0, len(documents), BATCH_CLAIMS_MAX):
            batch = documents[start : start + BATCH_CLAIMS_MAX]
            answer = self.tell("POST", "/facts/batch", {"facts": batch})
            yield from cast("list[Answer]", answer["results"])

    def ask(self, path: str = "", **question: str) -> Answer:
        """What the ledger answers to a question."""
        url = httpx.URL(self.path + path, params=question)
        return _taken(self.http.get(url, headers={"Authorization": self.bearer}))

    def pages(self, name: str, **question: str) -> Iterator[Answer]:
        """Every row of a list, page after page."""
        onwards = "after" if name == "events" else "cursor"
        asked = {"limit": str(PAGE_ROWS_MAX), **question}
        while True:
            answer = self.ask(f"/{name}", **asked)
            yield from cast("list[Answer]", answer[name])
            if answer["next"] is None:
                return
            asked[onwards] = str(answer["next"])


@dataclass(frozen=True, kw_only=True, slots=True)
class Served:
    """A server on a ground of its own, and its admin."""

    on: Ground
    http: httpx.Client
    bearer: str
    pid: int

    def admin(self, ledger: LedgerName) -> Client:
        """The admin at a ledger."""
        return Client(http=self.http, path=f"/v1/ledgers/{ledger}", bearer=self.bearer)

    def open_ledger(self, name: str, **rules: object) -> LedgerName:
        """A new ledger under these rules."""
        self._post("/v1/ledgers", {"ledger": name, **rules})
        return LedgerName(name)

    def caller(self, ledger: LedgerName, name: str, kind: ActorKind) -> Client:
        """Someone new, who may assert on a ledger."""
        token = {"name": name, "kind": kind.value, "role": "agent", "ledgers": [ledger]}
        made = self._post("/v1/tokens", token)
        return Client(http=self.http, path=f"/v1/ledgers/{ledger}", bearer=_bearer(made["token"]))

    def _post(self, path: str, document: Mapping[str, object]) -> Answer:
        headers = {"Authorization": self.bearer}
        return _taken(self.http.post(path, json=document, headers=headers))


@contextmanager
def serving(program: str = PROGRAM) -> Generator[Served]:
    """A server that is gone afterwards, with all its ledgers."""
    with ground() as on, served(on.app_url, program) as server:
        order = TokenOrder(name="clerk", kind=ActorKind.HUMAN, role=Role.ADMIN, ledgers=None)
        bearer = _bearer(on.services.tokens.begin(order).secret)
        with httpx.Client(base_url=server.url, timeout=ANSWER_S) as http:
            yield Served(on=on, http=http, bearer=bearer, pid=server.pid)


def word(result: Answer) -> str:
    """The verdict of an answer; of a problem, the codes of its refusals, or else its title."""
    if "verdict" in result:
        return str(result["verdict"])
    refusals = cast("list[dict[str, str]]", result.get("errors", []))
    return " ".join(each["code"] for each in refusals) or str(result["title"])


def _taken(response: httpx.Response) -> Answer:
    return cast("Answer", response.raise_for_status().json())


def _bearer(token: object) -> str:
    return f"Bearer {token}"
