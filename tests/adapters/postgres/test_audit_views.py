"""The views and functions for auditors say what the service says, of the ledgers granted alone."""

from collections.abc import Generator
from decimal import Decimal

import psycopg
import pytest
from psycopg import Connection, sql
from psycopg.rows import TupleRow

from adapters.postgres.views import BEGINNING, FactView, TimelineQuestion, When, Whenever
from adapters.services import Services
from domain.commands import CorrectFact, EndFact, Invalidate
from domain.duels.bits import bits_text
from domain.events import DuelResolved
from domain.payloads import Kind
from domain.values import Number, value_columns
from domain.words import ActorKind, LedgerName, Seq
from tests.adapters.postgres.auditing import auditor_of
from tests.adapters.postgres.telling import ANYTHING, PREDICATE, SUBJECT, Told, day, said
from tests.conftest import Caller, opening
from tests.database import Database

MAIN, OTHER = LedgerName("main"), LedgerName("other")


def argue(told: Told) -> None:
    """Values follow one another and are in contest, corrected, ended, struck out, wished for."""
    told.declares()
    told.says("a", "Acme", since="2020")
    told.says("g", "Globex", since="2022-01-01", source="crm")
    told.says("h", "Hooli", since="2022-01-01")
    told.says_all("b", *(said(each, subject="Bob") for each in ("Initech", "Umbrella")))
    told.says("p", Number(number=Decimal("7.50"), unit="m"), predicate="height")
    home = told.says("p", "Oslo", ActorKind.HUMAN, subject="Carol", since="2019-01-01")
    told.does(EndFact(fact=home, valid_to="2021-06-01"))
    told.does(CorrectFact(fact=home, valid_from="2019-03-01", reason="misread"))
    told.wishes("a", EndFact(fact=home, valid_to="2020-01-01", reason="she said so"))
    gone = told.says("a", "Soylent", subject="Dan")
    told.does(Invalidate(fact=gone, kind=Kind.FALSE, reason="never"))
    told.tries("b", "Soylent", subject="Dan")


@pytest.fixture
def told(services: Services, admin: Caller) -> Told:
    """Two ledgers that have been told the same, of which this is one."""
    for name in (OTHER, MAIN):
        services.ledger.open(admin.grant, name, opening())
        argue(Told(services=services, admin=admin.grant, ledger=name))
    return Told(services=services, admin=admin.grant, ledger=MAIN)


@pytest.fixture
def audit(told: Told, database: Database) -> Generator[Connection[TupleRow]]:
    """An auditor's session, who was granted one of the two."""
    auditor = auditor_of(told.services, database, told.ledger)
    with psycopg.connect(auditor.url, autocommit=True) as connection:
        yield connection


NOW = """
select
    fact, status, subject, predicate, object_kind, object, object_unit, claims, sources,
    certainty, contested, valid, strength, last_seq, rivals
from audit.fact
order by fact
"""
THEN = """
select
    fact, status, subject, predicate, object_kind, object, object_unit, claims, sources,
    certainty, contested, valid, strength, from_seq
from audit.fact_as_of('main', %s, %s)
"""


def columns(view: FactView) -> tuple[object, ...]:
    return (
        view.fact,
        view.status,
        view.subject,
        view.predicate,
        *value_columns(view.object),
        view.claims,
        list(view.sources),
        None if view.certainty is None else view.certainty.value,
        view.contested,
        view.valid,
        view.strength,
        view.recorded.from_seq,
    )


def test_the_facts_are_those_of_now(told: Told, audit: Connection[TupleRow]) -> None:
    rows = audit.execute(NOW).fetchall()
    facts = told.facts(asked=ANYTHING)
    assert len(facts) > 3
    assert rows == [(*columns(each), list(each.rivals)) for each in facts]


def test_as_of_both_times_the_facts_are_those_that_the_service_knows(
    told: Told, audit: Connection[TupleRow]
) -> None:
    answers = set[int]()
    for valid_at in (None, *(day(f"{year}-06-15") for year in (2018, 2019, 2020, 2021, 2024))):
        for known in (None, *range(told.head + 1)):
            rows = audit.execute(THEN, [valid_at, known]).fetchall()
            known_at = None if known is None else Seq(known)
            facts = told.facts(valid_at or Whenever.ANY, known_at, asked=ANYTHING)
            assert rows == [columns(each) for each in facts], (valid_at, known)
            answers.add(len(rows))
    assert {0, 1, 2, 3} <= answers


