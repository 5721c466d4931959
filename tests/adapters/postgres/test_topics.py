"""Topics in one round trip: the same answer as the long way, and marks for just what was told."""

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from adapters.errors import Behind, Invalid
from adapters.postgres.shown import token_reader
from adapters.postgres.views import Day, FactView, KnownAt, Page, ValidAt, When
from adapters.services import Services
from domain.commands import CorrectFact, EndFact, Invalidate
from domain.grants import Grant
from domain.keys import line_digest
from domain.payloads import Kind
from domain.values import Text
from domain.words import VISIBLE, ActorKind, LedgerName, Seq
from tests.adapters.postgres.arguing import do, speaking_as
from tests.adapters.postgres.auditing import as_superuser
from tests.adapters.postgres.telling import ANYTHING, OF_ALICE, Told, day, said, texts
from tests.conftest import Caller
from tests.database import Database

LIKES = replace(ANYTHING, subject="Alice", predicate="likes")

THE_LONG_WAY = tuple(reversed(VISIBLE))
"""The same statuses, but not as one asks for a topic."""


@pytest.fixture
def told(services: Services, admin: Caller, ledger_name: LedgerName) -> Told:
    """Alice has had employers, perhaps two at once; one was struck out, one was misspelt."""
    told = Told(services=services, admin=admin.grant, ledger=ledger_name)
    told.declares()
    acme = told.says("a", "Acmee", since="2019")
    globex = told.says("b", "Globex", since="2021-05-01")
    told.says_all("c", said("Initech", since="2023-01-01"), said("Acme", subject="Bob"))
    told.does(CorrectFact(fact=acme, object=Text(text="Acme"), reason="misspelt"))
    gone = told.says("d", "Hooli", since="2024-01-01")
    told.does(Invalidate(fact=gone, kind=Kind.FALSE, reason="never"))
    told.does(EndFact(fact=globex, valid_to="2022", reason="moved on"))
    return told


@pytest.fixture
def agent(admin: Caller) -> Grant:
    return speaking_as(admin.grant, ActorKind.AGENT, "reading")


def pages(told: Told, when: When) -> tuple[Page[FactView], Page[FactView]]:
    """What is answered at once, and the long way."""
    at_once, at_length = (
        told.services.reader.facts(
            told.admin,
            told.ledger,
            replace(OF_ALICE, statuses=statuses, when=when),
            after=Seq(0),
            limit=9,
        )
        for statuses in (VISIBLE, THE_LONG_WAY)
    )
    return at_once, at_length


def test_the_current_facts_are_those_that_the_long_way_finds(told: Told) -> None:
    at_once, at_length = pages(told, When())
    assert at_once.rows
    assert at_once.rows == at_length.rows
    assert at_once.as_of is not None
    assert at_length.as_of is not None
    assert at_once.as_of.seq == at_length.as_of.seq == at_once.as_of.known_at
    assert at_once.as_of.valid_at is not None


WORLD_TIMES: list[ValidAt | None] = [
    None,
    day("2018-12-31"),
    day("2019-06-01"),
    Day(day=day("2021-05-01").date()),
    day("2022-06-01"),
    day("2023-01-01"),
    day("2024-06-01"),
]


@pytest.mark.parametrize("valid_at", WORLD_TIMES)
def test_as_of_both_times_the_facts_are_those_that_the_long_way_finds(
    told: Told, valid_at: ValidAt | None
) -> None:
    events = [
        told.services.reader.event(told.admin, told.ledger, Seq(seq)).row
        for seq in range(1, told.head + 1)
    ]
    before: KnownAt = day("2001-01-01")
    times: list[KnownAt] = [
        before,
        *(Seq(each.seq) for each in events),
        *(each.recorded_at for each in events),
    ]
    found = {each: pages(told, When(valid_at=valid_at, known_at=each)) for each in times}
    at_once = {each: page for each, (page, _) in found.items() if each is not before}
    assert at_once == {each: page for each, (_, page) in found.items() if each is not before}
    assert any(page.rows for page in at_once.values()) == (valid_at != day("2018-12-31"))
    assert all(page.rows == () for page in found[before])
    assert [page.as_of.known_at for page in found[before] if page.as_of is not None] == [0, 0]


