"""In which way a voice counts that could count in two: as one that supports, or as it did before.

A voice that reported on a fact or rests on it, and then supports it, is torn: its report and what
it rests are not independent of its claim. It counts in whichever way gives the fact more, so that
to join a side never lowers it. The best choice for one depends on that for another (two reports of
one passed test weigh as one), so all are followed, and those that leave the same open as one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from domain.duels import rule
from domain.duels.bits import Bits, log2, nearest
from domain.duels.evidence import Channel
from domain.duels.voices import Voice
from domain.words import Seq

_ONE: Final = 10**9

_PLACES: Final = 32
"""A voice in a later place counts less than the smallest unit of strength, and counts nothing."""

_COUNTS: Final = tuple(int(_ONE * rule.CORRELATION**place) for place in range(_PLACES))
"""How much the voice in each place counts, in parts of a thousand million."""

_OPEN_MAX: Final = 1024
"""How many choices are followed at once: as many as ten torn voices can make.

Beyond that only the most promising are: a crowd that is torn in every way must not hold the ledger.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Speaker:
    """A voice that supports the fact, and what it had counted as before, if it is torn.

    `bits` is what its claims are worth together, `channels` where it had reported a success: what
    it had reported against the fact it took back when it spoke for it.
    """

    voice: Voice
    first: Seq
    claims: int
    weight: Bits
    bits: Bits
    channels: frozenset[Channel] = frozenset()
    rests: bool = False

    @property
    def is_torn(self) -> bool:
        """Whether there is another way to count it."""
        return self.rests or bool(self.channels)


@dataclass(frozen=True, kw_only=True, slots=True)
class Ways:
    """Who counts as a voice, strongest first, and what else there is then.

    `nets` are successes less failures, `resting` the voices that rest on the fact; neither is cut.
    """

    speakers: tuple[Speaker, ...]
    nets: Mapping[Channel, int]
    resting: int


def best_ways(speakers: Iterable[Speaker], *, nets: Mapping[Channel, int], resting: int) -> Ways:
    """The ways that give the fact most; `nets` and `resting` are of those who don't support it."""
    ordered = sorted(speakers, key=lambda each: (-each.bits, each.first))
    if not any(each.is_torn for each in ordered):
        return Ways(speakers=tuple(ordered), nets=dict(sorted(nets.items())), resting=resting)
    channels = sorted({*nets, *(channel for each in ordered for channel in each.channels)})
    start = _Left(0, tuple(nets.get(channel, 0) for channel in channels), resting)
    choices: _Choices = {start: _Choice(0, None)}
    for speaker in ordered:
        choices = _narrowed(_followed(choices, speaker, channels), channels)
    # Of equal ones the first: it is the one that counts the strongest as voices.
    best = max(choices, key=lambda left: _worth(left, choices[left], channels))
    chosen = _chain(choices[best].heard)
    heard = {each.first for each in chosen}
    others = [each for each in ordered if each.first not in heard]
    return Ways(
        speakers=tuple(chosen),
        nets={
            channel: nets.get(channel, 0) + sum(channel in each.channels for each in others)
            for channel in channels
        },
        resting=resting + sum(each.rests for each in others),
    )


def voices_bits(speakers: Sequence[Speaker]) -> Iterator[Bits]:
    """What each of these voices counts in its place; rounded so that they sum to their sum."""
    exact = rounded = 0
    for place, speaker in enumerate(speakers):
        exact += _counted(speaker, place)
        bits = nearest(exact, _ONE) - rounded
        rounded += bits
        yield Bits(bits)


def outcome_bits(channel: Channel, net: int) -> Bits:
    """What the reports of a channel weigh: many that agree are as one."""
    return Bits(channel.bits * max(-1, min(net, 1)))


@cache
def dependants_bits(resting: int) -> Bits:
    """What it weighs that so many voices rest something on the fact."""
    return log2(1 + min(resting, rule.DEPENDANTS_MAX), 1, times=rule.DEPENDANT_BITS)


class _Left(NamedTuple):
    """What the choices yet to come depend on; beyond the cuts, more makes no difference."""

    place: int
    nets: tuple[int, ...]
    resting: int


class _Heard(NamedTuple):
    """A chain, newest first: choices share what they have in common."""

    speaker: Speaker
    before: "_Heard | None"


class _Choice(NamedTuple):
    """What the voices are worth that were heard as voices, and which these are."""

    worth: int
    heard: _Heard | None


_Choices = dict[_Left, _Choice]


def _followed(choices: _Choices, speaker: Speaker, channels: Sequence[Channel]) -> _Choices:
    """Every choice made so far, with this voice counted in each way it can be."""
    further: _Choices = {}
    for left, choice in choices.items():
        spoken = left._replace(place=min(left.place + 1, _PLACES))
        worth = choice.worth + _counted(speaker, left.place)
        _keep(further, spoken, _Choice(worth, _Heard(speaker, choice.heard)))
        if speaker.is_torn:
            _keep(further, _as_before(left, speaker, channels), choice)
    return further


def _counted(speaker: Speaker, place: int) -> int:
    return speaker.bits * _COUNTS[place] if place < _PLACES else 0


def _as_before(left: _Left, speaker: Speaker, channels: Sequence[Channel]) -> _Left:
    nets = tuple(
        min(net + 1, 1) if channel in speaker.channels else net
        for channel, net in zip(channels, left.nets, strict=True)
    )
    resting = min(left.resting + speaker.rests, rule.DEPENDANTS_MAX)
    return _Left(left.place, nets, resting)


def _keep(choices: _Choices, left: _Left, choice: _Choice) -> None:
    if left not in choices or choice.worth > choices[left].worth:
        choices[left] = choice


def _narrowed(choices: _Choices, channels: Sequence[Channel]) -> _Choices:
    if len(choices) <= _OPEN_MAX:
        return choices
    order = sorted(choices, key=lambda left: (-_worth(left, choices[left], channels), left))
    return {left: choices[left] for left in order[:_OPEN_MAX]}


def _worth(left: _Left, choice: _Choice, channels: Sequence[Channel]) -> int:
    reported = sum(map(outcome_bits, channels, left.nets))
    return choice.worth + _ONE * (reported + dependants_bits(left.resting))


def _chain(heard: _Heard | None) -> list[Speaker]:
    """The voices of a chain, strongest first."""
    speakers: list[Speaker] = []
    while heard is not None:
        speakers.append(heard.speaker)
        heard = heard.before
    return speakers[::-1]
