"""Every read marks which values it told, for those to whom it told them and who may say them."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from adapters.postgres.shown import session_reader, token_reader
from adapters.postgres.views import BEGINNING, ChangeQuestion, TimelineQuestion, When
from adapters.services import Services
from domain.commands import CorrectFact, Invalidate
from domain.grants import Grant, Role
from domain.identity import IdentityMode
from domain.keys import line_digest, line_key
from domain.payloads import Kind
from domain.values import Text
from domain.words import ActorKind, LedgerName, Seq
from tests.adapters.postgres.arguing import speaking_as
from tests.adapters.postgres.auditing import as_superuser
from tests.adapters.postgres.telling import ANYTHING, OF_ALICE, PREDICATE, SUBJECT, Told
from tests.conftest import Caller
from tests.database import Database

Ask = Callable[[Told, Grant], object]


@pytest.fixture
def told(services: Services, admin: Caller, ledger_name: LedgerName) -> Told:
    """Acme was Acmee and is in contest with Globex; Hooli was struck out, and is of another."""
    told = Told(services=services, admin=admin.grant, ledger=ledger_name)
    told.declares()
    acme = told.says("a", "Acmee", since="2020-01-01")
    assert acme == FACT
    told.says("g", "Globex", since="2020-01-01")
    told.does(CorrectFact(fact=acme, object=Text(text="Acme"), reason="misspelt"))
    gone = told.says("h", "Hooli", subject="Bob")
    told.does(Invalidate(fact=gone, kind=Kind.FALSE, reason="never"))
    return told


FACT = Seq(3)
BOTH = {"Acme", "Globex"}
TIMELINE = TimelineQuestion(subject=SUBJECT, predicate=PREDICATE)


READS: list[tuple[Ask, set[str]]] = [
    (lambda t, g: t.services.reader.facts(g, t.ledger, OF_ALICE, after=Seq(0), limit=9), BOTH),
    (lambda t, g: t.services.reader.facts(g, t.ledger, ANYTHING, after=Seq(0), limit=9), BOTH),
    (
        lambda t, g: t.services.reader.facts(g, t.ledger, ANYTHING, after=FACT, limit=9),
        {"Globex"},
    ),
    (lambda t, g: t.services.reader.fact(g, t.ledger, FACT, when=When()), {"Acme"}),
    (
        lambda t, g: t.services.reader.history(
            g, t.ledger, FACT, when=When(), after=BEGINNING, limit=9
        ),
        {"Acme", "Acmee"},
    ),
    (
        lambda t, g: t.services.reader.why(g, t.ledger, FACT, when=When(), after=Seq(0), limit=9),
        {"Acme", "Acmee"},
    ),
    (
        lambda t, g: t.services.reader.timeline(g, t.ledger, TIMELINE, after=BEGINNING, limit=9),
        BOTH,
    ),
    (
        lambda t, g: t.services.reader.changes(
            g, t.ledger, ChangeQuestion(), after=BEGINNING, limit=9
        ),
        {*BOTH, "Acmee", "Hooli"},
    ),
    (lambda t, g: t.services.reader.conflicts(g, t.ledger, after=BEGINNING, limit=9), BOTH),
    (lambda t, g: t.services.reader.review(g, t.ledger, after=Seq(0), limit=9), {"Globex"}),
    (lambda t, g: t.services.reader.tombstones(g, t.ledger, after=Seq(0), limit=9), {"Hooli"}),
    (
        lambda t, g: t.services.reader.events(g, t.ledger, after=Seq(0), limit=3, type_name=None),
        {"Acmee"},
    ),
    (lambda t, g: t.services.reader.event(g, t.ledger, Seq(4)), {"Globex"}),
    (lambda t, g: t.services.reader.event(g, t.ledger, Seq(1)), set()),
    (lambda t, g: t.services.reader.ledger(g, t.ledger), set()),
    (lambda t, g: t.services.reader.predicates(g, t.ledger, after="", limit=9), set()),
]


@pytest.mark.parametrize(("ask", "values"), READS)
def test_a_read_marks_what_it_tells(
    told: Told, database: Database, ask: Ask, values: set[str]
) -> None:
    grant = replace(speaking_as(told.admin, ActorKind.AGENT, "reading"), session="s")
    assert marks(database) == {}
    ask(told, grant)
    by_token, by_session = token_reader(grant.actor.token), session_reader("s")
    assert marks(database) == ({by_token: values, by_session: values} if values else {})


@pytest.mark.parametrize("role", [Role.READER, Role.AUDITOR])
def test_who_may_say_nothing_is_marked_only_in_a_session(
    told: Told, database: Database, role: Role
) -> None:
    silent = replace(told.admin, role=role)
    told.services.reader.facts(silent, told.ledger, OF_ALICE, after=Seq(0), limit=9)
    assert marks(database) == {}
    heard = replace(silent, session="s")
    told.services.reader.facts(heard, told.ledger, OF_ALICE, after=Seq(0), limit=9)
    assert marks(database) == {session_reader("s"): BOTH}


def marks(database: Database) -> dict[str, set[str]]:
    """Which values each reader was shown."""
    named = {
        line_digest(line_key(subject, PREDICATE, Text(text=value), mode=IdentityMode.FOLDED)): value
        for subject, value in (
            *((SUBJECT, each) for each in ("Acme", "Acmee", "Globex")),
            ("Bob", "Hooli"),
        )
    }
    found: dict[str, set[str]] = {}
    with as_superuser(database) as superuser:
        for reader, line in superuser.execute("select reader, line from access.shown").fetchall():
            found.setdefault(reader, set()).add(named[line])
    return found
