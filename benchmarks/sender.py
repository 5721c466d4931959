"""A client that sends statements through the batch API and reads back what the ledger says."""

import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, cast

import httpx

from adapters.postgres.tokens import TokenOrder
from benchmarks.ground import Ground
from benchmarks.statements import Document
from benchmarks.windows import Stretch
from domain.grants import Role
from domain.limits import BATCH_CLAIMS_MAX
from domain.words import ActorKind, LedgerName

ANSWER_S: Final = 120.0

Answer = dict[str, object]


@dataclass(kw_only=True, slots=True)
class Sender:
    """The client, and how often it was answered what: verdicts, and codes of what was refused."""

    client: httpx.Client
    path: str
    answered: Counter[str] = field(default_factory=Counter[str])

    def send(self, documents: Sequence[Document], sent: Callable[[int], None]) -> Stretch:
        """Send statements in their order, one batch after another; `sent` is told of each."""
        begun = time.perf_counter()
        for start in range(0, len(documents), BATCH_CLAIMS_MAX):
            batch = documents[start : start + BATCH_CLAIMS_MAX]
            answer = _read(self.client.post(f"{self.path}/facts/batch", json={"facts": batch}))
            self.answered.update(map(_word, cast("list[Answer]", answer["results"])))
            sent(len(batch))
        return Stretch(done=len(documents), seconds=time.perf_counter() - begun)

    def ask(self, path: str = "", **question: str) -> Answer:
        """What the ledger answers to a question."""
        return _read(self.client.get(self.path + path, params=question))


@contextmanager
def sender(on: Ground, ledger: LedgerName, *, url: str) -> Generator[Sender]:
    """A client with a token of its own: a system, which may name whom its statements come from."""
    order = TokenOrder(
        name="releases", kind=ActorKind.SYSTEM, role=Role.AGENT, ledgers=frozenset({ledger})
    )
    bearer = {"Authorization": f"Bearer {on.services.tokens.begin(order).secret}"}
    with httpx.Client(base_url=url, headers=bearer, timeout=ANSWER_S) as client:
        yield Sender(client=client, path=f"/v1/ledgers/{ledger}")


def _read(response: httpx.Response) -> Answer:
    return cast("Answer", response.raise_for_status().json())


def _word(result: Answer) -> str:
    if "verdict" in result:
        return str(result["verdict"])
    refusals = cast("list[dict[str, str]]", result.get("errors", []))
    return " ".join(each["code"] for each in refusals) or str(result["title"])
