"""Canonical bytes are those of RFC 8785, and nothing outside the profile gets that far."""

import json
import unicodedata
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from domain import canonical
from domain.blank import is_blank
from domain.limits import BODY_BYTES_MAX, JSON_DEPTH_MAX, JSON_INTEGER_MAX
from domain.refusals import Refusal

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
KEYS = st.text(st.sampled_from("abcxyz0189_"), min_size=1, max_size=6)
SCALARS = st.none() | st.booleans() | st.integers(-JSON_INTEGER_MAX, JSON_INTEGER_MAX) | TEXTS
DOCS = st.dictionaries(
    KEYS,
    st.recursive(
        SCALARS,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
        max_leaves=12,
    ),
    max_size=5,
)


@given(DOCS)
def test_the_bytes_are_those_of_rfc_8785(doc: dict[str, Any]) -> None:
    assert canonical.check(doc, field="doc") is None
    assert canonical.encode(doc) == rfc8785.dumps(doc)


@given(DOCS)
def test_a_document_comes_back_from_its_bytes(doc: dict[str, object]) -> None:
    assert canonical.decode(canonical.encode(doc)) == doc


def test_keys_are_sorted_and_only_what_must_be_is_escaped() -> None:
    doc: dict[str, object] = {
        "b_1": [True, None, -1],
        "b": 'q"\\/\b\t\n\f\r\x01\x7f\u00e9\u2028\U0001f600',
        "a0": {},
    }
    assert canonical.encode(doc) == (
        b'{"a0":{},"b":"q\\"\\\\/\\b\\t\\n\\f\\r\\u0001\x7f\xc3\xa9\xe2\x80\xa8\xf0\x9f\x98\x80",'
        b'"b_1":[true,null,-1]}'
    )


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (1.5, "float"),
        (1.0, "float"),
        (float("nan"), "float"),
        (JSON_INTEGER_MAX + 1, "integer_too_large"),
        (-JSON_INTEGER_MAX - 1, "integer_too_large"),
        ("a\0", "nul"),
        ("\ud800", "lone_surrogate"),
        ("\udc00\u00e9", "lone_surrogate"),
        (b"bytes", "wrong_type"),
        ((1, 2), "wrong_type"),
        ({"A": 1}, "bad_key"),
        ({"": 1}, "bad_key"),
        ({"a-b": 1}, "bad_key"),
        ({"\u00e9": 1}, "bad_key"),
        ({"a\n": 1}, "bad_key"),
        ({1: 1}, "bad_key"),
    ],
)
def test_what_does_not_fit_is_refused_at_its_place(value: object, code: str) -> None:
    problem = canonical.check({"facts": [1, {"object": value}]}, field="body")
    assert problem is not None
    assert (problem.code, problem.field) == (code, "body.facts[1].object")


@pytest.mark.parametrize(
    "value",
    [JSON_INTEGER_MAX, -JSON_INTEGER_MAX, "\ufffe", "\U0010ffff", "\u202e", "\x1f", "", [], {}],
)
def test_what_fits_is_taken(value: object) -> None:
    assert canonical.check({"a": value}, field="body") is None


def test_depth_is_bounded() -> None:
    assert canonical.check(_nested(JSON_DEPTH_MAX), field="body") is None
    problem = canonical.check(_nested(JSON_DEPTH_MAX + 1), field="body")
    assert problem is not None
    assert problem.code == "too_deep"
    refusal = canonical.decode(b'{"a":' * 100_000 + b"1" + b"}" * 100_000)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "too_deep"


def test_size_is_bounded_in_bytes() -> None:
    doc: dict[str, object] = {"a": "\u00e9" * 50}
    body = canonical.encode(doc)
    assert canonical.decode(body, bytes_max=len(body)) == doc
    problem = canonical.decode(body, bytes_max=len(body) - 1)
    assert isinstance(problem, Refusal)
    assert (problem.code, problem.field) == ("too_large", "body")
    refusal = canonical.decode(b" " * (BODY_BYTES_MAX + 1))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "too_large"


