"""Batches: claims in order, each for itself or all as one act."""

from itertools import pairwise

from tests.api.client import Client, Json, errors

FACTS = "/v1/ledgers/main/facts"
BATCH = f"{FACTS}/batch"
ALICE: Json = {"subject": "Alice", "predicate": "lives_in", "object": "Dublin"}
CORK: Json = {**ALICE, "object": "Cork"}


def head(client: Client) -> int:
    seq: int = client.get("/v1/ledgers/main").json()["seq"]
    return seq


def test_each_claim_of_a_batch_is_decided_as_if_it_came_alone(client: Client) -> None:
    response = client.post(BATCH, {"facts": [ALICE, CORK, ALICE, CORK]})
    results = response.json()["results"]
    assert response.status_code == 200
    assert [each["verdict"] for each in results] == ["recorded"] * 2 + ["confirmed"] * 2
    assert [each["fact"] for each in results] == [2, 3, 2, 3]
    assert [each["receipt"]["seq"] for each in results] == [2, 3, 4, 5]
    assert [len(each["warnings"]) for each in results] == [0, 1, 0, 0]


def test_what_is_wrong_with_a_claim_takes_its_place_and_the_others_go_on(client: Client) -> None:
    wrong: list[object] = [{**ALICE, "subject": ""}, {**ALICE, "derived_from": [99]}, "Alice"]
    results = client.post(BATCH, {"facts": [ALICE, *wrong, CORK]}).json()["results"]
    assert (results[0]["fact"], results[4]["fact"]) == (2, 3)
    named = [(each["status"], each["errors"][0]["field"]) for each in results[1:4]]
    assert named == [(422, "subject"), (422, "derived_from[0]"), (422, "")]
    assert head(client) == 3


def test_a_batch_of_nothing_but_faults_is_answered_fault_by_fault(client: Client) -> None:
    nothing: list[object] = [{}, {}]
    results = client.post(BATCH, {"facts": nothing}).json()["results"]
    assert [each["title"] for each in results] == ["invalid", "invalid"]
    assert head(client) == 1


def test_an_atomic_batch_is_one_act(client: Client) -> None:
    response = client.post(BATCH, {"facts": [ALICE, CORK], "atomic": True})
    first, second = response.json()["results"]
    assert response.status_code == 200
    assert (first["claim"], second["claim"]) == (2, 3)
    events = [client.get(f"/v1/ledgers/main/events/{seq}").json() for seq in (2, 3)]
    assert [first["receipt"], second["receipt"]] == [
        {"ledger": "main", "seq": each["seq"], "leaf_hash": each["leaf_hash"]} for each in events
    ]
    frames = [each["doc"] for each in events]
    assert [(each["command"]["i"], each["command"]["n"]) for each in frames] == [(1, 2), (2, 2)]


def test_one_fault_refuses_an_atomic_batch_and_is_named_by_its_place(client: Client) -> None:
    wrong = {"facts": [ALICE, {**CORK, "subject": ""}, 7], "atomic": True}
    unknown = {"facts": [ALICE, {**CORK, "derived_from": [99]}], "atomic": True}
    named = {"facts[1].subject": "empty", "facts[2]": "wrong_type"}
    assert errors(client.post(BATCH, wrong)) == named
    named = {"facts[1].derived_from[0]": "unknown_fact"}
    assert errors(client.post(BATCH, unknown)) == named
    assert head(client) == 1
    assert client.post(BATCH, {"facts": [ALICE, CORK], "atomic": True}).status_code == 200
    assert head(client) == 3


def test_a_claim_of_a_batch_has_its_key_with_its_place_behind_it(client: Client) -> None:
    first = client.post(BATCH, {"facts": [ALICE, CORK]}, Idempotency_Key="k")
    again = client.post(BATCH, {"facts": [ALICE, CORK]}, Idempotency_Key="k")
    alone = client.post(FACTS, CORK, Idempotency_Key="k:1")
    assert again.json() == first.json()
    assert alone.json() == first.json()["results"][1]
    assert (alone.status_code, head(client)) == (201, 3)
    other = client.post(BATCH, {"facts": [ALICE, {**CORK, "source": "x"}]}, Idempotency_Key="k")
    assert other.json()["results"][0] == first.json()["results"][0]
    assert other.json()["results"][1]["status"] == 409
    assert head(client) == 3


def test_an_atomic_batch_sent_again_under_its_key_is_answered_again(client: Client) -> None:
    sent = {"facts": [ALICE, ALICE, CORK], "atomic": True}
    first = client.post(BATCH, sent, Idempotency_Key="k")
    again = client.post(BATCH, sent, Idempotency_Key="k")
    assert (again.status_code, again.json()) == (200, first.json())
    assert [each["verdict"] for each in first.json()["results"]] == [
        "recorded",
        "confirmed",
        "recorded",
    ]
    assert head(client) == 4
    turned = {"facts": [CORK, ALICE, ALICE], "atomic": True}
    assert client.post(BATCH, turned, Idempotency_Key="k").status_code == 409


def test_a_thousand_are_taken_and_one_more_is_not(client: Client) -> None:
    facts = [{**ALICE, "object": f"place {i % 300}"} for i in range(1_001)]
    assert errors(client.post(BATCH, {"facts": facts})) == {"facts": "too_many"}
    results = client.post(BATCH, {"facts": facts[:1_000]}).json()["results"]
    assert len(results) == 1_000
    assert all(one["claim"] < two["claim"] for one, two in pairwise(results))
    assert len({each["fact"] for each in results}) == 300


def test_a_faulty_batch_is_refused_whole(client: Client) -> None:
    assert errors(client.post(BATCH, {"facts": []})) == {"facts": "empty"}
    assert errors(client.post(BATCH, {"facts": [ALICE], "atomc": True})) == {
        "atomc": "unknown_field"
    }
    assert errors(client.post(BATCH, [ALICE])) == {"": "wrong_type"}
    assert head(client) == 1


def test_of_very_many_faults_the_first_are_named(client: Client) -> None:
    facts = [{**ALICE, "colour": i} for i in range(1_000)]
    response = client.post(BATCH, {"facts": facts, "atomic": True})
    assert len(errors(response)) == 50
    assert "facts[0].colour" in errors(response)
