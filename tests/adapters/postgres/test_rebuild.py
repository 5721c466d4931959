"""Rebuilding a real ledger: the same rows, in place of the live ones or compared with them."""

from typing import LiteralString, NamedTuple

import pytest

from adapters.errors import Forbidden, Invalid, NotFound
from adapters.postgres.ledger import Request
from adapters.postgres.lookup import Desk, LookedUp, look_up
from adapters.postgres.pool import open_pool
from adapters.postgres.rebuild import chunks, marks, recollection, scribe
from adapters.postgres.rebuild.comparing import Differs
from adapters.postgres.rebuild.rebuilder import Rebuilder
from adapters.postgres.stored import in_silence
from adapters.postgres.verifier import Depth, Verifier
from adapters.services import Services
from domain.commands import AssertAll, DeclarePredicate
from domain.grants import Role
from domain.identity import IdentityMode
from domain.keys import LineKey, line_key
from domain.values import Text
from domain.wanting import Wanted
from domain.words import ActorKind
from projections.registry import INLINE
from tests.adapters.postgres.arguing import SINGLE, argue
from tests.adapters.postgres.rebuilding import MAIN, OTHER, Site
from tests.adapters.postgres.writing import claim, request
from tests.conftest import Caller, call_as, opening
from tests.database import Database
from tests.ledgers import write_fifty_events

EVERY_TABLE = {each.table for each in INLINE}


@pytest.fixture
def site(services: Services, admin: Caller, database: Database) -> Site:
    """A ledger with a row in every table, and another one beside it that nobody asks about."""
    for name in (MAIN, OTHER):
        write_fifty_events(services, admin.grant, name)
        argue(services, admin.grant, name)
    return Site(services=services, grant=admin.grant, database=database)


def test_a_rebuild_makes_every_row_of_every_table_again_and_leaves_none_of_the_old_build(
    site: Site,
) -> None:
    before, beside = site.tables(1), site.tables(1, ledger=OTHER)
    assert site.filled(1) == EVERY_TABLE
    done = site.rebuilt()
    seq, build = site.live()
    assert (done.build, done.events, done.kept) == (2, seq, False)
    assert build == 2
    assert done.rows == {name: len(rows) for name, rows in before.items()}
    assert site.tables(2) == before
    assert site.filled(1) == set()
    assert site.tables(1, ledger=OTHER) == beside
    assert site.in_the_making() == []
    assert 0 < done.longest_hold_s < done.seconds


def test_after_a_rebuild_the_ledger_is_sound_and_goes_on(site: Site) -> None:
    site.rebuilt()
    site.write(request("Zoe", "likes", "tea"))
    site.rebuilt()
    site.write(request("Zoe", "likes", "milk"))
    verification = Verifier(site.services.pool).verify(site.grant, MAIN, depth=Depth.TABLES)
    assert verification.findings == ()
    assert site.live() == (verification.size, 3)
    assert site.checked().is_equal


def test_the_rows_are_counted_however_long_that_takes(site: Site) -> None:
    site.as_superuser(
        "do $$ begin execute format("
        "'alter role factledger_service in database %I set statement_timeout = 1000', "
        "current_database()); end $$"
    )
    site.as_superuser(
        "create policy slow on read.ledger as restrictive for select to factledger_app "
        "using (build = 1 or pg_sleep(1.5) is not null)"
    )
    with open_pool(site.database.app_url, size=1) as pool:
        done = Rebuilder(pool).rebuild(site.grant, MAIN, progress=in_silence)
    assert (done.build, done.rows["ledger"]) == (2, 1)
    assert site.in_the_making() == []


def test_a_check_is_equal_and_changes_nothing(site: Site) -> None:
    before = site.tables(1)
    done = site.checked()
    assert done.is_equal
    assert (done.seq, 1) == site.live()
    assert {each.table: each.rows for each in done.tables} == {
        name: len(rows) for name, rows in before.items()
    }
    assert all(each.live_digest == each.made_digest for each in done.tables)
    assert len({each.live_digest for each in done.tables}) == len(EVERY_TABLE)
    assert site.tables(1) == before
    assert site.filled(2) == set()
    assert site.in_the_making() == []


