"""What an auditor sees with SQL alone: the log, the facts and the faults of the ledgers granted."""

import subprocess
from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from importlib.resources import as_file, files

import psycopg
import pytest
from psycopg import Connection
from psycopg.rows import TupleRow, dict_row

from adapters.postgres.embedded.binaries import shipped
from adapters.postgres.verifier import Depth, Verifier
from adapters.postgres.views import FactQuestion
from adapters.services import Services
from domain.values import value_columns
from domain.words import VISIBLE, LedgerName, Seq
from tests.adapters.postgres.auditing import Auditor, as_superuser, auditor_of
from tests.conftest import Caller
from tests.database import Database
from tests.ledgers import write_fifty_events

MAIN, OTHER = LedgerName("main"), LedgerName("other")

CHAIN = files("sql") / "checks" / "verify_chain.sql"
VERIFY = files("sql") / "functions" / "audit.verify.sql"


@pytest.fixture
def auditor(services: Services, admin: Caller, database: Database) -> Auditor:
    """An auditor of one of two ledgers of fifty events each."""
    for name in (MAIN, OTHER):
        write_fifty_events(services, admin.grant, name)
    return auditor_of(services, database, MAIN)


@pytest.fixture
def audit(auditor: Auditor) -> Generator[Connection[TupleRow]]:
    with psycopg.connect(auditor.url, autocommit=True) as connection:
        yield connection


def test_the_log_has_every_event_of_the_ledger_that_was_granted_and_of_no_other(
    audit: Connection[TupleRow], database: Database
) -> None:
    count = "select ledger, count(*) from ledger.event group by ledger order by ledger"
    assert audit.execute(count).fetchall() == [("main", 50)]
    with as_superuser(database) as superuser:
        assert superuser.execute(count).fetchall() == [("main", 50), ("other", 50)]
    rows = audit.execute("select ledger, seq from audit.event order by seq").fetchall()
    assert rows == [("main", seq) for seq in range(1, 51)]


def test_an_event_is_shown_with_its_body_its_actor_and_what_was_said(
    audit: Connection[TupleRow], admin: Caller
) -> None:
    with audit.cursor(row_factory=dict_row) as cursor:
        row = cursor.execute(
            "select * from audit.event where ledger = 'main' and seq = 6"
        ).fetchone()
    assert row is not None
    assert (row["type"], row["actor"]) == ("FactAsserted", admin.grant.actor.name)
    assert row["token"] == admin.grant.actor.token
    assert row["doc"]["seq"] == 6
    said, quote = row["parts"]
    assert said["subject"] == "Zoë 4"
    assert quote["quote"] == "she said so"
    assert len(row["doc"]["parts"]) == 2


def test_the_facts_are_those_that_the_service_answers_with(
    audit: Connection[TupleRow], services: Services, admin: Caller
) -> None:
    rows = audit.execute(
        "select fact, subject, predicate, object_kind, object, object_unit, claims, sources"
        " from audit.fact where ledger = 'main' order by fact"
    ).fetchall()
    question = FactQuestion(statuses=VISIBLE)
    page = services.reader.facts(admin.grant, MAIN, question, after=Seq(0), limit=500)
    assert len(rows) > 10
    assert rows == [
        (
            each.fact,
            each.subject,
            each.predicate,
            *value_columns(each.object),
            each.claims,
            list(each.sources),
        )
        for each in page.rows
    ]


def test_the_visible_statuses_are_those_of_the_domain(audit: Connection[TupleRow]) -> None:
    assert audit.execute("select audit.visible_statuses()").fetchone() == ([*VISIBLE],)


def test_a_sound_chain_has_no_faults_and_a_changed_one_has_them_where_it_was_changed(
    audit: Connection[TupleRow], database: Database
) -> None:
    verify = "select seq, what from audit.verify('main')"
    assert audit.execute(verify).fetchall() == []
    with as_superuser(database) as superuser:
        superuser.execute(
            "update ledger.event set body = set_byte(body, 0, 0) where ledger = 'main' and seq = 7"
        )
    assert audit.execute(verify).fetchall() == [(7, "its leaf_hash is not the hash of its body")]


