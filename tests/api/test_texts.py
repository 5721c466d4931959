"""Texts of every kind in every place that takes one: kept as they are or refused, never a fault."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from urllib.parse import quote

from tests.api.client import Client, Json, Sending

FACTS = "/v1/ledgers/main/facts"
ALICE: Json = {"subject": "Alice", "predicate": "lives_in", "object": "Dublin"}
TOKEN: Json = {"name": "bot", "kind": "agent", "role": "agent", "ledgers": ["main"]}

# What can be kept; the second line has nothing that can be seen, or can't be stored.
KEPT = [
    "a\ufffeb\uffff",
    "\u202eabc\u202c",
    "\u2066a\u2069",
    "a\r\nb\tc",
    "🜁" * 900,
    "\U0010ffff",
    "ﷺ",
]
REFUSED = ["a\0b", "\0", "a\ud800b", "\udfff", "", " ", "\u200b\u2060", "\u3164"]


def incompressible(chars: int) -> str:
    """A text that nothing can pack: ideographs of four bytes, by chance."""
    drawn = (sha256(str(number).encode()).digest()[:2] for number in range(chars))
    return "".join(chr(0x20000 + int.from_bytes(each) % 0xA6D7) for each in drawn)


def words(chars: int) -> str:
    """Unique words of so many characters together."""
    return "".join(f"{number:x} " for number in range(chars // 4))[: chars - 1] + "x"


PLACES: dict[str, Callable[[str], Json]] = {
    "subject": lambda text: {**ALICE, "subject": text},
    "predicate": lambda text: {**ALICE, "predicate": text},
    "object": lambda text: {**ALICE, "object": text},
    "object.entity": lambda text: {**ALICE, "object": {"entity": text}},
    "object.unit": lambda text: {**ALICE, "object": {"number": "1", "unit": text[:90]}},
    "source": lambda text: {**ALICE, "source": text},
    "session": lambda text: {**ALICE, "session": text},
    "qualifiers.": lambda text: {**ALICE, "qualifiers": {"q": text}},
    "qualifiers": lambda text: {**ALICE, "qualifiers": {text[:90]: "x"}},
    "evidence[0].quote": lambda text: {**ALICE, "evidence": [{"quote": text}]},
    "evidence[0].uri": lambda text: {**ALICE, "evidence": [{"uri": text}]},
}


def found(claim: Json, place: str) -> str:
    """What stands in a place of a claim as it is answered."""
    said = claim["said"]
    match place:
        case "object.entity" | "object.unit":
            text = said["object"][place.partition(".")[2]]
        case "qualifiers":
            (text,) = said["qualifiers"]
        case "qualifiers.":
            text = said["qualifiers"]["q"]
        case "evidence[0].quote" | "evidence[0].uri":
            text = claim["evidence"][0][place.partition(".")[2]]
        case _:
            text = said[place]
    return str(text)


def last_claim(client: Client, fact: int) -> Json:
    claim: Json = client.get(f"{FACTS}/{fact}/why?limit=500").json()["claims"][-1]
    return claim


def test_what_can_be_kept_is_answered_as_it_was_sent(client: Client) -> None:
    for place, document in PLACES.items():
        for text in [*KEPT, incompressible(1_000)]:
            answer = client.post(FACTS, document(text))
            assert answer.status_code in {200, 201}, (place, text[:20], answer.text)
            kept = found(last_claim(client, answer.json()["fact"]), place)
            assert kept == (text[:90] if place in {"object.unit", "qualifiers"} else text)


def test_what_can_not_be_kept_is_refused_under_its_field(client: Client) -> None:
    assert client.post(FACTS, ALICE).status_code == 201
    for place, document in PLACES.items():
        for text in REFUSED:
            answer = client.post(FACTS, document(text))
            assert answer.status_code == 422, (place, text)
            assert all(each["field"].startswith(place[:9]) for each in answer.json()["errors"])
            results = client.post(f"{FACTS}/batch", {"facts": [document(text)]}).json()["results"]
            assert [each["status"] for each in results] == [422]
    assert client.get("/v1/ledgers/main").json()["seq"] == 2


def test_what_is_too_long_is_refused_under_its_field(client: Client) -> None:
    texts = (words(1_000_000), words(5_000_000))
    for place, document in PLACES.items():
        if place in {"object.unit", "qualifiers"}:
            continue
        for text in texts:
            answer = client.post(FACTS, document(text))
            assert answer.status_code == 422
            (error,) = answer.json()["errors"]
            assert (error["field"].startswith(place), error["code"]) == (True, "too_long")
    for place in ("subject", "predicate", "source"):
        answer = client.post(FACTS, PLACES[place](incompressible(3_000)))
        assert [each["field"] for each in answer.json()["errors"]] == [place]
    # The first event opened the ledger, so nothing was written before.
    assert client.post(FACTS, ALICE).json()["seq"] == 2


def test_the_longest_that_is_taken_is_found_again(client: Client) -> None:
    long: Json = {
        "subject": incompressible(1_000),
        "predicate": incompressible(1_000),
        "object": words(100_000),
        "source": incompressible(1_000),
    }
    fact = client.post(FACTS, long, Idempotency_Key="k" * 255).json()["fact"]
    assert client.post(FACTS, long).json()["fact"] == fact
    for name in ("subject", "predicate", "source"):
        page = client.get(f"{FACTS}?{name}={quote(long[name])}").json()
        assert [each["fact"] for each in page["facts"]] == [fact]
    assert client.get(f"{FACTS}/{fact}").json()["object"] == long["object"]


def questions(text: str) -> Iterator[str]:
    """Every question with this text in every place that takes one."""
    asked = quote(text.encode(errors="surrogatepass"))
    for name in ("subject", "predicate", "object", "source", "status", "limit", "cursor"):
        yield f"{FACTS}?{name}={asked}"
    yield f"{FACTS}?{asked}=x"
    for name in ("type", "after", "limit"):
        yield f"/v1/ledgers/main/events?{name}={asked}"
    for name in ("limit", "cursor"):
        yield f"/v1/ledgers?{name}={asked}"
        yield f"/v1/tokens?{name}={asked}"
    for path in ("/v1/ledgers/{}", "/v1/ledgers/{}/facts", "/v1/ledgers/main/facts/{}"):
        yield path.format(asked)
    for path in ("main/facts/{}/why", "main/events/{}", "{}/events", "{}/facts/2/why"):
        yield f"/v1/ledgers/{path}".format(asked)


def test_no_question_is_a_fault_whatever_its_text(client: Client, boss: Client) -> None:
    texts = [*KEPT, *filter(None, REFUSED), "' or 1=1 --", "%", "a,b", "..."]
    texts += [incompressible(3_000), words(30_000)]
    client.post(FACTS, ALICE)
    assert client.get(f"{FACTS}?subject=Alice").json()["facts"]
    for text in texts:
        for path in questions(text):
            answer = boss.get(path)
            assert answer.status_code in {200, 404, 422}, path
            if answer.status_code == 200:
                assert answer.json().get("facts", []) == []


def test_no_order_is_a_fault_whatever_its_text(boss: Client, client: Client) -> None:
    assert client.get(FACTS).status_code == 200
    for text in [*KEPT, *REFUSED, incompressible(3_000), words(1_000_000), "' or 1=1 --"]:
        opening = boss.post("/v1/ledgers", {"ledger": text})
        zone = boss.post("/v1/ledgers", {"ledger": "acme", "time_zone": text})
        granted = boss.post("/v1/tokens", {**TOKEN, "ledgers": [text]})
        unknown = boss.post(FACTS, {**ALICE, text: text})
        revoked = boss.delete(f"/v1/tokens/{quote(text[:900].encode(errors='surrogatepass'))}")
        answers = (opening, zone, granted, unknown)
        assert [each.status_code for each in answers] == [422] * 4
        assert revoked.status_code in {404, 405}
        named = boss.post("/v1/tokens", {**TOKEN, "name": text})
        assert named.status_code == (422 if text in REFUSED or len(text) > 200 else 201)
    assert [each["ledger"] for each in boss.get("/v1/ledgers").json()["ledgers"]] == ["main"]


def test_no_key_is_a_fault_whatever_its_text(client: Client) -> None:
    keys = [b"\0", b"\xff\xfe", "\u202e".encode(), incompressible(750).encode(), b"k" * 3_000]
    for key in keys:
        headers = [(b"Idempotency-Key", key)]
        for path, sent in ((FACTS, ALICE), (f"{FACTS}/batch", {"facts": [ALICE]})):
            answer = client.send(Sending(method="POST", path=path, json=sent, headers=headers))
            assert [each["field"] for each in answer.json()["errors"]] == ["Idempotency-Key"]
    assert client.post(FACTS, ALICE, Idempotency_Key="k" * 255).status_code == 201