def test_a_record_time_to_come_is_refused(told: Told) -> None:
    head = told.head
    assert told.facts(known_at=head)
    with pytest.raises(Invalid):
        told.facts(known_at=Seq(head + 1))


def test_more_than_a_page_is_told_in_order_page_by_page(told: Told, agent: Grant) -> None:
    liked = [told.says("a", f"thing {each}", predicate="likes") for each in range(5)]
    found: list[Seq] = []
    after: Seq | None = Seq(0)
    while after is not None:
        page = told.services.reader.facts(agent, told.ledger, LIKES, after=after, limit=2)
        found.extend(each.fact for each in page.rows)
        after = None if page.next is None else Seq(int(page.next))
    assert found == liked


def test_only_what_a_page_tells_is_marked(told: Told, agent: Grant, database: Database) -> None:
    for each in range(3):
        told.says("a", f"thing {each}", predicate="likes")
    for limit, marked in ((2, 2), (3, 3)):
        page = told.services.reader.facts(agent, told.ledger, LIKES, after=Seq(0), limit=limit)
        assert marks(database, agent).keys() == {line_digest(each.key) for each in page.rows}
        assert len(page.rows) == marked


def test_what_was_told_a_moment_ago_is_not_marked_again_but_what_came_since_is(
    told: Told, agent: Grant, database: Database
) -> None:
    def ask() -> Mapping[bytes, datetime]:
        told.services.reader.facts(agent, told.ledger, LIKES, after=Seq(0), limit=9)
        return marks(database, agent)

    told.says("a", "tea", predicate="likes")
    first = ask()
    assert len(first) == 1
    assert ask() == first
    told.says("a", "rain", predicate="likes")
    both = ask()
    assert len(both) == len(first) + 1
    assert first.items() <= both.items()


def test_nothing_is_marked_where_the_head_has_not_come_to_what_the_answer_must_have_seen(
    told: Told, agent: Grant, database: Database
) -> None:
    told.says("a", "tea", predicate="likes")
    for least, marked in ((told.head + 1, 0), (told.head, 1)):
        reader = told.services.reader.having_seen(Seq(least))
        with nullcontext() if marked else pytest.raises(Behind):
            reader.facts(agent, told.ledger, LIKES, after=Seq(0), limit=9)
        assert len(marks(database, agent)) == marked


def test_a_value_of_which_two_facts_may_hold_now_is_told_twice_and_marked_once(
    told: Told, agent: Grant, database: Database
) -> None:
    of_bob = replace(OF_ALICE, subject="Bob")
    told.says("a", "Globex", subject="Bob")
    told.says("a", "Hooli", ActorKind.HUMAN, subject="Bob")
    # By what was seen long ago it ends some time in this year.
    this_year = str(datetime.now(UTC).year)
    ending = replace(said("Hooli", subject="Bob", until=this_year), observed_at=day("2020-01-01"))
    do(told.services, told.admin, told.ledger, ending)
    page = told.services.reader.facts(agent, told.ledger, of_bob, after=Seq(0), limit=9)
    assert [each.object for each in page.rows] == texts("Hooli", "Hooli")
    assert len(marks(database, agent)) == 1


def test_what_is_told_of_the_past_is_marked_too(
    told: Told, agent: Grant, database: Database
) -> None:
    assert marks(database, agent) == {}
    question = replace(OF_ALICE, when=When(known_at=told.head))
    page = told.services.reader.facts(agent, told.ledger, question, after=Seq(0), limit=9)
    assert page.rows
    assert marks(database, agent).keys() == {line_digest(each.key) for each in page.rows}


def marks(database: Database, grant: Grant) -> dict[bytes, datetime]:
    """What a token was shown, and when."""
    asked = "select line, shown_at from access.shown where reader = %s"
    with as_superuser(database) as superuser:
        return dict(superuser.execute(asked, [token_reader(grant.actor.token)]).fetchall())
