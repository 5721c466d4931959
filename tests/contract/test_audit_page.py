"""The auditor's page shows what an auditor gets: its commands are run as they are written."""

from datetime import UTC, datetime

import pytest
from psycopg.conninfo import conninfo_to_dict

from adapters.postgres.embedded.binaries import shipped
from adapters.postgres.ledger import Request
from adapters.postgres.tokens import TokenOrder
from adapters.services import Services
from domain.commands import AssertFact, Dates, DeclarePredicate, EndFact, Invalidate
from domain.events import Quote
from domain.grants import Grant, Role
from domain.payloads import Kind
from domain.predicates import Cardinality, Declaration
from domain.values import Text
from domain.words import ActorKind, LedgerName, Seq
from tests.adapters.postgres.auditing import auditor_of
from tests.adapters.postgres.writing import written
from tests.conftest import opening
from tests.contract.readme import Shapes, shown
from tests.contract.shell import ROOT, run
from tests.database import Database

PAGE = (ROOT / "sql" / "README.md").read_text()

LEDGER = LedgerName("main")
QUOTE = Quote(quote="I moved to Dublin in spring", uri="https://example.org/letters/7")


def moved(
    subject: str, city: str, since: str, *, seen: int, source: str | None = None
) -> AssertFact:
    """A claim of where somebody lives, seen on a day of May 2024."""
    return AssertFact(
        subject=subject,
        predicate="lives_in",
        object=Text(text=city),
        dates=Dates(valid_from=since),
        observed_at=datetime(2024, 5, seen, tzinfo=UTC),
        source=source,
        evidence=(QUOTE,) if source == "letter" else (),
    )


@pytest.fixture
def variables(services: Services, database: Database) -> dict[str, str]:
    """The environment of a shell in which psql comes in as an auditor of a ledger in dispute."""
    admin = granted(services, "admin", role=Role.ADMIN, kind=ActorKind.HUMAN)
    services.ledger.open(admin, LEDGER, opening())
    importer = granted(services, "importer", role=Role.AGENT, kind=ActorKind.AGENT)
    scout = granted(services, "scout", role=Role.AGENT, kind=ActorKind.AGENT)
    crm = granted(services, "crm", role=Role.AGENT, kind=ActorKind.SYSTEM)
    single = Declaration(cardinality=Cardinality.SINGLE)
    for who, command in (
        (admin, DeclarePredicate(predicate="lives_in", declaration=single)),
        (importer, moved("Alice", "Dublin", "2020-02-15", seen=1, source="letter")),
        (crm, moved("alice", "Dublin", "2020-02-15", seen=2)),
        (scout, moved("Alice", "Paris", "2023-09", seen=3)),
        (importer, moved("Bob", "Oslo", "2021", seen=4)),
        (scout, moved("Bob", "Bergen", "2023-04-01", seen=5)),
        (importer, moved("Carol", "Rome", "2019-06-01", seen=6)),
        (admin, Invalidate(fact=Seq(10), kind=Kind.FALSE, reason="she never left Turin")),
        (scout, moved("carol", "ROME", "2022-01-01", seen=7)),
        (scout, EndFact(fact=Seq(3), valid_to="2023-06-30", reason="she said so")),
    ):
        written(services, who, LEDGER, Request(command=command))
    way_in = conninfo_to_dict(auditor_of(services, database, LEDGER).url)
    names = {"dbname": "PGDATABASE"}
    told = {names.get(name, f"PG{name.upper()}"): str(value) for name, value in way_in.items()}
    return {**told, "PATH": f"{shipped().folder}:/usr/bin:/bin"}


def granted(services: Services, name: str, *, role: Role, kind: ActorKind) -> Grant:
    """The grant of a new token of this name."""
    ledgers = None if role is Role.ADMIN else frozenset({LEDGER})
    order = TokenOrder(name=name, kind=kind, role=role, ledgers=ledgers)
    return services.tokens.authenticate(services.tokens.begin(order).secret)


def test_every_command_of_the_page_shows_what_is_shown(variables: dict[str, str]) -> None:
    commands = shown(PAGE)
    assert len(commands) > 16
    results = run([each.command for each in commands], ROOT, variables)
    expected, found = Shapes(), Shapes()
    for each, ran in zip(commands, results, strict=True):
        assert ran.code == 0, each.command
        assert each.output is not None, each.command
        assert found.of(ran.output) == expected.of(each.output), each.command
