"""Lists of what is no fact: contests, tombstones, what waits for people, what predicates are."""

from collections.abc import Callable
from typing import TypeVar

import pytest

from adapters.postgres.views import BEGINNING, CandidateView, Page, Pair, pair
from adapters.services import Services
from domain.commands import CorrectFact, DecideReview, DeclarePredicate, Invalidate, Restore
from domain.payloads import Asked, Correction, Kind, Resolution
from domain.predicates import Cardinality, Declaration, Temporal
from domain.values import Text
from domain.words import ActorKind, LedgerName, Seq, Status
from tests.adapters.postgres.telling import SINGLE, Told, said, texts
from tests.conftest import Caller

T = TypeVar("T")

BORN = Declaration(cardinality=Cardinality.SINGLE, temporal=Temporal.CONSTANT)


@pytest.fixture
def told(services: Services, admin: Caller, ledger_name: LedgerName) -> Told:
    """A ledger in which one is employed by one at any time."""
    told = Told(services=services, admin=admin.grant, ledger=ledger_name)
    told.declares()
    return told


def one_by_one(ask: Callable[[str, int], Page[T]]) -> list[T]:
    """A list in pages of one row, which must come to what it is in one page."""
    rows, after = list[T](), ""
    while True:
        page = ask(after, 1)
        assert len(page.rows) <= 1
        rows += page.rows
        if page.next is None:
            break
        after = page.next
    whole = ask("", 500)
    assert whole.next is None
    assert rows == list(whole.rows)
    return rows


def _seq(key: str) -> Seq:
    return Seq(int(key or "0"))


def _pair(key: str) -> Pair:
    return pair(key) if key else BEGINNING


def test_contests_are_listed_newcomer_first_with_what_decided_them(told: Told) -> None:
    contests: list[tuple[Seq, Seq]] = []
    for subject in ("Alice", "Bob"):
        first = told.says("a", "Acme", subject=subject, since="2020-01-01")
        second = told.says("g", "Globex", subject=subject, since="2020-01-01")
        contests.append((second, first))

    reader, who = told.services.reader, (told.admin, told.ledger)
    rows = one_by_one(lambda key, limit: reader.conflicts(*who, after=_pair(key), limit=limit))
    assert [(each.newcomer.fact, each.incumbent.fact) for each in rows] == contests
    for each in rows:
        assert each.newcomer.status is Status.CONTESTED
        assert each.incumbent.status is Status.ACTIVE
        assert (each.newcomer.rivals, each.incumbent.rivals) == (
            (each.incumbent.fact,),
            (each.newcomer.fact,),
        )
        decided = reader.event(*who, each.decided).row
        assert decided.type == "DuelResolved"
    told.does(Invalidate(fact=contests[0][0], kind=Kind.FALSE, reason="never"))
    (left,) = reader.conflicts(*who, after=BEGINNING, limit=500).rows
    assert (left.newcomer.fact, left.incumbent.fact) == contests[1]


def test_tombstones_are_listed_with_who_tried_them_and_how_often(told: Told) -> None:
    struck: list[Seq] = []
    for subject in ("Alice", "Bob"):
        fact = told.says("a", "Acme", subject=subject)
        told.does(Invalidate(fact=fact, kind=Kind.WRONG_ENTITY, reason="someone else"))
        struck.append(fact)
    for name in ("b", "c", "b"):
        told.tries(name, "ACME")

    reader, who = told.services.reader, (told.admin, told.ledger)
    rows = one_by_one(lambda key, limit: reader.tombstones(*who, after=_seq(key), limit=limit))
    assert [each.fact for each in rows] == struck
    first, second = rows
    assert (first.tries, dict(first.tried_by)) == (3, {"token-of-b": 2, "token-of-c": 1})
    assert (second.tries, dict(second.tried_by)) == (0, {})
    assert (first.subject, first.object, first.kind, first.reason, first.by) == (
        "Alice",
        Text(text="Acme"),
        Kind.WRONG_ENTITY,
        "someone else",
        told.admin.actor.token,
    )
    told.does(Restore(fact=struck[0], reason="it was so"))
    assert [each.fact for each in reader.tombstones(*who, after=Seq(0), limit=9).rows] == struck[1:]


