"""The one door to the events: what is malformed in any way is refused, and nothing of it stays."""

import json
import secrets
from collections.abc import Callable, Generator
from datetime import datetime, timedelta
from typing import cast

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from psycopg import Connection
from psycopg.rows import TupleRow

from adapters.postgres.embedded import Cluster
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
from tests.database import Database, cloned

Spoil = Callable[[Appending, int], None]


def put(value: object, *path: str) -> Spoil:
    """Set one place in the document of a body."""

    def change(doc: Doc) -> None:
        for key in path[:-1]:
            doc = cast("Doc", doc[key])
        doc[path[-1]] = value

    return lambda given, at: given.edit(at, change)


def drop(*path: str) -> Spoil:
    """Take one key out of the document of a body."""

    def change(doc: Doc) -> None:
        for key in path[:-1]:
            doc = cast("Doc", doc[key])
        del doc[path[-1]]

    return lambda given, at: given.edit(at, change)


def turn(key: str, change: Callable[[str], object]) -> Spoil:
    """Replace a text in the document of a body by what comes of it."""

    def turned(doc: Doc) -> None:
        doc[key] = change(cast("str", doc[key]))

    return lambda given, at: given.edit(at, turned)


def count(by: float, *path: str) -> Spoil:
    """Add to a number in the document of a body."""

    def change(doc: Doc) -> None:
        for key in path[:-1]:
            doc = cast("Doc", doc[key])
        doc[path[-1]] = cast("int", doc[path[-1]]) + by

    return lambda given, at: given.edit(at, change)


def later(by: timedelta) -> Callable[[str], str]:
    """A record time moved by this much."""
    return lambda text: instant_text(datetime.fromisoformat(text) + by)


def array(name: str, change: Callable[[list[object]], object]) -> Spoil:
    """Change one of the arrays, or replace it by what is returned."""

    def spoil(given: Appending, at: int) -> None:
        del at
        replaced = change(getattr(given, name))
        if replaced is not None:
            setattr(given, name, replaced)

    return spoil


def bodies(change: Callable[[bytes], bytes | None]) -> Spoil:
    """Replace the bytes of the last body, behind which no other follows."""

    def spoil(given: Appending, at: int) -> None:
        del at
        held = cast("list[bytes | None]", given.bodies)
        held[-1] = change(cast("bytes", held[-1]))

    return spoil


def flip(name: str) -> Spoil:
    """Change one bit of the first of these bytes."""

    def change(held: list[object]) -> None:
        first = cast("bytes", held[0])
        held[0] = bytes([first[0] ^ 1]) + first[1:]

    return array(name, change)


def every(*spoils: Spoil) -> Spoil:
    """One change that takes several steps."""

    def spoil(given: Appending, at: int) -> None:
        for each in spoils:
            each(given, at)

    return spoil


def other_salt(length: int) -> Spoil:
    """A part whose salt has another length, with the commitment to match."""

    def spoil(given: Appending, at: int) -> None:
        given.commit_to(at, 0, salt=secrets.token_bytes(length), content=b"{}")

    return spoil


def number_as_id(given: Appending, at: int) -> None:
    """A command whose id is a number, and named as that number is written."""
    for body in range(len(given.bodies or ())):
        given.edit(body, lambda doc: cast("Doc", doc["command"]).update(id=5, i=1, n=1))
    del at
    given.commands, given.digests = ["5"], [None]


def null_array(name: str) -> Spoil:
    """No array at all."""

    def spoil(given: Appending, at: int) -> None:
        del at
        setattr(given, name, None)

    return spoil


SHAPE, PLACE, TIME, PART, COMMAND, SCOPE = "FL001", "FL002", "FL003", "FL004", "FL005", "FL006"
NOT_NULL, UNIQUE, CHECKED = "23502", "23505", "23514"

