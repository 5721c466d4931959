"""The verifier on a real ledger: what is sound, what is found in each table, what it leaves out."""

import time
from typing import LiteralString

import pytest
from psycopg import sql

from adapters.errors import NotFound
from adapters.postgres.logins import SERVICE_LOGIN
from adapters.postgres.verifier import (
    FINDINGS_MAX,
    NO_ANCHOR,
    NO_FOLD,
    NO_MORE,
    NO_TABLES,
    Depth,
    Verification,
    Verifier,
    verified,
)
from adapters.services import Services, serving
from domain.chain import Receipt
from domain.grants import Role
from domain.verification import Flaw
from domain.words import ActorKind, LedgerName, Seq
from projections.replay import TABLES
from tests.adapters.postgres.arguing import argue
from tests.adapters.postgres.auditing import as_superuser
from tests.adapters.postgres.writing import request, written
from tests.conftest import Caller, call_as
from tests.database import Database
from tests.ledgers import write_fifty_events

MAIN, OTHER = LedgerName("main"), LedgerName("other")


@pytest.fixture
def ledger(services: Services, admin: Caller) -> LedgerName:
    """A ledger of fifty events, and another one beside it that nobody asks about."""
    for name in (MAIN, OTHER):
        write_fifty_events(services, admin.grant, name)
    return MAIN


def verify(services: Services, caller: Caller, depth: Depth = Depth.TABLES) -> Verification:
    return Verifier(services.pool).verify(caller.grant, MAIN, depth=depth)


def flaws(verification: Verification) -> list[tuple[int | None, Flaw]]:
    return [(each.seq, each.flaw) for each in verification.findings]


def test_a_ledger_is_sound_in_its_chain_and_in_every_table(
    services: Services, admin: Caller, ledger: LedgerName
) -> None:
    head = services.reader.ledger(admin.grant, ledger)
    deep, shallow = verify(services, admin), verify(services, admin, Depth.CHAIN)
    for verification in (deep, shallow):
        assert verification.findings == ()
        assert (verification.size, verification.leaf_hash) == (50, head.leaf_hash)
    assert deep.root == shallow.root
    assert deep.unchecked == (NO_ANCHOR,)
    assert shallow.unchecked == (NO_ANCHOR, NO_TABLES)


