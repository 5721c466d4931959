"""The one door to the events: what is malformed in any way is refused, and nothing of it stays."""

import json
from collections.abc import Callable, Generator
from typing import cast

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from psycopg import Connection
from psycopg.rows import TupleRow

from adapters.postgres.embedded import Cluster
from domain.bodies import EVENT_TYPES
from domain.moments import instant_text
from domain.words import LedgerName
from tests.adapters.postgres.appending import (
    Appending,
    Doc,
    Standing,
    append,
    appending,
    encoded,
    take,
)
from tests.adapters.postgres.spoiling import CASES, COMMAND, SCOPE, UNIQUE, put
from tests.database import Database, cloned


@pytest.fixture(scope="module")
def shared(cluster: Cluster, service_password: str) -> Generator[Database]:
    """One database for all of these tests: each leaves behind whole events or nothing."""
    with cloned(cluster, service_password) as database:
        yield database


@pytest.fixture(scope="module")
def app(shared: Database) -> Generator[Connection[TupleRow]]:
    """The service's own connection, to a database of two ledgers, of which it touches one."""
    with psycopg.connect(shared.app_url, autocommit=True) as connection:
        for name in (LedgerName("main"), LedgerName("other")):
            with connection.transaction():
                connection.execute("select set_config('factledger.ledgers', %s, true)", [name])
                connection.execute("select ledger.open(%s)", [name])
                standing = take(connection, ledger=name, scope=name)
                assert append(connection, appending(standing, [[1]], ledger=name)) is None
        yield connection


@pytest.fixture(scope="module")
def owner(shared: Database) -> Generator[Connection[TupleRow]]:
    """Who sees everything, to look at what came of it."""
    with psycopg.connect(shared.admin_url, autocommit=True) as connection:
        connection.execute("set role factledger_owner")
        yield connection


def stored(owner: Connection[TupleRow]) -> list[TupleRow]:
    """All that an append could leave behind."""
    return owner.execute(
        "select 'head', to_jsonb(h) from ledger.head as h "
        "union all select 'event', to_jsonb(e) - 'body' from ledger.event as e "
        "union all select 'part', to_jsonb(p) from ledger.part as p "
        "union all select 'command', to_jsonb(c) from ledger.command as c order by 1, 2"
    ).fetchall()


def attempt(
    app: Connection[TupleRow], make: Callable[[Standing], Appending], *, keep: bool = True
) -> str | None:
    """Append in a transaction of its own, and commit; returns the SQLSTATE of the refusal."""
    app.execute("begin")
    refusal = append(app, make(take(app)))
    app.execute("commit" if keep else "rollback")
    return refusal


@pytest.mark.parametrize("name", CASES)
def test_what_is_malformed_is_refused_by_its_sqlstate_and_leaves_nothing(
    app: Connection[TupleRow], owner: Connection[TupleRow], name: str
) -> None:
    spoil, sqlstate = CASES[name]
    before = stored(owner)

    def spoilt(standing: Standing) -> Appending:
        given = appending(standing, [[0]])
        spoil(given, 0)
        return given

    assert attempt(app, spoilt) == sqlstate
    assert stored(owner) == before
    assert attempt(app, lambda standing: appending(standing, [[0]])) is None
    assert len(stored(owner)) == len(before) + 3


def test_one_fault_anywhere_in_a_group_of_any_shape_refuses_all_of_it(
    app: Connection[TupleRow], owner: Connection[TupleRow]
) -> None:
    shapes = st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=3), min_size=1, max_size=3)
    before = stored(owner)

    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(shapes, st.sampled_from(sorted(CASES)), st.data())
    def check(shape: list[list[int]], name: str, data: st.DataObject) -> None:
        at = data.draw(st.integers(0, sum(map(len, shape)) - 1))

        def spoilt(standing: Standing) -> Appending:
            given = appending(standing, shape)
            CASES[name][0](given, at)
            return given

        refusal = attempt(app, spoilt)
        assert refusal is not None
        assert refusal[:2] in {"FL", "22", "23"}
        assert stored(owner) == before
        assert attempt(app, lambda standing: appending(standing, shape), keep=False) is None

    check()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-10, 10) | st.floats(-2, 2) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)

FRAME = [
    ("v",),
    ("ledger",),
    ("seq",),
    ("prev",),
    ("recorded_at",),
    ("type",),
    ("command",),
    ("command", "id"),
    ("command", "i"),
    ("command", "n"),
    ("parts",),
]


def test_any_other_json_in_place_of_a_frame_field_is_refused(
    app: Connection[TupleRow], owner: Connection[TupleRow]
) -> None:
    before = stored(owner)

    @settings(max_examples=200, deadline=None, derandomize=True)
    @given(st.sampled_from(FRAME), JSON)
    def check(path: tuple[str, ...], value: object) -> None:
        changed: list[bool] = []

        def spoilt(standing: Standing) -> Appending:
            given = appending(standing, [[1]])
            was = list(given.bodies or ())
            put(value, *path)(given, 0)
            # Asked of the bytes, since 1, 1.0 and true are equal in Python.
            changed.append(was != given.bodies)
            return given

        refusal = attempt(app, spoilt, keep=False)
        assert (refusal is not None) == changed[0]
        assert refusal is None or refusal[:2] in {"FL", "22", "23"}
        assert stored(owner) == before

    check()


