"""What follows from the evidence on a fact, before it is weighed."""

from dataclasses import replace

import pytest

from domain.duels.evidence import (
    Support,
    has_persons_word,
    is_echo,
    last_evidence,
    last_reports,
    last_word,
    observations,
    sole_voice,
)
from domain.duels.voices import Record
from tests.domain.arguing import A_DAY, CITED, TEST, USER, Told, agent, person, system, told
from tests.domain.telling import NOON

A, B, S, H = agent("a"), agent("b"), system("s"), person("h")


def test_a_fact_without_a_claim_has_no_evidence() -> None:
    with pytest.raises(ValueError, match="claim that stands"):
        Support(sayings=())


def test_a_confirmation_by_who_was_shown_the_fact_is_no_evidence() -> None:
    support = told(A).say(B, echo=True, confirms=True, at=NOON + A_DAY).support
    assert [each.voice for each in support.counted] == [A]
    assert sole_voice(support) == A.id
    assert last_evidence(support) == NOON


def test_a_confirmation_by_who_was_not_is() -> None:
    support = told(A).say(B, confirms=True, at=NOON + A_DAY).support
    assert [each.voice for each in support.counted] == [A, B]
    assert sole_voice(support) is None
    assert last_evidence(support) == NOON + A_DAY


def test_a_claim_that_challenges_is_evidence_though_it_is_an_echo() -> None:
    support = Told().say(A, echo=True).support
    assert [each.voice for each in support.counted] == [A]
    assert is_echo(support)


def test_a_fact_is_no_echo_once_one_says_it_who_was_not_shown_it() -> None:
    assert not is_echo(Told().say(A, echo=True).say(B).support)


def test_where_only_echoes_are_left_the_first_of_them_is_the_last_evidence() -> None:
    echoes = Told().say(A, echo=True, confirms=True)
    echoes.say(B, echo=True, confirms=True, at=NOON + A_DAY)
    assert last_evidence(echoes.support) == NOON
    assert sole_voice(echoes.support) is None


def test_the_last_word_of_a_voice_is_its_last_claim() -> None:
    support = told(A, B, A).support
    assert (last_word(support, A.id), last_word(support, B.id)) == (3, 2)
    assert last_word(support, H.id) is None


@pytest.mark.parametrize(
    ("evidence", "has_one"),
    [
        (told(A), False),
        (told(A, H), True),
        (told(A).report(USER, H), True),
        (told(A).report(USER, S), False),
        (told(A).report(TEST, H), False),
        (told(A).report(USER, H, success=False), False),
        (told(A).report(USER, H).report(USER, H, success=False), False),
        (told(A).report(USER, H, success=False).report(USER, H), True),
        (told(A).rest(H), False),
    ],
)
def test_a_persons_word_is_a_claim_or_a_confirmation_of_a_person(
    *, evidence: Told, has_one: bool
) -> None:
    assert has_persons_word(evidence.support) is has_one
    assert has_persons_word(replace(evidence.support, confirmed_by_person=True))


def test_what_a_person_confirms_for_another_is_confirmed_by_a_person() -> None:
    (report,) = told(A).report(USER, H).reports
    asked = replace(report, voice=replace(S, id=report.voice.id))
    assert has_persons_word(replace(told(A).support, reports=(asked,)))


def test_a_voice_is_heard_once_on_each_signal_and_its_last_report_stands() -> None:
    reports = told(A).report(TEST, S).report(CITED, S).report(TEST, S, success=False).reports
    heard = [(each.signal, each.success) for each in last_reports(reversed(reports))]
    assert heard == [(CITED, True), (TEST, False)]


def test_an_outcome_is_an_observation_of_who_had_said_the_fact_before() -> None:
    evidence = told(A).report(TEST, S).say(B).report(CITED, S).report(USER, H, success=False)
    assert observations(evidence.support) == {
        A.id: Record(successes=2, failures=1),
        B.id: Record(successes=1, failures=1),
    }


def test_what_a_voice_reports_on_what_it_says_itself_is_no_observation() -> None:
    assert observations(told(A, B).report(TEST, A, B).support) == {}