@pytest.mark.parametrize("ledger", ["other", "nowhere", "", None])
def test_a_ledger_that_was_not_granted_is_an_error_and_not_an_empty_answer(
    audit: Connection[TupleRow], ledger: str | None
) -> None:
    with pytest.raises(psycopg.Error) as raised:
        audit.execute("select * from audit.verify(%s)", [ledger])
    assert raised.value.sqlstate == "FL006"
    assert raised.value.diag.message_primary == "there is no such ledger, or it is not granted"


def test_the_function_asks_what_the_check_that_is_shipped_asks() -> None:
    query = "with committed" + CHAIN.read_text().partition("with committed")[2].partition(";")[0]
    asked = VERIFY.read_text().partition("return query")[2].partition(";")[0]
    assert "its prev is not" in asked
    assert asked.split() == query.replace(":'ledger'", "p_ledger").split()


def test_a_body_that_is_no_json_hides_no_other_event(
    audit: Connection[TupleRow], database: Database
) -> None:
    with as_superuser(database) as superuser:
        superuser.execute(
            r"update ledger.event set body = '\xff00' where ledger = 'main' and seq = 7"
        )
    rows = audit.execute("select seq, doc is null, actor is null from audit.event order by seq")
    assert rows.fetchall() == [(seq, seq == 7, seq == 7) for seq in range(1, 51)]


def test_an_auditor_needs_nothing_but_psql_and_one_file(
    auditor: Auditor, services: Services, admin: Caller, database: Database
) -> None:
    def run() -> list[str]:
        with as_file(CHAIN) as path:
            told = ["-X", "-A", "-t", "-v", "ledger=main", "-f", str(path), auditor.url]
            done = subprocess.run(
                [shipped().psql, *told], check=True, capture_output=True, text=True
            )
        assert done.stderr == ""
        return done.stdout.splitlines()

    root = Verifier(services.pool).verify(admin.grant, MAIN, depth=Depth.CHAIN).root.hex()
    assert run() == [f"50|{root}"]
    with as_superuser(database) as superuser:
        superuser.execute("delete from ledger.part where ledger = 'main' and seq = 9 and ord = 0")
    assert run() == [
        "9|its body does not name this ledger and commit to its parts as they are",
        f"50|{root}",
    ]


def test_everything_in_the_schema_says_what_it_is(database: Database) -> None:
    with as_superuser(database) as superuser:
        objects = superuser.execute(
            """
            select c.relname || coalesce('.' || a.attname, ''),
                col_description(c.oid, coalesce(a.attnum, 0)), obj_description(c.oid, 'pg_class')
            from pg_class as c
            join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0
            where c.relnamespace = 'audit'::regnamespace
            union all
            select proname, obj_description(oid, 'pg_proc'), ''
            from pg_proc where pronamespace = 'audit'::regnamespace
            """
        ).fetchall()
    assert {"event.seq", "fact.fact", "verify"} <= {name for name, _, _ in objects}
    assert [name for name, own, whole in objects if own is None or whole is None] == []


def test_the_login_of_a_revoked_token_is_out_at_once_and_never_comes_back(
    auditor: Auditor, audit: Connection[TupleRow], services: Services, admin: Caller
) -> None:
    assert audit.execute("select count(*) from audit.event").fetchone() == (50,)
    services.tokens.revoke(admin.grant, auditor.token)
    with pytest.raises(psycopg.OperationalError):
        audit.execute("select count(*) from audit.event")
    with pytest.raises(psycopg.OperationalError, match="authentication failed"):
        psycopg.connect(auditor.url)
    services.tokens.revoke(admin.grant, auditor.token)


def test_the_login_of_a_token_ends_when_the_token_does(
    auditor: Auditor, services: Services, database: Database
) -> None:
    now = datetime.now(UTC)
    over = auditor_of(services, database, MAIN, expires_at=now - timedelta(seconds=1))
    lasting = auditor_of(services, database, MAIN, expires_at=now + timedelta(days=1))
    for sound in (auditor, lasting):
        psycopg.connect(sound.url).close()
    with pytest.raises(psycopg.OperationalError, match="authentication failed"):
        psycopg.connect(over.url)
