"""Facts over HTTP: asserted, confirmed, listed page by page, shown and explained."""

import asyncio
import time
from collections.abc import Callable
from unicodedata import normalize
from urllib.parse import quote

import psycopg
import pytest

from domain.limits import IDEMPOTENCY_KEY_CHARS_MAX
from tests.api.client import Client, Json, Sending, errors
from tests.database import Database

FACTS = "/v1/ledgers/main/facts"
ALICE: Json = {"subject": "Alice", "predicate": "lives_in", "object": "Dublin"}


def test_a_first_claim_is_recorded_and_the_next_one_confirms_it(client: Client) -> None:
    first = client.post(FACTS, ALICE)
    second = client.post(FACTS, {**ALICE, "subject": " ALICE "})
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == {
        "fact": 2,
        "claim": 2,
        "seq": 2,
        "verdict": "recorded",
        "status": "active",
        "rivals": [],
        "why": {"rule": 1, "margin": None, "terms": [], "reason": "no_rival"},
        "receipt": {
            "ledger": "main",
            "seq": 2,
            "leaf_hash": first.json()["receipt"]["leaf_hash"],
        },
        "warnings": [],
    }
    assert second.json()["verdict"] == "confirmed"
    assert (second.json()["fact"], second.json()["claim"]) == (2, 3)
    assert client.get(f"{FACTS}/2").json()["claims"] == 2


def test_a_receipt_holds_the_hash_of_the_stored_event(client: Client) -> None:
    receipt = client.post(FACTS, ALICE).json()["receipt"]
    stored = client.get(f"/v1/ledgers/main/events/{receipt['seq']}").json()
    assert stored["leaf_hash"] == receipt["leaf_hash"]


def test_a_second_value_stands_beside_the_first_and_the_answer_says_so(client: Client) -> None:
    assert client.post(FACTS, ALICE).json()["warnings"] == []
    second = client.post(FACTS, {**ALICE, "object": "Cork"})
    assert second.status_code == 201
    assert len(second.json()["warnings"]) == 1
    assert [each["object"] for each in client.get(FACTS).json()["facts"]] == ["Dublin", "Cork"]


VALUES: list[tuple[object, object]] = [
    ("Dublin", "Dublin"),
    (True, True),
    ({"number": "2.80e4", "unit": "CNY"}, {"number": "28000", "unit": "CNY"}),
    ({"number": 7}, {"number": "7"}),
    ({"date": "2024-02-29"}, {"date": "2024-02-29"}),
    ({"entity": "Acme"}, {"entity": "Acme"}),
]


def test_a_value_comes_back_as_it_was_sent_with_numbers_in_normal_form(client: Client) -> None:
    for sent, answered in VALUES:
        fact = client.post(FACTS, {**ALICE, "object": sent}).json()["fact"]
        why = client.get(f"{FACTS}/{fact}/why").json()
        assert client.get(f"{FACTS}/{fact}").json()["object"] == answered
        assert why["fact"]["object"] == why["claims"][0]["said"]["object"] == answered


def test_a_fact_that_is_not_dated_begins_when_it_was_first_observed(client: Client) -> None:
    seen = {**ALICE, "observed_at": "2024-03-01T10:00:00+01:00"}
    fact = client.post(FACTS, seen).json()["fact"]
    shown = client.get(f"{FACTS}/{fact}").json()
    assert shown["valid"]["from"] == {
        "text": None,
        "precision": None,
        "earliest": None,
        "latest": "2024-03-01T09:00:00.000000Z",
    }
    assert shown["valid"]["to"]["open"] is True
    assert shown["certainty"] == "definite"
    assert shown["as_of"]["seq"] == 2


def test_what_is_asked_is_what_is_answered(client: Client) -> None:
    client.post(FACTS, {**ALICE, "source": "crm"})
    client.post(FACTS, {**ALICE, "predicate": "employer", "object": {"entity": "Acme"}})
    client.post(FACTS, {**ALICE, "subject": "Bob", "source": "hr"})

    def found(query: str) -> list[int]:
        return [each["fact"] for each in client.get(f"{FACTS}?{query}").json()["facts"]]

    assert found("") == [2, 3, 4]
    assert found("subject=alice") == [2, 3]
    assert found("predicate=lives_in") == [2, 4]
    assert found("object=ACME") == [3]
    assert found("source=hr") == [4]
    assert found("subject=Alice&predicate=employer&object=Acme") == [3]
    assert found("subject=Alice&source=hr") == []
    assert found("status=active") == found("status=all") == found("status=erased,active")
    assert found("status=invalidated") == []