CASES: dict[str, tuple[Spoil, str]] = {
    "v is another": (put(2, "v"), SHAPE),
    "v is a text": (put("1", "v"), SHAPE),
    "v has a fraction": (put(1.0, "v"), SHAPE),
    "v is missing": (drop("v"), SHAPE),
    "ledger is another": (put("other", "ledger"), SHAPE),
    "ledger is a list": (put(["main"], "ledger"), SHAPE),
    "ledger is missing": (drop("ledger"), SHAPE),
    "type is unknown": (put("FactForgotten", "type"), SHAPE),
    "type is spelt otherwise": (turn("type", str.lower), SHAPE),
    "actor is missing": (drop("actor"), SHAPE),
    "actor is a text": (put("token", "actor"), SHAPE),
    "token is a number": (put(5, "actor", "token"), SHAPE),
    "kind is unknown": (put("robot", "actor", "kind"), SHAPE),
    "kind is null": (put(None, "actor", "kind"), SHAPE),
    "data is a list": (put([], "data"), SHAPE),
    "data is missing": (drop("data"), SHAPE),
    "parts are missing": (drop("parts"), SHAPE),
    "parts are an object": (put({}, "parts"), "22023"),
    "parts are a text": (put("parts", "parts"), "22023"),
    "seq is one too high": (count(1, "seq"), PLACE),
    "seq is one too low": (count(-1, "seq"), PLACE),
    "seq is a text": (turn("seq", str), PLACE),
    "seq has a fraction": (count(0.0, "seq"), PLACE),
    "seq is missing": (drop("seq"), PLACE),
    "prev is another": (put("00" * 32, "prev"), PLACE),
    "prev is in capitals": (turn("prev", str.upper), PLACE),
    "prev is missing": (drop("prev"), PLACE),
    "recorded_at does not rise": (turn("recorded_at", later(timedelta(days=-1))), TIME),
    "recorded_at is ahead of the clock": (turn("recorded_at", later(timedelta(minutes=1))), TIME),
    "recorded_at is for ever": (put("infinity", "recorded_at"), TIME),
    "recorded_at has no zone": (turn("recorded_at", lambda text: text[:-1]), TIME),
    "recorded_at has a zone of digits": (turn("recorded_at", lambda t: t[:-1] + "+00:00"), TIME),
    "recorded_at has a space": (turn("recorded_at", lambda t: t.replace("T", " ")), TIME),
    "recorded_at has nanoseconds": (turn("recorded_at", lambda t: t[:-1] + "000Z"), TIME),
    "recorded_at is a word": (put("now", "recorded_at"), TIME),
    "recorded_at is no instant": (put("soon", "recorded_at"), "22007"),
    "recorded_at is no day": (put("2026-02-30T00:00:00.000000Z", "recorded_at"), "22008"),
    "recorded_at is missing": (drop("recorded_at"), NOT_NULL),
    "a commitment is another": (put(["00" * 32], "parts"), PART),
    "a commitment is null": (put([None], "parts"), PART),
    "a part has no commitment": (put([], "parts"), PART),
    "a part is missing": (
        every(
            *(array(name, lambda held: held[1:]) for name in ("ats", "ords", "salts", "contents"))
        ),
        PART,
    ),
    "a part belongs to no body": (array("ats", lambda held: [99, *held[1:]]), PART),
    "a part has another place": (array("ords", lambda held: [99, *held[1:]]), PART),
    "a salt is another": (flip("salts"), PART),
    "a content is another": (flip("contents"), PART),
    "a salt is short": (other_salt(31), PART),
    "a salt is long": (other_salt(33), PART),
    "a salt is empty": (other_salt(0), PART),
    "a content is null": (array("contents", lambda held: [None, *held[1:]]), CHECKED),
    "a part is null": (
        every(*(array(name, lambda held: [None, *held[1:]]) for name in ("salts", "contents"))),
        PART,
    ),
    "contents are fewer": (array("contents", lambda held: held[1:]), CHECKED),
    "i is one too high": (count(1, "command", "i"), COMMAND),
    "n is one too high": (count(1, "command", "n"), COMMAND),
    "n is a text": (put("1", "command", "n"), COMMAND),
    "i has a fraction": (count(0.0, "command", "i"), COMMAND),
    "i is missing": (drop("command", "i"), COMMAND),
    "id is a number": (number_as_id, COMMAND),
    "id is not named": (put("f" * 32, "command", "id"), NOT_NULL),
    "command is missing": (drop("command"), NOT_NULL),
    "a command is not named": (
        every(array("commands", lambda held: held[1:]), array("digests", lambda held: held[1:])),
        COMMAND,
    ),
    "a command is named twice": (
        every(
            array("commands", lambda held: [*held, held[0]]),
            array("digests", lambda held: [*held, None]),
        ),
        UNIQUE,
    ),
    "a command is named and has no event": (
        every(
            array("commands", lambda held: [*held, "f" * 32]),
            array("digests", lambda held: [*held, None]),
        ),
        NOT_NULL,
    ),
    "a command's name is null": (array("commands", lambda held: [None, *held[1:]]), NOT_NULL),
    "no commands are named": (null_array("commands"), NOT_NULL),
    "a digest is missing": (array("digests", lambda held: held[1:]), COMMAND),
    "a digest is too many": (array("digests", lambda held: [*held, b"digest"]), NOT_NULL),
    "nothing is given": (null_array("bodies"), NOT_NULL),
    "a body is null": (bodies(lambda _: None), NOT_NULL),
    "a body is empty": (bodies(lambda _: b""), "22P02"),
    "a body is no UTF-8": (bodies(lambda body: body[:-1] + b"\xff}"), "22021"),
    "a body is no JSON": (bodies(lambda body: body[:-1]), "22P02"),
    "a body holds U+0000": (bodies(lambda body: body[:-1] + b',"x":"\\u0000"}'), "22P05"),
    "a body is a list": (bodies(lambda body: b"[" + body + b"]"), NOT_NULL),
    "the ledger is unknown": (lambda given, _: setattr(given, "ledger", "nowhere"), SCOPE),
    "the ledger is out of scope": (lambda given, _: setattr(given, "ledger", "other"), SCOPE),
    "the ledger is null": (lambda given, _: setattr(given, "ledger", None), SCOPE),
}


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