CHANGES: list[tuple[LiteralString, Flaw, LiteralString]] = [
    (
        "update ledger.command set last_seq = 3 where ledger = 'main' and last_seq = 2",
        Flaw.ROW_CHANGED,
        "differs in last_seq",
    ),
    (
        "delete from ledger.command where ledger = 'main' and first_seq = 2",
        Flaw.ROW_MISSING,
        "ledger.command",
    ),
    (
        "update read.ledger set time_zone = 'UTC' where ledger = 'main'",
        Flaw.ROW_CHANGED,
        "the row of read.ledger differs in time_zone",
    ),
    ("delete from read.ledger where ledger = 'main'", Flaw.ROW_MISSING, "read.ledger"),
    (
        "update read.predicate set half_life_days = 1 where ledger = 'main'",
        Flaw.ROW_CHANGED,
        "differs in half_life_days",
    ),
    (
        "update read.suggestion set token = 'x' where ledger = 'main'",
        Flaw.ROW_CHANGED,
        "read.suggestion",
    ),
    (
        "update read.fact set status = 'invalidated' where ledger = 'main' and fact = 2",
        Flaw.ROW_CHANGED,
        "the row of read.fact with fact 2 differs in status",
    ),
    (
        "update read.fact set observed_at = 'infinity' where ledger = 'main' and fact = 2",
        Flaw.ROW_CHANGED,
        "differs in observed_at",
    ),
    (
        "update read.fact set sources = '{x}' where ledger = 'main' and fact = 2",
        Flaw.ROW_CHANGED,
        "differs in sources",
    ),
    (
        "update read.fact set valid = valid - 'to' where ledger = 'main' and fact = 2",
        Flaw.ROW_CHANGED,
        "differs in valid",
    ),
    ("delete from read.fact where ledger = 'main' and fact = 2", Flaw.ROW_MISSING, "fact 2"),
    (
        """
        insert into read.fact
        select another.*
        from read.fact as f, jsonb_populate_record(f, '{"fact": 99}') as another
        where f.ledger = 'main' and f.fact = 2
        """,
        Flaw.ROW_SPARE,
        "the row of read.fact with fact 99 follows from no event",
    ),
    (
        """
        update read.history set holds_to[1] = 'infinity'
        where ledger = 'main' and from_seq = (select min(from_seq) from read.history)
        """,
        Flaw.ROW_CHANGED,
        "differs in holds_to",
    ),
    (
        "update read.claim set source_key = '' where ledger = 'main' and seq = 2",
        Flaw.ROW_CHANGED,
        "read.claim",
    ),
    (
        "delete from read.claim where ledger = 'main' and seq = 2",
        Flaw.ROW_MISSING,
        "read.claim",
    ),
    (
        """
        update read.axis set known = known || '{"confirmed": [1]}'
        where ledger = 'main' and changed = (select max(changed) from read.axis)
        """,
        Flaw.ROW_CHANGED,
        "differs in known",
    ),
    (
        "update read.tombstone set tries = 0, tried_by = '{}' where ledger = 'main'",
        Flaw.ROW_CHANGED,
        "differs in tries, tried_by",
    ),
    ("delete from read.refusal where ledger = 'main'", Flaw.ROW_MISSING, "read.refusal"),
    ("delete from read.conflict where ledger = 'main'", Flaw.ROW_MISSING, "read.conflict"),
    (
        "delete from read.review where ledger = 'main' and kind = 'contested'",
        Flaw.ROW_MISSING,
        "read.review",
    ),
    (
        "update read.voice set failures = 9 where ledger = 'main'",
        Flaw.ROW_CHANGED,
        "differs in failures",
    ),
    (
        "delete from read.decision where ledger = 'main' and type = 'OutcomeReported'",
        Flaw.ROW_MISSING,
        "read.decision",
    ),
    (
        """
        delete from read.derivation
        where ledger = 'main' and claim = (select max(claim) from read.derivation)
        """,
        Flaw.ROW_MISSING,
        "read.derivation",
    ),
    (
        "update read.statistic set value = 1 where ledger = 'main' and name = 'claims'",
        Flaw.ROW_CHANGED,
        "the row of read.statistic with name 'claims' differs in value",
    ),
    (
        "insert into read.statistic values ('main', 1, '', 1)",
        Flaw.ROW_SPARE,
        "name ''",
    ),
    (
        "update read.foreign_event set type = 'x' where ledger = 'main' and seq = 50",
        Flaw.ROW_CHANGED,
        "read.foreign_event",
    ),
    (
        "insert into read.foreign_tag values ('main', 1, sha256('x'), 50)",
        Flaw.ROW_SPARE,
        "read.foreign_tag",
    ),
]


def test_a_row_that_does_not_follow_from_the_events_is_found_in_every_table(
    services: Services, admin: Caller, database: Database, ledger: LedgerName
) -> None:
    argue(services, admin.grant, ledger)
    changed = " ".join(change for change, _, _ in CHANGES)
    assert [table.name for table in TABLES if table.name not in changed] == []
    with as_superuser(database) as superuser:
        for change, flaw, detail in CHANGES:
            with superuser.transaction(force_rollback=True):
                assert superuser.execute(change).rowcount == 1, change
                verification = verified(superuser, ledger, depth=Depth.TABLES)
                (finding,) = verification.findings
                assert finding.flaw is flaw, change
                assert detail in finding.detail
                assert flaws(verified(superuser, ledger, depth=Depth.CHAIN)) == []


def test_another_build_of_the_tables_is_not_compared(
    database: Database, ledger: LedgerName
) -> None:
    with as_superuser(database) as superuser, superuser.transaction(force_rollback=True):
        superuser.execute("insert into read.statistic values ('main', 2, 'claims', 1)")
        assert flaws(verified(superuser, ledger, depth=Depth.TABLES)) == []
        superuser.execute("update ledger.head set build = 2 where ledger = 'main'")
        assert len(flaws(verified(superuser, ledger, depth=Depth.TABLES))) > 1


def test_what_is_written_meanwhile_is_left_for_the_next_time(
    services: Services, admin: Caller, ledger: LedgerName
) -> None:
    told: list[tuple[str, int, int]] = []

    def write_one_more(what: str, done: int, of: int) -> None:
        told.append((what, done, of))
        written(services, admin.grant, ledger, request())

    verification = Verifier(services.pool).verify(
        admin.grant, ledger, depth=Depth.TABLES, progress=write_one_more
    )
    assert (verification.size, verification.findings) == (50, ())
    assert told[0] == ("events", 0, 50)
    assert "rows of read.fact" in {what for what, _, _ in told}
    later = verify(services, admin)
    assert (later.size, later.findings) == (50 + len(told), ())


