"""What was shown is known when it is said again: to its token, its session, and to nobody else."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

import pytest

from adapters.postgres.shown import Shown, session_reader, token_reader
from adapters.services import Services
from domain.grants import Grant
from domain.identity import IdentityMode
from domain.keys import LineKey, line_digest, line_key
from domain.values import Text
from domain.words import ActorKind, LedgerName
from tests.adapters.postgres.arguing import do, speaking_as
from tests.adapters.postgres.auditing import as_superuser
from tests.adapters.postgres.writing import asserted, claim
from tests.conftest import Caller
from tests.database import Database


def line(value: str) -> LineKey:
    """The line of what Alice likes."""
    return line_key("Alice", "likes", Text(text=value), mode=IdentityMode.FOLDED)


def marks(database: Database) -> Mapping[tuple[str, bytes], datetime]:
    """When each reader was shown each line."""
    with as_superuser(database) as superuser:
        found = superuser.execute("select reader, line, shown_at from access.shown").fetchall()
    return {(reader, line): shown_at for reader, line, shown_at in found}


@pytest.fixture
def one(admin: Caller) -> Grant:
    return speaking_as(admin.grant, ActorKind.AGENT, "one")


@pytest.fixture
def other(admin: Caller) -> Grant:
    return speaking_as(admin.grant, ActorKind.AGENT, "other")


def test_who_was_shown_a_value_and_says_it_tells_an_echo(
    services: Services, ledger_name: LedgerName, one: Grant, other: Grant
) -> None:
    Shown(services.pool).mark(one, ledger_name, [line("tea"), line("rain")])

    def shown_at(grant: Grant, value: str, *, session: str | None = None) -> datetime | None:
        said = replace(claim("Alice", "likes", value), session=session)
        return asserted(do(services, grant, ledger_name, said)).shown_at

    assert shown_at(one, "TEA ") is not None
    assert shown_at(one, "rain", session="s-1") is not None
    assert shown_at(one, "milk") is None
    assert shown_at(other, "tea") is None


def test_what_one_token_was_shown_in_a_session_everybody_in_it_was_shown(
    services: Services, ledger_name: LedgerName, one: Grant, other: Grant
) -> None:
    in_session = replace(one, session="s-1")
    Shown(services.pool).mark(in_session, ledger_name, [line("tea")])

    def shown_at(session: str | None) -> datetime | None:
        said = replace(claim("Alice", "likes", "tea"), session=session)
        return asserted(do(services, other, ledger_name, said)).shown_at

    assert shown_at("s-1") is not None
    assert shown_at("s-2") is None
    assert shown_at(None) is None


def test_what_was_shown_in_one_ledger_was_not_shown_in_another(
    services: Services, database: Database, ledger_name: LedgerName, one: Grant
) -> None:
    elsewhere = LedgerName("elsewhere")
    Shown(services.pool).mark(one, elsewhere, [line("tea")])
    assert len(marks(database)) == 1
    said = claim("Alice", "likes", "tea")
    assert asserted(do(services, one, ledger_name, said)).shown_at is None


def test_what_was_marked_a_moment_ago_is_not_marked_again(
    services: Services, database: Database, ledger_name: LedgerName, one: Grant
) -> None:
    shown = Shown(services.pool)
    shown.mark(one, ledger_name, [line("tea"), line("tea")])
    by_token = token_reader(one.actor.token), line_digest(line("tea"))
    before = marks(database)
    assert before.keys() == {by_token}
    shown.mark(one, ledger_name, [line("tea")])
    assert marks(database) == before
    in_session = replace(one, session="a name that is nobody's business")
    shown.mark(in_session, ledger_name, [line("tea")])
    by_session = session_reader("a name that is nobody's business"), line_digest(line("tea"))
    after = marks(database)
    assert after.keys() == {by_token, by_session}
    assert not any("business" in reader for reader, _ in after)
    assert after[by_token] > before[by_token]


def test_a_read_that_shows_nothing_marks_nothing(
    services: Services, database: Database, ledger_name: LedgerName, one: Grant
) -> None:
    Shown(services.pool).mark(one, ledger_name, [])
    assert marks(database) == {}
    Shown(services.pool).mark(one, ledger_name, [line("tea")])
    assert len(marks(database)) == 1
