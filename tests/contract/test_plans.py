"""Statements reach their rows by key, whatever the planner was told of a ledger, on every server.

The service keeps one plan for all ledgers, made when it first needs it: on an empty database, or on
one whose statistics were taken before a ledger grew. Neither may have it read a ledger to its end.
"""

import json
from collections.abc import Generator
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from adapters.postgres.embedded import Cluster
from adapters.postgres.rows import USUAL
from projections.registry import INLINE
from tests.contract.filling import fill
from tests.contract.plans import Planner, Scan, by, planner, statements_on_tables
from tests.database import cloned

KEY = sha256(b"key").digest()
ASKED = rf"\x{KEY.hex()}"
ASKED_LINE = {"place": 0, "subject": ASKED, "predicate": ASKED, "object": ASKED}
ASKED_ITEM = {"types": ["type 1"], "tags": ["tag"], "tag_keys": [ASKED], "facts": [7, 8]}
ASKED_KEYS = {
    **{f"{name}_key": ASKED for name in ("subject", "predicate", "object", "refusal")},
    **dict.fromkeys(("fact", "rival", "seq", "tombstone"), 7),
}
PARAMETERS: dict[str, object] = {
    "ledger": "ledger-1",
    "ledgers": ["ledger-1"],
    "reached": ["ledger-1"],
    "reaches_every": False,
    "lines": json.dumps([ASKED_LINE]),
    "scopes": json.dumps([ASKED_LINE, {**ASKED_LINE, "subject": None}]),
    "topics": json.dumps([ASKED_LINE]),
    "showings": json.dumps([{"place": 0, "reader": "t:token", "line": ASKED}]),
    "items": json.dumps([ASKED_ITEM]),
    "rows": "[]",
    **{f"{table}_rows": "[]" for table in USUAL},
    "keys": json.dumps([ASKED_KEYS]),
    "build": 1,
    "claims": [7],
    "references": [7],
    "fact": 7,
    "ids": ["id"],
    "id": "id",
    "positions": [7],
    "first": 7,
    "last": 8,
    "after": 6,
    "least": 6,
    "until": 100,
    "limit": 10,
    "values_max": 2,
    "statuses": ["active", "contested"],
    "subject": KEY,
    "predicate": KEY,
    "object": KEY,
    "source": KEY,
    "digest": KEY,
    "predicates": [KEY],
    "refusals": [KEY],
    "voices": ["t:token"],
    "readers": ["t:token"],
    "shown": [KEY],
    "wishes": [7],
    "by_subject": True,
    "by_object": False,
    "type": "FactAsserted",
    "known": 50,
    "past": True,
    "valid_at": datetime(2026, 1, 1, tzinfo=UTC),
    "at": datetime(2026, 1, 1, tzinfo=UTC),
    "whenever": False,
    "definite": None,
    "after_place": 0,
    "after_seq": 6,
    "after_rival": 6,
    "since": 6,
    "instant": datetime(2026, 1, 1, tzinfo=UTC),
    "seq": None,
    "seq_max": 2**53,
    "predicates_max": 10,
    "facts_max": 10,
    "subjects_min": 3,
    "percent_min": 95,
    "sources_max": 10,
    "spellings": ["crm"],
    "facts": [7, 8],
    "seqs": [7, 8],
    "events": 100,
    "bytes": 2**20,
}

