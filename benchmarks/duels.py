"""What was decided in a ledger, counted; and why a key shows something else than is wanted."""

from collections import Counter
from collections.abc import Mapping
from typing import Final, TypeVar, cast

from benchmarks.client import Answer, Client
from benchmarks.spelling import read

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


def why(client: Client, subject: str, predicate: str) -> str:
    """Where every fact of a subject's predicate stands, and the last duel that decided it so."""
    answer = client.ask(
        "/facts", subject=subject, predicate=predicate, status="all", valid_at="any"
    )
    facts = cast("list[Answer]", answer["facts"])
    return "; ".join(_why(client, each) for each in facts)


def _why(client: Client, fact: Answer) -> str:
    said = f"{fact['fact']} {read(fact['object'])} {fact['status']}"
    told = client.ask(f"/facts/{fact['fact']}/why")
    decisions = cast("list[Answer]", told["decisions"])
    fought = [each for each in decisions if each["type"] in FOUGHT]
    if not fought:
        return said
    fights = cast("list[Answer]", fought[-1]["fights"])
    met = (f"{each['rival']} in {each['relation']} by {each['margin']}" for each in fights)
    return f"{said}, {fought[-1]['verdict']} {', '.join(met)}"