def test_a_list_is_paged_without_gaps_and_its_limit_is_kept_exactly(client: Client) -> None:
    batch = [{**ALICE, "object": f"value {i}"} for i in range(7)]
    client.post(f"{FACTS}/batch", {"facts": batch})
    pages: list[list[int]] = []
    path: str | None = f"{FACTS}?subject=Alice&limit=3"
    while path is not None:
        page = client.get(path).json()
        pages.append([each["fact"] for each in page["facts"]])
        cursor = page["next"]
        path = cursor and f"{FACTS}?subject=Alice&limit=3&cursor={quote(cursor)}"
    assert pages == [[2, 3, 4], [5, 6, 7], [8]]


def test_five_hundred_are_five_hundred(client: Client) -> None:
    batch = [{**ALICE, "object": f"value {i}"} for i in range(501)]
    client.post(f"{FACTS}/batch", {"facts": batch})
    page = client.get(f"{FACTS}?limit=500").json()
    assert len(page["facts"]) == 500
    rest = client.get(f"{FACTS}?limit=500&cursor={quote(page['next'])}").json()
    assert (len(rest["facts"]), rest["next"]) == (1, None)


def test_a_cursor_serves_the_question_it_was_given_for_and_no_other(client: Client) -> None:
    for value in ("Dublin", "Cork"):
        client.post(FACTS, {**ALICE, "object": value})
    cursor = quote(client.get(f"{FACTS}?subject=Alice&limit=1").json()["next"])
    assert client.get(f"{FACTS}?subject=Alice&cursor={cursor}").status_code == 200
    for query in (f"cursor={cursor}", f"subject=Bob&cursor={cursor}", "cursor=x", "cursor=Mg=="):
        assert errors(client.get(f"{FACTS}?{query}")) == {"cursor": "not_a_cursor"}


FAULTY_QUERIES = [
    ("subjct=Alice", "subjct", "unknown_field"),
    ("Subject=Alice", "Subject", "unknown_field"),
    ("subject=", "subject", "empty"),
    ("subject", "subject", "empty"),
    ("subject=%20%E2%80%8B", "subject", "empty"),
    ("subject=*", "subject", "wildcard"),
    ("predicate=%25", "predicate", "wildcard"),
    ("object=**", "object", "wildcard"),
    ("source=*", "source", "wildcard"),
    ("subject=a&subject=b", "subject", "twice"),
    ("subject=a&subject=a", "subject", "twice"),
    ("subject=%00", "subject", "nul"),
    ("subject=%FF", "", "malformed"),
    ("status=", "status", "empty"),
    ("status=*", "status", "unknown_word"),
    ("status=Active", "status", "unknown_word"),
    ("status=active,active", "status", "unknown_word"),
    ("status=active,all", "status", "unknown_word"),
    ("limit=0", "limit", "out_of_range"),
    ("limit=501", "limit", "out_of_range"),
    ("limit=-1", "limit", "out_of_range"),
    ("limit=1.0", "limit", "out_of_range"),
    ("limit=", "limit", "out_of_range"),
    ("limit=%D9%A1", "limit", "out_of_range"),
    ("limit=all", "limit", "out_of_range"),
    ("cursor=", "cursor", "not_a_cursor"),
    ("valid_at=2024", "valid_at", "not_an_instant"),
    ("valid_at=", "valid_at", "not_an_instant"),
    ("known_at=any", "known_at", "not_an_instant"),
    ("known_at=99", "known_at", "in_the_future"),
    ("certainty=sure", "certainty", "unknown_word"),
]


def test_a_scope_that_is_misspelt_empty_or_a_wildcard_never_means_all(client: Client) -> None:
    client.post(FACTS, ALICE)
    assert len(client.get(f"{FACTS}?subject=Alice").json()["facts"]) == 1
    for query, field, code in FAULTY_QUERIES:
        assert (query, errors(client.get(f"{FACTS}?{query}"))) == (query, {field: code})


