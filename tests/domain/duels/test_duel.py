"""What becomes of a newcomer whose value meets another."""

from datetime import timedelta

import pytest

from domain.duels.bits import bits, bits_text
from domain.duels.duel import (
    Reason,
    Relation,
    half_life_of,
    slack,
    trades_places,
    verdict_of,
)
from domain.duels.signals import Signal
from domain.duels.strength import Cause, CutTerm
from domain.duels.voices import Record, Voice
from domain.predicates import Declaration, Temporal
from domain.words import Verdict
from tests.domain.arguing import (
    A_DAY,
    A_SECOND,
    CITED,
    COMPILED,
    HALF_LIFE,
    LATER,
    TEST,
    USER,
    Told,
    agent,
    agents,
    fought,
    newcomer,
    person,
    system,
    told,
)
from tests.domain.telling import NOON

A, B, C = agent("a"), agent("b"), agent("c")
S, H, J = system("s"), person("h"), person("j")
SUCCESSION, CONTRADICTION, OVERLAP = Relation


@pytest.mark.parametrize(
    ("relation", "wins"),
    [
        (SUCCESSION, Verdict.SUPERSEDES),
        (CONTRADICTION, Verdict.DISPLACES),
        (OVERLAP, Verdict.SUPERSEDES),
    ],
)
def test_a_win_supersedes_what_could_be_followed_and_displaces_what_could_not(
    relation: Relation, wins: Verdict
) -> None:
    judgement = fought(newcomer(H), told(A), relation=relation)
    assert (judgement.verdict, judgement.reason) == (wins, Reason.MARGIN)
    assert bits_text(judgement.margin) == "3.5422"
    assert judgement.margin == judgement.newcomer.bits - judgement.rival.bits
    assert judgement.rule == 1


@pytest.mark.parametrize(
    ("relation", "margin", "away"),
    [
        (SUCCESSION, "0", "0.4"),
        (SUCCESSION, "-0.4", "0"),
        (SUCCESSION, "-2", "0.4"),
        (SUCCESSION, "-5", "2.6"),
        (CONTRADICTION, "0", "1.95"),
        (CONTRADICTION, "3", "1.05"),
        (OVERLAP, "-3", "0.2"),
    ],
)
def test_slack_is_the_way_to_the_nearest_threshold(
    relation: Relation, margin: str, away: str
) -> None:
    assert slack(bits(margin), relation) == bits(away)


@pytest.mark.parametrize(
    ("for_it", "against_it", "for_its_rival", "relation", "margin", "verdict"),
    [
        ([TEST], [], [COMPILED, USER], SUCCESSION, "-0.4", Verdict.SUPERSEDES),
        ([], [], [CITED], SUCCESSION, "-0.5", Verdict.CONTESTED),
        ([USER, COMPILED], [TEST], [TEST], SUCCESSION, "-2.4", Verdict.QUARANTINED),
        ([CITED], [], [TEST], SUCCESSION, "-2.3", Verdict.CONTESTED),
        ([TEST], [], [], CONTRADICTION, "2.8", Verdict.DISPLACES),
        ([TEST], [], [COMPILED], CONTRADICTION, "1.8", Verdict.CONTESTED),
        ([], [], [TEST], CONTRADICTION, "-2.8", Verdict.QUARANTINED),
        ([CITED], [COMPILED], [USER], CONTRADICTION, "-2.7", Verdict.CONTESTED),
        ([TEST], [], [COMPILED], OVERLAP, "1.8", Verdict.CONTESTED),
        ([], [], [TEST], OVERLAP, "-2.8", Verdict.QUARANTINED),
    ],
)
def test_outcomes_move_the_margin_and_a_threshold_belongs_to_the_verdict_beyond_it(
    *,
    for_it: list[Signal],
    against_it: list[Signal],
    for_its_rival: list[Signal],
    relation: Relation,
    margin: str,
    verdict: Verdict,
) -> None:
    challenger, rival = newcomer(A), told(B)
    for signal in for_it:
        challenger.report(signal, H if signal is USER else S)
    for signal in against_it:
        challenger.report(signal, S, success=False)
    for signal in for_its_rival:
        rival.report(signal, H if signal is USER else S)
    judgement = fought(challenger, rival, relation=relation)
    assert (bits_text(judgement.margin), judgement.verdict) == (margin, verdict)


def test_a_contradiction_is_won_from_its_threshold_on() -> None:
    rival = told(B).report(CITED, C)
    judgement = fought(newcomer(A).report(USER, H), rival, relation=CONTRADICTION)
    assert (bits_text(judgement.margin), judgement.verdict) == ("1.95", Verdict.DISPLACES)