def test_an_empty_append_is_refused(app: Connection[TupleRow], owner: Connection[TupleRow]) -> None:
    before = stored(owner)

    def nothing(standing: Standing) -> Appending:
        return appending(standing, [])

    def nothing_at_all(standing: Standing) -> Appending:
        given = nothing(standing)
        for name in ("bodies", "ats", "ords", "salts", "contents", "commands", "digests"):
            setattr(given, name, None)
        return given

    assert attempt(app, nothing) == COMMAND
    assert attempt(app, nothing_at_all) == COMMAND
    assert stored(owner) == before


def test_a_group_that_was_appended_is_refused_when_it_is_handed_in_again(
    app: Connection[TupleRow],
) -> None:
    groups: list[Appending] = []

    def once(standing: Standing) -> Appending:
        groups.append(appending(standing, [[1], [0]]))
        return groups[0]

    assert attempt(app, once) is None
    assert attempt(app, lambda _: groups[0]) == UNIQUE


def test_a_command_that_was_carried_out_is_refused_under_the_same_id(
    app: Connection[TupleRow],
) -> None:
    ids: list[str] = []

    def renamed(standing: Standing) -> Appending:
        given = appending(standing, [[1]])
        ids.extend(cast("list[str]", given.commands))
        given.edit(0, lambda doc: cast("Doc", doc["command"]).update(id=ids[0]))
        given.commands = [ids[0]]
        return given

    assert attempt(app, renamed) is None
    assert attempt(app, renamed) == UNIQUE


def test_without_a_scope_nothing_is_appended(
    app: Connection[TupleRow], owner: Connection[TupleRow]
) -> None:
    before = stored(owner)
    with app.transaction(force_rollback=True):
        standing = take(app)
    assert append(app, appending(standing, [[1]])) == SCOPE
    assert stored(owner) == before


def test_each_event_is_stored_as_the_bytes_that_were_handed_in(
    app: Connection[TupleRow], owner: Connection[TupleRow]
) -> None:
    groups: list[tuple[Standing, Appending]] = []

    def kept(standing: Standing) -> Appending:
        groups.append((standing, appending(standing, [[2, 0], [1]])))
        return groups[0][1]

    assert attempt(app, kept) is None
    ((standing, handed_in),) = groups
    rows = owner.execute(
        "select body, leaf_hash, prev, seq, type, recorded_at from ledger.event "
        "where ledger = 'main' and seq > %s order by seq",
        [standing.seq],
    ).fetchall()
    assert [row[0] for row in rows] == handed_in.bodies
    for body, leaf, prev, seq, type_name, recorded_at in rows:
        doc = json.loads(body)
        assert encoded(doc) == body
        assert (doc["seq"], doc["type"]) == (seq, type_name)
        assert doc["prev"] == prev.hex()
        assert doc["recorded_at"] == instant_text(recorded_at)
        found = owner.execute("select sha256('\\x00'::bytea || %s)", [body]).fetchone()
        assert found == (leaf,)


def test_a_fork_cannot_be_stored_even_by_the_owner(
    app: Connection[TupleRow], owner: Connection[TupleRow]
) -> None:
    del app
    insert = (
        "insert into ledger.event (ledger, seq, prev, leaf_hash, recorded_at, type, body) "
        "select ledger, 99, {}, leaf_hash, recorded_at, type, body from ledger.event "
        "where ledger = 'main' and seq = 1"
    )
    with pytest.raises(psycopg.errors.UniqueViolation):
        owner.execute(insert.format("prev").encode())
    with owner.transaction(force_rollback=True):
        assert owner.execute(insert.format("sha256(leaf_hash)").encode()).rowcount == 1


@pytest.mark.parametrize(
    "act",
    [
        "insert into ledger.event select * from ledger.event",
        "insert into ledger.part select * from ledger.part",
        "insert into ledger.command select * from ledger.command",
        "update ledger.head set seq = 0",
        "delete from ledger.event",
        "truncate ledger.event",
        "insert into ledger.event_0 select * from ledger.event",
    ],
)
def test_the_service_has_no_other_way_in(app: Connection[TupleRow], act: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        app.execute(act.encode())
    assert attempt(app, lambda standing: appending(standing, [[1]])) is None


def test_the_types_that_may_be_appended_are_those_of_the_domain(app: Connection[TupleRow]) -> None:
    (found,) = app.execute("select ledger.event_types()").fetchall()
    assert set(found[0]) == set(EVENT_TYPES)
    assert len(found[0]) == len(EVENT_TYPES)
