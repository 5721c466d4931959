"""What each role can't do, by SQLSTATE, and that every policy is what keeps two ledgers apart."""

from collections.abc import Generator, Sequence
from typing import LiteralString

import psycopg
import pytest
from psycopg import Connection, sql
from psycopg.rows import TupleRow

from adapters.services import Services
from tests.adapters.postgres.auditing import auditor_of
from tests.adapters.postgres.house import MAIN, House, open_house
from tests.conftest import Caller
from tests.database import Database
from tests.ledgers import write_fifty_events

DENIED = "42501"
APPEND_ONLY = "FL007"
NOT_IN_SCOPE = "FL006"
NO_AUDITOR = "FL008"
NO_BUILD = "FL010"
DONE = "00000"


@pytest.fixture
def house(services: Services, admin: Caller, database: Database) -> Generator[House]:
    with open_house(services, admin.grant, database) as house:
        yield house


def state_of(
    connection: Connection[TupleRow], statement: LiteralString, values: Sequence[object] = ()
) -> str:
    """How a statement ends, by SQLSTATE; whatever it did is undone."""
    try:
        with connection.transaction(force_rollback=True):
            connection.execute(statement, values or None)
    except psycopg.Error as error:
        return str(error.sqlstate)
    return DONE


# What nobody but the owner and a superuser may do.
ESCAPES: list[LiteralString] = [
    "insert into ledger.event values ('main', 99, '', '', now(), 'Foreign', '')",
    "insert into ledger.event_0 values ('main', 99, '', '', now(), 'Foreign', '')",
    "update ledger.event set body = ''",
    "delete from ledger.event",
    "truncate ledger.event",
    "select from ledger.event_0",
    "insert into ledger.part values ('main', 99, 0, null, null)",
    "update ledger.part set content = null, salt = null",
    "delete from ledger.part",
    "insert into ledger.command values ('main', 'x', null, 99, 99)",
    "update ledger.command set last_seq = 0",
    "insert into ledger.head values ('x', 0, sha256(''), now(), 1, sha256(''))",
    "update ledger.head set seq = 0",
    "delete from ledger.head",
    "delete from access.token",
    "insert into access.auditor_ledger values ('main', session_user)",
    "update access.auditor_ledger set ledger = 'other'",
    "alter table ledger.event disable trigger all",
    "alter table ledger.event no force row level security",
    "drop policy app on ledger.event",
    "create policy open on ledger.event using (true)",
    "alter function ledger.take(text) security invoker",
    "create or replace function access.scope() returns text[] language sql return array['other']",
    "create table ledger.another ()",
    "create table public.another ()",
    "create temporary table another ()",
    "create schema another",
    "create role another",
    "create table public.another () inherits (ledger.head)",
    "alter role factledger_app superuser",
    "grant factledger_owner to current_user",
    "set role factledger_owner",
    "set role factledger_app",
    "set role factledger_auditor",
    "set role factledger_doorkeeper",
    "set session authorization factledger_owner",
    "set session_replication_role = replica",
    "select pg_read_file('postgresql.conf')",
    "copy ledger.event to '/tmp/x'",
    "copy (select 1) to program 'true'",
    "select pg_advisory_lock(1)",
    "select lo_create(0)",
    "truncate migration.applied",
]

SERVICE: list[tuple[LiteralString, str]] = [
    ("select 1 from access.auditor_ledger", DENIED),
    ("select ledger.open('elsewhere')", NOT_IN_SCOPE),
    ("select ledger.append('other', '{}', '{}', '{}', '{}', '{}', '{}', '{}')", NOT_IN_SCOPE),
    ("select ledger.make_live('other', 2)", NOT_IN_SCOPE),
    ("select ledger.make_live('main', 1)", NO_BUILD),
    ("select ledger.make_live('main', 2)", NO_BUILD),
    ("select ledger.clear_build('main', 1, 10)", NO_BUILD),
    ("select ledger.clear_build('main', 2, 10)", NO_BUILD),
    ("select ledger.clear_build('other', 1, 10)", NO_BUILD),
    ("insert into ledger.build values ('other', 9, 0, now(), 0, now())", DENIED),
    ("insert into read.statistic values ('other', 1, 'claims', 1)", DENIED),
    ("insert into access.shown values ('other', 't:x', sha256(''), now())", DENIED),
    ("update read.fact set ledger = 'other'", DENIED),
    ("select access.actor_name('x')", DONE),
    ("select audit.verify('main')", DONE),
    ("select 1 from ledger.take('main')", DONE),
    ("update read.fact set status = 'active'", DONE),
    ("insert into access.shown values ('main', 't:x', sha256(''), now())", DONE),
    ("delete from access.shown", DONE),
]

