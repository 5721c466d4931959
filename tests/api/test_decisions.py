"""Decisions over HTTP: what they answer, who may take them, and what they leave alone."""

from typing import cast

import pytest

from adapters.services import Services
from domain.grants import Role
from domain.words import ActorKind, LedgerName
from tests.api.client import Client, Json, errors
from tests.conftest import call_as

LEDGER = "/v1/ledgers/main"
FACTS = f"{LEDGER}/facts"
WHY: Json = {"reason": "why"}


@pytest.fixture
def ann(nobody: Client, services: Services, ledger_name: LedgerName) -> Client:
    """A person's client who may say things, and decides nothing of others'."""
    return nobody.bearing(
        call_as(services, role=Role.AGENT, kind=ActorKind.HUMAN, ledgers=frozenset({ledger_name}))
    )


def asserted(client: Client, **more: object) -> Json:
    sent = {"subject": "Alice", "predicate": "lives_in", "object": "Dublin", **more}
    response = client.post(FACTS, sent)
    assert response.is_success, response.text
    return cast("Json", response.json())


def head(client: Client) -> int:
    return cast("int", client.get(LEDGER).json()["seq"])


def test_a_fact_is_struck_out_and_its_value_is_refused_until_it_is_restored(
    boss: Client, client: Client
) -> None:
    fact = asserted(client)["fact"]
    struck = boss.post(f"{FACTS}/{fact}/invalidate", {**WHY, "kind": "wrong_entity"})
    assert struck.status_code == 200
    assert {**struck.json(), "receipt": None} == {
        "fact": fact,
        "seq": 3,
        "status": "invalidated",
        "receipt": None,
    }
    assert struck.json()["receipt"]["seq"] == 3
    again = client.post(FACTS, {"subject": "ALICE", "predicate": "lives_in", "object": "dublin"})
    assert again.status_code == 409
    assert again.json()["verdict"] == "refused"
    assert again.json()["tombstone"] == {"fact": fact, "seq": 3}
    assert again.json()["receipt"]["seq"] == 4
    (tombstone,) = client.get(f"{LEDGER}/tombstones").json()["tombstones"]
    assert (tombstone["seq"], tombstone["fact"], tombstone["tries"]) == (3, fact, 1)
    assert list(tombstone["tried_by"].values()) == [1]
    assert (tombstone["kind"], tombstone["reason"]) == ("wrong_entity", "why")
    assert client.post(f"{FACTS}/{fact}/restore", WHY).status_code == 403
    restored = boss.post(f"{FACTS}/{fact}/restore", WHY)
    assert (restored.status_code, restored.json()["status"]) == (200, "active")
    assert client.get(f"{LEDGER}/tombstones").json()["tombstones"] == []
    assert asserted(client)["verdict"] == "confirmed"


def test_a_refused_claim_is_a_problem_in_its_place_of_a_batch(boss: Client, client: Client) -> None:
    fact = asserted(client)["fact"]
    boss.post(f"{FACTS}/{fact}/invalidate", WHY)
    claims = [
        {"subject": "Alice", "predicate": "lives_in", "object": each} for each in ("Cork", "Dublin")
    ]
    taken, refused = client.post(f"{FACTS}/batch", {"facts": claims}).json()["results"]
    assert taken["verdict"] == "recorded"
    assert (refused["verdict"], refused["status"]) == ("refused", 409)
    assert refused["tombstone"]["fact"] == fact
    whole = client.post(f"{FACTS}/batch", {"facts": claims, "atomic": True})
    assert (whole.status_code, whole.json()["verdict"]) == (409, "refused")
    assert client.get(f"{FACTS}/{taken['fact']}").json()["claims"] == 1


def test_a_fact_is_ended_and_corrected(boss: Client, client: Client) -> None:
    fact = asserted(client, valid_from="2020")["fact"]
    ended = boss.post(f"{FACTS}/{fact}/end", {"valid_to": "2024-05-17", **WHY})
    assert (ended.status_code, ended.json()["status"]) == (200, "active")
    valid = client.get(f"{FACTS}/{fact}").json()["valid"]
    assert (valid["from"]["text"], valid["to"]["text"]) == ("2020", "2024-05-17")
    corrected = boss.post(f"{FACTS}/{fact}/correct", {**WHY, "object": "Cork", "valid_to": ".."})
    assert corrected.status_code == 200
    shown = client.get(f"{FACTS}/{fact}").json()
    assert (shown["object"], shown["valid"]["to"]["open"]) == ("Cork", True)
    types = [each["type"] for each in client.get(f"{FACTS}/{fact}/why").json()["decisions"]]
    assert types == ["FactEnded", "FactCorrected"]


