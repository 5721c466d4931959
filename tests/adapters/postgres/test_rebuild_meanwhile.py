"""Rebuilding while others write, read and rebuild, and what is left where it does not end well."""

import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import LiteralString

import psycopg
import pytest

from adapters.errors import Conflict, Unavailable
from adapters.postgres.ledger import Request
from adapters.postgres.rebuild import builds, chunks, refold
from adapters.postgres.rebuild import making as module
from adapters.postgres.rebuild.making import Making, making
from adapters.postgres.stored import in_silence
from adapters.services import Services
from domain.commands import AssertAll
from domain.events import Recorded
from domain.evolve import evolve
from domain.needs import Survey
from domain.state import State
from domain.words import Status
from projections.registry import project
from projections.rows import Row
from projections.step import Step
from tests.adapters.postgres.arguing import argue
from tests.adapters.postgres.rebuilding import MAIN, Site, StoppedError
from tests.adapters.postgres.writing import claim, request
from tests.conftest import Caller
from tests.database import Database
from tests.ledgers import write_fifty_events


@pytest.fixture
def site(services: Services, admin: Caller, database: Database) -> Site:
    """A ledger with a row in every table."""
    write_fifty_events(services, admin.grant, MAIN)
    argue(services, admin.grant, MAIN)
    return Site(services=services, grant=admin.grant, database=database)


def test_a_second_one_is_told_how_far_the_first_has_come_and_may_begin_once_it_is_gone(
    site: Site,
) -> None:
    seq, _ = site.live()
    with making(site.services.pool, MAIN, progress=in_silence) as made:
        made.catch_up()
        said = rf"ledger main is being rebuilt since 20\d\d-.* UTC: {seq} of {seq} events"
        for call in (site.rebuilt, site.checked):
            with pytest.raises(Conflict, match=said):
                call()
        assert site.in_the_making() == [made.build]
        made.discard(made.build)
    assert site.checked().is_equal


def test_one_that_deletes_what_another_has_left_tells_of_itself_and_not_of_that_one(
    site: Site,
) -> None:
    site.as_superuser("insert into ledger.build values ('main', 2, 0, now(), 7, '2001-01-01')")
    site.as_superuser("insert into read.voice values ('main', 2, 'Z', 0, 0)")
    said: list[str] = []

    def ask_beside(what: str, _done: int, _of: int) -> None:
        if what == "rows deleted" and not said:
            assert site.in_the_making() == [2, 3]
            with pytest.raises(Conflict) as told:
                site.checked()
            said.append(told.value.detail)

    assert site.rebuilt(progress=ask_beside).build == 3
    (detail,) = said
    assert "since 2001-" not in detail
    assert ": 0 of " in detail


def test_of_many_that_begin_at_once_one_does_it_and_the_others_are_told(site: Site) -> None:
    ready = threading.Barrier(4)
    ended: list[str] = []

    def run() -> None:
        ready.wait()
        try:
            ended.append(f"build {site.rebuilt().build}")
        except Conflict as error:
            ended.append(error.detail[:27])

    together([run] * 4)
    made = sorted(each for each in ended if each.startswith("build"))
    assert made == [f"build {number}" for number in range(2, 2 + len(made))]
    assert set(ended) - set(made) <= {"ledger main is being rebuil"}
    assert site.in_the_making() == []
    assert site.checked().is_equal


def test_whatever_ends_a_rebuild_the_next_one_clears_away_what_it_left(site: Site) -> None:
    before = site.tables(1)
    with pytest.raises(StoppedError):
        site.rebuilt(progress=stopping_at("events"))
    assert site.live()[1] == 1
    assert site.in_the_making() == [2]
    assert "fact" in site.filled(2)
    with pytest.raises(StoppedError):
        # It meets what was left, and is stopped while it deletes that.
        site.rebuilt(progress=stopping_at("rows deleted"))
    assert site.in_the_making() == [2, 3]
    assert site.tables(1) == before
    assert (site.rebuilt().build, site.live()[1]) == (4, 4)
    assert site.in_the_making() == []
    assert site.tables(4) == before
    assert [site.filled(build) for build in (1, 2, 3)] == [set(), set(), set()]


def stopping_at(stage: str) -> Callable[[str, int, int], None]:
    """Progress that raises once some of this is done."""

    def progress(what: str, done: int, _of: int) -> None:
        if what == stage and done:
            raise StoppedError

    return progress


