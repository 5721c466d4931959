"""Predicates over HTTP: declared by people, suggested by agents, and named by any characters."""

from urllib.parse import quote

import pytest

from domain.words import LedgerName
from tests.api.client import Client, Json, Sending, errors

PREDICATES = "/v1/ledgers/main/predicates"
SINGLE: Json = {"cardinality": "single", "value": "text"}


def put(predicate: str, sent: Json, **headers: str) -> Sending:
    spelt = [(name.replace("_", "-").encode(), each.encode()) for name, each in headers.items()]
    path = f"{PREDICATES}/{quote(predicate, safe='')}"
    return Sending(method="PUT", path=path, json=sent, headers=spelt)


def test_a_person_declares_and_an_agent_suggests(boss: Client, client: Client) -> None:
    suggested = client.send(put("lives_in", SINGLE))
    assert suggested.status_code == 202
    seq = suggested.json()["suggestion"]
    (suggestion,) = client.get(f"{PREDICATES}/suggestions").json()["suggestions"]
    assert (suggestion["seq"], suggestion["cardinality"]) == (seq, "single")
    assert client.get(PREDICATES).json()["predicates"] == []
    declared = boss.send(put("lives_in", SINGLE))
    assert declared.status_code == 200
    told = declared.json()
    assert {name: told[name] for name in ("predicate", "cardinality", "temporal", "value")} == {
        "predicate": "lives_in",
        "cardinality": "single",
        "temporal": "state",
        "value": "text",
    }
    (listed,) = client.get(PREDICATES).json()["predicates"]
    assert (listed["seq"], listed["half_life_days"]) == (told["seq"], 240)
    assert boss.send(put("lives_in", SINGLE)).status_code == 409


@pytest.mark.parametrize(
    "predicate",
    ["a/b", "/", "a//b/", "50 %", "ganztägig?", "a#b", "suggestions", "%2F"],
)
def test_a_predicate_may_hold_any_character(boss: Client, client: Client, predicate: str) -> None:
    assert boss.send(put(predicate, SINGLE)).json()["predicate"] == predicate
    (listed,) = client.get(PREDICATES).json()["predicates"]
    assert listed["predicate"] == predicate


def test_a_predicate_that_is_none_is_refused(boss: Client, ledger_name: LedgerName) -> None:
    assert boss.get(f"/v1/ledgers/{ledger_name}").json()["seq"] == 1
    for path, code in (
        ("/%00", "nul"),
        ("/%0A", "empty"),
        ("/%FF", "malformed"),
        (f"/{'p' * 1_001}", "too_long"),
    ):
        sending = Sending(method="PUT", path=f"{PREDICATES}{path}", json=SINGLE)
        assert errors(boss.send(sending)) == {"predicate": code}
    empty = boss.send(Sending(method="PUT", path=f"{PREDICATES}/", json=SINGLE))
    assert errors(empty) == {"predicate": "empty"}


def test_a_late_declaration_makes_a_timeline_of_what_was_said(boss: Client, client: Client) -> None:
    facts = "/v1/ledgers/main/facts"
    for value, since in (("Cork", "2020-01-01"), ("Dublin", "2022-01-01")):
        said = {"subject": "Alice", "predicate": "lives_in", "object": value, "valid_from": since}
        assert client.post(facts, said).status_code == 201
    assert len(client.get(f"{facts}?valid_at=2023-01-01").json()["facts"]) == 2
    assert boss.send(put("lives_in", SINGLE)).status_code == 200
    (now,) = client.get(f"{facts}?valid_at=2023-01-01").json()["facts"]
    assert now["object"] == "Dublin"
    intervals = client.get("/v1/ledgers/main/timeline?subject=alice&predicate=LIVES_IN").json()[
        "intervals"
    ]
    assert [(each["object"], each["from"][:10], (each["to"] or "")[:10]) for each in intervals] == [
        ("Cork", "2020-01-01", "2022-01-01"),
        ("Dublin", "2022-01-01", ""),
    ]


def test_a_declaration_under_a_key_is_made_once(boss: Client, ledger_name: LedgerName) -> None:
    assert boss.get(f"/v1/ledgers/{ledger_name}").json()["seq"] == 1
    first = boss.send(put("p", SINGLE, Idempotency_Key="k"))
    again = boss.send(put("p", SINGLE, Idempotency_Key="k"))
    assert (first.status_code, first.json()) == (200, again.json())
    assert boss.send(put("q", SINGLE, Idempotency_Key="k")).status_code == 409


def test_undeclared_predicates_of_one_value_a_subject_are_shown_as_candidates(
    boss: Client, client: Client
) -> None:
    for subject in ("Alice", "Bob", "Carol"):
        for predicate, value in (("born_in", subject), ("likes", "tea"), ("likes", "rain")):
            said = {"subject": subject, "predicate": predicate, "object": value}
            assert client.post("/v1/ledgers/main/facts", said).status_code == 201
    told = client.get(f"{PREDICATES}/suggestions").json()
    assert told["suggestions"] == []
    assert told["candidates"] == [{"predicate": "born_in", "subjects": 3, "single": 3}]
    assert boss.send(put("born_in", SINGLE)).status_code == 200
    assert client.get(f"{PREDICATES}/suggestions").json()["candidates"] == []
