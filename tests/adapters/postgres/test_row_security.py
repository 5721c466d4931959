"""Row-level security, table by table: what it keeps apart, and that this hangs on every policy."""

from collections.abc import Generator
from importlib.resources import files
from typing import NamedTuple

import psycopg
import pytest
from psycopg import Connection, sql
from psycopg.rows import TupleRow, class_row

from adapters.services import Services
from tests.adapters.postgres.house import House, open_house
from tests.conftest import Caller
from tests.database import Database

ROW_SECURITY = (files("sql") / "privileges" / "1_row_security.sql").read_bytes()

BOTH, ONE = {"main", "other"}, {"main"}


class Policy(NamedTuple):
    """A policy as it stands in the catalogue."""

    name: str
    schema: str
    relation: str
    role: str

    @property
    def table(self) -> sql.Identifier:
        """The table that the policy is on."""
        return sql.Identifier(self.schema, self.relation)

    @property
    def ledgers(self) -> set[str]:
        """The ledgers whose rows the role is to see there."""
        return BOTH if self.role in {"factledger_owner", "factledger_doorkeeper"} else ONE

    def changed(self, change: sql.SQL) -> sql.Composed:
        """A statement that changes the policy."""
        return change.format(name=sql.Identifier(self.name), table=self.table)


@pytest.fixture
def house(services: Services, admin: Caller, database: Database) -> Generator[House]:
    """A house whose first lock, the privileges, is open wherever there is a policy behind it."""
    with open_house(services, admin.grant, database) as house:
        for policy in policies(house):
            role = sql.Identifier(policy.role)
            granted = sql.SQL("grant select, insert on {} to {}").format(policy.table, role)
            house.superuser.execute(granted)
        yield house


def policies(house: House) -> list[Policy]:
    """Every policy; those that others look things up under come last."""
    with house.superuser.cursor(row_factory=class_row(Policy)) as cursor:
        return cursor.execute(
            """
            select policyname as name, schemaname as schema, tablename as relation, roles[1] as role
            from pg_policies
            where schemaname in ('ledger', 'read', 'access')
            order by schemaname = 'access', schemaname, tablename, policyname
            """
        ).fetchall()


def connection_of(house: House, policy: Policy) -> Connection[TupleRow]:
    match policy.role:
        case "factledger_app":
            return house.service
        case "factledger_auditor":
            return house.auditor
        case _:
            return house.superuser


def seen(house: House, policy: Policy) -> set[str]:
    """The ledgers whose rows the policy's role sees in its table."""
    connection = connection_of(house, policy)
    with connection.transaction():
        if connection is house.superuser:
            role = sql.Identifier(policy.role)
            connection.execute(sql.SQL("set local role {}").format(role))
        asked = sql.SQL("select distinct ledger from {}").format(policy.table)
        return {ledger for (ledger,) in connection.execute(asked).fetchall()}


def writes_elsewhere(house: House, policy: Policy) -> bool:
    """Whether the policy lets its role write a row of a ledger that is not in scope."""
    moved = sql.SQL(
        """
        insert into {table}
        select moved.*
        from {table} as own, jsonb_populate_record(own, '{{"ledger": "elsewhere"}}') as moved
        limit 1
        """
    ).format(table=policy.table)
    try:
        with house.service.transaction(force_rollback=True):
            return house.service.execute(moved).rowcount == 1
    except psycopg.errors.InsufficientPrivilege:
        return False


def test_every_role_sees_its_ledgers_and_no_other_in_every_table(house: House) -> None:
    found = policies(house)
    assert {policy.role.removeprefix("factledger_") for policy in found} == {
        *("owner", "app", "auditor", "doorkeeper")
    }
    assert {policy: seen(house, policy) for policy in found} == {
        policy: policy.ledgers for policy in found
    }


def test_a_policy_that_is_dropped_is_missed(house: House) -> None:
    found = policies(house)
    for policy in found:
        house.superuser.execute(policy.changed(sql.SQL("drop policy {name} on {table}")))
        assert seen(house, policy) == set(), policy
    house.superuser.execute(ROW_SECURITY)
    assert policies(house) == found
    assert [policy for policy in found if seen(house, policy) != policy.ledgers] == []


def test_a_policy_that_lets_everything_through_is_seen_through(house: House) -> None:
    narrow = [policy for policy in policies(house) if policy.ledgers == ONE]
    for policy in narrow:
        opened = sql.SQL("alter policy {name} on {table} using (true)")
        house.superuser.execute(policy.changed(opened))
        assert seen(house, policy) == BOTH, policy
    house.superuser.execute(ROW_SECURITY)
    assert [policy for policy in narrow if seen(house, policy) != ONE] == []


def test_the_service_writes_no_row_of_a_ledger_that_is_not_in_scope(house: House) -> None:
    written = [policy for policy in policies(house) if policy.role == "factledger_app"]
    assert [policy for policy in written if writes_elsewhere(house, policy)] == []
    for policy in written:
        opened = sql.SQL("alter policy {name} on {table} with check (true)")
        house.superuser.execute(policy.changed(opened))
        assert writes_elsewhere(house, policy), policy
