"""Who is heard, and how much each weighs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.duels.bits import Bits, bits_text
from domain.duels.voices import UNKNOWN, Record, repeated, voice_of, weight_bits
from domain.words import ActorKind, TokenId
from tests.domain.arguing import agent, person, system

TOKEN = TokenId("t7")
KEY = b"\x0a\xff"

A, S, H = ActorKind.AGENT, ActorKind.SYSTEM, ActorKind.HUMAN


@pytest.mark.parametrize(
    ("kind", "named", "name", "weighs_as"),
    [
        (A, None, "t:t7", A),
        (A, KEY, "t:t7", A),
        (S, None, "t:t7", S),
        (S, KEY, "s:t7:0aff", S),
        (H, None, "t:t7", H),
        (H, KEY, "s:t7:0aff", S),
    ],
)
def test_an_agent_is_one_voice_and_others_speak_for_each_source_they_name(
    kind: ActorKind, named: bytes | None, name: str, weighs_as: ActorKind
) -> None:
    voice = voice_of(token=TOKEN, kind=kind, named_source=named)
    assert (voice.id, voice.kind) == (name, weighs_as)


def test_one_source_that_two_tokens_name_is_two_voices() -> None:
    one, other = (
        voice_of(token=TokenId(each), kind=ActorKind.SYSTEM, named_source=KEY) for each in "ab"
    )
    assert one != other


@pytest.mark.parametrize(
    ("kind", "successes", "failures", "weight"),
    [
        (A, 0, 0, "1.7432"),
        (S, 0, 0, "2.8745"),
        (H, 0, 0, "5.2854"),
        # Ten observations weigh as much as the prior: (7.7 + 10) / 20 is above what an agent can.
        (A, 10, 0, "2.8745"),
        (A, 2, 0, "2.0764"),
        (A, 100, 0, "2.8745"),
        (S, 100, 0, "4.2479"),
        (A, 1, 1, "1.3985"),
        (A, 0, 10, "0"),
        (S, 0, 100, "0"),
        (H, 100, 0, "5.2854"),
        (H, 0, 100, "5.2854"),
    ],
)
def test_a_record_moves_the_weight_of_agents_and_systems_within_bounds(
    kind: ActorKind, successes: int, failures: int, weight: str
) -> None:
    voice = {A: agent, S: system, H: person}[kind]("one")
    record = Record(successes=successes, failures=failures)
    assert bits_text(weight_bits(voice, record)) == weight


counts = st.integers(0, 200)


@given(counts, counts)
def test_a_success_never_lowers_a_weight_and_a_failure_never_raises_it(
    successes: int, failures: int
) -> None:
    record = Record(successes=successes, failures=failures)
    for voice in (agent("a"), system("s"), person("h")):
        weight = weight_bits(voice, record)
        assert weight_bits(voice, record + Record(successes=1, failures=0)) >= weight
        assert 0 <= weight_bits(voice, record + Record(successes=0, failures=1)) <= weight


def test_each_claim_of_a_voice_adds_half_of_the_one_before() -> None:
    told = [repeated(Bits(16), claims) for claims in range(1, 6)]
    assert told == [16, 24, 28, 30, 31]


@given(st.integers(0, 60_000), st.integers(1, 1000))
def test_a_voice_alone_never_reaches_twice_itself(weight: int, claims: int) -> None:
    once, further = repeated(Bits(weight), claims), repeated(Bits(weight), claims + 1)
    assert once <= further
    assert further < 2 * weight or further == weight == 0


def test_a_voice_without_a_record_weighs_as_its_kind() -> None:
    assert weight_bits(agent("a"), UNKNOWN) < weight_bits(system("s"), UNKNOWN)
    assert weight_bits(system("s"), UNKNOWN) < weight_bits(person("h"), UNKNOWN)