def test_what_waits_is_listed_with_its_fact_and_in_full(told: Told) -> None:
    stands = told.says("p", "Acme", ActorKind.HUMAN, since="2020-01-01")
    hidden = told.says("a", "Globex", since="2020-01-01")
    first = told.says("a", "Hooli", subject="Bob", since="2020-01-01")
    contested = told.says("b", "Initech", subject="Bob", since="2020-01-01")
    wish = told.wishes("a", CorrectFact(fact=stands, object=Text(text="Acme Corp"), reason="name"))

    reader, who = told.services.reader, (told.admin, told.ledger)
    rows = one_by_one(lambda key, limit: reader.review(*who, after=_seq(key), limit=limit))
    seq = wish.recorded[0].seq
    assert [(each.seq, each.fact.fact, each.kind) for each in rows] == [
        (hidden, hidden, "quarantined"),
        (contested, contested, "contested"),
        (seq, stands, "correct"),
    ]
    assert [(each.by, each.asked) for each in rows] == [
        (None, None),
        (None, None),
        ("token-of-a", Asked(reason="name", correction=Correction(object=Text(text="Acme Corp")))),
    ]
    assert rows[1].fact.rivals == (first,)
    told.does(DecideReview(item=seq, resolution=Resolution.REJECT, reason="no"))
    told.does(DecideReview(item=hidden, resolution=Resolution.REJECT, reason="no"))
    told.does(DecideReview(item=contested, resolution=Resolution.KEEP_BOTH, reason="both"))
    assert reader.review(*who, after=Seq(0), limit=9).rows == ()
    assert told.values() == texts("Acme")


def test_declarations_and_what_agents_suggest_are_listed(told: Told) -> None:
    told.declares("Born", BORN)
    suggested = [
        told.wishes("a", DeclarePredicate(predicate=each, declaration=SINGLE)).recorded[0].seq
        for each in ("lives_in", "married_to")
    ]

    reader, who = told.services.reader, (told.admin, told.ledger)
    declared = one_by_one(lambda key, limit: reader.predicates(*who, after=key, limit=limit))
    assert {each.predicate: each.declaration for each in declared} == {
        "employer": SINGLE,
        "Born": BORN,
    }
    assert [each.key for each in declared] == sorted(each.key for each in declared)
    rows = one_by_one(lambda key, limit: reader.suggestions(*who, after=_seq(key), limit=limit))
    assert [(each.seq, each.predicate, each.declaration, each.by) for each in rows] == [
        (suggested[0], "lives_in", SINGLE, "token-of-a"),
        (suggested[1], "married_to", SINGLE, "token-of-a"),
    ]
    told.declares("Lives_In")
    left = reader.suggestions(*who, after=Seq(0), limit=9).rows
    assert [each.predicate for each in left] == ["married_to"]


def test_candidates_are_undeclared_predicates_of_one_value_at_a_time(told: Told) -> None:
    for subject in ("Alice", "Bob", "Carol"):
        told.says("a", f"mother of {subject}", subject=subject, predicate="child_of")
        told.says("a", "Acme", subject=subject, since="2019-01-01")
        for value in ("tea", "coffee"):
            told.says("a", value, subject=subject, predicate="likes")
    told.says("a", "2019", subject="Alice", predicate="lived_in", since="2019-01-01")
    told.says("a", "Oslo", subject="Dan", predicate="Child_Of", until="2020-01-01")
    told.says("a", "Rome", subject="Dan", predicate="child_of", since="2020-01-01")

    found = told.services.reader.candidates(told.admin, told.ledger, limit=9)
    assert found == (CandidateView(predicate="child_of", subjects=4, single=4),)
    told.declares("child_of")
    assert told.services.reader.candidates(told.admin, told.ledger, limit=9) == ()


def test_a_candidate_may_have_an_exception_in_twenty(told: Told) -> None:
    def found() -> tuple[CandidateView, ...]:
        return told.services.reader.candidates(told.admin, told.ledger, limit=9)

    told.says_all(
        "a", *(said("x", subject=f"subject {each}", predicate="born_in") for each in range(20))
    )
    told.says("a", "y", subject="subject 0", predicate="born_in")
    assert found() == (CandidateView(predicate="born_in", subjects=20, single=19),)
    told.says("a", "y", subject="subject 1", predicate="born_in")
    assert found() == ()
