"""What evidence comes to, term by term."""

from datetime import timedelta

import pytest

from domain.duels.bits import bits, bits_text
from domain.duels.signals import Signal
from domain.duels.strength import (
    Cause,
    CutTerm,
    DependantsTerm,
    OutcomeTerm,
    VoiceTerm,
    alone_bits,
    capped,
    echoed,
    faded,
    strength,
)
from domain.duels.voices import Record, Voice
from domain.words import ActorKind
from tests.domain.arguing import (
    A_DAY,
    CITED,
    COMPILED,
    HALF_LIFE,
    TEST,
    USER,
    Told,
    agent,
    agents,
    person,
    system,
    told,
    weighed,
)

A, B, S, H = agent("a"), agent("b"), system("s"), person("h")
T = system("t")


def test_the_strength_of_a_fact_is_told_term_by_term() -> None:
    evidence = told(A, S, A).report(TEST, T).report(TEST, B, success=False).rest(*agents(3))
    found = strength(evidence.support, records={A.id: Record(successes=1, failures=1)})
    assert found.terms == (
        VoiceTerm(
            bits=bits("2.8745"),
            first=evidence.sayings[1].seq,
            kind=ActorKind.SYSTEM,
            claims=1,
            weight=bits("2.8745"),
            place=0,
        ),
        VoiceTerm(
            bits=bits("1.3006"),
            first=evidence.sayings[0].seq,
            kind=ActorKind.AGENT,
            claims=2,
            weight=bits("1.3985"),
            place=1,
        ),
        OutcomeTerm(bits=bits("-0.25"), signal=TEST, entitled=False, net=-1),
        OutcomeTerm(bits=bits("2.8"), signal=TEST, entitled=True, net=1),
        DependantsTerm(bits=bits("0.64"), voices=3),
    )
    assert found.bits == bits("7.3651")


@pytest.mark.parametrize(
    ("evidence", "bits_told"),
    [
        (Told().say(A), "1.7432"),
        (Told().say(S), "2.1553"),
        (Told().say(A, echo=True), "1.7432"),
        (Told().say(A, confirms=True), "1.7432"),
        (Told().say(A, echo=True, confirms=True), "0"),
    ],
)
def test_one_claim_alone_comes_to_the_same_with_its_terms_and_without(
    evidence: Told, bits_told: str
) -> None:
    (only,) = evidence.sayings
    records = {S.id: Record(successes=1, failures=1)}
    assert alone_bits(only, records=records) == bits(bits_told)
    assert alone_bits(only, records=records) == strength(evidence.support, records=records).bits


@pytest.mark.parametrize(
    ("signal", "by", "adds"),
    [
        (TEST, S, "2.8"),
        (TEST, H, "2.8"),
        (TEST, B, "0.25"),
        (COMPILED, S, "1"),
        (COMPILED, H, "1"),
        (COMPILED, B, "0.25"),
        (USER, H, "2.2"),
        # A system can't tell what a person thinks.
        (USER, S, "0.25"),
        (USER, B, "0.25"),
        (CITED, S, "0.5"),
        (CITED, H, "0.5"),
        (CITED, B, "0.25"),
    ],
)
def test_an_outcome_weighs_by_its_signal_and_by_who_may_report_it(
    signal: Signal, by: Voice, adds: str
) -> None:
    alone = bits(weighed(told(A)))
    assert bits(weighed(told(A).report(signal, by))) - alone == bits(adds)
    assert bits(weighed(told(A).report(signal, by, success=False))) - alone == -bits(adds)


@pytest.mark.parametrize(
    ("evidence", "adds"),
    [
        (told(A).report(TEST, S, T), "2.8"),
        (told(A).report(TEST, S).report(TEST, T, success=False), "0"),
        (told(A).report(TEST, S, S, T).report(TEST, H, success=False), "2.8"),
        (told(A).report(TEST, S).report(TEST, S, success=False), "-2.8"),
        (told(A).report(TEST, S, T, success=False), "-2.8"),
        (told(A).report(TEST, S).report(TEST, B, success=False), "2.55"),
        (told(A).report(TEST, S).report(CITED, S), "3.3"),
    ],
)
def test_reports_of_one_signal_are_counted_by_voices_and_cut_to_one(
    evidence: Told, adds: str
) -> None:
    assert bits(weighed(evidence)) - bits(weighed(told(A))) == bits(adds)


def test_what_a_voice_reports_on_what_it_says_counts_nothing() -> None:
    assert weighed(told(A, S).report(TEST, A, S)) == weighed(told(A, S))
    assert weighed(told(A, S).report(TEST, S, success=False)) == weighed(told(A, S))
    assert weighed(told(A, S).report(TEST, T)) != weighed(told(A, S))


def test_who_had_reported_a_success_and_then_speaks_counts_in_the_better_way() -> None:
    reporter = told(H).report(TEST, S)
    assert weighed(reporter) == "8.0854"
    # In the second place its voice would count 1.7822.
    assert weighed(reporter.say(S)) == "8.0854"
    speaker = told(A).report(COMPILED, S)
    assert weighed(speaker) == "2.7432"
    assert weighed(speaker.say(S)) == "3.9553"


