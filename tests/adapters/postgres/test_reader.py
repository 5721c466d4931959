"""Facts as they are asked for: by what they are about, status, certainty and source, in pages."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from adapters.errors import NotFound
from adapters.postgres.views import FactQuestion, When, Whenever
from adapters.services import Services
from domain.commands import Invalidate, RetractClaim, RetractSource
from domain.payloads import Kind
from domain.values import Boolean, Text
from domain.words import VISIBLE, ActorKind, LedgerName, Seq, Status
from domain.worldtime.bounds import Certainty
from tests.adapters.postgres.telling import ALWAYS, ANYTHING, OF_ALICE, PREDICATE, Told, day, texts
from tests.conftest import Caller


@pytest.fixture
def told(services: Services, admin: Caller, ledger_name: LedgerName) -> Told:
    """A ledger in which one is employed by one at any time."""
    told = Told(services=services, admin=admin.grant, ledger=ledger_name)
    told.declares()
    return told


@pytest.mark.parametrize(
    "asked",
    [
        ANYTHING,
        replace(ANYTHING, subject="ALICE "),
        replace(ANYTHING, subject="Alice", predicate="Employer"),
        replace(ANYTHING, predicate="employer"),
        replace(ANYTHING, object="ACME"),
        replace(ANYTHING, object="acme", predicate="employer"),
        replace(ANYTHING, object="acme", subject="alice"),
        replace(ANYTHING, source="CRM"),
        replace(ANYTHING, source="crm", subject="alice", predicate="employer"),
    ],
)
def test_facts_are_found_by_what_they_say_however_it_is_spelt(
    told: Told, asked: FactQuestion
) -> None:
    wanted = told.says("a", "Acme", source="crm")
    told.says("b", "Globex", subject="Bob", predicate="advises", source="hr")
    found = [each.fact for each in told.facts(asked=asked)]
    assert wanted in found
    assert len(found) == (2 if asked == ANYTHING else 1)


def test_only_visible_facts_are_shown_unless_others_are_asked_for(told: Told) -> None:
    gone, stays = told.says("a", "Acme"), told.says("b", "Globex", subject="Bob")
    told.does(Invalidate(fact=gone, kind=Kind.FALSE, reason="never"))
    assert [each.fact for each in told.facts(asked=ANYTHING)] == [stays]
    found = told.facts(Whenever.ANY, asked=replace(ANYTHING, statuses=(Status.INVALIDATED,)))
    assert [(each.fact, each.status) for each in found] == [(gone, Status.INVALIDATED)]
    found = told.facts(Whenever.ANY, asked=replace(ANYTHING, statuses=tuple(Status)))
    assert [each.fact for each in found] == [gone, stays]


def test_certainty_narrows_what_is_shown_at_an_instant(told: Told) -> None:
    told.says("a", "Acme", since="2024")
    told.says("b", "Globex", subject="Bob", since="2024-01-01")
    at = day("2024-06-15")
    found = {sure: told.values(at, asked=as_sure(sure)) for sure in (None, *Certainty)}
    assert found == {
        None: texts("Acme", "Globex"),
        Certainty.POSSIBLE: texts("Acme"),
        Certainty.DEFINITE: texts("Globex"),
    }
    assert [each.certainty for each in told.facts(at, asked=ANYTHING)] == [
        Certainty.POSSIBLE,
        Certainty.DEFINITE,
    ]


def as_sure(certainty: Certainty | None) -> FactQuestion:
    return replace(ANYTHING, certainty=certainty)


def test_asked_without_an_instant_certainty_narrows_to_what_holds_so_at_some(told: Told) -> None:
    told.says("a", "Acme", since="2024")
    told.says("b", "Globex", subject="Bob", since="2024-01-01")
    found = {sure: told.values(Whenever.ANY, asked=as_sure(sure)) for sure in (None, *Certainty)}
    assert found == {
        None: texts("Acme", "Globex"),
        Certainty.POSSIBLE: texts("Acme"),
        Certainty.DEFINITE: texts("Acme", "Globex"),
    }
    shown = told.facts(Whenever.ANY, asked=ANYTHING)
    assert [each.certainty for each in shown] == [None, None]


def test_a_source_leads_to_what_it_supports_as_long_as_it_does(told: Told) -> None:
    first = told.says("a", "Acme", source="crm")
    second = told.says("b", "acme", source="HR")
    told.says("c", "Initech", subject="Bob", source="elsewhere")
    by_hr = (replace(ANYTHING, source="hr"), replace(OF_ALICE, source="hr"))
    for asked in by_hr:
        assert [each.fact for each in told.facts(asked=asked)] == [first]
    told.does(RetractClaim(claim=second, reason="a slip"))
    for asked in by_hr:
        assert told.facts(asked=asked) == ()
        assert [each.fact for each in told.facts(known_at=second, asked=asked)] == [first]
        assert told.facts(known_at=first, asked=asked) == ()
    assert [each.fact for each in told.facts(asked=replace(OF_ALICE, source="crm"))] == [first]


def test_of_the_past_a_source_leads_to_facts_that_are_gone_since(told: Told) -> None:
    first = told.says("a", "Acme", since="2020-01-01", until="2021-01-01", source="crm")
    other = told.says("a", "Acme", since="2022-01-01", source="hr")
    known = told.head
    told.says("b", "Acme", since="2021-01-01", until="2022-01-01")
    told.does(RetractSource(source="hr", reason="deleted"))
    by_hr = replace(ANYTHING, source="hr")
    assert first != other
    assert [each.fact for each in told.facts(Whenever.ANY, known, asked=by_hr)] == [other]
    assert told.facts(Whenever.ANY, asked=by_hr) == ()


def test_pages_are_exact_and_leave_nothing_out(told: Told) -> None:
    for number in range(5):
        told.says("a", f"value {number}", subject=f"subject {number // 2}", predicate="has")
    told.says("a", "value 0", subject="subject 1", predicate="had")
    questions = [
        ANYTHING,
        replace(ANYTHING, subject="subject 0"),
        replace(ANYTHING, subject="subject 0", predicate="has"),
        replace(ANYTHING, predicate="has"),
        replace(ANYTHING, object="value 0"),
        replace(ANYTHING, source="a"),
    ]
    for asked in questions:
        for when in (ALWAYS, When(), When(known_at=told.head)):
            question = replace(asked, when=when)
            (facts,) = pages(told, question, limit=500)
            assert len(facts) > 1
            for limit in (1, 2, len(facts)):
                paged = list(pages(told, question, limit=limit))
                assert [len(each) for each in paged[:-1]] == [limit] * (len(paged) - 1)
                assert [each for page in paged for each in page] == facts


def pages(told: Told, question: FactQuestion, *, limit: int) -> Iterator[list[Seq]]:
    after: Seq | None = Seq(0)
    while after is not None:
        page = told.services.reader.facts(
            told.admin, told.ledger, question, after=after, limit=limit
        )
        yield [each.fact for each in page.rows]
        after = None if page.next is None else Seq(int(page.next))


def test_a_fact_is_shown_whatever_its_status_and_none_that_never_was(told: Told) -> None:
    first = told.says("a", "Acme")
    joined = told.says("b", "Acme")
    told.does(Invalidate(fact=first, kind=Kind.FALSE, reason="never"))
    reader = told.services.reader
    found = reader.fact(told.admin, told.ledger, first, when=When()).row
    assert (found.status, found.object, found.claims) == (Status.INVALIDATED, Text(text="Acme"), 2)
    for nothing in (joined, Seq(1), told.head, Seq(999)):
        with pytest.raises(NotFound, match="there is no such fact"):
            reader.fact(told.admin, told.ledger, nothing, when=When())


def test_a_fact_that_joined_another_is_answered_by_that_one_since(told: Told) -> None:
    first = told.says("a", "Acme", since="2020-01-01", until="2021-01-01")
    later = told.says("b", "Acme", since="2022-01-01", until="2023-01-01")
    assert first != later
    apart = told.head
    told.says("c", "Acme", since="2020-06-01", until="2022-06-01")
    reader = told.services.reader
    joined = reader.fact(told.admin, told.ledger, later, when=When()).row
    assert (joined.fact, joined.claims) == (first, 3)
    was = reader.fact(told.admin, told.ledger, later, when=When(known_at=apart)).row
    assert (was.fact, was.claims) == (later, 1)
    why = reader.why(told.admin, told.ledger, later, when=When(), after=Seq(0), limit=100)
    assert [each.seq for each in why.claims] == [first, later, told.head]


def test_values_of_every_kind_come_back_as_they_were_said(told: Told) -> None:
    told.says("a", Boolean(value=True), predicate="married", kind=ActorKind.HUMAN)
    assert told.values(asked=replace(OF_ALICE, predicate="married")) == [Boolean(value=True)]


def test_a_subject_without_facts_has_an_empty_page_that_tells_its_times(told: Told) -> None:
    told.says("a", "Acme")
    question = FactQuestion(statuses=VISIBLE, subject="Nobody", predicate=PREDICATE)
    page = told.services.reader.facts(told.admin, told.ledger, question, after=Seq(0), limit=1)
    assert page.rows == ()
    assert page.as_of is not None
    assert (page.as_of.known_at, page.as_of.seq) == (told.head, told.head)
    assert page.as_of.valid_at is not None
    assert told.values() == texts("Acme")
