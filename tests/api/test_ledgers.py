"""Ledgers over HTTP: opened, listed, shown; and health."""

from urllib.parse import quote

from adapters.services import Services
from domain.grants import Role
from domain.words import ActorKind, LedgerName
from tests.api.client import Client, Sending, errors
from tests.conftest import call_as

LEDGERS = "/v1/ledgers"


def test_an_admin_opens_a_ledger_and_sees_where_it_stands(boss: Client) -> None:
    opened = boss.post(LEDGERS, {"ledger": "acme", "time_zone": "Europe/Dublin"})
    assert opened.status_code == 201
    assert opened.json()["receipt"] == {
        "ledger": "acme",
        "seq": 1,
        "leaf_hash": opened.json()["leaf_hash"],
    }
    shown = boss.get(f"{LEDGERS}/acme").json()
    assert (shown["ledger"], shown["seq"], shown["counts"]["active"]) == ("acme", 1, 0)
    assert shown["leaf_hash"] == opened.json()["leaf_hash"]
    alice = {"subject": "Alice", "predicate": "lives_in", "object": "Dublin"}
    boss.post(f"{LEDGERS}/acme/facts", alice)
    after = boss.get(f"{LEDGERS}/acme").json()
    assert (after["seq"], after["counts"]["active"], after["as_of"]["known_at"]) == (2, 1, 2)


def test_the_rules_it_is_opened_under_hold(boss: Client) -> None:
    for identity, facts in (("folded", 1), ("exact", 2)):
        boss.post(LEDGERS, {"ledger": identity, "identity": identity})
        for name in ("Alice", "ALICE"):
            boss.post(
                f"{LEDGERS}/{identity}/facts", {"subject": name, "predicate": "is", "object": "x"}
            )
        assert len(boss.get(f"{LEDGERS}/{identity}/facts").json()["facts"]) == facts


def test_a_name_that_is_taken_is_a_conflict(boss: Client) -> None:
    assert boss.post(LEDGERS, {"ledger": "acme"}).status_code == 201
    assert boss.post(LEDGERS, {"ledger": "acme", "identity": "exact"}).status_code == 409
    assert boss.get(f"{LEDGERS}/acme").json()["seq"] == 1


def test_only_an_admin_opens_ledgers(client: Client, boss: Client) -> None:
    assert client.post(LEDGERS, {"ledger": "acme"}).status_code == 403
    assert client.post(LEDGERS, {"ledger": "main"}).status_code == 403
    assert [each["ledger"] for each in boss.get(LEDGERS).json()["ledgers"]] == ["main"]


def test_a_faulty_name_is_refused(boss: Client) -> None:
    for name in ("Acme", "a" * 64, "*", "", " acme", "acme\u200b", "_a"):
        assert list(errors(boss.post(LEDGERS, {"ledger": name}))) == ["ledger"]
    assert boss.get(LEDGERS).json()["ledgers"] == []


def test_the_list_has_what_is_granted_and_there_page_by_page(
    boss: Client, services: Services, nobody: Client
) -> None:
    names = ["a", "b", "c", "d-1", "d_1"]
    for name in reversed(names):
        boss.post(LEDGERS, {"ledger": name})
    some = frozenset({LedgerName("b"), LedgerName("d-1")})
    agent = nobody.bearing(call_as(services, role=Role.READER, kind=ActorKind.AGENT, ledgers=some))
    for client, granted in ((boss, names), (agent, ["b", "d-1"])):
        found: list[str] = []
        path: str | None = f"{LEDGERS}?limit=1"
        while path is not None:
            page = client.get(path).json()
            found += [each["ledger"] for each in page["ledgers"]]
            path = page["next"] and f"{LEDGERS}?limit=1&cursor={quote(page['next'])}"
        assert sorted(found) == granted
    assert errors(boss.get(f"{LEDGERS}?cursor=YQ==")) == {"cursor": "not_a_cursor"}
    assert errors(boss.get(f"{LEDGERS}?ledger=*")) == {"ledger": "unknown_field"}


def test_no_name_that_can_not_be_is_told_from_one_that_is_not_there(
    boss: Client, client: Client, ledger_name: LedgerName
) -> None:
    assert client.get(f"{LEDGERS}/{ledger_name}").status_code == 200
    names = ("nowhere", "MAIN", "a" * 64, "m%00n", "main,other", "*", "%FF", "main%20", "..%2Fx")
    for someone in (boss, client):
        answers = {someone.get(f"{LEDGERS}/{name}").text for name in names[:-1]}
        assert len(answers) == 1
        assert "there is no such ledger" in answers.pop()
        assert someone.get(f"{LEDGERS}/{names[-1]}").status_code == 404


def test_health_and_readiness_are_open_to_all(nobody: Client, services: Services) -> None:
    assert nobody.get("/health").json() == {"status": "ok"}
    assert nobody.get("/ready").json() == {"status": "ready"}
    assert errors(nobody.get("/health?x=1")) == {"x": "unknown_field"}
    services.pool.close()
    assert nobody.get("/health").json() == {"status": "ok"}
    gone = nobody.get("/ready")
    assert (gone.status_code, gone.headers["Retry-After"]) == (503, "1")


def test_while_the_service_stops_nothing_is_written_and_the_answer_says_so(
    client: Client, services: Services
) -> None:
    alice = {"subject": "Alice", "predicate": "lives_in", "object": "Dublin"}
    assert client.post(f"{LEDGERS}/main/facts", alice).status_code == 201
    services.ledger.close()
    refused = client.post(f"{LEDGERS}/main/facts", alice)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
    assert client.get(f"{LEDGERS}/main").json()["seq"] == 2


def test_of_those_who_open_one_name_at_once_one_does(boss: Client) -> None:
    sending = Sending(method="POST", path=LEDGERS, json={"ledger": "acme"})
    answers = boss.send_all([sending] * 8)
    assert sorted(each.status_code for each in answers) == [201] + [409] * 7
