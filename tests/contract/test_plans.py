"""Statements reach their rows by key, whatever the planner was told of a ledger, on every server.

The service keeps one plan for all ledgers, made when it first needs it: on an empty database, or on
one whose statistics were taken before a ledger grew. Neither may have it read a ledger to its end.
"""

import json
from collections.abc import Generator
from hashlib import sha256

import pytest

from adapters.postgres.embedded import Cluster
from tests.contract.filling import fill
from tests.contract.plans import Planner, Scan, by, planner, statements_on_tables
from tests.database import cloned

KEY = sha256(b"key").digest()
ASKED = rf"\x{KEY.hex()}"
ASKED_LINE = {"place": 0, "subject": ASKED, "predicate": ASKED, "object": ASKED}
ASKED_ITEM = {"types": ["type 1"], "tags": ["tag"], "tag_keys": [ASKED], "fact": 7}
PARAMETERS: dict[str, object] = {
    "ledger": "ledger-1",
    "ledgers": ["ledger-1"],
    "reached": ["ledger-1"],
    "reaches_every": False,
    "lines": json.dumps([ASKED_LINE]),
    "items": json.dumps([ASKED_ITEM]),
    "rows": "[]",
    "build": 1,
    "facts": [7],
    "fact": 7,
    "ids": ["id"],
    "id": "id",
    "positions": [7],
    "first": 7,
    "last": 8,
    "after": 6,
    "until": 100,
    "limit": 10,
    "statuses": ["active", "contested"],
    "subject": KEY,
    "predicate": KEY,
    "object": KEY,
    "source": KEY,
    "digest": KEY,
    "type": "FactAsserted",
}

HEAD = by("head_pkey", "ledger")
EVENT = by("event_pkey", "ledger", "seq")
PART = by("part_pkey", "ledger", "seq")
FACT = by("fact_pkey", "ledger", "build", "fact")
LINE = by("fact_line", "ledger", "build", "subject_key", "predicate_key", "object_key")
TOPIC = by("fact_line", "ledger", "build", "subject_key", "predicate_key")
SOURCE = by("claim_source", "ledger", "build", "source_key", "fact")

EXPECTED: dict[str, set[Scan]] = {
    # Tokens, and the ledgers that they reach. The first is an administrator's, and asked once.
    "admin_exists": {by("Seq Scan of token")},
    "authenticate": {by("token_digest_key", "digest")},
    "count_refusal": {by("token_pkey", "id")},
    "list_tokens": {by("token_pkey", "id")},
    "revoke_token": {by("token_pkey", "id")},
    "known_ledgers": {HEAD},
    "list_granted": {HEAD},
    # The write path.
    "load_head": {HEAD},
    "load_rules": {HEAD, by("ledger_pkey", "ledger", "build")},
    "load_lines": {HEAD, LINE, TOPIC},
    "load_known": {HEAD, FACT},
    "load_commands": {by("command_pkey", "ledger", "id")},
    "load_statistics": {HEAD, by("statistic_pkey", "ledger", "build")},
    "write_claim": set(),
    "write_fact": set(),
    "write_foreign_event": set(),
    "write_foreign_tag": set(),
    "write_ledger": set(),
    "write_statistic": set(),
    # The reader.
    "read_head": {HEAD},
    "read_fact": {HEAD, FACT},
    "read_facts": {HEAD, FACT, SOURCE},
    "read_facts_by_subject": {
        HEAD,
        by("fact_line", "ledger", "build", "subject_key", "fact"),
        SOURCE,
    },
    "read_facts_by_topic": {
        HEAD,
        by("fact_line", "ledger", "build", "subject_key", "predicate_key", "fact"),
        SOURCE,
    },
    "read_facts_by_predicate": {
        HEAD,
        by("fact_predicate", "ledger", "build", "predicate_key", "fact"),
        SOURCE,
    },
    "read_facts_by_object": {
        HEAD,
        by("fact_object", "ledger", "build", "object_key", "fact"),
        SOURCE,
    },
    "read_claims": {HEAD, by("claim_pkey", "ledger", "build", "fact", "seq"), EVENT, PART},
    "read_events": {EVENT, PART},
    "load_events": {EVENT, PART},
    # The port for other programs.
    "load_events_at": {EVENT, PART},
    "match_events": {
        HEAD,
        EVENT,
        by("foreign_event_pkey", "ledger", "build", "seq"),
        by("foreign_event_type", "ledger", "build", "type", "seq"),
        by("foreign_tag_pkey", "ledger", "build", "tag_key", "seq"),
        by("claim_pkey", "ledger", "build", "fact", "seq"),
    },
    # What is read to its end is read in its order, and nothing of another ledger with it.
    "examine_heads": {by("head_pkey")},
    "verify_head": {HEAD},
    "verify_events": {by("event_pkey", "ledger")},
    "verify_parts": {by("part_pkey", "ledger")},
    "verify_command": {by("command_pkey", "ledger")},
    "verify_ledger": {by("ledger_pkey", "ledger", "build")},
    "verify_fact": {by("fact_pkey", "ledger", "build")},
    "verify_claim": {by("claim_pkey", "ledger", "build")},
    "verify_statistic": {by("statistic_pkey", "ledger", "build")},
    "verify_foreign_event": {by("foreign_event_pkey", "ledger", "build")},
    "verify_foreign_tag": {by("foreign_tag_pkey", "ledger", "build")},
}


@pytest.fixture(scope="module", params=["18 empty", "18 grown", "16 empty", "16 grown"])
def session(
    request: pytest.FixtureRequest,
    cluster: Cluster,
    cluster_16: Cluster,
    service_password: str,
    service_password_16: str,
) -> Generator[Planner]:
    version, situation = str(request.param).split()
    server = (cluster, service_password) if version == "18" else (cluster_16, service_password_16)
    with cloned(*server) as database:
        if situation == "grown":
            fill(database.admin_url)
        with planner(database, PARAMETERS) as found:
            yield found


@pytest.mark.parametrize("name", EXPECTED)
def test_a_statement_enters_these_indexes_by_all_of_their_keys(session: Planner, name: str) -> None:
    assert session.scans(name) == EXPECTED[name]


def test_no_statement_on_our_tables_is_forgotten() -> None:
    assert statements_on_tables() == set(EXPECTED)