HEAD = by("head_pkey", "ledger")
BUILD = by("build_pkey", "ledger")
EVENT = by("event_pkey", "ledger", "seq")
PART = by("part_pkey", "ledger", "seq")
FACT = by("fact_pkey", "ledger", "build", "fact")
HISTORY = by("history_pkey", "ledger", "build", "fact")
VERSION = by("history_pkey", "ledger", "build", "fact", "from_seq")
DECISION = by("decision_pkey", "ledger", "build", "fact", "seq")
CLAIM = by("claim_pkey", "ledger", "build", "seq")
PREDICATE = by("predicate_pkey", "ledger", "build", "predicate_key")
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
    "load_commands": {by("command_pkey", "ledger", "id")},
    "load_statistics": {HEAD, by("statistic_pkey", "ledger", "build")},
    "load_claims": {
        HEAD,
        CLAIM,
        PREDICATE,
        by("claim_line", "ledger", "build", "subject_key", "predicate_key", "object_key"),
        by("claim_holder", "ledger", "build", "predicate_key", "object_key"),
        by("claim_said", "ledger", "build", "said_subject_key", "predicate_key", "said_object_key"),
        by("claim_said_holder", "ledger", "build", "predicate_key", "said_object_key"),
        FACT,
        by("voice_pkey", "ledger", "build", "voice"),
        by("refusal_pkey", "ledger", "build", "refusal_key"),
        by("derivation_pkey", "ledger", "build", "base"),
        by("axis_pkey", "ledger", "build", "subject_key", "predicate_key", "object_key"),
        by("axis_holder", "ledger", "build", "predicate_key", "object_key"),
    },
    "load_beside": {
        HEAD,
        CLAIM,
        PREDICATE,
        by("refusal_pkey", "ledger", "build", "refusal_key"),
        by("voice_pkey", "ledger", "build", "voice"),
        by("shown_pkey", "ledger", "reader", "line"),
        by("fact_line", "ledger", "build", "subject_key", "predicate_key"),
        by("review_pkey", "ledger", "build", "seq"),
        by("statistic_pkey", "ledger", "build"),
    },
    "load_tombstones": {HEAD, by("tombstone_pkey", "ledger", "build", "seq")},
    "load_dependants": {
        HEAD,
        by("derivation_pkey", "ledger", "build", "base"),
        CLAIM,
        FACT,
    },
    "load_source_lines": {HEAD, by("claim_source", "ledger", "build", "source_key")},
    "count_axes": {HEAD, by("claim_holder", "ledger", "build", "predicate_key")},
    "mark_shown": set(),
    "write_usual": set(),
    **{f"write_{each.table}": set[Scan]() for each in INLINE if each.table not in USUAL},
    "delete_fact": {FACT},
    "delete_axis": {
        by("axis_pkey", "ledger", "build", "subject_key", "predicate_key", "object_key"),
    },
    "delete_tombstone": {by("tombstone_pkey", "ledger", "build", "seq")},
    "delete_refusal": {by("refusal_pkey", "ledger", "build", "refusal_key", "tombstone")},
    "delete_conflict": {by("conflict_pkey", "ledger", "build", "fact", "rival")},
    "delete_review": {by("review_pkey", "ledger", "build", "seq")},
    # A rebuild.
    "begin_build": {HEAD, BUILD},
    "load_builds": {BUILD},
    "adopt_build": {by("build_pkey", "ledger", "build")},
    "advance_build": {by("build_pkey", "ledger", "build")},
    "end_build": {by("build_pkey", "ledger", "build")},
    "load_chunk": {EVENT, PART},
    "load_end": {HEAD},
    "count_rows": {HEAD, *(by(f"{each.table}_pkey", "ledger", "build") for each in INLINE)},
    # The reader.
    "read_head": {HEAD},
    "read_heads": {HEAD},
    "read_position": {HEAD, EVENT, by("event_recorded", "ledger", "recorded_at", "seq")},
    "read_fact": {HEAD, FACT, CLAIM, HISTORY, VERSION},
    "read_current": {HEAD, TOPIC},
    "show_current": {HEAD, TOPIC},
    "read_believed": {
        HEAD,
        EVENT,
        by("event_recorded", "ledger", "recorded_at", "seq"),
        TOPIC,
        by("history_line", "ledger", "build", "subject_key", "predicate_key", "from_seq"),
    },
    "read_facts": {HEAD, FACT, HISTORY, SOURCE},
    "read_facts_by_subject": {
        HEAD,
        by("fact_line", "ledger", "build", "subject_key", "fact"),
        by("history_line", "ledger", "build", "subject_key", "fact"),
        SOURCE,
    },
    "read_facts_by_topic": {
        HEAD,
        by("fact_line", "ledger", "build", "subject_key", "predicate_key", "fact"),
        by("history_line", "ledger", "build", "subject_key", "predicate_key", "fact"),
        SOURCE,
    },
    "read_facts_by_predicate": {
        HEAD,
        by("fact_predicate", "ledger", "build", "predicate_key", "fact"),
        by("history_predicate", "ledger", "build", "predicate_key", "fact"),
        SOURCE,
    },
    "read_facts_by_object": {
        HEAD,
        by("fact_object", "ledger", "build", "object_key", "fact"),
        by("history_object", "ledger", "build", "object_key", "fact"),
        SOURCE,
    },
    "read_facts_by_source": {HEAD, SOURCE, FACT},
    "read_spellings": {HEAD, by("claim_source", "ledger", "build", "source_key")},
    "read_history": {HEAD, FACT, VERSION},
    "read_story": {HEAD, by("claim_fact", "ledger", "build", "fact"), DECISION, EVENT, PART},
    "read_timeline": {
        HEAD,
        by("fact_line", "ledger", "build", "subject_key", "predicate_key"),
        by("history_line", "ledger", "build", "subject_key", "predicate_key"),
    },
    "read_changes": {
        HEAD,
        by("fact_from", "ledger", "build", "from_seq", "fact"),
        by("history_from", "ledger", "build", "from_seq", "fact"),
        by("history_to", "ledger", "build", "to_seq", "fact"),
    },
    "read_changes_by_subject": {
        HEAD,
        by("fact_line", "ledger", "build", "subject_key"),
        by("history_line", "ledger", "build", "subject_key"),
    },
    "read_sides": {HEAD, FACT, VERSION},
    "read_commands": {EVENT},
    "read_conflicts": {HEAD, by("conflict_pkey", "ledger", "build", "fact", "rival"), FACT},
    "read_review": {HEAD, by("review_pkey", "ledger", "build", "seq"), FACT},
    "read_tombstones": {HEAD, by("tombstone_pkey", "ledger", "build", "seq")},
    "read_predicates": {HEAD, PREDICATE},
    "read_candidates": {
        HEAD,
        by("fact_predicate", "ledger", "build", "predicate_key"),
        PREDICATE,
    },
    "read_suggestions": {HEAD, by("suggestion_pkey", "ledger", "build", "seq"), PREDICATE},
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
        by("decision_pkey", "ledger", "build", "fact", "seq"),
    },
    # What is read to its end is read in its order, and nothing of another ledger with it.
    "examine_heads": {by("head_pkey")},
    "examine_builds": {HEAD, BUILD, by("ledger_pkey", "ledger", "build")},
    "verify_head": {HEAD},
    "verify_events": {by("event_pkey", "ledger")},
    "verify_parts": {by("part_pkey", "ledger")},
    "verify_command": {by("command_pkey", "ledger")},
    **{f"verify_{each.table}": {by(f"{each.table}_pkey", "ledger", "build")} for each in INLINE},
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