def test_why_shows_every_claim_with_its_evidence_page_by_page(client: Client) -> None:
    evidence = [{"quote": "moved to Dublin", "uri": "https://crm.example/7"}]
    first = client.post(FACTS, {**ALICE, "evidence": evidence, "source": "crm"}).json()["fact"]
    client.post(FACTS, {**ALICE, "derived_from": [first], "qualifiers": {"as of": "May"}})
    page = client.get(f"{FACTS}/{first}/why?limit=1").json()
    rest = client.get(f"{FACTS}/{first}/why?limit=1&cursor={quote(page['next'])}").json()
    assert page["fact"]["claims"] == 2
    assert page["decisions"] == rest["decisions"] == []
    ((one,), (two,)) = (page["claims"], rest["claims"])
    assert one["evidence"] == evidence
    assert (one["said"]["source"], two["said"]["source"]) == ("crm", "agent of tests")
    assert (two["derived_from"], two["said"]["qualifiers"]) == ([first], {"as of": "May"})
    assert rest["next"] is None


def test_a_fact_that_is_not_there_is_not_found(client: Client) -> None:
    client.post(FACTS, ALICE)
    assert client.get(f"{FACTS}/2").status_code == client.get(f"{FACTS}/2/why").status_code == 200
    for fact in ("1", "99", "0", "-2", "2.0", "+2", "x", "9" * 30, "%00", "٢"):
        for path in (f"{FACTS}/{fact}", f"{FACTS}/{fact}/why"):
            response = client.get(path)
            assert (path, response.status_code) == (path, 404)
            assert response.json()["detail"] == "there is no such fact"


def test_a_claim_can_not_rest_on_what_is_not_there(client: Client) -> None:
    sent = {**ALICE, "derived_from": [99]}
    assert errors(client.post(FACTS, sent)) == {"derived_from[0]": "unknown_fact"}
    assert client.get(FACTS).json()["facts"] == []


def test_a_reader_may_ask_and_not_assert_and_leaves_no_event(
    client: Client, reader: Client
) -> None:
    client.post(FACTS, ALICE)
    assert len(reader.get(FACTS).json()["facts"]) == 1
    refused = [
        reader.post(FACTS, {**ALICE, "object": "Cork"}),
        reader.post(f"{FACTS}/batch", {"facts": [ALICE]}),
        reader.post(f"{FACTS}/batch", {"facts": [{"subject": "Alice"}]}),
    ]
    assert [each.status_code for each in refused] == [403, 403, 403]
    assert client.get("/v1/ledgers/main").json()["seq"] == 2


def test_a_request_sent_again_under_its_key_is_answered_again_and_carried_out_once(
    client: Client,
) -> None:
    client.post(FACTS, ALICE)
    first = client.post(FACTS, {**ALICE, "object": "Cork"}, Idempotency_Key="k")
    again = client.post(
        FACTS, {"object": "Cork", "source": None, **ALICE} | {"object": "Cork"}, Idempotency_Key="k"
    )
    assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert first.status_code == 201
    assert client.get("/v1/ledgers/main").json()["seq"] == 3
    other = client.post(FACTS, ALICE, Idempotency_Key="k")
    assert other.status_code == 409
    assert client.get("/v1/ledgers/main").json()["seq"] == 3


def test_a_header_that_can_not_be_taken_is_refused_by_its_name(client: Client) -> None:
    for name, value, code in (
        ("Idempotency-Key", b"", "not_a_key"),
        ("Idempotency-Key", b"k" * 256, "not_a_key"),
        ("Idempotency-Key", "é".encode(), "not_a_key"),
        ("Idempotency-Key", b"a\tb", "not_a_key"),
        ("Factledger-Session", b"", "empty"),
        ("Factledger-Session", b"\xff", "malformed"),
        ("Factledger-Session", b"s" * 1_001, "too_long"),
    ):
        for path, sent in ((FACTS, ALICE), (f"{FACTS}/batch", {"facts": [ALICE]})):
            for headers, told in (
                ([(name.encode(), value)], code),
                ([(name.encode(), b"k")] * 2, "twice"),
            ):
                response = client.send(
                    Sending(method="POST", path=path, json=sent, headers=headers)
                )
                assert errors(response) == {name: told}
    # The first event opened the ledger, so nothing was written before.
    assert client.post(FACTS, ALICE, Idempotency_Key="k", Factledger_Session="s").json()["seq"] == 2


def test_the_longest_key_is_taken(client: Client) -> None:
    key = "~" * IDEMPOTENCY_KEY_CHARS_MAX
    assert client.post(FACTS, ALICE, Idempotency_Key=key).status_code == 201
    assert client.post(FACTS, ALICE, Idempotency_Key=key).status_code == 201
    assert client.post(FACTS, ALICE, Idempotency_Key=key[1:]).status_code == 200


