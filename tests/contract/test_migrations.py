"""A database is brought to this program's schema once, by one program at a time, on any server."""

import secrets
import threading
from collections.abc import Generator

import psycopg
import pytest
from psycopg import sql

from adapters.errors import SchemaMismatch, Unavailable
from adapters.postgres.embedded import Cluster
from adapters.postgres.migrate import migrate, require_schema, shipped
from projections.registry import PROJECTIONS
from tests.database import Database

REPLACED = "functions, views and privileges"
EVERYTHING = (*(each.name for each in shipped()), REPLACED)
AT_ONCE = 4


@pytest.fixture(params=["18", "16"])
def blank(
    request: pytest.FixtureRequest, cluster: Cluster, cluster_16: Cluster
) -> Generator[Database]:
    """A database with nothing in it."""
    server = cluster if request.param == "18" else cluster_16
    name = f"blank_{secrets.token_hex(6)}"
    identifier = sql.Identifier(name)
    with psycopg.connect(server.admin_url(), autocommit=True) as admin:
        admin.execute(sql.SQL("create database {}").format(identifier))
        yield Database(cluster=server, name=name, service_password="")
        admin.execute(sql.SQL("drop database {} with (force)").format(identifier))


@pytest.fixture
def admin(blank: Database) -> Generator[psycopg.Connection]:
    with psycopg.connect(blank.admin_url, autocommit=True) as connection:
        yield connection


@pytest.fixture
def migrated(admin: psycopg.Connection) -> psycopg.Connection:
    migrate(admin, embedded=False)
    return admin


def test_a_blank_database_gets_everything_and_is_then_left_as_it_is(
    admin: psycopg.Connection,
) -> None:
    told: list[str] = []
    assert migrate(admin, embedded=False, progress=told.append) == EVERYTHING
    assert told == [f"applying {each.name}" for each in shipped()]
    require_schema(admin)
    before = catalogue(admin)
    assert migrate(admin, embedded=False, progress=told.append) == ()
    assert catalogue(admin) == before
    assert len(told) == len(shipped())


def test_a_blank_database_is_told_from_a_migrated_one(admin: psycopg.Connection) -> None:
    with pytest.raises(SchemaMismatch, match="has no factledger in it: run `factledger migrate`"):
        require_schema(admin)
    migrate(admin, embedded=False)
    require_schema(admin)


def test_a_schema_that_is_newer_than_the_program_is_refused(migrated: psycopg.Connection) -> None:
    require_schema(migrated)
    migrated.execute(
        "insert into migration.applied (number, name, checksum) values (9999, '9999_later.sql', '')"
    )
    for refused in (lambda: migrate(migrated, embedded=False), lambda: require_schema(migrated)):
        with pytest.raises(SchemaMismatch, match=r"9999_later\.sql.*use a newer one"):
            refused()


def test_a_migration_of_other_content_under_the_same_number_is_refused(
    migrated: psycopg.Connection,
) -> None:
    require_schema(migrated)
    migrated.execute("update migration.applied set checksum = sha256('edited') where number = 3")
    for refused in (lambda: migrate(migrated, embedded=False), lambda: require_schema(migrated)):
        with pytest.raises(SchemaMismatch, match=r"another 0003_ledger\.sql"):
            refused()


def test_a_schema_that_lacks_the_last_migration_is_refused_by_the_service(
    migrated: psycopg.Connection,
) -> None:
    require_schema(migrated)
    last = shipped()[-1]
    migrated.execute("delete from migration.applied where number = %s", [last.number])
    with pytest.raises(SchemaMismatch, match=f"lacks {last.name}: run `factledger migrate"):
        require_schema(migrated)


def test_what_is_replaced_is_replaced_whenever_it_is_not_what_the_program_ships(
    migrated: psycopg.Connection,
) -> None:
    before = catalogue(migrated)
    migrated.execute("drop function audit.verify(text)")
    migrated.execute("update migration.replaced set digest = sha256('of an older program')")
    assert catalogue(migrated) != before
    assert migrate(migrated, embedded=False) == (REPLACED,)
    assert catalogue(migrated) == before


