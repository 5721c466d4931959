"""What holds in every duel, whoever says, reports and rests whatever, in whatever order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from domain.duels.duel import Judgement, Relation, judge
from domain.duels.evidence import Dependant, Report, Saying, Support
from domain.duels.signals import Signal
from domain.duels.strength import Weighed, strength
from domain.duels.voices import Record, Voice, VoiceId
from domain.words import Seq, Verdict
from tests.domain.arguing import A_DAY, HALF_LIFE, Told, agent, agents, person, system, told
from tests.domain.telling import NOON

VOICES = [*agents(4), system("s"), system("t"), person("h"), person("j")]


@dataclass(frozen=True, kw_only=True, slots=True)
class Says:
    """A claim."""

    day: int
    echo: bool
    confirms: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Reports:
    """An outcome."""

    signal: Signal
    success: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Rests:
    """Something else that rests on the fact."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Act:
    """What a voice does, to the newcomer or to its rival."""

    voice: Voice
    does: Says | Reports | Rests
    newcomer: bool


def supported(acts: Sequence[Act], *, newcomer: bool) -> Support:
    """What these acts, one after another, leave on one of the two facts."""
    sayings: list[Saying] = []
    reports: list[Report] = []
    dependants: list[Dependant] = []
    for place, act in enumerate(acts, 1):
        voice, seq = act.voice, Seq(place)
        match act.does:
            case _ if act.newcomer is not newcomer:
                pass
            case Says(day=day, echo=echo, confirms=confirms):
                at = NOON + day * A_DAY
                sayings.append(
                    Saying(voice=voice, seq=seq, observed_at=at, echo=echo, confirms=confirms)
                )
            case Reports(signal=signal, success=success):
                reports.append(
                    Report(voice=voice, by=voice.kind, signal=signal, success=success, seq=seq)
                )
            case Rests():
                dependants.append(Dependant(voice=voice, seq=seq))
    return Support(sayings=tuple(sayings), reports=tuple(reports), dependants=tuple(dependants))


says = st.builds(Says, day=st.integers(0, 900), echo=st.booleans(), confirms=st.booleans())
in_favour = (
    says
    | st.builds(Reports, signal=st.sampled_from(Signal), success=st.just(value=True))
    | st.just(Rests())
)
anything = in_favour | st.builds(
    Reports, signal=st.sampled_from(Signal), success=st.just(value=False)
)
voices = st.sampled_from(VOICES)
opened = st.builds(Says, day=st.integers(0, 900), echo=st.booleans(), confirms=st.just(value=False))


def _in_time(does: Says | Reports | Rests) -> Says | Reports | Rests:
    """The same, on the day: a person's word is fresh."""
    return replace(does, day=0) if isinstance(does, Says) else does


def acts(does: st.SearchStrategy[Says | Reports | Rests]) -> st.SearchStrategy[Act]:
    return st.builds(Act, voice=voices, does=does, newcomer=st.booleans())


histories = st.tuples(
    st.builds(Act, voice=voices, does=opened, newcomer=st.just(value=False)),
    st.builds(Act, voice=voices, does=opened, newcomer=st.just(value=True)),
    st.lists(acts(anything), max_size=14),
).map(lambda told: [told[0], told[1], *told[2]])


@dataclass(frozen=True, kw_only=True, slots=True)
class Terms:
    """All that a duel is fought by beside the evidence."""

    relation: Relation
    fades: bool
    trading_places: bool
    records: Mapping[VoiceId, Record]


terms = st.builds(
    Terms,
    relation=st.sampled_from(Relation),
    fades=st.booleans(),
    trading_places=st.booleans(),
    records=st.dictionaries(
        st.sampled_from([each.id for each in VOICES]),
        st.builds(Record, successes=st.integers(0, 12), failures=st.integers(0, 12)),
    ),
)


def fought(newcomer: Support, rival: Support, terms: Terms) -> Judgement:
    return judge(
        Weighed(newcomer, records=terms.records),
        Weighed(rival, records=terms.records),
        relation=terms.relation,
        half_life=HALF_LIFE if terms.fades else None,
        trading_places=terms.trading_places,
    )