class Spoilt(NamedTuple):
    """A change past the service, and what a check says of it."""

    change: LiteralString
    table: str
    differs: Differs
    columns: tuple[str, ...] = ()


SPOILT = [
    Spoilt(
        "update read.fact set object_text = 'gin' where ledger = 'main' and fact = 2",
        "fact",
        Differs.CHANGED,
        ("object_text",),
    ),
    Spoilt(
        "update read.fact set observed_at = 'infinity' where ledger = 'main' and fact = 2",
        "fact",
        Differs.CHANGED,
        ("observed_at",),
    ),
    # There is no instant there, and none that a program could hold is put there.
    Spoilt(
        "update read.fact set to_at = 'infinity' where ledger = 'main' and fact = 2",
        "fact",
        Differs.CHANGED,
        ("to_at",),
    ),
    Spoilt("delete from read.claim where ledger = 'main' and seq = 2", "claim", Differs.MISSING),
    Spoilt("delete from read.ledger where ledger = 'main'", "ledger", Differs.MISSING),
    Spoilt("insert into read.voice values ('main', 1, 'Z', 0, 0)", "voice", Differs.SPARE),
    Spoilt("insert into read.voice values ('main', 1, 'zzz', 0, 0)", "voice", Differs.SPARE),
    Spoilt(
        "update read.statistic set value = 99 where ledger = 'main' and name = 'claims'",
        "statistic",
        Differs.CHANGED,
        ("value",),
    ),
]


@pytest.mark.parametrize("spoilt", SPOILT, ids=lambda each: each.change)
def test_a_row_that_differs_is_named_and_a_rebuild_mends_it(site: Site, spoilt: Spoilt) -> None:
    assert site.checked(spoilt.table).is_equal
    site.as_superuser(spoilt.change)
    (found,) = [each for each in site.checked().tables if each.count]
    (difference,) = found.differences
    assert (found.table, found.count) == (spoilt.table, 1)
    assert (difference.differs, difference.columns) == (spoilt.differs, spoilt.columns)
    assert found.live_digest != found.made_digest
    site.rebuilt()
    assert site.checked().is_equal


def test_the_first_rows_that_differ_are_named_and_all_are_counted(site: Site) -> None:
    site.as_superuser("update read.claim set token = 'x' where ledger = 'main'")
    (found,) = [each for each in site.checked().tables if each.count]
    assert (found.table, found.count) == ("claim", found.rows)
    assert found.rows > 10
    keys = [int(dict(each.key)["seq"]) for each in found.differences]
    assert keys == [row["seq"] for row in sorted_by_seq(site)[:10]]


def sorted_by_seq(site: Site) -> list[dict[str, int]]:
    """The claims of the live build in the order of their positions."""
    found = site.as_superuser("select seq from read.claim where ledger = 'main' order by seq")
    return [{"seq": int(str(seq))} for (seq,) in found]


def test_a_projection_that_is_as_it_must_be_keeps_the_live_build_and_another_does_not(
    site: Site,
) -> None:
    site.as_superuser("update read.claim set token = 'x' where ledger = 'main'")
    assert site.rebuilt("fact", "history").kept
    assert site.live()[1] == 1
    assert site.in_the_making() == []
    assert site.filled(2) == set()
    assert not site.checked().is_equal
    done = site.rebuilt("fact", "claim")
    assert not done.kept
    assert site.live()[1] == done.build
    assert site.checked().is_equal


def test_of_projections_that_are_named_no_other_table_is_compared(site: Site) -> None:
    site.as_superuser("update read.claim set token = 'x' where ledger = 'main'")
    assert [each.table for each in site.checked("fact", "voice").tables] == ["fact", "voice"]
    assert site.checked("fact", "voice").is_equal
    assert not site.checked("claim").is_equal


def test_what_is_no_projection_is_refused_and_those_that_are_are_named(site: Site) -> None:
    for call in (site.rebuilt, site.checked):
        with pytest.raises(Invalid, match=r"facts is none: there are ledger, predicate, .*fact, "):
            call("fact", "facts")