AUDITOR: list[tuple[LiteralString, str]] = [
    ("select command_key from ledger.head", DENIED),
    ("select * from ledger.head", DENIED),
    ("select 1 from ledger.command", DENIED),
    ("select 1 from access.token", DENIED),
    ("select 1 from access.shown", DENIED),
    ("update read.fact set status = 'active'", DENIED),
    ("delete from read.fact", DENIED),
    ("insert into read.statistic values ('main', 1, 'x', 1)", DENIED),
    ("select ledger.take('main')", DENIED),
    ("select ledger.make_live('main', 2)", DENIED),
    ("select ledger.clear_build('main', 2, 10)", DENIED),
    ("select 1 from ledger.build", DENIED),
    ("select ledger.open('main')", DENIED),
    ("select ledger.list_ledgers('', 9)", DENIED),
    ("select ledger.append('main', '{}', '{}', '{}', '{}', '{}', '{}', '{}')", DENIED),
    ("select access.create_auditor('factledger_audit_x', '', '{main}', null)", DENIED),
    ("select access.drop_auditor(session_user)", DENIED),
    ("select access.scope()", DENIED),
    ("select seq, leaf_hash from ledger.head", DONE),
    ("select * from audit.event", DONE),
    ("select audit.verify('main')", DONE),
]

STRANGER: list[tuple[LiteralString, str]] = [
    ("select 1 from ledger.event", DENIED),
    ("select 1 from read.fact", DENIED),
    ("select 1 from access.token", DENIED),
    ("select 1 from audit.event", DENIED),
    ("select audit.verify('main')", DENIED),
    ("select ledger.take('main')", DENIED),
    ("select access.drop_auditor('factledger_audit_x')", DENIED),
    ("select 1", DONE),
]


def test_no_role_gets_further_than_it_was_meant_to(house: House) -> None:
    """The matrix of roles and escapes; what a role may do stands beside what it may not."""
    matrix = [
        (house.service, SERVICE),
        (house.auditor, AUDITOR),
        (house.stranger, STRANGER),
    ]
    for connection, own in matrix:
        asked: list[tuple[LiteralString, str]] = [(escape, DENIED) for escape in ESCAPES]
        asked += own
        ended = [(statement, state_of(connection, statement)) for statement, _ in asked]
        assert ended == asked, connection.info.user


def test_a_login_that_was_given_nothing_does_not_even_come_in(database: Database) -> None:
    with psycopg.connect(database.admin_url, autocommit=True) as superuser:
        superuser.execute("create role outsider login password 'known'")
        with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
            psycopg.connect(database.url_for("outsider", "known"))
        superuser.execute("drop role outsider")


def events(house: House) -> dict[str, int]:
    """How many events each ledger has."""
    counted = "select ledger, count(*) from ledger.event group by ledger"
    return dict(house.superuser.execute(counted).fetchall())


def test_nothing_that_was_appended_is_changed_even_by_a_superuser(house: House) -> None:
    tables = ["event", "part", "command"]
    names = [*tables, *(f"{table}_{number}" for table in tables for number in range(8))]
    before = events(house)
    assert before.keys() == {"main", "other"}
    for name in names:
        for change in ("update {} set ledger = 'x'", "delete from {}", "truncate {}"):
            table = sql.Identifier("ledger", name)
            with pytest.raises(psycopg.Error) as raised:
                house.superuser.execute(sql.SQL(change).format(table))
            assert raised.value.sqlstate == APPEND_ONLY, (name, change)
    assert events(house) == before