def test_what_an_agent_may_not_do_waits_for_a_person(
    boss: Client, client: Client, ann: Client
) -> None:
    fact = asserted(ann)["fact"]
    wish = client.post(f"{FACTS}/{fact}/end", {"valid_to": "2024-05-17", **WHY})
    assert wish.status_code == 202
    seq = wish.json()["review"]
    assert wish.json()["receipt"]["seq"] == seq
    (waiting,) = client.get(f"{LEDGER}/review").json()["review"]
    assert (waiting["seq"], waiting["fact"], waiting["kind"]) == (seq, fact, "end")
    assert waiting["asked"]["correction"]["valid_to"] == "2024-05-17"
    assert client.get(f"{FACTS}/{fact}").json()["valid"]["to"]["open"] is True
    decided = {"decision": "confirm", **WHY}
    assert client.post(f"{LEDGER}/review/{seq}", decided).status_code == 403
    assert boss.post(f"{LEDGER}/review/{seq}", decided).status_code == 200
    assert client.get(f"{LEDGER}/review").json()["review"] == []
    assert client.get(f"{FACTS}/{fact}").json()["valid"]["to"]["text"] == "2024-05-17"


def test_a_claim_and_a_source_are_taken_back_and_count_again(boss: Client, client: Client) -> None:
    first = asserted(client, source="crm")
    second = asserted(client, source="hr")
    fact = first["fact"]
    back = client.post(f"{LEDGER}/claims/{second['claim']}/retract", WHY)
    assert (back.status_code, back.json()["status"]) == (200, "active")
    assert client.get(f"{FACTS}/{fact}").json()["claims"] == 1
    sent = {"source": "CRM", **WHY}
    assert client.post(f"{LEDGER}/sources/retract", sent).status_code == 403
    gone = boss.post(f"{LEDGER}/sources/retract", sent)
    assert (gone.status_code, gone.json()["claims"]) == (200, 1)
    assert client.get(f"{FACTS}/{fact}").json()["status"] == "unsupported"
    assert boss.post(f"{LEDGER}/sources/retract", sent).status_code == 409
    assert boss.post(f"{LEDGER}/sources/reinstate", sent).json()["claims"] == 1
    given = client.post(f"{LEDGER}/claims/{second['claim']}/reinstate", WHY)
    assert given.json()["status"] == "active"
    assert client.get(f"{FACTS}/{fact}").json()["claims"] == 2


def test_an_outcome_is_kept_with_the_fact(client: Client, ann: Client) -> None:
    fact = asserted(client)["fact"]
    sent = {"signal": "user_confirmed", "success": True, "source": "the phone"}
    told = ann.post(f"{FACTS}/{fact}/outcome", sent)
    assert (told.status_code, told.json()["status"]) == (200, "active")
    (decision,) = client.get(f"{FACTS}/{fact}/why").json()["decisions"]
    assert decision["type"] == "OutcomeReported"
    assert {name: decision[name] for name in sent} == sent


UNKNOWN: list[tuple[str, Json]] = [
    ("facts/{}/invalidate", WHY),
    ("facts/{}/restore", WHY),
    ("facts/{}/end", {"valid_to": "2024"}),
    ("facts/{}/correct", {**WHY, "object": "Cork"}),
    ("facts/{}/outcome", {"signal": "cited_by", "success": True}),
    ("claims/{}/retract", WHY),
    ("claims/{}/reinstate", WHY),
    ("review/{}", {**WHY, "decision": "confirm"}),
]


@pytest.mark.parametrize(("path", "sent"), UNKNOWN, ids=str)
def test_what_is_not_there_can_not_be_decided_on(
    boss: Client, client: Client, path: str, sent: Json
) -> None:
    asserted(client)
    before = head(boss)
    for seq in ("1", "99", "0", "x", "9" * 30):
        answer = boss.post(f"{LEDGER}/{path.format(seq)}", sent)
        assert (seq, answer.status_code) == (seq, 404)
    assert boss.post(f"{LEDGER}/sources/retract", {"source": "none", **WHY}).status_code == 404
    assert head(boss) == before


def test_what_is_so_already_is_a_conflict_and_no_event(boss: Client, client: Client) -> None:
    first = asserted(client)
    fact, claim = first["fact"], first["claim"]
    assert boss.post(f"{FACTS}/{fact}/restore", WHY).status_code == 409
    assert boss.post(f"{LEDGER}/claims/{claim}/reinstate", WHY).status_code == 409
    assert boss.post(f"{FACTS}/{fact}/invalidate", WHY).status_code == 200
    before = head(boss)
    assert boss.post(f"{FACTS}/{fact}/invalidate", WHY).status_code == 409
    assert head(boss) == before