def test_read_tables_that_would_have_to_be_made_anew_are_refused(
    migrated: psycopg.Connection,
) -> None:
    before = catalogue(migrated)
    migrated.execute("delete from migration.applied where number >= 6")
    migrated.execute(
        "insert into ledger.event values ('main', 1, sha256(''), sha256('1'), now(), 'Foreign', '')"
    )
    with pytest.raises(SchemaMismatch, match=r"0006_.* can't be applied: .* a new database"):
        migrate(migrated, embedded=False)
    assert catalogue(migrated) == before


def test_tables_from_before_builds_were_told_apart_count_as_made_by_the_first_versions(
    migrated: psycopg.Connection,
) -> None:
    migrated.execute("drop table ledger.build")
    migrated.execute("alter table read.ledger drop column projections")
    migrated.execute("delete from migration.applied where number >= 9")
    migrated.execute("insert into read.ledger values ('main', 1, 1, 'UTC', 'folded', 1, 24)")
    assert migrate(migrated, embedded=False)[0] == "0009_builds.sql"
    ((made,),) = migrated.execute("select projections from read.ledger")
    assert made == {each.table: 1 for each in PROJECTIONS}


def test_programs_that_migrate_at_once_do_it_once(blank: Database) -> None:
    done: list[tuple[str, ...]] = []
    ready = threading.Barrier(AT_ONCE)

    def run() -> None:
        with psycopg.connect(blank.admin_url, autocommit=True) as connection:
            ready.wait()
            done.append(migrate(connection, embedded=False))

    threads = [threading.Thread(target=run) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [*[()] * (AT_ONCE - 1), EVERYTHING]


def test_a_migration_that_fails_leaves_nothing_of_itself(admin: psycopg.Connection) -> None:
    # Somebody else's schema of a name that the second migration takes.
    admin.execute("create schema audit")
    with pytest.raises(psycopg.errors.DuplicateSchema):
        migrate(admin, embedded=False)
    assert admin.execute("select count(*) from migration.applied").fetchone() == (0,)
    assert "ledger.head" not in names(admin)
    admin.execute("drop schema audit")
    assert migrate(admin, embedded=False) == EVERYTHING
    assert "ledger.head" in names(admin)


def test_a_role_without_the_right_to_is_told_so(blank: Database, admin: psycopg.Connection) -> None:
    role = sql.Identifier(blank.name)
    admin.execute(sql.SQL("create role {} login password 'secret'").format(role))
    with (
        psycopg.connect(blank.url_for(blank.name, "secret"), autocommit=True) as connection,
        pytest.raises(Unavailable, match="this role may not migrate"),
    ):
        migrate(connection, embedded=False)
    admin.execute(sql.SQL("drop role {}").format(role))


def names(admin: psycopg.Connection) -> set[object]:
    """The names of what stands in the schemas of ours."""
    return {each[1] for each in catalogue(admin)}


def catalogue(admin: psycopg.Connection) -> set[tuple[object, ...]]:
    """What stands in the schemas of ours: names, definitions of functions and policies, rights."""
    return set(
        admin.execute(
            """
            with ours as (
                select oid, nspname, nspacl from pg_namespace
                where nspname in ('ledger', 'read', 'access', 'audit', 'migration')
            )
            select 'schema', nspname, '', nspacl::text from ours
            union all
            select c.relkind::text, nspname || '.' || relname, '', relacl::text
            from pg_class as c join ours on ours.oid = relnamespace
            union all
            select 'function', p.oid::regprocedure::text, pg_get_functiondef(p.oid), proacl::text
            from pg_proc as p join ours on ours.oid = pronamespace
            union all
            select 'policy', polname || ' on ' || polrelid::regclass::text,
                pg_get_expr(polqual, polrelid), polroles::text
            from pg_policy
            """
        ).fetchall()
    )


def test_functions_of_another_release_are_refused_until_they_are_replaced(
    migrated: psycopg.Connection,
) -> None:
    require_schema(migrated)
    migrated.execute("update migration.replaced set digest = sha256('another release')")
    with pytest.raises(SchemaMismatch, match="of another release: run `factledger migrate"):
        require_schema(migrated)
    assert migrate(migrated, embedded=False) == ("functions, views and privileges",)
    require_schema(migrated)
