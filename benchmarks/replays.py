"""Seven years of real statements told to a ledger once more, and what it makes of them."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from typing import Final

from benchmarks.beliefs import (
    Belief,
    Pair,
    Shown,
    beliefs,
    each_asked,
    is_shown_alone,
    shown_now,
)
from benchmarks.client import Client, Served, Told
from benchmarks.duels import VERDICTS, duels, why
from benchmarks.plain_fold import PlainFold
from benchmarks.report import Table
from benchmarks.sender import Sender, Sent
from benchmarks.spelling import topic
from benchmarks.statements import Key, Line
from benchmarks.windows import Figure, measured
from domain.words import ActorKind, LedgerName

BOT: Final = "bot"
"""The source that is a program; every other one is a person."""


class Cast(StrEnum):
    """Who speaks.

    One system that names nobody, one that names its sources, or the bot as a system and every
    person as a person.
    """

    ONE_VOICE = "one voice"
    NAMED_SOURCES = "named sources"
    PEOPLE = "people"


@dataclass(frozen=True, kw_only=True, slots=True)
class File:
    """What is told, what a plain fold has of it, what the maintainers have, and what is asked."""

    lines: Sequence[Line]
    fold: PlainFold
    final: Mapping[Key, str]
    pairs: Sequence[Pair]


@dataclass(frozen=True, kw_only=True, slots=True)
class Replay:
    """What came of one telling.

    `beyond` counts keys that are shown as the fold has them, though the maintainers have none of
    them any more: products that left without a word. `strays` counts whatever else is shown.
    """

    ledger: LedgerName
    sent: Sent
    statements: Figure
    final_equal: int
    beyond: int
    strays: int
    beliefs: Sequence[Belief]
    predicates: Table
    differing: Sequence[Mapping[str, object]]

    @property
    def known_at_equal(self) -> int:
        """Of how many pairs the ledger, as it was then, shows what the maintainers had."""
        return sum(is_shown_alone(each.had, each.known) for each in self.beliefs)

    @property
    def valid_at_equal(self) -> int:
        """Of how many pairs it shows that for the instant, by all that it was told since."""
        return sum(is_shown_alone(each.had, each.valid) for each in self.beliefs)


def replay(served: Served, cast_: Cast, file: File, told: Told) -> Replay:
    """Tell the file to a new ledger, and ask it as another than those who told it."""
    hours = 0 if cast_ is Cast.ONE_VOICE else 24
    ledger = served.open_ledger(
        cast_.replace(" ", "-"), identity="exact", policy={"flip_back_hours": hours}
    )
    admin = served.admin(ledger)
    predicates = sorted({predicate for *_, predicate in file.fold.values})
    for each in predicates:
        document = {"cardinality": "single", "temporal": "state"}
        admin.tell("PUT", f"/predicates/{each}", document)
    sender = Sender(_speaker(served, ledger, cast_), names_sources=cast_ is Cast.NAMED_SOURCES)
    window = measured(served.on, partial(sender.send, file.lines, told), server=served.pid)
    shown = shown_now(admin)
    held = beliefs(admin, file.pairs, file.fold, sender.sent.reached)
    return Replay(
        ledger=ledger,
        sent=sender.sent,
        statements=Figure(windows=(window,)),
        final_equal=_count(file.final, shown),
        beyond=_count(_beyond(file), shown),
        strays=len(shown.keys() - set(map(topic, file.fold.final()))),
        beliefs=held,
        predicates=_by_predicate(admin, sender.sent, held, predicates),
        differing=_differing(admin, file.final, shown),
    )


def _speaker(served: Served, ledger: LedgerName, cast_: Cast) -> Callable[[str], Client]:
    """Who speaks for a source; each comes in with a token of its own."""
    if cast_ is Cast.PEOPLE:

        @cache
        def speaker(source: str) -> Client:
            kind = ActorKind.SYSTEM if source == BOT else ActorKind.HUMAN
            return served.caller(ledger, source, kind)

        return speaker
    system = served.caller(ledger, "releases", ActorKind.SYSTEM)
    return lambda _source: system


def _beyond(file: File) -> dict[Key, str]:
    final = file.fold.final()
    return {key: value for key, value in final.items() if key not in file.final}


def _count(wanted: Mapping[Key, str], shown: Mapping[tuple[str, str], Shown]) -> int:
    return sum(is_shown_alone(value, shown.get(topic(key), ())) for key, value in wanted.items())


def _by_predicate(
    client: Client, sent: Sent, held: Sequence[Belief], predicates: Sequence[str]
) -> Table:
    fought = duels(client, {claim: key[2] for claim, key in sent.keys.items()})
    rows: list[dict[str, object]] = []
    for each in predicates:
        asked = [belief for belief in held if belief.key[2] == each]
        counts = fought.get(each, Counter[str]())
        rows.append(
            {
                "predicate": each,
                "claims": sum(key[2] == each for key in sent.keys.values()),
                **{verdict: counts[verdict] for verdict in VERDICTS},
                "pairs": len(asked),
                "then, as had": sum(is_shown_alone(one.had, one.known) for one in asked),
                "now, as had": sum(is_shown_alone(one.had, one.valid) for one in asked),
                "now, as settled": sum(is_shown_alone(one.settled, one.valid) for one in asked),
            }
        )
    return Table(rows)


def _differing(
    client: Client, final: Mapping[Key, str], shown: Mapping[tuple[str, str], Shown]
) -> list[Mapping[str, object]]:
    """Every key that shows something else than the maintainers have, with what decided it."""

    def told(key: Key) -> dict[str, object]:
        subject, predicate = topic(key)
        return {
            "subject": subject,
            "predicate": predicate,
            "wanted": final[key],
            "shown": ", ".join(shown.get((subject, predicate), ())),
            "why": why(client, subject, predicate),
        }

    return each_asked(
        told,
        (
            key
            for key, value in final.items()
            if not is_shown_alone(value, shown.get(topic(key), ()))
        ),
    )
