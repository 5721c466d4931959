"""Tokens over HTTP: made once, listed without secrets, and dead from the call after their end."""

from urllib.parse import quote

import psycopg

from domain.grants import Role
from tests.api.client import Client, Json, errors
from tests.conftest import Caller
from tests.database import Database

TOKENS = "/v1/tokens"
BOT: Json = {"name": "bot", "kind": "agent", "role": "agent", "ledgers": ["main"]}
FACTS = "/v1/ledgers/main/facts"
ALICE: Json = {"subject": "Alice", "predicate": "lives_in", "object": "Dublin"}


def test_a_token_that_was_made_comes_in_and_its_name_is_the_source(
    boss: Client, nobody: Client, agent: Caller
) -> None:
    made = boss.post(TOKENS, BOT)
    token = made.json()
    assert made.status_code == 201
    assert token["token"].startswith("fl_")
    assert (token["ledgers"], token["password"], token["revoked_at"]) == (["main"], None, None)
    bot = nobody.bearing(Caller(secret=token["token"], grant=agent.grant))
    fact = bot.post(FACTS, ALICE).json()["fact"]
    why = bot.get(f"{FACTS}/{fact}/why").json()
    assert why["claims"][0]["said"]["source"] == "bot"
    assert why["claims"][0]["actor"] == {"token": token["id"], "kind": "agent"}


def test_a_secret_is_shown_once(boss: Client, agent: Caller) -> None:
    token = boss.post(TOKENS, BOT).json()
    listed = boss.get(TOKENS)
    assert token["id"] in listed.text
    assert token["token"] not in listed.text
    assert agent.secret not in listed.text


def test_a_revoked_token_is_refused_from_its_next_call_on(
    boss: Client, client: Client, agent: Caller
) -> None:
    assert client.get(FACTS).status_code == 200
    revoked = boss.delete(f"{TOKENS}/{agent.grant.actor.token}")
    assert revoked.status_code == 200
    assert revoked.json()["revoked_at"]
    assert client.get(FACTS).status_code == 401
    assert client.post(FACTS, ALICE).status_code == 401
    assert boss.delete(f"{TOKENS}/{agent.grant.actor.token}").status_code == 200


def test_an_expired_token_is_refused(boss: Client, nobody: Client, agent: Caller) -> None:
    for expires, status in (("2030-01-01T00:00:00Z", 200), ("2020-01-01T00:00:00Z", 401)):
        token = boss.post(TOKENS, {**BOT, "expires": expires}).json()
        bot = nobody.bearing(Caller(secret=token["token"], grant=agent.grant))
        assert bot.get(FACTS).status_code == status


def test_only_an_admin_makes_lists_and_revokes(
    client: Client, reader: Client, agent: Caller
) -> None:
    for someone in (client, reader):
        assert someone.post(TOKENS, BOT).status_code == 403
        assert someone.get(TOKENS).status_code == 403
        assert someone.delete(f"{TOKENS}/{agent.grant.actor.token}").status_code == 403
        assert someone.get(FACTS).status_code == 200


def test_what_does_not_fit_together_is_refused(boss: Client, client: Client) -> None:
    assert client.get(FACTS).status_code == 200
    table: list[tuple[Json, str]] = [
        ({"role": "admin"}, "kind"),
        ({"role": "reviewer"}, "kind"),
        ({"ledgers": ["nowhere"]}, "ledgers"),
        ({"ledgers": []}, "ledgers"),
        ({"ledgers": ["*"]}, "ledgers[0]"),
        ({"ledgers": None}, "ledgers"),
        ({"ledger": "main"}, "ledger"),
        ({"kind": "robot"}, "kind"),
        ({"expires": "soon"}, "expires"),
    ]
    for change, field in table:
        assert (change, list(errors(boss.post(TOKENS, {**BOT, **change})))) == (change, [field])
    assert len(boss.get(TOKENS).json()["tokens"]) == 2


def test_tokens_are_listed_page_by_page(boss: Client, client: Client) -> None:
    assert client.get(FACTS).status_code == 200
    made = [boss.post(TOKENS, {**BOT, "name": f"bot {i}"}).json()["id"] for i in range(3)]
    found: list[str] = []
    path: str | None = f"{TOKENS}?limit=2"
    while path is not None:
        page = boss.get(path).json()
        found += [each["id"] for each in page["tokens"]]
        path = page["next"] and f"{TOKENS}?limit=2&cursor={quote(page['next'])}"
    assert found == sorted(found)
    assert len(found) == 5
    assert set(made) < set(found)


def test_a_token_that_is_not_there_is_not_found(boss: Client, admin: Caller) -> None:
    for token in ("t000000000000", "x", "T%00", "%FF", "a" * 64):
        response = boss.delete(f"{TOKENS}/{token}")
        assert (token, response.status_code) == (token, 404)
        assert response.json()["detail"] == "there is no such token"
    assert boss.delete(f"{TOKENS}/{admin.grant.actor.token}").status_code == 409
    assert boss.get(TOKENS).status_code == 200


def test_an_auditors_token_comes_with_a_login_of_its_own(
    boss: Client, client: Client, database: Database
) -> None:
    client.post(FACTS, ALICE)
    auditor = {"name": "auditor", "kind": "human", "role": Role.AUDITOR, "ledgers": ["main"]}
    token = boss.post(TOKENS, auditor).json()
    with psycopg.connect(database.url_for(token["login"], token["password"])) as connection:
        row = connection.execute("select session_user").fetchone()
    assert row == (token["login"],)
    boss.delete(f"{TOKENS}/{token['id']}")