def test_the_timeline_is_that_of_the_service(told: Told, audit: Connection[TupleRow]) -> None:
    rows = audit.execute(
        "select fact, object, status, starts, ends, certainty, contested from audit.timeline"
        " where ledger = 'main' and subject = %s and predicate = %s order by starts, fact",
        [SUBJECT, PREDICATE],
    ).fetchall()
    question = TimelineQuestion(subject=SUBJECT, predicate=PREDICATE)
    page = told.services.reader.timeline(
        told.admin, told.ledger, question, after=BEGINNING, limit=100
    )
    assert len(page.rows) > 3
    assert rows == [
        (
            each.fact.fact,
            value_columns(each.fact.object)[1],
            each.fact.status,
            each.holds.start,
            each.holds.end,
            each.holds.certainty.value,
            each.fact.contested,
        )
        for each in page.rows
    ]


def test_the_duels_are_those_that_why_tells(told: Told, audit: Connection[TupleRow]) -> None:
    rows = audit.execute(
        "select seq, newcomer, rival, verdict, margin::text, rule from audit.duel"
    ).fetchall()
    expected = set[tuple[object, ...]]()
    for fact in told.facts(Whenever.ANY, asked=ANYTHING):
        why = told.services.reader.why(
            told.admin, told.ledger, fact.fact, when=When(), after=Seq(0), limit=500
        )
        for each in why.decisions:
            if isinstance(each.event, DuelResolved):
                expected |= {
                    (
                        each.recorded.seq,
                        each.event.newcomer,
                        fight.rival,
                        fight.verdict,
                        bits_text(fight.judgement.margin),
                        fight.judgement.rule,
                    )
                    for fight in each.event.fights
                }
    assert len(rows) > 1
    assert sorted(rows) == sorted(expected)


def test_tombstones_and_what_waits_are_those_of_the_service(
    told: Told, audit: Connection[TupleRow]
) -> None:
    reader, who = told.services.reader, (told.admin, told.ledger)
    tombstones = audit.execute(
        "select seq, fact, subject, object, kind, reason, token, at, tries, tried_by"
        " from audit.tombstone order by seq"
    ).fetchall()
    assert tombstones == [
        (
            each.seq,
            each.fact,
            each.subject,
            value_columns(each.object)[1],
            each.kind,
            each.reason,
            each.by,
            each.at,
            each.tries,
            dict(each.tried_by),
        )
        for each in reader.tombstones(*who, after=Seq(0), limit=100).rows
    ]
    assert [each[-2] for each in tombstones] == [1]
    waiting = audit.execute(
        "select seq, fact, kind, subject, object, status, at, token from audit.review order by seq"
    ).fetchall()
    assert waiting == [
        (
            each.seq,
            each.fact.fact,
            each.kind,
            each.fact.subject,
            value_columns(each.fact.object)[1],
            each.fact.status,
            each.at,
            each.by,
        )
        for each in reader.review(*who, after=Seq(0), limit=100).rows
    ]
    assert {each[2] for each in waiting} == {"contested", "end"}


VIEWS = ("fact", "timeline", "duel", "tombstone", "review", "event")


def test_nothing_of_another_ledger_is_seen(
    told: Told, audit: Connection[TupleRow], database: Database
) -> None:
    both = auditor_of(told.services, database, MAIN, OTHER)
    with psycopg.connect(both.url, autocommit=True) as other:
        for view in VIEWS:
            query = sql.SQL("select distinct ledger from {} order by ledger").format(
                sql.Identifier("audit", view)
            )
            assert audit.execute(query).fetchall() == [("main",)]
            assert other.execute(query).fetchall() == [("main",), ("other",)]
        as_of = "select count(*) from audit.fact_as_of('other', null, null)"
        assert other.execute(as_of).fetchone() == (len(told.facts(Whenever.ANY, asked=ANYTHING)),)
        for ledger in ("other", "nowhere", None):
            with pytest.raises(psycopg.Error) as raised:
                audit.execute("select audit.fact_as_of(%s, null, null)", [ledger])
            assert raised.value.sqlstate == "FL006"