@pytest.mark.parametrize("doc", [None, [], "a", 1])
def test_only_an_object_is_a_document(doc: object) -> None:
    problem = canonical.check(doc, field="body")
    assert problem is not None
    assert problem.code == "wrong_type"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "not_json"),
        (b"{", "not_json"),
        (b'{"a":1}x', "not_json"),
        (b'\xef\xbb\xbf{"a":1}', "not_json"),
        (b'{"a":"\xff"}', "not_json"),
        (b'{"a":"\xed\xa0\x80"}', "not_json"),
        ('{"a":1}'.encode("utf-16"), "not_json"),
        (b'{"a":' + b"9" * 5000 + b"}", "not_json"),
        (b'{"a":1.5}', "float"),
        (b'{"a":1e2}', "float"),
        (b'{"a":NaN}', "float"),
        (b'{"a":"\\u0000"}', "nul"),
        (b'{"a":"\\ud800"}', "lone_surrogate"),
        (b'{"a":9007199254740992}', "integer_too_large"),
        (b'{"A":1}', "bad_key"),
        (b"[1]", "wrong_type"),
        (b'{"a":1,"a":1}', "not_canonical"),
        (b'{"b":1,"a":1}', "not_canonical"),
        (b'{"a": 1}', "not_canonical"),
        (b'{"a":1}\n', "not_canonical"),
        (b'{"a":-0}', "not_canonical"),
        (b'{"a":"\\u00e9"}', "not_canonical"),
        (b'{"a":"\\u000A"}', "not_canonical"),
        (b'{"a":"\\/"}', "not_canonical"),
    ],
)
def test_bytes_of_no_canonical_document_are_refused(body: bytes, code: str) -> None:
    refusal = canonical.decode(body, field="body")
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    assert refusal.field.startswith("body")


@given(DOCS, st.data())
def test_no_second_spelling_of_a_document_is_taken(
    doc: dict[str, object], data: st.DataObject
) -> None:
    body = canonical.encode(doc)
    place = data.draw(st.integers(0, len(body)))
    changed = body[:place] + data.draw(st.sampled_from([b" ", b"\t", b"\n"])) + body[place:]
    found = canonical.decode(changed)
    assert isinstance(found, Refusal) or found != doc


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("\u200b\u3164", "empty"),
        ("a\0", "nul"),
        ("\0", "nul"),
        ("\u00e9\ud83d", "lone_surrogate"),
        ("x" * 11, "too_long"),
        ("\0" * 11, "too_long"),
    ],
)
def test_a_text_that_cannot_be_kept_as_given_is_refused(text: str, code: str) -> None:
    problem = canonical.check_text(text, field="subject", chars_max=10)
    assert problem is not None
    assert (problem.code, problem.field) == (code, "subject")


@pytest.mark.parametrize(
    "text", ["a", " a\r\n", "x" * 10, "\U0001f600" * 10, "\ufffe", "\u202ea", "\x01a", "\U000efffe"]
)
def test_all_other_text_is_taken_as_it_is(text: str) -> None:
    assert canonical.check_text(text, field="subject", chars_max=10) is None


@given(st.text(st.characters()))
def test_a_text_is_taken_iff_it_shows_something_and_can_be_encoded(text: str) -> None:
    if canonical.check_text(text, field="subject", chars_max=1_000) is None:
        assert json.loads(canonical.encode({"a": text})) == {"a": text}
    else:
        assert is_blank(text) or "\0" in text or any(map(_is_surrogate, text))


def _is_surrogate(char: str) -> bool:
    return unicodedata.category(char) == "Cs"


def _nested(depth: int) -> dict[str, object]:
    doc: dict[str, object] = {}
    for _ in range(depth - 1):
        doc = {"a": doc}
    return doc
