"""What holds for every route there is, found by looking at the application."""

import re
from typing import cast

from fastapi.routing import iter_route_contexts

from api.app import Api
from api.door import OPEN_PATHS
from domain.words import LedgerName
from tests.api.client import Client, Json, Sending, errors

# What there is at least; were fewer found, the tests below would say nothing.
LEAST = {
    ("GET", "/health"),
    ("GET", "/ready"),
    ("GET", "/openapi.json"),
    ("POST", "/v1/ledgers"),
    ("GET", "/v1/ledgers"),
    ("GET", "/v1/ledgers/{ledger}"),
    ("POST", "/v1/ledgers/{ledger}/facts"),
    ("POST", "/v1/ledgers/{ledger}/facts/batch"),
    ("GET", "/v1/ledgers/{ledger}/facts"),
    ("GET", "/v1/ledgers/{ledger}/facts/{fact}"),
    ("GET", "/v1/ledgers/{ledger}/facts/{fact}/history"),
    ("GET", "/v1/ledgers/{ledger}/facts/{fact}/why"),
    ("POST", "/v1/ledgers/{ledger}/facts/{fact}/invalidate"),
    ("POST", "/v1/ledgers/{ledger}/facts/{fact}/restore"),
    ("POST", "/v1/ledgers/{ledger}/facts/{fact}/end"),
    ("POST", "/v1/ledgers/{ledger}/facts/{fact}/correct"),
    ("POST", "/v1/ledgers/{ledger}/facts/{fact}/outcome"),
    ("POST", "/v1/ledgers/{ledger}/claims/{claim}/retract"),
    ("POST", "/v1/ledgers/{ledger}/claims/{claim}/reinstate"),
    ("POST", "/v1/ledgers/{ledger}/sources/retract"),
    ("POST", "/v1/ledgers/{ledger}/sources/reinstate"),
    ("GET", "/v1/ledgers/{ledger}/timeline"),
    ("GET", "/v1/ledgers/{ledger}/changes"),
    ("GET", "/v1/ledgers/{ledger}/conflicts"),
    ("GET", "/v1/ledgers/{ledger}/tombstones"),
    ("GET", "/v1/ledgers/{ledger}/review"),
    ("POST", "/v1/ledgers/{ledger}/review/{seq}"),
    ("PUT", "/v1/ledgers/{ledger}/predicates/{predicate}"),
    ("GET", "/v1/ledgers/{ledger}/predicates"),
    ("GET", "/v1/ledgers/{ledger}/predicates/suggestions"),
    ("GET", "/v1/ledgers/{ledger}/events"),
    ("GET", "/v1/ledgers/{ledger}/events/{seq}"),
    ("POST", "/v1/tokens"),
    ("GET", "/v1/tokens"),
    ("DELETE", "/v1/tokens/{token}"),
}

FILLED = {
    "ledger": "main",
    "fact": "2",
    "claim": "2",
    "seq": "2",
    "predicate": "lives_in",
    "token": "t000000000000",
}

# What a question can't do without.
ASKED = {"/v1/ledgers/{ledger}/timeline": "subject=a&predicate=b"}


def routes(app: Api) -> list[tuple[str, str]]:
    found = {
        (method, (route.path or "").replace(":path}", "}"))
        for route in iter_route_contexts(app.routes)
        for method in route.methods or ()
    }
    return sorted((method, path) for method, path in found if method != "HEAD")


def filled(template: str, **names: str) -> str:
    """A path of this route; every name in it must have been thought of above."""
    return re.sub(r"\{(\w+)\}", lambda name: {**FILLED, **names}[name[1]], template)


def body(app: Api, method: str, template: str) -> Json | None:
    """What the document gives as an example of what is sent."""
    operation = app.openapi()["paths"].get(template, {}).get(method.lower(), {})
    if "requestBody" not in operation:
        return None
    name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    (example,) = app.openapi()["components"]["schemas"][name.rpartition("/")[2]]["examples"]
    return cast("Json", example)


def sending(app: Api, method: str, template: str, **names: str) -> Sending:
    path, sent = filled(template, **names), body(app, method, template)
    query = f"?{ASKED[template]}" if template in ASKED else ""
    return Sending(method=method, path=path + query, json=sent)


def test_every_route_that_was_thought_of_is_found(app: Api) -> None:
    assert set(routes(app)) >= LEAST


def test_no_route_opens_without_a_token(
    app: Api, nobody: Client, boss: Client, client: Client
) -> None:
    fact = {"subject": "a", "predicate": "b", "object": "c"}
    assert client.post("/v1/ledgers/main/facts", fact).status_code == 201
    for method, template in routes(app):
        answer = nobody.send(sending(app, method, template))
        known = boss.send(sending(app, method, template))
        if template in OPEN_PATHS:
            assert (template, answer.status_code) == (template, 200)
        else:
            assert (template, answer.status_code) == (template, 401)
            assert set(answer.json()) == {"type", "title", "status", "detail"}
        assert known.status_code != 401
        assert known.status_code < 500


def test_a_ledger_that_was_not_granted_looks_like_one_that_is_not_there(
    app: Api, client: Client, stranger: Client
) -> None:
    fact = {"subject": "a", "predicate": "b", "object": "c"}
    for someone, name in ((client, "main"), (stranger, "other")):
        assert someone.post(f"/v1/ledgers/{name}/facts", fact).status_code == 201
    checked = 0
    for method, template in routes(app):
        if "{ledger}" not in template:
            continue
        mine = client.send(sending(app, method, template))
        theirs = stranger.send(sending(app, method, template))
        nowhere = stranger.send(sending(app, method, template, ledger="nowhere"))
        assert mine.is_success or (method != "GET" and mine.status_code in {403, 404, 409})
        assert mine.json().get("detail") != theirs.json()["detail"]
        assert (template, theirs.status_code) == (template, 404)
        assert theirs.text == nowhere.text
        assert theirs.headers.keys() == nowhere.headers.keys()
        assert "main" not in theirs.text
        for path in (f"{filled(template)}?limit=x", f"{filled(template)}?x=1"):
            elsewhere = path.replace("main", "nowhere")
            sent = body(app, method, template)
            one = stranger.send(Sending(method=method, path=path, json=sent))
            two = stranger.send(Sending(method=method, path=elsewhere, json=sent))
            assert (one.status_code, one.text) == (two.status_code, two.text)
        checked += 1
    assert checked >= 25


def test_no_route_takes_a_parameter_that_it_does_not_know(
    app: Api, boss: Client, ledger_name: LedgerName
) -> None:
    assert boss.get(f"/v1/ledgers/{ledger_name}").status_code == 200
    for method, template in routes(app):
        if template == app.openapi_url:
            continue
        path = f"{filled(template)}?{ASKED.get(template, '')}&nonsense=1"
        sent = Sending(method=method, path=path, json=body(app, method, template))
        assert (template, errors(boss.send(sent))) == (template, {"nonsense": "unknown_field"})


def test_no_route_takes_a_field_that_it_does_not_know(
    app: Api, boss: Client, ledger_name: LedgerName
) -> None:
    before = boss.get(f"/v1/ledgers/{ledger_name}").json()["seq"]
    checked = 0
    for method, template in routes(app):
        sent = body(app, method, template)
        if sent is not None:
            odd = Sending(method=method, path=filled(template), json={**sent, "nonsense": 1})
            answer = boss.send(odd)
            assert (template, errors(answer)) == (template, {"nonsense": "unknown_field"})
            checked += 1
    assert checked >= 14
    assert boss.get(f"/v1/ledgers/{ledger_name}").json()["seq"] == before
