"""The doctor: well where all is well, and each ill named with its mend."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import cast

import psycopg
import pytest

from adapters.postgres.administration import DATABASE
from adapters.postgres.embedded import running
from tests.adapters.cli.conftest import Home
from tests.console import Done

CHECKS = {
    *("program", "disk", "secrets", "database", "server", "durability", "clock", "schema"),
    *("settings", "row security", "public", "locks", "token", "heads", "tables"),
}


def _by_check(done: Done) -> dict[str, dict[str, str | None]]:
    checks = cast("list[dict[str, str | None]]", done.document["checks"])
    return {str(each["check"]): each for each in checks}


@contextmanager
def _changed(home: Home, change: str, back: str) -> Generator[None]:
    with (
        running(home.data_dir) as cluster,
        psycopg.connect(cluster.admin_url(database=DATABASE), autocommit=True) as admin,
    ):
        admin.execute(change.encode())
        try:
            yield
        finally:
            admin.execute(back.encode())


def test_a_new_folder_is_well(home: Home) -> None:
    done = home.run("doctor", "--json")
    found = _by_check(done)
    assert {name for name, each in found.items() if each["standing"] != "ok"} == set()
    assert set(found) == CHECKS
    assert done.code == 0
    assert home.run("doctor").out.count("\n") == len(CHECKS)


@pytest.mark.parametrize(
    ("change", "back", "check"),
    [
        (
            "alter role factledger_service in database factledger set synchronous_commit = off",
            "alter role factledger_service in database factledger set synchronous_commit = 'on'",
            "settings",
        ),
        (
            "alter table read.fact no force row level security",
            "alter table read.fact force row level security",
            "row security",
        ),
        (
            "alter policy app on read.fact to public",
            "alter policy app on read.fact to factledger_app",
            "row security",
        ),
        (
            "grant select on read.fact to public",
            "revoke select on read.fact from public",
            "public",
        ),
        (
            "grant temporary on database factledger to public",
            "revoke temporary on database factledger from public",
            "public",
        ),
        (
            "grant execute on function ledger.take(text) to public",
            "revoke execute on function ledger.take(text) from public",
            "public",
        ),
        (
            r"update migration.applied set checksum = checksum || '\x00'::bytea where number = 1",
            "update migration.applied set checksum = substr(checksum, 1, 32) where number = 1",
            "schema",
        ),
        (
            "update ledger.head set recorded_at = recorded_at + interval '1 day'",
            "update ledger.head set recorded_at = recorded_at - interval '1 day'",
            "heads",
        ),
        (
            """update read.ledger set projections = jsonb_set(projections, '{fact}', '0')""",
            """update read.ledger set projections = jsonb_set(projections, '{fact}', '1')""",
            "tables",
        ),
    ],
)
def test_what_is_ill_is_named_with_its_mend(home: Home, change: str, back: str, check: str) -> None:
    with _changed(home, change, back):
        done = home.run("doctor", "--json")
    ill = {name: each for name, each in _by_check(done).items() if each["standing"] == "problem"}
    assert set(ill) == {check}
    assert ill[check]["mend"]
    assert done.code == 1


def test_secrets_that_others_may_read_are_named(home: Home) -> None:
    path = home.data_dir / "agent.token"
    path.chmod(0o644)
    try:
        done = home.run("doctor")
    finally:
        path.chmod(0o600)
    assert done.code == 1
    assert f"chmod go= {path}" in done.out


def test_a_token_that_is_none_is_named(home: Home) -> None:
    done = home.run("doctor", "--json", token="fl_" + "x" * 43)
    found = _by_check(done)
    assert found["schema"]["standing"] == "ok"
    assert "token" not in found
    assert "unknown, expired or revoked" in str(found["database"]["detail"])
    assert done.code == 1
