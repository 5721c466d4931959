"""The auditor's page shows what an auditor gets: its commands are run as they are written."""

import pytest
from psycopg.conninfo import conninfo_to_dict

from adapters.postgres.embedded.binaries import shipped
from adapters.postgres.ledger import Request
from adapters.postgres.tokens import TokenOrder
from adapters.services import Services
from domain.commands import AssertFact
from domain.events import Quote
from domain.grants import Grant, Role
from domain.values import Text
from domain.words import ActorKind, LedgerName
from tests.adapters.postgres.auditing import auditor_of
from tests.adapters.postgres.writing import written
from tests.conftest import opening
from tests.contract.readme import Shapes, shown
from tests.contract.shell import ROOT, run
from tests.database import Database

PAGE = (ROOT / "sql" / "README.md").read_text()

LEDGER = LedgerName("main")
QUOTE = Quote(quote="I moved to Dublin in spring", uri="https://example.org/letters/7")
CLAIMS = (
    AssertFact(
        subject="Alice",
        predicate="lives_in",
        object=Text(text="Dublin"),
        source="letter",
        evidence=(QUOTE,),
    ),
    AssertFact(subject="alice", predicate="lives_in", object=Text(text="Dublin"), source="crm"),
)


@pytest.fixture
def variables(services: Services, database: Database) -> dict[str, str]:
    """The environment of a shell in which psql comes in as an auditor of two claims of one fact."""
    admin = granted(services, "admin", role=Role.ADMIN, kind=ActorKind.HUMAN)
    services.ledger.open(admin, LEDGER, opening())
    importer = granted(services, "importer", role=Role.AGENT, kind=ActorKind.AGENT)
    for claim in CLAIMS:
        written(services, importer, LEDGER, Request(command=claim))
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
    assert len(commands) > 8
    results = run([each.command for each in commands], ROOT, variables)
    expected, found = Shapes(), Shapes()
    for each, ran in zip(commands, results, strict=True):
        assert ran.code == 0, each.command
        assert each.output is not None, each.command
        assert found.of(ran.output) == expected.of(each.output), each.command
