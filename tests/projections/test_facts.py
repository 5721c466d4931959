"""The current version of every fact, and those that are over."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

import pytest

from domain.duels.signals import Signal
from domain.events import Recorded
from domain.identity import IdentityMode
from domain.keys import line_key
from domain.payloads import Resolution
from domain.predicates import Declaration
from domain.values import Boolean, Date, Entity, Number, Text, Value
from domain.worldtime.bounds import FIRST
from projections.rows import FactRow
from tests.domain.arguing import agent, person, system
from tests.domain.chronicle import CONSTANT, EVENT, STATE, UNDECLARED, Chronicle
from tests.domain.clocks import instant
from tests.projections.steps import (
    NOON,
    OPENED,
    asserted,
    opened,
    recorded,
    steps,
    tables,
    written,
)

TICK = timedelta(microseconds=1)


def test_a_value_said_first_is_a_fact_with_all_that_is_answered_of_it() -> None:
    key = line_key("Alice", "likes", Text(text="tea"), mode=IdentityMode.FOLDED)
    assert written(recorded(OPENED, asserted(2)), "fact") == [
        FactRow(
            fact=2,
            from_seq=2,
            from_at=NOON + TICK,
            to_seq=None,
            to_at=None,
            status="active",
            contested=False,
            rivals=[],
            subject="Alice",
            predicate="likes",
            object_kind="text",
            object_text="tea",
            object_unit=None,
            subject_key=key.subject,
            predicate_key=key.predicate,
            object_key=key.object,
            claims=1,
            sources=["opener"],
            observed_at=NOON,
            recorded_at=NOON + TICK,
            valid={
                "from": {
                    "text": None,
                    "precision": None,
                    "earliest": None,
                    "latest": "2024-02-15T12:00:00.000000Z",
                },
                "to": {
                    "text": None,
                    "precision": None,
                    "earliest": None,
                    "latest": None,
                    "open": True,
                    "derived_from_fact": None,
                },
            },
            from_earliest=FIRST,
            to_latest=None,
            holds_from=[FIRST, NOON],
            holds_to=[NOON, None],
            definite=[False, True],
            strength="5.2854",
        )
    ]


@pytest.mark.parametrize(
    ("value", "columns"),
    [
        (Text(text="tea"), ("text", "tea", None)),
        (Number(number=Decimal("0.5"), unit="CNY"), ("number", "0.5", "CNY")),
        (Number(number=Decimal(5), unit=None), ("number", "5", None)),
        (Date(date=date(2024, 2, 15)), ("date", "2024-02-15", None)),
        (Boolean(value=True), ("boolean", "true", None)),
        (Entity(name="Acme"), ("entity", "Acme", None)),
    ],
)
def test_a_value_is_kept_as_kind_text_and_unit(
    value: Value, columns: tuple[str, str, str | None]
) -> None:
    (row,) = _written(recorded(OPENED, asserted(2, value)), "fact")
    assert (row.object_kind, row.object_text, row.object_unit) == columns


def test_a_command_begins_a_version_and_the_one_before_is_over_with_it() -> None:
    events = recorded(OPENED, asserted(2), asserted(3, fact=2))
    (now,) = _written(events, "fact")
    assert (now.fact, now.claims, now.from_seq, now.from_at) == (2, 2, 3, NOON + 2 * TICK)
    (before,) = _written(events, "history")
    (was,) = _written(events[:2], "fact")
    assert before == was._replace(to_seq=3, to_at=NOON + 2 * TICK)


def test_no_version_shows_a_command_half_done() -> None:
    events = recorded(OPENED, [asserted(2), asserted(3, fact=2), asserted(4, "milk")])
    rows = _written(events, "fact")
    assert [(row.fact, row.claims, row.from_seq) for row in rows] == [(2, 2, 4), (4, 1, 4)]
    assert {row.from_at for row in rows} == {events[-1].recorded_at}
    assert _written(events, "history") == []


def test_who_is_heard_is_named_once_by_the_first_spelling_and_no_more_than_ten() -> None:
    names = ["A Book", "a  book", *(f"source {number}" for number in range(12))]
    claims = [
        asserted(seq, source=name, fact=None if seq == 2 else 2)
        for seq, name in enumerate(names, start=2)
    ]
    (row,) = tables(recorded(OPENED, *claims))["fact"].values()
    assert isinstance(row, FactRow)
    assert row.sources == ["A Book", *(f"source {number}" for number in range(9))]
    assert row.claims == 14


def _written(events: Sequence[Recorded], table: str) -> list[FactRow]:
    return [row for row in written(events, table) if isinstance(row, FactRow)]


def current(chronicle: Chronicle) -> Mapping[int, FactRow]:
    """The facts as they stand, by their ids."""
    rows = tables(chronicle.recorded)["fact"].values()
    return {row.fact: row for row in rows if isinstance(row, FactRow)}


def short(row: FactRow) -> str:
    """What a fact says, where it stands, and when it holds: the years, `?` where it only may."""
    years = [
        f"{_year(start, '')}-{_year(end, '')}{'' if sure else '?'}"
        for start, end, sure in zip(row.holds_from, row.holds_to, row.definite, strict=True)
    ]
    contest = f" with {row.rivals}" if row.contested else ""
    return f"{row.object_text} {row.status}{contest} {' '.join(years) or 'never'}"


def _year(at: object, open_end: str) -> str:
    return open_end if at is None or at == FIRST else str(at)[:4]


def _one_supersedes(told: Chronicle) -> None:
    told.says("one", "Acme", "2020-01-01")
    told.says("two", "Globex", "2024-01-01")


def _two_contest(told: Chronicle) -> None:
    told.says("one", "Acme", "2020-01-01")
    told.says("two", "Globex", "2020-01-01")


def _one_is_struck_out(told: Chronicle) -> None:
    _one_supersedes(told)
    told.invalidates(told.axis.timeline.visible[-1].fact)


def _one_is_taken_back(told: Chronicle) -> None:
    _one_supersedes(told)
    told.retracts(told.axis.timeline.visible[-1].fact)


def _a_person_is_contradicted(told: Chronicle) -> None:
    told.says(person("ann"), "Acme", "2020-01-01")
    told.says("two", "Globex", "2020-01-01")


def _a_person_contradicts(told: Chronicle) -> None:
    told.says("two", "Globex", "2020-01-01")
    told.says(person("ann"), "Acme", "2020-01-01")


def _a_stint_interrupts(told: Chronicle) -> None:
    told.says("one", "Acme", "2020-01-01")
    told.says("two", "Globex", "2021-01-01", "2023-01-01")


def _seen_twice(told: Chronicle) -> None:
    told.says("one", "Acme", seen="2022-01-01")
    told.says("two", "Globex", seen="2023-01-01")


def _a_review_keeps_both(told: Chronicle) -> None:
    _two_contest(told)
    told.decides(told.axis.timeline.visible[-1].fact, Resolution.KEEP_BOTH)


# What a predicate is, what happens, and the facts after it.
HISTORIES: list[tuple[Declaration, Callable[[Chronicle], None], list[str]]] = [
    (STATE, _one_supersedes, ["Acme active 2020-2024", "Globex active 2024-"]),
    (UNDECLARED, _one_supersedes, ["Acme active 2020-", "Globex active 2024-"]),
    (CONSTANT, _one_supersedes, ["Acme active with [4] -", "Globex contested with [3] -"]),
    (EVENT, _one_supersedes, ["Acme active 2020-2020", "Globex active 2024-2024"]),
    (STATE, _two_contest, ["Acme active with [4] 2020-", "Globex contested with [3] 2020-"]),
    (STATE, _one_is_struck_out, ["Acme active 2020-", "Globex invalidated 2024-"]),
    (STATE, _one_is_taken_back, ["Acme active 2020-", "Globex unsupported 2024-"]),
    (STATE, _a_person_is_contradicted, ["Acme active 2020-", "Globex quarantined 2020-"]),
    (STATE, _a_person_contradicts, ["Globex displaced 2020-", "Acme active 2020-"]),
    (STATE, _a_stint_interrupts, ["Acme active 2020-2021 2023-", "Globex active 2021-2023"]),
    (STATE, _seen_twice, ["Acme active -2022? 2022-2023", "Globex active 2023-"]),
    (
        STATE,
        _a_review_keeps_both,
        ["Acme active with [4] 2020-", "Globex active with [3] 2020-"],
    ),
]


@pytest.mark.parametrize(("declaration", "happens", "facts"), HISTORIES)
def test_a_fact_is_written_as_it_stands_and_as_it_holds(
    declaration: Declaration, happens: Callable[[Chronicle], None], facts: list[str]
) -> None:
    told = opened(declaration)
    happens(told)
    assert [short(row) for _, row in sorted(current(told).items())] == facts


@pytest.mark.parametrize("happens", [happens for _, happens, _ in HISTORIES])
def test_the_bounds_in_columns_enclose_the_stretches(happens: Callable[[Chronicle], None]) -> None:
    told = opened()
    happens(told)
    for row in current(told).values():
        assert row.from_earliest == row.holds_from[0]
        assert row.to_latest == row.holds_to[-1]


def test_what_nobody_says_any_more_has_no_claims_no_sources_and_no_strength() -> None:
    told = opened()
    claim = told.says("one", "Acme", "2020-01-01").claim
    assert [(row.claims, row.sources, row.strength) for row in current(told).values()] == [
        (1, ["t:one"], "1.7432")
    ]
    told.retracts(claim)
    assert [(row.claims, row.sources, row.strength) for row in current(told).values()] == [
        (0, [], None)
    ]


def test_an_outcome_is_told_in_the_strength() -> None:
    told = opened()
    fact = told.says("one", "Acme", "2020-01-01").claim
    before = current(told)[fact]
    told.reports(fact, Signal.TEST_PASSED, system("ci"))
    after = current(told)[fact]
    assert (before.strength, after.strength) == ("1.7432", "4.5432")
    assert after.from_seq == told.seq


def test_where_nothing_that_is_answered_changes_there_is_no_version() -> None:
    told = opened()
    fact = told.says("one", "Acme", "2020-01-01").claim
    told.reports(fact, Signal.CITED_BY, agent("one"))
    assert _written(told.recorded, "fact") == _written(told.recorded, "history") == []
    told.reports(fact, Signal.CITED_BY, agent("two"))
    assert [row.fact for row in _written(told.recorded, "fact")] == [fact]
    assert [row.fact for row in _written(told.recorded, "history")] == [fact]


def test_a_fact_whose_claims_are_anothers_again_leaves_only_what_it_was() -> None:
    told = opened()
    told.says("one", "Acme", seen="2020-01-01")
    other = told.says("two", "Globex", seen="2021-01-01").claim
    second = told.says("one", "Acme", seen="2022-01-01").claim
    assert sorted(current(told)) == [3, other, second]
    told.invalidates(other)
    assert sorted(current(told)) == [3, other]
    assert [row.claims for row in current(told).values()] == [2, 1]
    assert (second,) in written(told.recorded, "fact")
    (was,) = [row for row in _written(told.recorded, "history") if row.fact == second]
    assert (was.claims, was.to_seq) == (1, told.seq)


def test_versions_of_a_fact_follow_each_other_without_a_gap() -> None:
    told = opened()
    _two_contest(told)
    told.says("three", "Globex", "2020-01-01")
    told.ends_at(told.axis.timeline.visible[0].fact, "2023-01-01")
    held = tables(told.recorded)
    rows = [*held["history"].values(), *held["fact"].values()]
    versions = sorted(row for row in rows if isinstance(row, FactRow))
    assert {row.fact for row in versions} == {3, 4}
    for one, other in pairwise(versions):
        if one.fact == other.fact:
            assert (one.to_seq, one.to_at) == (other.from_seq, other.from_at)
            assert one[5:] != other[5:]
    ends = {step.recorded[-1].seq for step in steps(told.recorded)}
    assert {row.from_seq for row in versions} <= ends
    assert {row.from_at for row in versions} <= {
        step.recorded[-1].recorded_at for step in steps(told.recorded)
    }
    assert instant("2024-01-10") < versions[0].from_at