def test_who_had_reported_a_failure_takes_it_back_when_it_speaks() -> None:
    evidence = told(H).report(TEST, S, success=False)
    assert weighed(evidence) == "2.4854"
    assert weighed(evidence.say(S)) == weighed(told(H, S)) == "7.0676"


def test_an_echo_takes_no_report_back() -> None:
    evidence = told(H).report(TEST, S)
    assert weighed(evidence.say(S, echo=True, confirms=True)) == "8.0854"


@pytest.mark.parametrize(
    ("count", "adds"), [(0, "0"), (1, "0.32"), (3, "0.64"), (40, "1.7144"), (1000, "1.7144")]
)
def test_dependants_count_by_voices_and_up_to_forty(count: int, adds: str) -> None:
    evidence = told(A).rest(*agents(count, "dependant"))
    assert bits(weighed(evidence)) - bits(weighed(told(A))) == bits(adds)


def test_a_thousand_own_dependants_of_one_token_change_nothing() -> None:
    assert weighed(told(A).rest(*[A] * 1000)) == weighed(told(A))
    worthless = {A.id: Record(successes=0, failures=10)}
    assert weighed(told(A).rest(*[A] * 1000), worthless) == weighed(told(A), worthless) == "0"
    assert weighed(told(A).rest(*[B] * 1000)) == weighed(told(A).rest(B)) == "2.0632"


def test_who_rests_on_a_fact_and_then_says_it_counts_in_the_better_way() -> None:
    crowd = told(*agents(6)).rest(B)
    joined = told(*agents(6)).rest(B).say(B)
    assert weighed(crowd) == weighed(joined)
    assert bits(weighed(joined)) > bits(weighed(told(*agents(7))))


def test_the_same_agent_a_hundred_times_is_weaker_than_four_agents() -> None:
    assert weighed(Told().say(A, times=100)) == "3.4863"
    assert weighed(told(*agents(4))) == "3.9095"


def test_a_voice_with_ten_failures_that_joins_adds_nothing_and_takes_nothing() -> None:
    records = {B.id: Record(successes=0, failures=10)}
    for others in ([A], [S], [A, S, H]):
        assert weighed(told(*others, B), records) == weighed(told(*others), records)
    assert weighed(told(A, B)) != weighed(told(A))


def cut(evidence: Told) -> tuple[str, ...]:
    """What is left when agents bring what they can against a person's word, and what of it went."""
    found = capped(strength(evidence.support, records={}), evidence.support, records={})
    assert sum(each.bits for each in found.terms) == found.bits
    taken = [each for each in found.terms if isinstance(each, CutTerm)]
    assert all(each.cause is Cause.AGENTS_CAP for each in taken)
    return (bits_text(found.bits), *(bits_text(each.bits) for each in taken))


@pytest.mark.parametrize(
    ("evidence", "left"),
    [
        (told(A), ("1.7432",)),
        (told(*agents(45)), ("4.5874",)),
        (told(*agents(45)).rest(*agents(9, "dependant")), ("4.6", "-1.0504")),
        (told(*agents(45)).report(TEST, B), ("4.6", "-0.2374")),
        # What a system saw is not the agents'.
        (told(*agents(45)).report(TEST, S), ("7.3874",)),
        (told(*agents(45)).report(TEST, S, B), ("7.4", "-0.2374")),
        (told(S, *agents(45)), ("5.7187",)),
        (told(S, *agents(45)).rest(*agents(40, "dependant")), ("7.4331",)),
        (told(S, *agents(45)).rest(*agents(1000, "dependant"), T), ("7.4331",)),
    ],
)
def test_agents_alone_bring_no_more_than_this_against_a_persons_word(
    evidence: Told, left: tuple[str, ...]
) -> None:
    assert cut(evidence) == left


def test_a_challenger_that_is_all_echo_counts_half_with_its_outcomes() -> None:
    evidence = Told().say(A, echo=True).report(TEST, S)
    found = echoed(strength(evidence.support, records={}), evidence.support)
    assert found.bits == bits("2.2716")
    assert found.terms[-1] == CutTerm(bits=bits("-2.2716"), cause=Cause.ECHO)


def test_a_challenger_counts_fully_once_a_voice_speaks_that_was_not_shown_it() -> None:
    evidence = Told().say(A, echo=True).say(B)
    whole = strength(evidence.support, records={})
    assert echoed(whole, evidence.support) == whole
    assert bits_text(whole.bits) == weighed(told(A, B)) == "2.824"


def test_what_speaks_against_an_echo_is_not_halved() -> None:
    evidence = Told().say(A, echo=True).report(TEST, S, success=False)
    whole = strength(evidence.support, records={})
    assert bits_text(whole.bits) == "-1.0568"
    assert echoed(whole, evidence.support) == whole


def test_strength_fades_by_half_in_a_half_life_and_what_is_below_nothing_does_not() -> None:
    person_said = strength(told(H).support, records={})
    halved = faded(person_said, age=HALF_LIFE, half_life=HALF_LIFE)
    assert halved.bits == bits("2.6427")
    assert halved.terms[-1] == CutTerm(bits=bits("-2.6427"), cause=Cause.FADING)
    assert faded(person_said, age=timedelta(), half_life=HALF_LIFE) == person_said
    failed = strength(told(A).report(TEST, S, success=False).support, records={})
    assert faded(failed, age=1000 * A_DAY, half_life=HALF_LIFE) == failed
