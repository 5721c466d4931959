"""Sends real statements in the order in which they were made, and keeps how far the ledger was.

Values go by the batch API, as many together as stand together in the file. A retraction ends what
the ledger has of its key: the value that was taken back, and what that had taken over from, since
an open predecessor holds again where its successor has an end. Retractions that stand together are
of different keys, and go side by side.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from itertools import accumulate, groupby
from typing import Final, cast

from benchmarks.client import Answer, Client, Told, word
from benchmarks.spelling import claim
from benchmarks.statements import Key, Line
from benchmarks.windows import Stretch

SIDE_BY_SIDE: Final = 16

_WINS: Final = ("supersedes", "displaces")


@dataclass(kw_only=True, slots=True)
class Sent:
    """What came of sending: counts of answers, and positions.

    `reached` is, for each line, how far the ledger was once it had gone through; `keys` is what a
    claim is about, by its seq. `ended` counts the answers to what retractions became.
    """

    answered: Counter[str] = field(default_factory=Counter[str])
    ended: Counter[str] = field(default_factory=Counter[str])
    reached: list[int] = field(default_factory=list[int])
    keys: dict[int, Key] = field(default_factory=dict[int, Key])


@dataclass(kw_only=True, slots=True)
class _Open:
    """A fact without an end of its own, and where another took over from it."""

    fact: int
    until: datetime | None = None


class Sender:
    """Those who speak for the sources, and what they have said that has no end yet."""

    def __init__(self, speaker: Callable[[str], Client], *, names_sources: bool) -> None:
        self._speaker = speaker
        self._names_sources = names_sources
        self._open: dict[Key, list[_Open]] = {}
        self.sent = Sent()

    def send(self, lines: Sequence[Line], told: Told) -> Stretch:
        """Send lines, and wait for every answer; `told` hears of each run of them."""
        begun = time.perf_counter()
        seqs: list[int] = []
        with ThreadPoolExecutor(SIDE_BY_SIDE) as side_by_side:
            for speaker, together in groupby(lines, key=self._who_asserts):
                run = list(together)
                if speaker is None:
                    seqs.extend(self._retract(run, side_by_side))
                else:
                    seqs.extend(self._assert(run, speaker))
                told(len(run))
        self.sent.reached = list(accumulate(seqs, max))
        return Stretch(done=len(lines), seconds=time.perf_counter() - begun)

    def _who_asserts(self, line: Line) -> Client | None:
        return None if line.value is None else self._speaker(line.source)

    def _assert(self, run: Sequence[Line], speaker: Client) -> Iterator[int]:
        documents = [claim(each, names_source=self._names_sources) for each in run]
        for line, result in zip(run, speaker.claim(documents), strict=True):
            yield self._heard(line, result)

    def _heard(self, line: Line, result: Answer) -> int:
        verdict = word(result)
        self.sent.answered[verdict] += 1
        if "receipt" not in result:
            return 0
        fact = cast("int", result["fact"])
        self.sent.keys[cast("int", result["claim"])] = line.key
        facts = self._open.setdefault(line.key, [])
        if verdict in _WINS:
            beaten = cast("list[int]", result["rivals"])
            for each in facts:
                if each.fact in beaten and each.until is None:
                    each.until = line.at
        if fact not in {each.fact for each in facts}:
            facts.append(_Open(fact=fact))
        return _seq(result)

    def _retract(self, run: Sequence[Line], side_by_side: ThreadPoolExecutor) -> Iterator[int]:
        ends = [(line, self._open.pop(line.key, [])) for line in run]
        for answers in side_by_side.map(self._end, *zip(*ends, strict=True)):
            self.sent.ended.update(word for word, _ in answers)
            yield max((seq for _, seq in answers), default=0)

    def _end(self, line: Line, facts: Sequence[_Open]) -> list[tuple[str, int]]:
        """End the facts of a key, the first ones first: what is answered, and the seqs."""
        return [self._end_one(line, each) for each in facts]

    def _end_one(self, line: Line, fact: _Open) -> tuple[str, int]:
        document = {"valid_to": (fact.until or line.at).isoformat()}
        response = self._speaker(line.source).call("POST", f"/facts/{fact.fact}/end", document)
        answer = cast("Answer", response.json())
        if response.is_error:
            return word(answer), 0
        return "ended" if "status" in answer else "left to a person", _seq(answer)


def _seq(answer: Answer) -> int:
    receipt = cast("dict[str, int] | None", answer.get("receipt"))
    return 0 if receipt is None else receipt["seq"]