def test_a_fact_is_asserted_only_if_its_axis_is_as_it_was_known(client: Client) -> None:
    first = client.post(FACTS, ALICE, If_Match="1").json()
    assert client.post(FACTS, ALICE, If_Match="1").status_code == 412
    assert client.get(f"{FACTS}/{first['fact']}").json()["claims"] == 1
    assert client.post(FACTS, ALICE, If_Match=str(first["seq"])).status_code == 200
    assert client.post(FACTS, {**ALICE, "object": "Cork"}, If_Match='"1"').status_code == 201


def test_a_condition_that_can_not_be_taken_is_refused(client: Client) -> None:
    for value in ("x", "-1", "*", 'W/"2"', ""):
        assert errors(client.post(FACTS, ALICE, If_Match=value)) == {"If-Match": "not_a_position"}
    many = {"facts": [ALICE]}
    refused = client.post(f"{FACTS}/batch", many, If_Match="2")
    assert errors(refused) == {"If-Match": "unknown_field"}


SPELLINGS: list[Callable[[str], str]] = [
    str.upper,
    "\u200b{}".format,
    "{}\u00a0".format,
    "\t{}\n".format,
    lambda text: normalize("NFD", text),
    lambda text: normalize("NFKC", text),
]


def test_spellings_of_one_name_are_one_fact(client: Client) -> None:
    zoe = {"subject": "Zoë", "predicate": "lives_in", "object": "Orléans"}
    client.post(FACTS, zoe)
    for spell in SPELLINGS:
        spelt = {name: spell(text) for name, text in zoe.items()}
        assert client.post(FACTS, spelt).json()["verdict"] == "confirmed"
        asked = "&".join(f"{name}={quote(text)}" for name, text in spelt.items())
        assert [each["fact"] for each in client.get(f"{FACTS}?{asked}").json()["facts"]] == [2]
    assert len(client.get(FACTS).json()["facts"]) == 1


DIFFERENT = [
    ("東京に住む", "大阪に住む", "Живёт в Москве"),
    ("C", "C#", "C++"),
    ("ASR1603", "ASR1605"),
    ("v1.2", "v12"),
    ("O'Brien", "obrien"),
]


def test_different_names_are_different_facts(client: Client) -> None:
    values = [value for row in DIFFERENT for value in row]
    for value in values:
        assert client.post(FACTS, {**ALICE, "object": value}).status_code == 201
    for value in values:
        (found,) = client.get(f"{FACTS}?object={quote(value)}").json()["facts"]
        assert found["object"] == value


def test_a_hundred_at_once_make_one_fact_of_a_hundred_claims(client: Client) -> None:
    sending = Sending(method="POST", path=FACTS, json=ALICE)
    answers = client.send_all([sending] * 100)
    assert sorted(each.status_code for each in answers) == [200] * 99 + [201]
    assert {each.json()["fact"] for each in answers} == {2}
    assert client.get(f"{FACTS}/2").json()["claims"] == 100


def test_a_hundred_at_once_under_one_key_make_one_claim(client: Client) -> None:
    headers = [(b"Idempotency-Key", b"k")]
    sending = Sending(method="POST", path=FACTS, json=ALICE, headers=headers)
    answers = client.send_all([sending] * 100)
    assert {each.status_code for each in answers} == {201}
    assert len({each.text for each in answers}) == 1
    assert client.get(f"{FACTS}/2").json()["claims"] == 1


def test_who_stops_waiting_stops_nothing(client: Client, database: Database) -> None:
    client.post(FACTS, ALICE)
    with psycopg.connect(database.admin_url) as blocker:
        blocker.execute("select from ledger.head where ledger = 'main' for update")
        client.runner.run(_given_up(client, {**ALICE, "object": "Cork"}, database))
    # What is said next is carried out behind it.
    assert client.post(FACTS, {**ALICE, "object": "Galway"}).json()["fact"] == 4
    assert client.get(f"{FACTS}/3").json()["object"] == "Cork"


async def _given_up(client: Client, sent: Json, database: Database) -> None:
    """Send a claim, and give up when the transaction that writes it waits for the blocker."""
    call = asyncio.create_task(client.sent([Sending(method="POST", path=FACTS, json=sent)]))
    await asyncio.to_thread(_until_one_waits, database)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call


def _until_one_waits(database: Database) -> None:
    waiting = "select from pg_stat_activity where datname = %s and wait_event_type = 'Lock'"
    with psycopg.connect(database.admin_url, autocommit=True) as watcher:
        while not watcher.execute(waiting, [database.name]).fetchall():
            time.sleep(0.01)
