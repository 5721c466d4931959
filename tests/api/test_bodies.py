"""Bodies: JSON as everybody reads it, or a refusal that says what is wrong with it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.exceptions import HTTPException

from adapters.errors import Invalid
from api.bodies import parse
from domain.limits import REQUEST_BYTES_MAX
from tests.api.client import Client, Sending, errors

FACTS = "/v1/ledgers/main/facts"
ALICE = b'{"subject": "Alice", "predicate": "lives_in", "object": "Dublin"}'

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(JSON)
def test_what_is_json_is_read_as_it_is(document: object) -> None:
    assert parse(json.dumps(document).encode()) == document
    assert parse(json.dumps(document, ensure_ascii=False, indent=1).encode()) == document


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"{",
        b"{'a': 1}",
        b'{"a": 1,}',
        b'{"a": 1} {"a": 1}',
        b'{"a": 01}',
        b'{"a": NaN}',
        b"[Infinity]",
        b"[-Infinity]",
        b'{"a": "\x01"}',
        b'{"a": "\\x"}',
        b'{"a": "\xff"}',
        b'{"a": "\xed\xa0\x80"}',
        b'\xef\xbb\xbf{"a": 1}',
        '{"a": 1}'.encode("utf-16"),
        b"1" * 5_000,
        b"nul",
    ],
)
def test_what_is_no_json_is_refused_as_such(body: bytes) -> None:
    with pytest.raises(HTTPException) as caught:
        parse(body)
    assert caught.value.status_code == 400


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        (b'{"subject": 1, "subject": 1}', "subject", "twice"),
        (b'{"a": [{"b": 1, "c": 2, "b": 3}]}', "b", "twice"),
        (b'{"a": 1, "\\u0061": 2}', "a", "twice"),
        (b"[" * 100_000, "", "too_deep"),
        (b'{"a":' * 100_000, "", "too_deep"),
    ],
)
def test_what_readers_understand_differently_is_refused(body: bytes, field: str, code: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse(body)
    assert [(each.field, each.code) for each in caught.value.refusals] == [(field, code)]


def post(client: Client, content: bytes, *headers: tuple[bytes, bytes]) -> int:
    sending = Sending(method="POST", path=FACTS, content=content, headers=headers)
    return client.send(sending).status_code


def test_only_what_says_that_it_is_json_is_read(client: Client) -> None:
    taken = (
        b"application/json",
        b"Application/JSON; charset=UTF-8",
        b'application/json;charset="utf-8"',
    )
    refused = (b"text/plain", b"application/json; charset=latin-1", b"application/jsonl", b"")
    for media_type in taken:
        assert post(client, ALICE, (b"Content-Type", media_type)) in {200, 201}
    for media_type in refused:
        assert post(client, ALICE, (b"Content-Type", media_type)) == 415
    assert post(client, ALICE) == 415
    both = [(b"Content-Type", b"application/json"), (b"Content-Type", b"text/plain")]
    assert post(client, ALICE, *both) == 415
    packed = [(b"Content-Type", b"application/json"), (b"Content-Encoding", b"gzip")]
    assert post(client, ALICE, *packed) == 415
    assert client.get(f"{FACTS}/2").json()["claims"] == len(taken)


def test_more_than_the_limit_is_not_read(client: Client) -> None:
    json_type = (b"Content-Type", b"application/json")
    just = ALICE + b" " * (REQUEST_BYTES_MAX - len(ALICE))
    assert post(client, just, json_type) == 201
    assert post(client, just + b" ", json_type) == 413
    assert post(client, ALICE, json_type, (b"Content-Length", b"9" * 25)) == 413
    assert client.get(f"{FACTS}/2").json()["claims"] == 1


def test_faults_of_a_body_are_told_by_the_fields_they_are_in(client: Client) -> None:
    def told(body: bytes) -> dict[str, str]:
        headers = [(b"Content-Type", b"application/json")]
        sending = Sending(method="POST", path=FACTS, content=body, headers=headers)
        return errors(client.send(sending))

    assert post(client, ALICE, (b"Content-Type", b"application/json")) == 201
    assert told(ALICE.replace(b"Alice", b"a\\ud800b")) == {"subject": "lone_surrogate"}
    assert told(ALICE.replace(b"Alice", b"a\\u0000b")) == {"subject": "nul"}
    assert told(ALICE.replace(b'"Dublin"', b"1.5")) == {"object": "wrong_type"}
    assert told(ALICE.replace(b'"Dublin"', b"[[[[1]]]]")) == {"object": "wrong_type"}
    assert told(ALICE.replace(b'"Dublin"', b'{"number": 1e400}')) == {"object.number": "wrong_type"}
    assert told(ALICE.replace(b"subject", b"\\ud800")) == {
        "\\ud800": "unknown_field",
        "subject": "required",
    }
    assert told(b"[]") == told(b"null") == told(b'"x"') == {"": "wrong_type"}
