"""On the oldest Postgres that we promise to run on, the ledger does what it does on the newest."""

from collections.abc import Generator
from dataclasses import replace

import psycopg
import pytest

from adapters.errors import Conflict
from adapters.postgres.embedded import Cluster
from adapters.postgres.verifier import Depth, Verification, Verifier
from adapters.postgres.views import FactQuestion, When
from adapters.services import Services
from domain.words import VISIBLE, LedgerName, Seq
from tests.adapters.postgres.auditing import as_superuser, auditor_of
from tests.adapters.postgres.writing import asserted, outcomes, request, written
from tests.conftest import Caller
from tests.database import Database, cloned

START = Seq(0)
ANYTHING = FactQuestion(statuses=VISIBLE)


@pytest.fixture
def database(cluster_16: Cluster, service_password_16: str) -> Generator[Database]:
    """The database that the services of these tests are on."""
    with cloned(cluster_16, service_password_16) as database:
        yield database


@pytest.fixture
def told(services: Services, agent: Caller, ledger_name: LedgerName) -> Services:
    """Services on a ledger with two facts of three claims."""
    said = (("Alice", "likes", "tea"), ("Alice", "speaks", "Irish"), ("ALICE", "likes", "Tea"))
    written(services, agent.grant, ledger_name, *(request(*each) for each in said))
    return services


def test_this_is_postgres_16(database: Database) -> None:
    with psycopg.connect(database.app_url) as connection:
        assert connection.info.server_version // 10_000 == 16


def test_a_claim_opens_a_fact_and_the_next_confirms_it(
    services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    first, second = written(services, agent.grant, ledger_name, request(), request())
    assert asserted(first).fact == asserted(second).fact == Seq(2)
    assert (first.receipt.seq, second.receipt.seq) == (Seq(2), Seq(3))


def test_a_repeated_request_is_answered_and_another_under_its_key_is_refused(
    services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    (first,) = written(services, agent.grant, ledger_name, request(key="k"))
    (again,) = written(services, agent.grant, ledger_name, request(key="k"))
    assert again == replace(first, repeated=True)
    (other,) = outcomes(services, agent.grant, ledger_name, request(value="coffee", key="k"))
    assert isinstance(other, Conflict)


@pytest.mark.parametrize(
    ("question", "facts"),
    [
        (ANYTHING, [2, 3]),
        (replace(ANYTHING, subject="alice"), [2, 3]),
        (replace(ANYTHING, subject="alice", predicate="speaks"), [3]),
        (replace(ANYTHING, predicate="likes"), [2]),
        (replace(ANYTHING, object="TEA"), [2]),
        (replace(ANYTHING, subject="alice", source="agent of tests"), [2, 3]),
        (replace(ANYTHING, subject="alice", source="somebody else"), []),
        (replace(ANYTHING, source="Agent of tests"), [2, 3]),
        (replace(ANYTHING, source="somebody else"), []),
    ],
)
def test_the_reader_finds_facts_by_all_that_they_say(
    told: Services,
    agent: Caller,
    ledger_name: LedgerName,
    question: FactQuestion,
    facts: list[int],
) -> None:
    page = told.reader.facts(agent.grant, ledger_name, question, after=START, limit=10)
    assert [each.fact for each in page.rows] == facts


def test_the_reader_pages_through_claims_and_events(
    told: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    reader, grant = told.reader, agent.grant
    why = reader.why(grant, ledger_name, Seq(2), when=When(), after=START, limit=1)
    assert ([each.seq for each in why.claims], why.next) == ([2], "2")
    rest = reader.why(grant, ledger_name, Seq(2), when=When(), after=Seq(2), limit=10)
    assert ([each.seq for each in rest.claims], rest.next) == ([4], None)
    events = reader.events(grant, ledger_name, after=Seq(1), limit=2, type_name=None)
    assert ([each.seq for each in events.rows], events.next) == ([2, 3], "3")


def test_the_verifier_finds_a_ledger_sound_and_a_changed_one_at_its_event(
    told: Services, admin: Caller, database: Database, ledger_name: LedgerName
) -> None:
    def verified() -> Verification:
        verifier = Verifier(told.pool)
        return verifier.verify(admin.grant, ledger_name, depth=Depth.TABLES)

    assert (verified().size, verified().findings) == (4, ())
    lengthen_body(database, 3)
    assert {each.seq for each in verified().findings} == {3}


def test_an_auditor_sees_that_with_sql_alone(
    told: Services, database: Database, ledger_name: LedgerName
) -> None:
    url = auditor_of(told, database, ledger_name).url
    with psycopg.connect(url, autocommit=True) as audit:
        facts = audit.execute("select subject, predicate, object, claims from audit.fact")
        assert set(facts) == {("Alice", "likes", "tea", 2), ("Alice", "speaks", "Irish", 1)}
        assert audit.execute("select seq from audit.verify('main')").fetchall() == []
        lengthen_body(database, 3)
        assert set(audit.execute("select seq from audit.verify('main')")) == {(3,)}


def lengthen_body(database: Database, seq: int) -> None:
    """Change the bytes of an event, as nobody but a superuser can."""
    with as_superuser(database) as superuser:
        superuser.execute("update ledger.event set body = body || ' ' where seq = %s", [seq])
