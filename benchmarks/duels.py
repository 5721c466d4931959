"""What was decided in a ledger, counted; and why a key shows something else than is wanted."""

from collections import Counter
from collections.abc import Mapping
from typing import Final, TypeVar, cast

from benchmarks.client import Answer, Client

K = TypeVar("K")

FOUGHT: Final = ("DuelResolved", "Quarantined")
"""The types of the events that decide a duel."""

VERDICTS: Final = ("supersedes", "displaces", "contested", "quarantined")
"""What a duel can come to."""


def duels(client: Client, kinds: Mapping[int, K]) -> dict[K, Counter[str]]:
    """The duels by their verdicts, of each kind that facts are of, by their ids."""
    found: dict[K, Counter[str]] = {}
    for type_name in FOUGHT:
        for event in client.pages("events", type=type_name):
            data = cast("dict[str, Answer]", event["doc"])["data"]
            kind = kinds[cast("int", data["newcomer"])]
            verdict = str(data.get("verdict", "quarantined"))
            found.setdefault(kind, Counter())[verdict] += 1
    return found


def whys(client: Client, subject: str, predicate: str) -> list[Answer]:
    """What every fact of a subject's predicate came to, by the last duel that it was decided in."""
    answer = client.ask(
        "/facts", subject=subject, predicate=predicate, status="all", valid_at="any"
    )
    return [_why(client, each) for each in cast("list[Answer]", answer["facts"])]


def _why(client: Client, fact: Answer) -> Answer:
    told: Answer = {name: fact[name] for name in ("fact", "object", "status")}
    why = client.ask(f"/facts/{fact['fact']}/why")
    decisions = cast("list[Answer]", why["decisions"])
    fought = [each for each in decisions if each["type"] in FOUGHT]
    for each in fought[-1:]:
        fights = cast("list[Answer]", each["fights"])
        told["verdict"] = each["verdict"]
        told["fights"] = [
            {name: fight[name] for name in ("rival", "relation", "margin", "reason")}
            for fight in fights
        ]
    return told