@pytest.mark.parametrize("relation", [SUCCESSION, CONTRADICTION])
def test_forty_five_agents_with_all_they_can_bring_are_contested_by_a_fresh_person(
    relation: Relation,
) -> None:
    crowd = newcomer(*agents(45)).rest(*agents(1000, "dependant"))
    for signal in (TEST, COMPILED, USER, CITED):
        crowd.report(signal, *agents(45, "reporter"))
    judgement = fought(crowd, told(H), relation=relation)
    assert judgement.verdict is Verdict.CONTESTED
    assert bits_text(judgement.margin) == "-0.6854"
    assert judgement.newcomer.terms[-1] == CutTerm(bits=bits("-2.7018"), cause=Cause.AGENTS_CAP)
    assert fought(crowd, told(A), relation=relation).verdict is not Verdict.CONTESTED


@pytest.mark.parametrize("relation", [SUCCESSION, CONTRADICTION])
def test_an_agent_with_a_hundred_good_outcomes_never_supersedes_a_fresh_person(
    relation: Relation,
) -> None:
    records = {A.id: Record(successes=100, failures=0)}
    assert fought(newcomer(A), told(H), relation=relation, records=records).verdict in {
        Verdict.CONTESTED,
        Verdict.QUARANTINED,
    }
    assert fought(newcomer(A), told(S), relation=SUCCESSION, records=records).verdict is (
        Verdict.SUPERSEDES
    )


@pytest.mark.parametrize("confirmed", [told(A).report(USER, H), told(A).review(), told(A, H)])
def test_agents_bring_no_more_than_they_can_where_a_person_confirmed_the_rival(
    confirmed: Told,
) -> None:
    crowd = newcomer(*agents(30)).rest(*agents(40, "dependant"))
    assert fought(crowd, confirmed).newcomer.bits == bits("4.6")
    assert fought(crowd, told(A)).newcomer.bits == bits("6.3018")


def test_a_person_brings_all_there_is_to_a_newcomer_or_to_its_rival() -> None:
    crowd = told(*agents(30)).rest(*agents(40, "dependant"))
    assert fought(newcomer(H), crowd).rival.bits == bits("6.3018")
    assert fought(newcomer(H, *agents(30)), told(J)).newcomer.bits == bits("8.1296")


@pytest.mark.parametrize(
    ("relation", "verdict"), [(SUCCESSION, Verdict.SUPERSEDES), (CONTRADICTION, Verdict.CONTESTED)]
)
def test_what_a_person_said_is_displaced_only_with_a_persons_voice(
    relation: Relation, verdict: Verdict
) -> None:
    systems = [system(f"{number}") for number in range(3)]
    strong = newcomer(*systems).report(TEST, S)
    judgement = fought(strong, told(H), relation=relation)
    assert judgement.margin >= bits("1.95")
    assert judgement.verdict is verdict
    if relation is CONTRADICTION:
        assert judgement.reason is Reason.PERSONS_WORD
        assert fought(strong.say(J), told(H), relation=relation).verdict is Verdict.DISPLACES


def test_a_stated_end_that_a_person_set_yields_only_to_a_person() -> None:
    old = told(H, at=NOON - 800 * A_DAY)
    pair = newcomer(A, B)
    assert fought(pair, old, relation=OVERLAP).reason is Reason.PERSONS_WORD
    assert fought(pair.say(J), old, relation=OVERLAP).verdict is Verdict.SUPERSEDES


def test_a_state_fades_between_the_last_sight_of_it_and_of_the_newcomer() -> None:
    rival = told(H, at=NOON - HALF_LIFE)
    challenger = newcomer(A)
    faded = fought(challenger, rival).rival
    assert faded.bits == bits("2.6427")
    assert isinstance(faded.terms[-1], CutTerm)
    assert fought(challenger, rival, half_life=None).rival.bits == bits("5.2854")
    assert fought(challenger, rival, half_life=HALF_LIFE / 2).rival.bits == bits("1.3213")


def test_a_confirmation_renews_the_evidence_and_an_echo_does_not() -> None:
    old = told(H, at=NOON - HALF_LIFE)
    assert fought(newcomer(A), old).rival.bits == bits("2.6427")
    old.say(B, echo=True, confirms=True)
    assert fought(newcomer(A), old).rival.bits == bits("2.6427")
    old.say(H, confirms=True)
    assert fought(newcomer(A), old).rival.bits == bits("7.9281")


def test_what_was_seen_after_the_newcomer_is_not_yet_fading() -> None:
    assert fought(newcomer(A), told(H, at=NOON + HALF_LIFE)).rival.bits == bits("5.2854")


def test_only_a_state_fades() -> None:
    found = {each: half_life_of(Declaration(temporal=each, half_life_days=30)) for each in Temporal}
    assert found == {
        Temporal.STATE: timedelta(days=30),
        Temporal.CONSTANT: None,
        Temporal.EVENT: None,
    }


