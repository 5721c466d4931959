"""The cases of the calibration as claims on an axis, and every way two stretches can lie."""

from datetime import timedelta

import pytest

from domain.duels.calibration_cases import CASES, Case, Side
from domain.duels.signals import Signal
from domain.duels.voices import Voice, voice_of
from domain.predicates import Temporal
from domain.words import ActorKind, Seq, TokenId, Verdict
from domain.worldtime.bounds import Stretch, exactly
from tests.domain.allen import Allen, allen
from tests.domain.arguing import agent, person
from tests.domain.chronicle import CONSTANT, STATE, Chronicle
from tests.domain.clocks import instant

SEEN = instant("2024-01-01")
RECORDED, CONTESTED = Verdict.RECORDED, Verdict.CONTESTED
SUPERSEDES, DISPLACES = Verdict.SUPERSEDES, Verdict.DISPLACES


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.number}-{case.kind.value}")
def test_a_case_of_the_calibration_comes_out_so_on_an_axis(case: Case) -> None:
    ledger = Chronicle(declaration=STATE if case.kind is Temporal.STATE else CONSTANT)
    say(ledger, case.incumbent, "old", "incumbent", seconds=0)
    name = "incumbent" if case.newcomer.revises else "newcomer"
    newcomer = say(ledger, case.newcomer, "new", name, seconds=1)
    assert ledger.verdict(newcomer) is case.expected
    assert ledger.replayed() == ledger.axis


def say(ledger: Chronicle, side: Side, value: str, name: str, *, seconds: int) -> Seq:
    """One side's claims, then what rests on its fact, then the outcomes; returns the fact."""
    fact = Seq(ledger.seq + 1)
    seen = SEEN - timedelta(days=side.days) + timedelta(seconds=seconds)
    for number in range(side.voices):
        for _ in range(side.claims_each):
            ledger.says(own(side.kind, f"{name} {number}"), value, seen=seen, echo=side.echo)
    for number in range(side.dependants):
        ledger.rests(agent(f"dependant {number}"), fact)
    for signal in side.reported:
        kind = ActorKind.HUMAN if signal is Signal.USER_CONFIRMED else ActorKind.SYSTEM
        ledger.reports(fact, signal, own(kind, f"reporter of {signal}"))
    return fact


def own(kind: ActorKind, name: str) -> Voice:
    return voice_of(token=TokenId(name), kind=kind, named_source=None)


Years = tuple[int, int | None]

# How a newcomer lies to an incumbent, and what becomes of it: as an agent's word against another's,
# and as a person's, which always wins where the two fight.
BESIDE_A_STATED_END: list[tuple[Years, Allen, Verdict, Verdict]] = [
    ((2000, 2001), Allen.BEFORE, RECORDED, RECORDED),
    ((2000, 2002), Allen.MEETS, RECORDED, RECORDED),
    ((2000, 2003), Allen.OVERLAPS, CONTESTED, DISPLACES),
    ((2002, 2003), Allen.STARTS, CONTESTED, DISPLACES),
    ((2003, 2004), Allen.DURING, CONTESTED, SUPERSEDES),
    ((2003, 2005), Allen.FINISHES, CONTESTED, SUPERSEDES),
    ((2002, 2005), Allen.EQUALS, CONTESTED, DISPLACES),
    ((2000, 2005), Allen.FINISHED_BY, CONTESTED, DISPLACES),
    ((2000, 2006), Allen.CONTAINS, CONTESTED, DISPLACES),
    ((2000, None), Allen.CONTAINS, RECORDED, RECORDED),
    ((2002, 2006), Allen.STARTED_BY, CONTESTED, DISPLACES),
    ((2002, None), Allen.STARTED_BY, CONTESTED, DISPLACES),
    ((2003, 2006), Allen.OVERLAPPED_BY, CONTESTED, SUPERSEDES),
    ((2003, None), Allen.OVERLAPPED_BY, CONTESTED, SUPERSEDES),
    ((2005, 2006), Allen.MET_BY, RECORDED, RECORDED),
    ((2005, None), Allen.MET_BY, RECORDED, RECORDED),
    ((2006, 2007), Allen.AFTER, RECORDED, RECORDED),
    ((2006, None), Allen.AFTER, RECORDED, RECORDED),
]
BESIDE_AN_OPEN_END: list[tuple[Years, Allen, Verdict, Verdict]] = [
    ((2000, 2001), Allen.BEFORE, RECORDED, RECORDED),
    ((2000, 2002), Allen.MEETS, RECORDED, RECORDED),
    ((2000, 2003), Allen.OVERLAPS, CONTESTED, DISPLACES),
    ((2002, 2003), Allen.STARTS, CONTESTED, DISPLACES),
    ((2003, 2004), Allen.DURING, SUPERSEDES, SUPERSEDES),
    ((2003, None), Allen.FINISHES, SUPERSEDES, SUPERSEDES),
    ((2002, None), Allen.EQUALS, CONTESTED, DISPLACES),
    ((2000, None), Allen.FINISHED_BY, RECORDED, RECORDED),
]