def test_an_auditor_does_not_come_to_another_ledger_by_any_setting(house: House) -> None:
    seen: LiteralString = "select ledger, count(*) from ledger.event group by ledger"
    for setting in (
        "set factledger.ledgers = 'other'",
        "set row_security = on",
        "set session_authorization = default",
        "set search_path = ledger, access",
        "set default_transaction_read_only = on",
    ):
        house.auditor.execute(setting)
        assert house.auditor.execute(seen).fetchall() == [("main", events(house)["main"])]
    house.auditor.execute("set row_security = off")
    assert state_of(house.auditor, seen) == DENIED
    # The service can set its scope; that is why nobody else's ledgers hang on it.
    house.service.execute("set factledger.ledgers = 'other'")
    assert house.service.execute(seen).fetchall() == [("other", events(house)["other"])]


def test_an_auditor_reads_only_unless_told_otherwise(
    services: Services, admin: Caller, database: Database
) -> None:
    write_fifty_events(services, admin.grant, MAIN)
    with psycopg.connect(auditor_of(services, database, MAIN).url) as audit:
        assert audit.execute("show transaction_read_only").fetchone() == ("on",)
        assert audit.execute("show statement_timeout").fetchone() == ("15min",)


SCRAM: LiteralString = (
    "SCRAM-SHA-256$4096:AAAAAAAAAAAAAAAAAAAAAA==$"
    "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA=:"
    "CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCA="
)
LOGIN: LiteralString = "factledger_audit_of_tests"


ORDERS: list[tuple[tuple[str | None, str | None, list[str | None] | None], str]] = [
    (("postgres", SCRAM, ["main"]), NO_AUDITOR),
    (("factledger_audit_", SCRAM, ["main"]), NO_AUDITOR),
    (("factledger_audit_X", SCRAM, ["main"]), NO_AUDITOR),
    (('factledger_audit_"x', SCRAM, ["main"]), NO_AUDITOR),
    (("factledger_audit_" + "x" * 41, SCRAM, ["main"]), NO_AUDITOR),
    (("xfactledger_audit_x", SCRAM, ["main"]), NO_AUDITOR),
    (("factledger_audit_x\n", SCRAM, ["main"]), NO_AUDITOR),
    ((None, SCRAM, ["main"]), NO_AUDITOR),
    ((LOGIN, "secret", ["main"]), NO_AUDITOR),
    ((LOGIN, "", ["main"]), NO_AUDITOR),
    ((LOGIN, None, ["main"]), NO_AUDITOR),
    ((LOGIN, "md5" + "0" * 32, ["main"]), NO_AUDITOR),
    ((LOGIN, SCRAM + "x", ["main"]), NO_AUDITOR),
    ((LOGIN, SCRAM, []), NOT_IN_SCOPE),
    ((LOGIN, SCRAM, None), NOT_IN_SCOPE),
    ((LOGIN, SCRAM, ["main", "nowhere"]), NOT_IN_SCOPE),
    ((LOGIN, SCRAM, ["main", None]), NOT_IN_SCOPE),
    ((LOGIN, SCRAM, ["main", "main"]), DONE),
]


def test_an_auditors_login_is_made_of_nothing_but_what_one_is_made_of(house: House) -> None:
    make: LiteralString = "select access.create_auditor(%s, %s, %s, null)"
    assert [(order, state_of(house.service, make, order)) for order, _ in ORDERS] == ORDERS


def test_a_login_is_made_once_and_only_an_auditors_is_dropped(house: House) -> None:
    make = "select access.create_auditor(%s, %s, '{main}', null)"
    with house.service.transaction(force_rollback=True):
        house.service.execute(make, [LOGIN, SCRAM])
        with pytest.raises(psycopg.Error) as raised, house.service.transaction():
            house.service.execute(make, [LOGIN, SCRAM])
        assert raised.value.sqlstate == NO_AUDITOR
        drop = "select access.drop_auditor(%s)"
        assert house.service.execute(drop, [LOGIN]).fetchone() == (True,)
        assert house.service.execute(drop, [LOGIN]).fetchone() == (False,)
        for login in ("factledger_service", "postgres", None):
            with pytest.raises(psycopg.Error) as raised, house.service.transaction():
                house.service.execute(drop, [login])
            assert raised.value.sqlstate == NO_AUDITOR