def test_only_who_administers_a_ledger_rebuilds_or_checks_it(site: Site) -> None:
    here, there = frozenset({MAIN}), frozenset({OTHER})
    reviewer = call_as(site.services, role=Role.REVIEWER, kind=ActorKind.HUMAN, ledgers=here)
    elsewhere = call_as(site.services, role=Role.ADMIN, kind=ActorKind.HUMAN, ledgers=there)
    rebuilder = Rebuilder(site.services.pool)
    for call in (rebuilder.rebuild, rebuilder.check):
        with pytest.raises(Forbidden):
            call(reviewer.grant, MAIN, progress=in_silence)
        with pytest.raises(NotFound, match="there is no such ledger"):
            call(elsewhere.grant, MAIN, progress=in_silence)
        call(elsewhere.grant, OTHER, progress=in_silence)


def test_a_ledger_that_does_not_exist_is_not_found(
    services: Services, admin: Caller, database: Database
) -> None:
    site = Site(services=services, grant=admin.grant, database=database)
    for call in (site.rebuilt, site.checked):
        with pytest.raises(NotFound, match="there is no such ledger"):
            call()


def test_a_ledger_of_one_event_is_rebuilt(
    services: Services, admin: Caller, database: Database
) -> None:
    services.ledger.open(admin.grant, MAIN, opening())
    site = Site(services=services, grant=admin.grant, database=database)
    before = site.tables(1)
    done = site.rebuilt()
    assert (done.events, done.rows["ledger"]) == (1, 1)
    assert site.tables(2) == before


def test_a_command_larger_than_a_chunk_is_folded_whole(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    acts = [
        AssertAll(claims=tuple(claim(f"subject {n}", "is at", where) for n in range(300)))
        for where in ("home", "work")
    ]
    declared = DeclarePredicate(predicate="is at", declaration=SINGLE)
    said = [Request(command=each) for each in (acts[0], declared, acts[1])]
    site.write(*said, request("Zoe", "is at", "sea"))
    monkeypatch.setattr(chunks, "CHUNK_EVENTS", 7)
    assert site.checked().is_equal
    monkeypatch.setattr(chunks, "CHUNK_BYTES", 1)
    assert site.rebuilt().events > 900
    assert site.checked().is_equal


@pytest.mark.parametrize(("bytes_of_marks", "held"), [(1, 0), (marks.MARKS, 0), (marks.MARKS, 10)])
def test_what_is_held_no_more_is_found_in_the_build_itself(
    site: Site, monkeypatch: pytest.MonkeyPatch, bytes_of_marks: int, held: int
) -> None:
    monkeypatch.setattr(chunks, "CHUNK_EVENTS", 3)
    monkeypatch.setattr(recollection, "HELD_MAX", held)
    monkeypatch.setattr(marks, "MARKS", bytes_of_marks)
    before = site.tables(1)
    assert site.filled(1) == EVERY_TABLE
    assert site.checked().is_equal
    assert site.tables(site.rebuilt().build) == before


def test_what_was_never_written_is_not_looked_up_and_what_was_is(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Wanted] = []

    def noting(desk: Desk, wanted: Wanted) -> LookedUp:
        asked.append(wanted)
        return look_up(desk, wanted)

    site.write(*(request(f"subject {number}", "likes", "tea") for number in range(20)))
    monkeypatch.setattr(scribe, "look_up", noting)
    monkeypatch.setattr(chunks, "CHUNK_EVENTS", 3)
    site.checked()
    assert asked == [], "it holds all of it"
    monkeypatch.setattr(recollection, "HELD_MAX", 0)
    site.checked()
    looked_up = frozenset[LineKey]().union(*(each.lines for each in asked))
    new = {
        line_key(f"subject {number}", "likes", Text(text="tea"), mode=IdentityMode.FOLDED)
        for number in range(20)
    }
    assert looked_up
    assert looked_up.isdisjoint(new)
    assert any(each.claims for each in asked)