def test_a_decision_is_taken_only_if_the_axis_is_as_it_was_known(
    boss: Client, client: Client
) -> None:
    fact = asserted(client)["fact"]
    asserted(client)
    path = f"{FACTS}/{fact}/invalidate"
    assert boss.post(path, WHY, If_Match="2").status_code == 412
    assert boss.get(f"{FACTS}/{fact}").json()["status"] == "active"
    assert boss.post(path, WHY, If_Match="3").status_code == 200
    for other in (f"{LEDGER}/claims/2/retract", f"{LEDGER}/sources/retract"):
        refused = boss.post(
            other, {**WHY, "source": "s"} if "sources" in other else WHY, If_Match="9"
        )
        assert errors(refused) == {"If-Match": "unknown_field"}


def test_a_decision_under_a_key_is_taken_once(boss: Client, client: Client) -> None:
    fact = asserted(client)["fact"]
    path = f"{FACTS}/{fact}/invalidate"
    first = boss.post(path, WHY, Idempotency_Key="k")
    again = boss.post(path, WHY, Idempotency_Key="k")
    assert (
        (first.status_code, first.json())
        == (again.status_code, again.json())
        == (
            200,
            first.json(),
        )
    )
    assert boss.post(f"{FACTS}/{fact}/restore", WHY, Idempotency_Key="k").status_code == 409
    assert boss.get(f"{FACTS}/{fact}").json()["status"] == "invalidated"


def test_a_date_that_is_none_is_refused_by_its_field(boss: Client, client: Client) -> None:
    fact = asserted(client, valid_from="2020")["fact"]
    before = head(boss)
    assert set(errors(boss.post(f"{FACTS}/{fact}/end", {"valid_to": "2023-02-29"}))) == {"valid_to"}
    assert set(errors(boss.post(f"{FACTS}/{fact}/end", {"valid_to": "2019"}))) == {"valid_to"}
    wrong = boss.post(f"{FACTS}/{fact}/correct", {**WHY, "valid_from": "24:00"})
    assert set(errors(wrong)) == {"valid_from"}
    claim = {"subject": "a", "predicate": "b", "object": "c", "valid": "2019/2018"}
    assert set(errors(client.post(FACTS, claim))) == {"valid"}
    assert head(boss) == before


def test_of_a_source_what_was_struck_since_stays_away_and_is_named(
    boss: Client, client: Client
) -> None:
    first = asserted(client, source="crm")["fact"]
    other = asserted(client, source="crm", subject="Bob")["fact"]
    sent = {"source": "crm", **WHY}
    assert "refused" not in boss.post(f"{LEDGER}/sources/retract", sent).json()
    struck = boss.post(f"{FACTS}/{first}/invalidate", WHY).json()["seq"]
    back = boss.post(f"{LEDGER}/sources/reinstate", sent)
    assert (back.status_code, back.json()["claims"]) == (200, 1)
    assert back.json()["refused"] == [{"fact": first, "seq": struck}]
    assert client.get(f"{FACTS}/{other}").json()["status"] == "active"
    none = boss.post(f"{LEDGER}/sources/reinstate", sent)
    assert (none.status_code, none.json()["verdict"]) == (409, "refused")


def test_an_agent_s_end_of_what_a_person_ended_waits_once_and_is_named(
    boss: Client, client: Client
) -> None:
    dates = {"valid_from": "2020-01-01", "valid_to": "2023-01-01"}
    fact = asserted(client, valid_from="2020-01-01")["fact"]
    assert boss.post(f"{FACTS}/{fact}/end", {"valid_to": "2022-01-01"}).status_code == 200
    waits = asserted(client, **dates)
    assert waits["warnings"]
    assert asserted(client, **dates)["review"] == waits["review"]
    (item,) = client.get(f"{LEDGER}/review").json()["review"]
    assert item["seq"] == waits["review"]
    assert client.get(f"{FACTS}/{fact}").json()["valid"]["to"]["text"] == "2022-01-01"
    assert "review" not in asserted(client, valid_from="2020-01-01")
    reopened = client.post(f"{FACTS}/{fact}/correct", {"valid_to": "..", **WHY})
    assert reopened.status_code == 202
    claim = waits["claim"]
    assert boss.post(f"{LEDGER}/claims/{claim}/retract", WHY).status_code == 200
    assert client.post(f"{LEDGER}/claims/{claim}/reinstate", WHY).status_code == 403
