"""What the ledger came to believe otherwise, command by command, and why a fact stands so."""

from datetime import date

import pytest

from adapters.postgres.views import BEGINNING, ChangeQuestion, ChangeView, Day, When, pair
from adapters.services import Services
from domain.changes import Turn
from domain.commands import (
    CorrectFact,
    EndFact,
    Invalidate,
    ReportOutcome,
    Restore,
    RetractClaim,
)
from domain.duels.signals import Signal
from domain.payloads import Kind
from domain.values import Text
from domain.words import LedgerName, Seq
from tests.adapters.postgres.telling import Told, day, said
from tests.conftest import Caller

EVERYTHING = ChangeQuestion()


@pytest.fixture
def told(services: Services, admin: Caller, ledger_name: LedgerName) -> Told:
    """A ledger in which one is employed by one at any time."""
    told = Told(services=services, admin=admin.grant, ledger=ledger_name)
    told.declares()
    return told


def changes(
    told: Told, question: ChangeQuestion = EVERYTHING, *, limit: int = 1
) -> list[ChangeView]:
    """The changes, page by page, which must come to what they are in one page."""
    reader, who = told.services.reader, (told.admin, told.ledger)
    rows, after = list[ChangeView](), BEGINNING
    while True:
        page = reader.changes(*who, question, after=after, limit=limit)
        assert len(page.rows) <= limit
        rows += page.rows
        if page.next is None:
            break
        after = pair(page.next)
    assert rows == list(reader.changes(*who, question, after=BEGINNING, limit=500).rows)
    return rows


def turns(told: Told, question: ChangeQuestion = EVERYTHING) -> list[tuple[Seq, Seq, str]]:
    return [(each.seq, each.fact, each.change.value) for each in changes(told, question)]


def test_each_command_tells_what_became_of_which_fact(told: Told) -> None:
    acme = told.says("a", "Acme", since="2020-01-01")
    commands = [told.head]
    globex = told.says("g", "Globex", since="2022-01-01")
    commands.append(told.head)
    told.does(EndFact(fact=globex, valid_to="2024-01-01"))
    commands.append(told.head)
    told.does(CorrectFact(fact=globex, object=Text(text="Globex Inc"), reason="its name"))
    commands.append(told.head)
    told.does(Invalidate(fact=globex, kind=Kind.FALSE, reason="never"))
    commands.append(told.head)
    told.does(Restore(fact=globex, reason="it was so"))
    commands.append(told.head)
    told.does(RetractClaim(claim=acme, reason="a slip"))
    commands.append(told.head)
    said_1, said_2, ended, corrected, struck, restored, taken_back = commands
    assert turns(told) == [
        (said_1, acme, "asserted"),
        (said_2, acme, "superseded"),
        (said_2, globex, "asserted"),
        (ended, acme, "restored"),
        (ended, globex, "ended"),
        (corrected, globex, "corrected"),
        (struck, acme, "restored"),
        (struck, globex, "invalidated"),
        (restored, acme, "superseded"),
        (restored, globex, "restored"),
        (taken_back, acme, "retracted"),
    ]
    for each in changes(told):
        assert each.events
        assert each.events[-1] <= each.seq
        assert (each.before is None) == (each.change is Turn.ASSERTED)
        assert each.after is not None
        assert each.after.recorded.from_seq == each.seq


def test_what_a_command_did_in_several_steps_is_one_change(told: Told) -> None:
    batch = told.says_all("a", *(said(each, since="2020-01-01") for each in ("Acme", "Globex")))
    acme, globex = (each.seq for each in batch.recorded[:2])
    found = turns(told)
    assert len(batch.recorded) > 2
    assert found == [(told.head, acme, "displaced"), (told.head, globex, "asserted")]
    for each in changes(told):
        assert each.before is None
        assert set(each.events) <= {event.seq for event in batch.recorded}


def test_a_command_of_many_changes_is_told_whole(told: Told) -> None:
    count = 600
    told.says_all("a", *(said("x", subject=f"subject {each}") for each in range(count)))
    first = told.says("a", "y", subject="subject 7")
    reader, who = told.services.reader, (told.admin, told.ledger)
    after, facts = BEGINNING, list[Seq]()
    for rows in (400, 202):
        page = reader.changes(*who, EVERYTHING, after=after, limit=400)
        assert len(page.rows) == rows
        facts += [each.fact for each in page.rows]
        after = pair(page.next or "0:0")
    assert facts[:count] == list(range(3, 3 + count))
    assert facts[count:] == [facts[7], first]


def test_changes_are_told_from_one_record_time_to_another(told: Told) -> None:
    acme = told.says("a", "Acme", since="2020-01-01")
    since = told.head
    globex = told.says("g", "Globex", since="2022-01-01")
    until = told.head
    told.does(Invalidate(fact=globex, kind=Kind.FALSE, reason="never"))
    between = [(until, acme, "superseded"), (until, globex, "asserted")]
    reader, who = told.services.reader, (told.admin, told.ledger)
    instants = [reader.event(*who, each).row.recorded_at for each in (since, until)]
    assert turns(told, ChangeQuestion(since=since, until=until)) == between
    assert turns(told, ChangeQuestion(since=instants[0], until=instants[1])) == between
    assert turns(told, ChangeQuestion(since=until, until=since)) == []
    assert turns(told, ChangeQuestion(since=Seq(0), until=since)) == [(since, acme, "asserted")]
    whole = turns(told)
    assert whole[1:3] == between
    assert turns(told, ChangeQuestion(since=told.head)) == []
    page = reader.changes(*who, ChangeQuestion(until=until), after=BEGINNING, limit=9)
    assert page.as_of is not None
    assert (page.as_of.valid_at, page.as_of.known_at, page.as_of.seq) == (None, until, told.head)


