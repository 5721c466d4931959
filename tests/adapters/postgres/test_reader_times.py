"""As of which times a question is answered: positions, instants, days, the future, no time."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import partial

import pytest

from adapters.errors import Invalid, NotFound
from adapters.postgres.views import (
    BEGINNING,
    ChangeQuestion,
    Day,
    FactQuestion,
    KnownAt,
    TimelineQuestion,
    When,
    Whenever,
    pair,
)
from adapters.services import Services
from domain.commands import CorrectFact, EndFact, Invalidate, OpenLedger
from domain.identity import IdentityMode
from domain.payloads import Kind
from domain.values import Text, Value
from domain.words import VISIBLE, LedgerName, Seq, Status
from domain.worldtime.bounds import Certainty
from tests.adapters.postgres.telling import ANYTHING, SUBJECT, Told, day, said, texts
from tests.conftest import Caller

Rectangle = tuple[Seq, Seq | None, Status, datetime | None, datetime | None]


@pytest.fixture
def told(services: Services, admin: Caller, ledger_name: LedgerName) -> Told:
    """A ledger in which one is employed by one at any time."""
    told = Told(services=services, admin=admin.grant, ledger=ledger_name)
    told.declares()
    return told


def recorded_at(told: Told, seq: Seq) -> datetime:
    return told.services.reader.event(told.admin, told.ledger, seq).row.recorded_at


def test_from_among_the_events_of_a_command_one_steps_back(told: Told) -> None:
    told.says("a", "Acme", since="2020-01-01")
    before = told.head
    batch = told.says_all("b", *(said(each, since="2020-01-01") for each in ("Acme", "Globex")))
    first, last = batch.recorded[0].seq, batch.recorded[-1].seq
    assert (first, last) == (before + 1, told.head)
    assert last - first > 1
    at = day("2021-01-01")
    for seq in range(before, last):
        assert told.values(at, Seq(seq)) == texts("Acme")
        assert told.values(at, recorded_at(told, Seq(seq))) == texts("Acme")
    for known_at in (last, recorded_at(told, last)):
        assert told.values(at, known_at) == texts("Acme", "Globex")


def test_what_is_echoed_is_the_command_that_was_whole_and_the_instant_that_was_meant(
    told: Told,
) -> None:
    told.says("a", "Acme", since="2020-01-01")
    before = told.head
    batch = told.says_all("b", said("x", subject="X"), said("y", subject="Y"))
    within = batch.recorded[0]
    for known_at in (within.seq, within.recorded_at):
        as_of = asked(told, When(known_at=known_at))
        assert as_of == (within.recorded_at, before, told.head)
    after = within.recorded_at + timedelta(seconds=1)
    assert asked(told, When(known_at=after)) == (after, told.head, told.head)
    assert asked(told, When(valid_at=Whenever.ANY)) == (None, told.head, told.head)
    assert asked(told, When(valid_at=day("2020-01-01"), known_at=before)) == (
        day("2020-01-01"),
        before,
        told.head,
    )


def asked(told: Told, when: When) -> tuple[datetime | None, Seq, Seq]:
    question = FactQuestion(statuses=VISIBLE, subject=SUBJECT, when=when)
    page = told.services.reader.facts(told.admin, told.ledger, question, after=Seq(0), limit=1)
    assert [each.object for each in page.rows] == texts("Acme")
    assert page.as_of is not None
    return page.as_of.valid_at, page.as_of.known_at, page.as_of.seq


def test_before_the_first_event_nothing_was_known(told: Told) -> None:
    told.says("a", "Acme", since="2020-01-01")
    assert told.values() == texts("Acme")
    for known_at in (Seq(0), day("2000-01-01")):
        for valid_at in (None, Whenever.ANY, day("2021-01-01")):
            assert told.facts(valid_at, known_at) == ()
            assert told.facts(valid_at, known_at, asked=ANYTHING) == ()


def test_what_lies_ahead_of_head_and_clock_is_refused_and_what_clocks_differ_by_is_not(
    told: Told,
) -> None:
    told.says("a", "Acme", since="2020-01-01")
    now = asked(told, When())[0]
    assert now is not None
    assert asked(told, When(known_at=now + timedelta(seconds=3)))[1] == told.head
    for known_at in (Seq(told.head + 1), now + timedelta(minutes=1)):
        for ask in as_known_at(told, known_at):
            assert refused_field(ask) == "known_at"
        for question in (ChangeQuestion(since=known_at), ChangeQuestion(until=known_at)):
            field = "until" if question.since is None else "since"
            assert refused_field(partial(changes, told, question)) == field


def as_known_at(told: Told, known_at: KnownAt) -> list[Callable[[], object]]:
    """Every question that takes a record time."""
    reader, who, when = told.services.reader, (told.admin, told.ledger), When(known_at=known_at)
    fact = told.facts()[0].fact
    return [
        partial(told.facts, known_at=known_at),
        partial(told.facts, known_at=known_at, asked=ANYTHING),
        partial(reader.fact, *who, fact, when=when),
        partial(reader.history, *who, fact, when=when, after=BEGINNING, limit=9),
        partial(reader.why, *who, fact, when=when, after=Seq(0), limit=9),
        partial(timeline, told, known_at),
    ]


def changes(told: Told, question: ChangeQuestion) -> None:
    told.services.reader.changes(told.admin, told.ledger, question, after=BEGINNING, limit=9)


def refused_field(ask: Callable[[], object]) -> str | None:
    with pytest.raises(Invalid) as caught:
        ask()
    (refusal,) = caught.value.refusals
    return refusal.field


def timeline(
    told: Told, known_at: KnownAt | None = None
) -> list[tuple[Value, datetime, datetime | None]]:
    question = TimelineQuestion(subject=SUBJECT, predicate="employer", known_at=known_at)
    page = told.services.reader.timeline(
        told.admin, told.ledger, question, after=BEGINNING, limit=100
    )
    assert page.next is None
    return [(each.fact.object, each.holds.start, each.holds.end) for each in page.rows]


def test_a_day_is_its_first_instant_in_the_zone_of_the_ledger(
    services: Services, admin: Caller
) -> None:
    ledger = LedgerName("tokyo")
    services.ledger.open(
        admin.grant,
        ledger,
        OpenLedger(time_zone="Asia/Tokyo", identity=IdentityMode.FOLDED, flip_back_hours=24),
    )
    told = Told(services=services, admin=admin.grant, ledger=ledger)
    told.says("a", "Acme", since="2024-05-17", until="2024-05-18")
    start = datetime.fromisoformat("2024-05-16T15:00:00Z")
    found = {at: told.values(at) for at in (start, start - timedelta(microseconds=1))}
    assert list(found.values()) == [texts("Acme"), []]
    days = [told.values(Day(day=date(2024, 5, each))) for each in (16, 17, 18)]
    assert days == [[], texts("Acme"), []]
    page = services.reader.facts(
        admin.grant,
        ledger,
        FactQuestion(statuses=VISIBLE, when=When(valid_at=Day(day=start.date()))),
        after=Seq(0),
        limit=1,
    )
    assert page.as_of is not None
    assert page.as_of.valid_at == datetime.fromisoformat("2024-05-15T15:00:00Z")


def test_what_was_known_is_not_changed_by_what_came_later(told: Told) -> None:
    fact = told.says("a", "Acme", since="2020-01-01")
    known = [told.head]
    told.does(EndFact(fact=fact, valid_to="2022-01-01"))
    known.append(told.head)
    told.does(CorrectFact(fact=fact, object=Text(text="Acme Corp"), reason="its name"))
    known.append(told.head)
    told.does(Invalidate(fact=fact, kind=Kind.FALSE, reason="never"))
    known.append(told.head)
    at = day("2021-01-01")
    answers = [told.values(at, seq) for seq in known]
    assert answers == [texts("Acme"), texts("Acme"), texts("Acme Corp"), []]
    late = [told.values(day("2023-01-01"), seq) for seq in known]
    assert late == [texts("Acme"), [], [], []]
    reader = told.services.reader
    for seq, status in zip(known, [Status.ACTIVE] * 3 + [Status.INVALIDATED], strict=True):
        view = reader.fact(told.admin, told.ledger, fact, when=When(known_at=seq)).row
        assert (view.status, view.recorded.from_seq) == (status, seq)
    with pytest.raises(NotFound):
        reader.fact(told.admin, told.ledger, fact, when=When(known_at=Seq(fact - 1)))
    for asked_by in (
        replace(ANYTHING, subject=SUBJECT),
        replace(ANYTHING, predicate="employer"),
        replace(ANYTHING, object="Acme"),
    ):
        assert told.values(at, known[0], asked=asked_by) == texts("Acme")
        assert told.values(at, known[3], asked=asked_by) == []


def test_the_rectangles_of_a_fact_tell_both_times(told: Told) -> None:
    fact = told.says("a", "Acme", since="2020-01-01")
    opened = told.head
    told.says("g", "Globex", since="2022-01-01")
    taken_over = told.head
    told.does(Invalidate(fact=fact, kind=Kind.FALSE, reason="never"))
    start, end = day("2020-01-01"), day("2022-01-01")
    whole = [
        (opened, taken_over, Status.ACTIVE, start, None),
        (taken_over, told.head, Status.ACTIVE, start, end),
    ]
    gone = (told.head, None, Status.INVALIDATED)
    assert rectangles(told, fact)[:2] == whole
    assert rectangles(told, fact)[2][:3] == gone
    assert rectangles(told, fact, limit=1) == rectangles(told, fact)
    # Who knew no more did not know until when: a version that was replaced later stood then.
    assert rectangles(told, fact, When(known_at=taken_over)) == [
        whole[0],
        (taken_over, None, *whole[1][2:]),
    ]
    late = When(valid_at=day("2023-01-01"))
    assert rectangles(told, fact, late, limit=1)[0] == whole[0]
    assert whole[1] not in rectangles(told, fact, late)


def rectangles(
    told: Told, fact: Seq, when: When | None = None, *, limit: int = 100
) -> list[Rectangle]:
    after, rows = BEGINNING, list[Rectangle]()
    while True:
        page = told.services.reader.history(
            told.admin, told.ledger, fact, when=when or When(), after=after, limit=limit
        )
        assert len(page.rows) <= limit
        rows += [
            (
                each.recorded.from_seq,
                each.recorded.to_seq,
                each.status,
                None if each.holds is None else each.holds.start,
                None if each.holds is None else each.holds.end,
            )
            for each in page.rows
        ]
        if page.next is None:
            return rows
        after = pair(page.next)


def test_a_timeline_is_told_in_the_order_of_world_time_as_it_was_known(told: Told) -> None:
    told.says("g", "Globex", since="2022-01-01")
    first = told.head
    told.says("a", "Acme", since="2020")
    told.says("h", "Hooli", subject="Bob", since="2019-01-01")
    # Some instant of 2020, and its last one at the latest.
    sure = day("2021-01-01") - timedelta(microseconds=1)
    acme = [
        (Text(text="Acme"), day("2020-01-01"), sure),
        (Text(text="Acme"), sure, day("2022-01-01")),
    ]
    globex = (Text(text="Globex"), day("2022-01-01"), None)
    assert timeline(told) == [*acme, globex]
    assert timeline(told, first) == [globex]
    question = TimelineQuestion(subject="ALICE", predicate="Employer")
    reader, who = told.services.reader, (told.admin, told.ledger)
    page = reader.timeline(*who, question, after=BEGINNING, limit=2)
    assert [each.holds.certainty for each in page.rows] == [Certainty.POSSIBLE, Certainty.DEFINITE]
    assert page.next is not None
    rest = reader.timeline(*who, question, after=pair(page.next), limit=2)
    assert [each.fact.object for each in rest.rows] == texts("Globex")
    assert rest.next is None
