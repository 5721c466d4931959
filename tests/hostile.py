"""Stored events as someone with the database could make them: almost sound, or nothing at all."""

import json
from dataclasses import replace
from typing import cast

from hypothesis import strategies as st

from domain.verification import StoredEvent
from tests.chains import stored_events

EVENTS = tuple(stored_events())

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=9,
)


Node = dict[str, object] | list[object] | str | float | bool | None


@st.composite
def grafted(draw: st.DrawFn, doc: Node) -> object:
    """A document with something else in one place of it."""
    goes_on = draw(st.booleans())
    if isinstance(doc, dict) and doc and goes_on:
        key = draw(st.sampled_from(sorted(doc)))
        return {**doc, key: draw(grafted(cast("Node", doc[key])))}
    if isinstance(doc, list) and doc and goes_on:
        at = draw(st.integers(0, len(doc) - 1))
        return [*doc[:at], draw(grafted(cast("Node", doc[at]))), *doc[at + 1 :]]
    return draw(JSON)


@st.composite
def hostile(draw: st.DrawFn, honest: bytes) -> bytes:
    """Bytes that are nothing, or almost what they should be."""
    if draw(st.booleans()):
        return draw(st.binary(max_size=99))
    graft = json.dumps(draw(grafted(json.loads(honest))), sort_keys=True, separators=(",", ":"))
    return graft.encode(errors="surrogatepass")


@st.composite
def hostile_events(draw: st.DrawFn) -> StoredEvent:
    honest = draw(st.sampled_from(EVENTS))
    body = draw(hostile(honest.body)) if draw(st.booleans()) else honest.body
    parts = tuple(
        replace(each, content=draw(hostile(each.content or b"{}")), ord=draw(st.integers(-1, 3)))
        for each in honest.parts
    )
    return replace(honest, body=body, parts=parts, prev=draw(st.binary(max_size=40)))