def fought_after(history: Sequence[Act], terms: Terms) -> Judgement:
    return fought(supported(history, newcomer=True), supported(history, newcomer=False), terms)


def rank(verdict: Verdict) -> int:
    """How well the newcomer does."""
    won = {Verdict.DISPLACES, Verdict.SUPERSEDES}
    return 2 if verdict in won else [Verdict.QUARANTINED, Verdict.CONTESTED].index(verdict)


@given(histories, acts(in_favour), terms)
def test_more_support_never_lowers_a_side(history: list[Act], act: Act, terms: Terms) -> None:
    before, after = fought_after(history, terms), fought_after([*history, act], terms)
    if act.newcomer:
        assert after.newcomer.bits >= before.newcomer.bits
        assert after.margin >= before.margin
        assert rank(after.verdict) >= rank(before.verdict)
    else:
        assert after.rival.bits >= before.rival.bits
        assert rank(after.verdict) <= rank(before.verdict)


@given(histories, acts(says), terms)
def test_a_voice_that_joins_a_side_never_lowers_it(
    history: list[Act], act: Act, terms: Terms
) -> None:
    failed = replace(terms, records={act.voice.id: Record(successes=0, failures=10)})
    for told_by in (terms, failed):
        before = strength(supported(history, newcomer=act.newcomer), records=told_by.records)
        joined = supported([*history, act], newcomer=act.newcomer)
        assert strength(joined, records=told_by.records).bits >= before.bits


@given(histories, terms)
def test_the_terms_of_a_strength_sum_to_it(history: list[Act], terms: Terms) -> None:
    judgement = fought_after(history, terms)
    for each in (judgement.newcomer, judgement.rival):
        assert sum(term.bits for term in each.terms) == each.bits
    assert judgement.margin == judgement.newcomer.bits - judgement.rival.bits


@given(histories, terms, st.randoms(use_true_random=False))
def test_the_order_in_which_evidence_is_given_changes_nothing(
    history: list[Act], terms: Terms, chance: Random
) -> None:
    newcomer, rival = (supported(history, newcomer=each) for each in (True, False))
    mixed = fought(_shuffled(newcomer, chance), _shuffled(rival, chance), terms)
    assert mixed == fought(newcomer, rival, terms)


def _shuffled(support: Support, chance: Random) -> Support:
    return replace(
        support,
        sayings=tuple(chance.sample(support.sayings, len(support.sayings))),
        reports=tuple(chance.sample(support.reports, len(support.reports))),
        dependants=tuple(chance.sample(support.dependants, len(support.dependants))),
    )


crowds = st.lists(
    st.builds(
        Act,
        voice=st.sampled_from(agents(60, "of the crowd")),
        does=in_favour.map(_in_time),
        newcomer=st.just(value=True),
    ),
    min_size=1,
    max_size=100,
)


@given(crowds, terms)
def test_any_number_of_agents_stays_below_one_fresh_person(crowd: list[Act], terms: Terms) -> None:
    opener = Act(voice=agent("first"), does=Says(day=0, echo=False, confirms=False), newcomer=True)
    praised = {each.voice.id: Record(successes=100, failures=0) for each in [opener, *crowd]}
    flattered = replace(terms, records=praised)
    agents_only = supported([opener, *crowd], newcomer=True)
    fresh = told(person("h")).support
    assert rank(fought(agents_only, fresh, flattered).verdict) < 2
    unbound = replace(flattered, trading_places=False, relation=Relation.SUCCESSION)
    assert rank(fought(agents_only, told(agent("other")).support, unbound).verdict) == 2


@given(st.integers(1, 100), st.builds(Record, successes=st.integers(0, 30), failures=st.just(0)))
def test_any_number_of_claims_of_one_agent_is_weaker_than_four_agents(
    claims: int, record: Record
) -> None:
    four = agents(4)
    records = {each.id: record for each in four}
    one = strength(Told().say(four[0], times=claims).support, records=records)
    assert one.bits < strength(told(*four).support, records=records).bits
