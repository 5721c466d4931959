"""A voice that could count in two ways counts in the one that gives the fact more."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.duels.bits import Bits
from domain.duels.evidence import Channel
from domain.duels.ways import (
    Speaker,
    Ways,
    best_ways,
    dependants_bits,
    outcome_bits,
    voices_bits,
)
from domain.words import Seq
from tests.domain.arguing import CITED, COMPILED, TEST, USER, agent

CHANNELS = [
    Channel(signal, entitled)
    for signal in (TEST, COMPILED, USER, CITED)
    for entitled in (True, False)
]


def speaker(
    first: int, bits: int, *, channels: Sequence[Channel] = (), rests: bool = False
) -> Speaker:
    return Speaker(
        voice=agent(f"{first}"),
        first=Seq(first),
        claims=1,
        weight=Bits(bits),
        bits=Bits(bits),
        channels=frozenset(channels),
        rests=rests,
    )


def worth(ways: Ways) -> int:
    return (
        sum(voices_bits(ways.speakers))
        + sum(outcome_bits(channel, net) for channel, net in ways.nets.items())
        + dependants_bits(ways.resting)
    )


speakers = st.lists(
    st.tuples(st.integers(0, 60_000), st.sets(st.sampled_from(CHANNELS)), st.booleans()),
    max_size=6,
).map(
    lambda told: [
        speaker(first, bits, channels=sorted(channels), rests=rests)
        for first, (bits, channels, rests) in enumerate(told, 1)
    ]
)
nets = st.dictionaries(st.sampled_from(CHANNELS), st.integers(-3, 3))


def forced(
    chosen: Sequence[Speaker], others: Sequence[Speaker], net: dict[Channel, int], resting: int
) -> Ways:
    """The ways in which just these count as voices."""
    told = dict(net)
    for each in others:
        for channel in each.channels:
            told[channel] = told.get(channel, 0) + 1
    return Ways(
        speakers=tuple(sorted(chosen, key=lambda each: -each.bits)),
        nets=told,
        resting=resting + sum(each.rests for each in others),
    )


@given(speakers, nets, st.integers(0, 45))
def test_no_other_choice_gives_more(
    voices: list[Speaker], net: dict[Channel, int], resting: int
) -> None:
    free = [each for each in voices if each.is_torn]
    every = [
        forced([each for each in voices if each not in others], others, net, resting)
        for count in range(len(free) + 1)
        for others in combinations(free, count)
    ]
    assert worth(best_ways(voices, nets=net, resting=resting)) == max(map(worth, every))


def test_of_two_reporters_of_one_test_the_stronger_is_a_voice_and_the_other_a_reporter() -> None:
    test = [Channel(TEST, entitled=True)]
    weak, strong = speaker(1, 1_000, channels=test), speaker(2, 28_745, channels=test)
    ways = best_ways([weak, strong], nets={}, resting=0)
    assert ways.speakers == (strong,)
    assert ways.nets == {test[0]: 1}


def test_who_is_not_torn_is_a_voice_even_one_that_is_worth_nothing() -> None:
    ways = best_ways([speaker(1, 0)], nets={}, resting=0)
    assert len(ways.speakers) == 1


def test_who_is_as_good_in_either_way_is_a_voice() -> None:
    alone = speaker(1, dependants_bits(1), rests=True)
    assert best_ways([alone], nets={}, resting=0).speakers == (alone,)
    weaker = speaker(1, dependants_bits(1) - 1, rests=True)
    assert best_ways([weaker], nets={}, resting=0).resting == 1


@pytest.mark.parametrize("crowd", [100, 1_000])
def test_a_crowd_that_rests_on_the_fact_and_then_says_it_is_counted_both_ways(crowd: int) -> None:
    voices = [speaker(first, 17_432, rests=True) for first in range(1, crowd + 1)]
    ways = best_ways(voices, nets={}, resting=0)
    assert len(ways.speakers) + ways.resting == crowd
    assert ways.resting >= 40
    assert worth(ways) > sum(voices_bits(voices)) + dependants_bits(39)


def test_a_crowd_torn_in_every_way_is_counted_all_the_same() -> None:
    voices = [
        speaker(first, 17_432 - first, channels=[CHANNELS[first % 8], CHANNELS[first % 7]])
        for first in range(1, 60)
    ]
    failed = dict.fromkeys(CHANNELS, -3)
    ways = best_ways(voices, nets=failed, resting=0)
    assert worth(ways) > worth(forced(voices, [], failed, 0))
    assert all(ways.nets[channel] >= -3 for channel in CHANNELS)


@given(st.lists(st.integers(0, 60_000), max_size=40))
def test_the_voices_sum_to_what_they_come_to_together(amounts: list[int]) -> None:
    ordered = [speaker(first, bits) for first, bits in enumerate(sorted(amounts)[::-1], 1)]
    exact = sum(0.62**place * each.bits for place, each in enumerate(ordered))
    assert abs(sum(voices_bits(ordered)) - exact) < 1