@pytest.mark.parametrize(
    ("relation", "verdict"), [(SUCCESSION, Verdict.SUPERSEDES), (CONTRADICTION, Verdict.DISPLACES)]
)
@pytest.mark.parametrize("voice", [A, S, H])
def test_a_voice_replaces_what_it_alone_supports(
    voice: Voice, relation: Relation, verdict: Verdict
) -> None:
    strong = Told().say(voice, times=3).report(TEST, C).rest(*agents(40))
    judgement = fought(newcomer(voice), strong, relation=relation)
    assert (judgement.verdict, judgement.reason) == (verdict, Reason.SELF_REVISION)
    other = fought(newcomer(B), strong, relation=relation)
    assert (other.verdict, other.reason) == (Verdict.QUARANTINED, Reason.MARGIN)


@pytest.mark.parametrize(
    "rival",
    [
        told(A, B),
        told(A).report(USER, H),
        told(A).review(),
        # What it said last.
        told(A, after=2 * LATER),
    ],
)
def test_a_voice_does_not_replace_what_is_more_than_its_own_or_its_last_word(rival: Told) -> None:
    judgement = fought(newcomer(A), rival, relation=CONTRADICTION)
    assert (judgement.verdict, judgement.reason) == (Verdict.CONTESTED, Reason.MARGIN)


def test_an_echo_does_not_keep_a_voice_from_replacing_what_it_said() -> None:
    rival = told(A).say(B, echo=True, confirms=True)
    assert fought(newcomer(A), rival).reason is Reason.SELF_REVISION


def test_who_joins_a_challenger_revises_what_it_alone_had_said() -> None:
    challenger = newcomer(B)
    assert fought(challenger, told(A), relation=CONTRADICTION).verdict is Verdict.CONTESTED
    assert fought(challenger.say(A), told(A), relation=CONTRADICTION).verdict is Verdict.DISPLACES


@pytest.mark.parametrize(
    ("challenger", "without"),
    [(newcomer(H), Reason.MARGIN), (newcomer(A), Reason.SELF_REVISION)],
)
def test_who_trades_places_is_contested_at_best(challenger: Told, without: Reason) -> None:
    free = fought(challenger, told(A))
    assert (free.verdict, free.reason) == (Verdict.SUPERSEDES, without)
    bound = fought(challenger, told(A), trading_places=True)
    assert (bound.verdict, bound.reason) == (Verdict.CONTESTED, Reason.TRADING_PLACES)
    assert bound.margin == free.margin


def test_who_trades_places_and_is_too_weak_is_quarantined() -> None:
    judgement = fought(newcomer(B), told(H), trading_places=True)
    assert (judgement.verdict, judgement.reason) == (Verdict.QUARANTINED, Reason.MARGIN)


@pytest.mark.parametrize(
    ("challenger", "days", "bound"),
    [
        (told(A), 1, True),
        (told(A, B), 1, True),
        # A voice that had not supported it.
        (told(A, C), 1, False),
        (told(A).say(C, echo=True, confirms=True), 1, True),
        (told(A), 0, False),
        (told(A, at=NOON + A_DAY - A_SECOND), 1, True),
        (told(A, at=NOON + A_DAY), 1, False),
        (told(A, at=NOON - A_DAY), 1, False),
        # Said again once the window is over, as it might have been for the first time.
        (told(A).say(A, at=NOON + A_DAY), 1, False),
    ],
)
def test_a_beaten_value_trades_places_within_the_window_and_with_its_old_voices(
    *, challenger: Told, days: int, bound: bool
) -> None:
    found = trades_places(
        challenger.support, supported_by={A.id, B.id}, beaten_at=NOON, window=days * A_DAY
    )
    assert found is bound


def test_of_several_rivals_the_least_favourable_verdict_stands() -> None:
    challenger = newcomer(A)
    rivals = {
        Verdict.SUPERSEDES: fought(challenger, told(B)),
        Verdict.DISPLACES: fought(challenger, told(A), relation=CONTRADICTION),
        Verdict.CONTESTED: fought(challenger, told(B, C)),
        Verdict.QUARANTINED: fought(challenger, told(H)),
    }
    assert {each.verdict for each in rivals.values()} == rivals.keys()
    judgements = list(rivals.values())
    assert [verdict_of(judgements[:count]) for count in range(5)] == [
        Verdict.RECORDED,
        Verdict.SUPERSEDES,
        Verdict.DISPLACES,
        Verdict.CONTESTED,
        Verdict.QUARANTINED,
    ]
    assert verdict_of(judgements[::-1]) is Verdict.QUARANTINED


def test_an_echo_counts_half_as_a_challenger_and_in_full_as_a_rival() -> None:
    echo = Told(after=LATER).say(A, echo=True, at=NOON + A_SECOND)
    assert fought(echo, told(B)).newcomer.bits == bits("0.8716")
    assert fought(newcomer(B), Told().say(A, echo=True)).rival.bits == bits("1.7432")
    assert fought(echo.say(C), told(B)).newcomer.bits == bits("2.824")
