"""A Postgres of one's own: migrated by an administrator, served as a login without powers."""

import secrets
from collections.abc import Generator
from typing import cast
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from adapters.postgres.embedded import Cluster
from adapters.postgres.migrate import shipped
from tests.console import factledger, served
from tests.postgres import cluster_for_tests

LOGIN = "factledger_service"


@pytest.fixture(scope="module")
def cluster() -> Generator[Cluster]:
    """A server of this module's own: the service's login is one for all of a server's databases."""
    with cluster_for_tests() as own:
        yield own


@pytest.fixture
def admin_url(cluster: Cluster) -> Generator[str]:
    name = f"own {secrets.token_hex(4)}"
    with psycopg.connect(cluster.admin_url(), autocommit=True) as admin:
        admin.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
        yield cluster.admin_url(database=name)
        admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))
        admin.execute(sql.SQL("drop role if exists {}").format(sql.Identifier(LOGIN)))


def test_a_migrated_database_is_served_with_the_url_and_the_token_it_printed(
    admin_url: str,
) -> None:
    done = factledger("migrate", "--database", admin_url)
    assert done.code == 0
    lines = done.out.splitlines()
    assert f"applied {shipped()[0].name}" in lines
    environment = dict(line.split("=", 1) for line in lines if line.startswith("FACTLEDGER_"))
    assert environment.keys() == {"FACTLEDGER_DATABASE", "FACTLEDGER_TOKEN"}

    opened = factledger("ledger", "open", "acme", environment=environment)
    assert opened.code == 0, opened.err
    with (
        served(environment={"FACTLEDGER_DATABASE": environment["FACTLEDGER_DATABASE"]}) as service,
        service.client(environment["FACTLEDGER_TOKEN"]) as client,
    ):
        fact = {"subject": "Alice", "predicate": "lives_in", "object": "Dublin"}
        assert client.post("/v1/ledgers/acme/facts", json=fact).status_code == 201
        listed = factledger("fact", "list", "--ledger", "acme", environment=environment)
        assert "Dublin" in listed.out
    checks = factledger("doctor", "--json", environment=environment).document["checks"]
    standing = {each["check"]: each["standing"] for each in cast("list[dict[str, str]]", checks)}
    assert standing["schema"] == standing["public"] == standing["heads"] == "ok"
    assert standing["locks"] == "note"
    # The servers of tests may forget, and the doctor sees it.
    assert [name for name, how in standing.items() if how == "problem"] == ["durability"]
    assert factledger("psql", "--", "-Atc", "select 42", environment=environment).out == "42\n"


def test_a_second_migration_changes_nothing(admin_url: str) -> None:
    first = factledger("migrate", "--database", admin_url, "--json").document
    second = factledger("migrate", "--database", admin_url, "--json")
    assert (second.code, second.document["applied"]) == (0, [])
    assert (second.document["token"], second.document["password_set"]) == (None, False)
    told = urlsplit(str(second.document["database"]))
    assert (told.username, told.password) == (LOGIN, None)
    environment = {
        "FACTLEDGER_DATABASE": str(first["database"]),
        "FACTLEDGER_TOKEN": str(first["token"]),
    }
    assert factledger("token", "list", environment=environment).out.count("\n") == 1
    assert "--new-password" in factledger("migrate", "--database", admin_url).err


def test_a_new_password_takes_the_place_of_the_old_one(admin_url: str) -> None:
    first = factledger("migrate", "--database", admin_url, "--json").document
    second = factledger("migrate", "--database", admin_url, "--new-password", "--json").document
    assert second["token"] is None
    token = {"FACTLEDGER_TOKEN": str(first["token"])}
    urls = [str(each["database"]) for each in (first, second)]
    codes = [factledger("token", "list", "--database", url, environment=token).code for url in urls]
    assert codes == [3, 0]


def test_the_service_login_has_no_powers_and_its_settings(admin_url: str) -> None:
    url = str(factledger("migrate", "--database", admin_url, "--json").document["database"])
    with psycopg.connect(url) as service:
        row = service.execute(
            "select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication "
            "from pg_roles where rolname = current_user"
        ).fetchone()
        assert row == (False,) * 5
        assert service.execute("show statement_timeout").fetchone() == ("30s",)
        assert service.execute("show synchronous_commit").fetchone() == ("on",)
        groups = service.execute(
            "select roleid::regrole::text from pg_auth_members where member = %s::regrole", [LOGIN]
        ).fetchall()
        assert groups == [("factledger_app",)]
    with psycopg.connect(admin_url) as admin:
        row = admin.execute(
            "select rolpassword from pg_authid where rolname = %s", [LOGIN]
        ).fetchone()
    assert str(cast("tuple[str]", row)[0]).startswith("SCRAM-SHA-256$")


def test_serving_never_migrates_and_names_what_does(admin_url: str) -> None:
    url = str(factledger("migrate", "--database", admin_url, "--json").document["database"])
    for change, detail in [
        ("insert into migration.applied values (9999, '9999_later.sql', '')", "use a newer one"),
        ("delete from migration.applied where number = 9999 or number = 1", "factledger migrate"),
        ("drop schema migration cascade", "factledger migrate"),
    ]:
        with psycopg.connect(admin_url, autocommit=True) as admin:
            admin.execute(change.encode())
        done = factledger("serve", "--port", "0", "--database", url)
        assert (done.code, done.out) == (3, "")
        assert detail in done.err
        assert len(done.err.splitlines()) == 1


def test_a_service_with_powers_is_refused(admin_url: str) -> None:
    factledger("migrate", "--database", admin_url)
    done = factledger("serve", "--port", "0", "--database", admin_url)
    assert (done.code, done.out) == (3, "")
    assert "must not be a superuser" in done.err


def test_who_may_not_migrate_is_told_so(admin_url: str) -> None:
    url = str(factledger("migrate", "--database", admin_url, "--json").document["database"])
    done = factledger("migrate", "--database", url)
    assert done.code == 3
    assert "superuser" in done.err
    assert len(done.err.splitlines()) == 1


def test_who_owns_a_database_but_not_the_roles_is_told_so(admin_url: str) -> None:
    assert factledger("migrate", "--database", admin_url).code == 0
    other, password = f"other {secrets.token_hex(4)}", secrets.token_hex(8)
    with psycopg.connect(admin_url, autocommit=True) as admin:
        admin.execute(
            sql.SQL("create role {} login createrole password {}").format(
                sql.Identifier(other), sql.Literal(password)
            )
        )
        admin.execute(sql.SQL("create database {0} owner {0}").format(sql.Identifier(other)))
        place = make_conninfo(admin_url, user=other, password=password, dbname=other)
        done = factledger("migrate", "--database", place)
        admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(other)))
        admin.execute(sql.SQL("drop role {}").format(sql.Identifier(other)))
    assert done.code == 3
    assert "use a superuser" in done.err
    assert len(done.err.splitlines()) == 1