def test_all_thirteen_relations_are_in_the_tables() -> None:
    assert {relation for _, relation, _, _ in BESIDE_A_STATED_END} == set(Allen)
    assert {relation for _, relation, _, _ in BESIDE_AN_OPEN_END} == {
        allen(stretch((start, end)), stretch((2002, None)))
        for start in range(2000, 2008)
        for end in (*range(start + 1, 2008), None)
    }


@pytest.mark.parametrize(
    ("newcomer", "incumbent", "relation", "among_equals", "by_a_person"),
    [
        (years, incumbent, *rest)
        for incumbent, table in (
            ((2002, 2005), BESIDE_A_STATED_END),
            ((2002, None), BESIDE_AN_OPEN_END),
        )
        for years, *rest in table
    ],
)
def test_two_stretches_meet_in_the_way_they_lie(
    newcomer: Years,
    incumbent: Years,
    relation: Allen,
    among_equals: Verdict,
    by_a_person: Verdict,
) -> None:
    assert allen(stretch(newcomer), stretch(incumbent)) is relation
    for voice, verdict in ((agent("b"), among_equals), (person("h"), by_a_person)):
        ledger = Chronicle()
        ledger.says("a", "old", *texts(incumbent))
        assert ledger.says(voice, "new", *texts(newcomer)).verdict is verdict
        for year in range(2000, 2009):
            assert ledger.at(f"{year}-06-01") == shown(year, newcomer, incumbent, verdict)


def shown(year: int, newcomer: Years, incumbent: Years, verdict: Verdict) -> list[str]:
    """What is shown in a year, told without the timeline."""
    new, old = within(year, newcomer), within(year, incumbent)
    match verdict:
        case Verdict.CONTESTED:
            return [*["new D!"] * new, *["old D!"] * old]
        case Verdict.DISPLACES:
            return ["new D"] * new
        case Verdict.SUPERSEDES:
            is_over = newcomer[1] is None or incumbent[1] is not None
            old = old and not (new or (is_over and year >= newcomer[0]))
        case _:
            # Back-filled history: what starts later ends an open value, or interrupts it.
            new = new and not (newcomer[1] is None and newcomer[0] < incumbent[0] and old)
            old = old and not (incumbent[1] is None and newcomer[0] > incumbent[0] and new)
    return [*["new D"] * new, *["old D"] * old]


def within(year: int, years: Years) -> bool:
    start, end = years
    return start <= year and (end is None or year < end)


def texts(years: Years) -> tuple[str, str | None]:
    start, end = years
    return f"{start}-01-01", None if end is None else f"{end}-01-01"


def stretch(years: Years) -> Stretch:
    start, end = (None if text is None else exactly(instant(text)) for text in texts(years))
    assert start is not None
    return Stretch(start=start, end=end)