def test_a_build_that_was_replaced_is_deleted_by_the_next_one_where_its_maker_could_not(
    site: Site,
) -> None:
    def replaces_and_stops() -> None:
        with making(site.services.pool, MAIN, progress=in_silence) as made:
            made.catch_up()
            assert made.take_over() == 1
            raise StoppedError

    with pytest.raises(StoppedError):
        replaces_and_stops()
    assert site.live()[1] == 2
    assert site.in_the_making() == [1]
    assert "fact" in site.filled(1)
    assert site.rebuilt().build == 3
    assert site.in_the_making() == []
    assert site.filled(1) == set()


def test_a_build_that_another_has_taken_over_is_not_written_to_any_more(site: Site) -> None:
    with making(site.services.pool, MAIN, progress=in_silence) as made:
        site.as_superuser("update ledger.build set backend_start = now()")
        with pytest.raises(Conflict, match="another session has taken over the rebuild of ledger"):
            made.catch_up()
    assert site.filled(2) == set()
    assert site.checked().is_equal


def test_a_projector_that_raises_stops_it_before_the_switch_and_its_command_is_named(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    seq = written_at_once(site)
    before = site.tables(1)

    def raising(step: Step) -> Iterator[tuple[str, tuple[object, ...], Row | None]]:
        if step.recorded[0].seq == seq:
            raise ZeroDivisionError
        return project(step)

    with monkeypatch.context() as patched:
        patched.setattr(refold, "project", raising)
        for call in (site.rebuilt, site.checked):
            with pytest.raises(Unavailable, match=said_of_all(seq)):
                call()
    assert site.live()[1] == 1
    assert site.tables(1) == before
    assert site.in_the_making() == []
    assert site.filled(2) == set()
    assert site.rebuilt().build == 2


def written_at_once(site: Site) -> int:
    """Have one command write three events; returns where the first of them lies."""
    site.write(Request(command=AssertAll(claims=tuple(claim(each, "is", "x") for each in "abc"))))
    return site.live()[0] - 2


def said_of_all(seq: int) -> str:
    """What is said, as a pattern, where any of these three events may have raised."""
    return f"one of events {seq}, FactAsserted, to {seq + 2}, FactAsserted of ledger main can't be"


def test_an_event_that_can_not_be_folded_is_named_and_not_the_first_of_its_command(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    seq = written_at_once(site)

    def raising(state: State, recorded: Recorded) -> State:
        if recorded.seq == seq + 1:
            raise ZeroDivisionError
        return evolve(state, recorded)

    monkeypatch.setattr(refold, "evolve", raising)
    with pytest.raises(Unavailable, match=f"event {seq + 1}, FactAsserted of ledger main can't be"):
        site.rebuilt()
    assert site.in_the_making() == []


def test_of_events_that_can_not_be_surveyed_the_command_is_named(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    seq = written_at_once(site)
    survey = Survey.event

    def raising(asked: Survey, recorded: Recorded) -> None:
        if recorded.seq == seq + 1:
            raise ZeroDivisionError
        survey(asked, recorded)

    monkeypatch.setattr(Survey, "event", raising)
    with pytest.raises(Unavailable, match=said_of_all(seq)):
        site.rebuilt()
    assert site.in_the_making() == []


def test_an_event_that_cannot_be_read_stops_it_too(site: Site) -> None:
    site.as_superuser(
        "set session_replication_role = replica; "
        "update ledger.event set body = 'none' where ledger = 'main' and seq = 7"
    )
    with pytest.raises(Unavailable, match=r"event 7, \w+ of ledger main can't be folded"):
        site.rebuilt()
    assert site.live()[1] == 1
    assert site.in_the_making() == []


def test_where_the_last_events_are_missing_it_ends_and_says_so_and_a_check_compares_the_rest(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunks, "CHUNK_EVENTS", 20)
    for number in range(5):
        site.write(request(f"{number}", "likes", "tea"))
    seq, _ = site.live()
    site.as_superuser(
        "set session_replication_role = replica; delete from ledger.event as e using ledger.head "
        "as h where e.ledger = 'main' and h.ledger = 'main' and e.seq > h.seq - 5"
    )
    checked = site.checked()
    assert checked.seq == seq - 5
    assert not checked.is_equal
    said = f"ledger main has no event {seq - 4}, though it has come to {seq}"
    with pytest.raises(Unavailable, match=said):
        site.rebuilt()
    assert site.live() == (seq, 1)


def test_writes_come_in_meanwhile_and_readers_see_one_build_or_the_other(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunks, "CHUNK_EVENTS", 20)
    monkeypatch.setattr(builds, "CLEARED_ROWS", 50)
    seen: list[int] = []

    def look() -> None:
        seen.append(site.services.reader.ledger(site.grant, MAIN).counts[Status.ACTIVE])

    before = site.live()[0]
    with (
        again_and_again(lambda number: site.write(request(f"{number}", "likes", "tea"))),
        again_and_again(lambda _: look()),
    ):
        assert site.rebuilt().events > before
        assert site.checked().is_equal
    assert site.live()[1] == 2
    assert len(seen) > 1
    assert seen == sorted(seen)
    assert seen[0] > 0
    assert site.checked().is_equal


@contextmanager
def again_and_again(do: Callable[[int], None]) -> Generator[None]:
    """Do it, with a number, for as long as the block lasts, and at least once before it begins."""
    stop, begun = threading.Event(), threading.Event()
    failed: list[BaseException] = []

    def run() -> None:
        number = 0
        try:
            while not stop.is_set():
                do(number)
                number += 1
                begun.set()
        except BaseException as error:
            failed.append(error)
            begun.set()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        begun.wait()
        yield
    finally:
        stop.set()
        thread.join()
    assert failed == []


def together(calls: list[Callable[[], None]]) -> None:
    """Make these calls at once, and wait for all of them."""
    threads = [threading.Thread(target=each) for each in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_where_others_write_faster_than_is_folded_the_turns_grow_until_they_are_gained_on(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[float] = []
    turn = Making.turn

    def preceded(made: Making, hold_s: float) -> int | None:
        """A turn before which others have written ten claims, though a chunk has but two."""
        turns.append(hold_s)
        said = tuple(claim(f"{len(turns)} {number}", "likes", "tea") for number in range(10))
        site.write(Request(command=AssertAll(claims=said)))
        made.refold.pace_s = 0.01
        return turn(made, hold_s)

    monkeypatch.setattr(chunks, "CHUNK_EVENTS", 2)
    monkeypatch.setattr(Making, "turn", preceded)
    assert not site.rebuilt().kept
    assert site.live()[1] == 2
    assert turns == sorted(turns)
    assert turns[0] < turns[-1] < 100 * turns[0]
    assert site.checked().is_equal


def test_who_waits_for_the_head_can_be_stopped_whether_it_begins_or_is_at_its_end(
    site: Site,
) -> None:
    locked: LiteralString = "select from ledger.head where ledger = 'main' for update"
    stop = stopping_at("waits for the head")
    with psycopg.connect(site.database.admin_url) as other:
        other.execute(locked)
        with pytest.raises(StoppedError):
            site.rebuilt(progress=stop)
        other.rollback()

        def stopped_at_its_end() -> None:
            with making(site.services.pool, MAIN, progress=stop) as made:
                made.catch_up()
                other.execute(locked)
                made.take_over()

        with pytest.raises(StoppedError):
            stopped_at_its_end()
        other.rollback()
    assert site.live()[1] == 1
    assert site.checked().is_equal


def test_a_head_that_stays_locked_is_waited_for_and_given_up_in_the_end(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = site.tables(1)
    monkeypatch.setattr(module, "WAITS_MAX", 1)
    locked: LiteralString = "select from ledger.head where ledger = 'main' for update"
    with psycopg.connect(site.database.admin_url) as other:
        other.execute(locked)
        with pytest.raises(Unavailable, match="others keep ledger main locked"):
            site.rebuilt()
        other.rollback()
        with making(site.services.pool, MAIN, progress=in_silence) as made:
            made.catch_up()
            held_s = made.longest_hold_s
            other.execute(locked)
            with pytest.raises(Unavailable, match="others keep ledger main locked"):
                made.take_over()
            other.rollback()
            # A head that was waited for in vain is no head that was held.
            assert 0 < made.longest_hold_s == held_s
            assert made.take_over() == 1
            made.discard(1)
    assert site.tables(2) == before