def test_a_verification_takes_longer_than_a_write_may(
    database: Database, admin: Caller, ledger: LedgerName
) -> None:
    with as_superuser(database) as superuser:
        for setting in ("idle_in_transaction_session_timeout", "statement_timeout"):
            superuser.execute(
                sql.SQL("alter role {} in database {} set {} = '200ms'").format(
                    sql.Identifier(SERVICE_LOGIN),
                    sql.Identifier(database.name),
                    sql.Identifier(setting),
                )
            )
    waited: list[str] = []

    def wait(what: str, _done: int, _of: int) -> None:
        if not waited:
            time.sleep(0.5)
        waited.append(what)

    with serving(database.app_url) as hurried:
        found = Verifier(hurried.pool).verify(
            admin.grant, ledger, depth=Depth.TABLES, progress=wait
        )
    assert waited
    assert (found.size, found.findings) == (50, ())


def test_where_an_event_cannot_be_read_the_tables_are_not_said_to_be_compared(
    services: Services, admin: Caller, database: Database, ledger: LedgerName
) -> None:
    assert ledger == MAIN
    with as_superuser(database) as superuser:
        superuser.execute("update ledger.event set body = '{}' where ledger = 'main' and seq = 9")
    verification = verify(services, admin)
    assert (9, Flaw.UNREADABLE) in flaws(verification)
    assert verification.size == 50
    assert verification.unchecked == (NO_ANCHOR, NO_FOLD)


def test_where_the_head_is_gone_there_is_a_finding_and_no_build_to_compare(
    services: Services, admin: Caller, database: Database, ledger: LedgerName
) -> None:
    assert ledger == MAIN
    with as_superuser(database) as superuser:
        superuser.execute("delete from ledger.head where ledger = 'main'")
    verification = verify(services, admin)
    assert flaws(verification) == [(50, Flaw.HEAD)]
    assert verification.unchecked == (NO_ANCHOR, NO_FOLD)


def test_of_very_many_findings_the_first_are_listed_and_it_is_said_that_there_are_more(
    services: Services, admin: Caller, database: Database, ledger: LedgerName
) -> None:
    assert ledger == MAIN
    with as_superuser(database) as superuser:
        superuser.execute(
            "insert into read.decision"
            " select 'main', 1, 2, seq, 'Refused' from generate_series(51, 2051) as seq"
        )
    verification = verify(services, admin)
    assert len(verification.findings) == FINDINGS_MAX
    assert verification.unchecked == (NO_ANCHOR, NO_MORE)


def test_a_receipt_is_met_by_its_event_and_by_no_other(
    services: Services, admin: Caller, ledger: LedgerName
) -> None:
    (outcome,) = written(services, admin.grant, ledger, request())
    receipt = outcome.receipt
    verifier = Verifier(services.pool)
    for seq, leaf_hash, expected in [
        (receipt.seq, receipt.leaf_hash, []),
        (receipt.seq - 1, receipt.leaf_hash, [(receipt.seq - 1, Flaw.RECEIPT)]),
        (receipt.seq + 1, receipt.leaf_hash, [(receipt.seq + 1, Flaw.RECEIPT)]),
        (receipt.seq, b"", [(receipt.seq, Flaw.RECEIPT)]),
    ]:
        asked = Receipt(ledger=ledger, seq=Seq(seq), leaf_hash=leaf_hash)
        verification = verifier.verify(admin.grant, ledger, depth=Depth.CHAIN, receipt=asked)
        assert flaws(verification) == expected


def test_a_ledger_that_is_unknown_or_not_granted_is_not_found(
    services: Services, admin: Caller, ledger: LedgerName
) -> None:
    reader = call_as(services, role=Role.READER, kind=ActorKind.AGENT, ledgers=frozenset({ledger}))
    verifier = Verifier(services.pool)
    assert verifier.verify(reader.grant, ledger, depth=Depth.CHAIN).size == 50
    for caller, name in ((reader, OTHER), (admin, LedgerName("nowhere"))):
        with pytest.raises(NotFound, match="there is no such ledger"):
            verifier.verify(caller.grant, name, depth=Depth.CHAIN)