def test_changes_of_a_subject_are_of_all_that_was_ever_its_own(told: Told) -> None:
    told.says("b", "Initech", subject="Bob")
    fact = told.says("a", "Acme", subject="Alicia")
    said_then = told.head
    told.does(CorrectFact(fact=fact, subject="Alice", reason="misheard"))
    moved = told.head
    told.does(RetractClaim(claim=fact, reason="a slip"))
    alicia = turns(told, ChangeQuestion(subject="ALICIA"))
    alice = turns(told, ChangeQuestion(subject="alice"))
    assert alicia == [(said_then, fact, "asserted"), (moved, fact, "corrected")]
    assert alice == [(moved, fact, "corrected"), (told.head, fact, "retracted")]
    assert len(turns(told)) == 4
    (correction, _) = changes(told, ChangeQuestion(subject="alice"))
    assert correction.before is not None
    assert correction.after is not None
    assert (correction.before.subject, correction.after.subject) == ("Alicia", "Alice")


def test_of_an_instant_only_what_became_otherwise_is_told(told: Told) -> None:
    acme = told.says("a", "Acme", since="2020-01-01")
    asserted = told.head
    globex = told.says("g", "Globex", since="2022-01-01")
    taken_over = told.head
    told.says("h", "Acme", since="2020-01-01")
    early = [(asserted, acme, "asserted")]
    late = [*early, (taken_over, acme, "superseded"), (taken_over, globex, "asserted")]
    for at, expected in ((day("2021-01-01"), early), (day("2023-01-01"), late)):
        assert turns(told, ChangeQuestion(valid_at=at)) == expected
    assert turns(told, ChangeQuestion(valid_at=Day(day=date(2023, 1, 1)))) == late
    assert turns(told, ChangeQuestion(valid_at=day("2019-01-01"))) == []
    assert turns(told)[-1] == (told.head, acme, "confirmed")


def test_facts_that_become_one_are_told_as_such(told: Told) -> None:
    first = told.says("a", "Acme", since="2020-01-01", until="2021-01-01")
    later = told.says("b", "Acme", since="2022-01-01", until="2023-01-01")
    since = told.head
    told.says("c", "Acme", since="2020-06-01", until="2022-06-01")
    found = changes(told, ChangeQuestion(since=since))
    assert [each.fact for each in found] == [first, later]
    joined, gone = found
    assert joined.after is not None
    assert joined.after.claims == 3
    assert gone.before is not None
    assert (gone.after, gone.change) == (None, Turn.RESOLVED)


def test_why_tells_claims_with_their_evidence_and_decisions_in_order(told: Told) -> None:
    acme = told.says("a", "Acme", since="2020-01-01", source="crm")
    globex = told.says("g", "Globex", since="2020-01-01")
    known = told.head
    confirmed = told.says("h", "Globex", since="2020-01-01")
    told.does(ReportOutcome(fact=globex, signal=Signal.USER_CONFIRMED, success=True))
    told.does(RetractClaim(claim=confirmed, reason="a slip"))

    reader, who = told.services.reader, (told.admin, told.ledger)
    why = reader.why(*who, globex, when=When(), after=Seq(0), limit=100)
    assert why.fact.fact == globex
    assert [each.seq for each in why.claims] == [globex, confirmed]
    assert [type(each.event).__name__ for each in why.decisions if each.recorded.seq <= known] == [
        "DuelResolved"
    ]
    told_of = {type(each.event).__name__ for each in why.decisions}
    assert told_of >= {"DuelResolved", "OutcomeReported", "ClaimRetracted"}
    seqs = [each.recorded.seq for each in why.decisions]
    assert seqs == sorted(seqs)

    then = reader.why(*who, globex, when=When(known_at=known), after=Seq(0), limit=100)
    assert [each.seq for each in then.claims] == [globex]
    assert [each.recorded.seq for each in then.decisions] == [known]
    rival = reader.why(*who, acme, when=When(known_at=known), after=Seq(0), limit=100)
    (claim,) = rival.claims
    assert claim.said is not None
    assert (claim.said.source, claim.said.subject) == ("crm", "Alice")
    assert [each.recorded.seq for each in rival.decisions] == [known]

    paged, after = list[Seq](), Seq(0)
    while True:
        page = reader.why(*who, globex, when=When(), after=after, limit=2)
        paged += [
            *(each.seq for each in page.claims),
            *(each.recorded.seq for each in page.decisions),
        ]
        if page.next is None:
            break
        after = Seq(int(page.next))
    assert sorted(paged) == sorted([*(each.seq for each in why.claims), *seqs])
