"""The log over HTTP: what it gives is enough to check the chain with nothing of ours."""

import json
from base64 import urlsafe_b64decode
from hashlib import sha256

from tests.api.client import Client, Json, errors

EVENTS = "/v1/ledgers/main/events"
FACTS = "/v1/ledgers/main/facts"
ALICE: Json = {
    "subject": "Алиса",
    "predicate": "lives_in",
    "object": "Dublin",
    "evidence": [{"quote": "q"}],
}


def test_the_chain_can_be_checked_from_what_is_answered(client: Client) -> None:
    client.post(FACTS, ALICE)
    client.post(FACTS, ALICE)
    answer = client.get(EVENTS).json()
    assert [each["seq"] for each in answer["events"]] == [1, 2, 3]
    prev = bytes(32)
    for event in answer["events"]:
        body = urlsafe_b64decode(event["body"])
        assert event["doc"] == json.loads(body)
        assert event["doc"]["prev"] == prev.hex()
        prev = sha256(b"\x00" + body).digest()
        assert event["leaf_hash"] == prev.hex()
        commitments = [
            sha256(
                b"factledger/part/v1\x00"
                + urlsafe_b64decode(part["salt"])
                + urlsafe_b64decode(part["content"])
            ).hexdigest()
            for part in event["parts"]
        ]
        assert commitments == event["doc"]["parts"]
    assert [len(each["parts"]) for each in answer["events"]] == [0, 2, 2]
    assert client.get("/v1/ledgers/main").json()["leaf_hash"] == prev.hex()


def test_what_was_said_is_in_the_parts_and_nowhere_else(client: Client) -> None:
    seq = client.post(FACTS, ALICE).json()["seq"]
    event = client.get(f"{EVENTS}/{seq}").json()
    said = json.loads(urlsafe_b64decode(event["parts"][0]["content"]))
    assert said["subject"] == "Алиса"
    body = urlsafe_b64decode(event["body"]).decode()
    assert "Алиса" not in body
    assert "Dublin" not in json.dumps(event["doc"])


def test_events_are_paged_by_position_and_asked_for_by_type(client: Client) -> None:
    for value in ("Dublin", "Cork", "Galway"):
        client.post(FACTS, {**ALICE, "object": value})

    def page(query: str) -> tuple[list[int], int | None]:
        answer = client.get(f"{EVENTS}?{query}").json()
        assert answer["as_of"]["seq"] == 4
        return [each["seq"] for each in answer["events"]], answer["next"]

    assert page("limit=2") == ([1, 2], 2)
    assert page("limit=2&after=2") == ([3, 4], None)
    assert page("after=0") == ([1, 2, 3, 4], None)
    assert page("after=4") == page("after=9007199254740991") == ([], None)
    assert page("type=FactAsserted&limit=1&after=2") == ([3], 3)
    assert page("type=LedgerOpened") == ([1], None)
    assert page("type=Foreign") == ([], None)


def test_a_faulty_question_is_refused(client: Client) -> None:
    table = {
        "type=": "type",
        "type=*": "type",
        "type=factasserted": "type",
        "after=-1": "after",
        "after=": "after",
        "after=1e3": "after",
        "after=99999999999999999999": "after",
        "after=1&after=2": "after",
        "limit=501": "limit",
        "cursor=1": "cursor",
        "typ=Foreign": "typ",
    }
    assert client.get(EVENTS).status_code == 200
    for query, field in table.items():
        assert (query, list(errors(client.get(f"{EVENTS}?{query}")))) == (query, [field])


def test_an_event_that_is_not_there_is_not_found(client: Client) -> None:
    assert client.get(f"{EVENTS}/1").json()["type"] == "LedgerOpened"
    for seq in ("2", "0", "-1", "x", "1.0", "9" * 19):
        response = client.get(f"{EVENTS}/{seq}")
        assert (seq, response.status_code) == (seq, 404)
        assert response.json()["detail"] == "there is no such event"
