"""Questions as of both times over HTTP: histories, reasons, timelines, changes, conflicts."""

from typing import cast
from urllib.parse import quote

import pytest

from tests.api.client import Client, Json, Sending, errors

LEDGER = "/v1/ledgers/main"
FACTS = f"{LEDGER}/facts"


@pytest.fixture
def told(boss: Client, client: Client) -> Client:
    """A ledger in which one agent said two values of a single state, the second in contest."""
    declared = Sending(
        method="PUT", path=f"{LEDGER}/predicates/lives_in", json={"cardinality": "single"}
    )
    assert boss.send(declared).status_code == 200
    for someone, value, since in ((client, "Cork", "2020-01-01"), (boss, "Dublin", "2020-01-01")):
        said = {"subject": "Alice", "predicate": "lives_in", "object": value, "valid_from": since}
        assert someone.post(FACTS, said).status_code == 201
    return client


def get(client: Client, path: str) -> Json:
    response = client.get(f"{LEDGER}/{path}")
    assert response.status_code == 200, response.text
    return cast("Json", response.json())


def test_a_duel_is_answered_and_explained_with_its_numbers(told: Client, boss: Client) -> None:
    said = {"subject": "Alice", "predicate": "lives_in", "object": "Kerry", "valid_from": "2021"}
    answer = told.post(FACTS, said).json()
    assert answer["rivals"]
    assert answer["why"]["margin"]
    assert {each["side"] for each in answer["why"]["terms"]} == {"newcomer", "rival"}
    why = get(told, f"facts/{answer['fact']}/why")
    (duel,) = (each for each in why["decisions"] if each.get("newcomer") == answer["fact"])
    assert (duel["verdict"], duel["status"]) == (answer["verdict"], answer["status"])
    assert set(duel["rivals"]) == set(answer["rivals"])
    assert answer["why"]["margin"] in {each["margin"] for each in duel["fights"]}
    assert boss.get(f"{FACTS}/{answer['fact']}").json()["status"] == answer["status"]


def test_what_was_known_is_answered_as_of_then(told: Client) -> None:
    first = get(told, "facts?known_at=3")
    assert [each["object"] for each in first["facts"]] == ["Cork"]
    assert first["as_of"]["known_at"] == 3
    assert get(told, "facts?known_at=0")["facts"] == []
    assert get(told, "facts?valid_at=2019-12-31")["facts"] == []
    every = get(told, "facts?valid_at=any&status=all")
    assert every["as_of"]["valid_at"] == "any"
    assert {each["certainty"] for each in every["facts"]} == {None}
    assert len(every["facts"]) == 2
    assert get(told, "facts/3?known_at=3")["contested"] is False
    assert told.get(f"{FACTS}/3?known_at=2").status_code == 404
    assert errors(told.get(f"{FACTS}/3?known_at=99")) == {"known_at": "in_the_future"}


def test_a_history_is_paged_rectangle_by_rectangle(told: Client, boss: Client) -> None:
    boss.post(f"{FACTS}/3/invalidate", {"reason": "why"})
    whole = get(told, "facts/3/history")["history"]
    assert (whole[0]["status"], whole[-1]["status"]) == ("active", "invalidated")
    assert whole[-1]["recorded"]["to_seq"] is None
    paged: list[Json] = []
    path = "facts/3/history?limit=1"
    while True:
        page = get(told, path)
        assert len(page["history"]) == 1
        paged += page["history"]
        if page["next"] is None:
            break
        path = f"facts/3/history?limit=1&cursor={quote(page['next'])}"
    assert paged == whole


def test_a_timeline_and_its_contests_are_shown(told: Client) -> None:
    timeline = get(told, "timeline?subject=Alice&predicate=lives_in")
    objects = {each["object"]: each for each in timeline["intervals"]}
    conflicts = get(told, "conflicts")["conflicts"]
    for each in objects.values():
        assert each["contested"] == bool(conflicts)
    assert set(objects) <= {"Cork", "Dublin"}
    assert get(told, "timeline?subject=Nobody&predicate=lives_in")["intervals"] == []
    assert errors(told.get(f"{LEDGER}/timeline?subject=Alice")) == {"predicate": "required"}


def test_changes_tell_what_came_to_be_believed_otherwise(told: Client, boss: Client) -> None:
    since = boss.get(LEDGER).json()["seq"]
    boss.post(f"{FACTS}/3/correct", {"subject": "Alicia", "reason": "why"})
    changes = get(told, f"changes?since={since}")["changes"]
    assert "corrected" in {each["change"] for each in changes}
    (corrected,) = (each for each in changes if each["fact"] == 3)
    assert corrected["before"]["subject"] == "Alice"
    assert corrected["after"]["subject"] == "Alicia"
    assert get(told, f"changes?since={since}&subject=Bob")["changes"] == []
    assert get(told, f"changes?until={since}")["changes"] != []


def test_what_was_shown_to_a_session_is_an_echo_when_it_is_said_in_it(
    told: Client, boss: Client
) -> None:
    headers = [(b"Factledger-Session", "sitzung ü".encode())]
    path = f"{FACTS}?subject=Alice&predicate=lives_in"
    shown = boss.send(Sending(method="GET", path=path, headers=headers))
    assert shown.json()["facts"]
    said = {
        "subject": "Alice",
        "predicate": "lives_in",
        "object": "Dublin",
        "valid_from": "2020-01-01",
    }
    again = told.send(Sending(method="POST", path=FACTS, json=said, headers=headers))
    assert again.json()["echo"] is True
    fresh = told.post(FACTS, {**said, "session": "another"})
    assert "echo" not in fresh.json()
