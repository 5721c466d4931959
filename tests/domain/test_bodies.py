"""The stored shape of each event: what lies in the open, what lies in parts, and the way back."""

import typing
from dataclasses import replace

import pytest
from hypothesis import given

from domain.bodies import EVENT_TYPES, data_of, event_from, parts_of
from domain.events import Event, FactAsserted, Quote, Warned
from domain.reading import Doc
from domain.words import Seq
from tests.domain.decisions import DECISIONS
from tests.domain.samples import events
from tests.domain.telling import OPENED, asserted, foreign, said

CLAIM = replace(
    asserted(7, said(), quotes=[Quote(quote="she drank", uri=None), Quote(quote=None, uri="b:1")]),
    derived_from=(Seq(3),),
    warned=(Warned.SECOND_VALUE,),
)

# An event, its data in the body, and its parts.
SHAPES: list[tuple[Event, Doc, list[Doc]]] = [
    (
        OPENED,
        {"time_zone": "UTC", "identity": "folded", "identity_version": 1, "flip_back_hours": 24},
        [],
    ),
    (
        CLAIM,
        {
            "v": 2,
            "fact": 7,
            "joined": [],
            "status": "active",
            "confirms": False,
            "like": None,
            "withheld": False,
            "named": False,
            "shown_at": None,
            "derived_from": [3],
            "warned": ["second_value"],
        },
        [
            {
                "subject": "Alice",
                "predicate": "likes",
                "object": {"kind": "text", "text": "tea"},
                "qualifiers": [],
                "source": "agent one",
                "session": None,
                "stated": {
                    "start": {"kind": "undated", "said": False},
                    "end": {"kind": "open", "said": False},
                },
                "observed_at": "2024-02-15T12:00:00.000000Z",
                "observed_text": None,
            },
            {"quote": "she drank", "uri": None},
            {"quote": None, "uri": "b:1"},
        ],
    ),
    (
        foreign("noted", "a", "b", data=b"\x00\xff"),
        {},
        [{"type": "noted", "tags": ["a", "b"], "data": "AP8="}],
    ),
    *DECISIONS,
]

FIRST_CLAIM: Doc = {"fact": 7, "derived_from": [3], "warned": ["second_value"]}
FIRST_SAID: Doc = {key: each for key, each in SHAPES[1][2][0].items() if key != "stated"}


@pytest.mark.parametrize(("seq", "joined"), [(7, ()), (9, (Seq(7),))])
def test_a_claim_of_the_first_shape_is_read_as_what_it_comes_to(
    seq: int, joined: tuple[Seq, ...]
) -> None:
    read = event_from("FactAsserted", FIRST_CLAIM, [FIRST_SAID, *SHAPES[1][2][1:]], seq=Seq(seq))
    assert read == replace(CLAIM, joined=joined, confirms=bool(joined))


def test_a_claim_of_the_first_shape_may_be_erased_too() -> None:
    read = event_from("FactAsserted", FIRST_CLAIM, [None], seq=Seq(7))
    assert isinstance(read, FactAsserted)
    assert (read.fact, read.said) == (7, None)


def test_every_event_of_the_union_is_stored_under_its_name() -> None:
    union = typing.get_args(Event)
    assert {each.__name__: each for each in union} == EVENT_TYPES
    assert {type(event) for event, _, _ in SHAPES} == set(union)


@pytest.mark.parametrize(("event", "data", "parts"), SHAPES)
def test_a_stored_shape_never_changes(event: Event, data: Doc, parts: list[Doc]) -> None:
    assert data_of(event) == data
    assert list(parts_of(event)) == parts
    assert event_from(type(event).__name__, data, parts) == event


@given(events)
def test_an_event_is_read_back_as_it_was_stored(event: Event) -> None:
    assert event_from(type(event).__name__, data_of(event), parts_of(event)) == event


@pytest.mark.parametrize("event", [CLAIM, foreign("noted", data=b"1")])
def test_an_event_whose_parts_are_erased_is_read_without_them(event: Event) -> None:
    parts = parts_of(event)
    erased = event_from(type(event).__name__, data_of(event), [None for _ in parts])
    assert parts_of(erased) == tuple(None for _ in parts)
    assert data_of(erased) == data_of(event)


# A type, its data, its parts, and what reading them raises.
UNFIT: list[tuple[str, Doc, list[Doc | None], type[Exception]]] = [
    ("FactForgotten", {}, [], KeyError),
    ("LedgerOpened", {}, [], ValueError),
    ("LedgerOpened", {**SHAPES[0][1], "identity": "loose"}, [], ValueError),
    ("LedgerOpened", {**SHAPES[0][1], "flip_back_hours": True}, [], TypeError),
    ("LedgerOpened", {**SHAPES[0][1], "flip_back_hours": "24"}, [], TypeError),
    ("FactAsserted", SHAPES[1][1], [], ValueError),
    ("FactAsserted", {**SHAPES[1][1], "v": 3}, [None], ValueError),
    ("Invalidated", {}, [None], ValueError),
    ("Restored", {**DECISIONS[5][1], "spare": 1}, [None], ValueError),
    ("Restored", DECISIONS[5][1], [{"reasons": "a"}], ValueError),
    ("Restored", DECISIONS[5][1], [], ValueError),
    ("FactAsserted", {**SHAPES[1][1], "fact": 7.0}, [None], TypeError),
    ("FactAsserted", {**SHAPES[1][1], "derived_from": 3}, [None], TypeError),
    ("FactAsserted", {**SHAPES[1][1], "warned": ["of nothing"]}, [None], ValueError),
    ("FactAsserted", SHAPES[1][1], [{**SHAPES[1][2][0], "object": "tea"}], TypeError),
    ("FactAsserted", SHAPES[1][1], [{**SHAPES[1][2][0], "object": {}}], ValueError),
    ("FactAsserted", SHAPES[1][1], [{**SHAPES[1][2][0], "qualifiers": [["a"]]}], ValueError),
    ("FactAsserted", SHAPES[1][1], [{**SHAPES[1][2][0], "observed_at": "noon"}], ValueError),
    ("FactAsserted", SHAPES[1][1], [{**SHAPES[1][2][0], "subject": None}], TypeError),
    ("FactAsserted", SHAPES[1][1], [None, {"quote": "a"}], KeyError),
    ("Foreign", {}, [], ValueError),
    ("Foreign", {}, [{"type": "a", "tags": [], "data": "!"}], ValueError),
    ("Foreign", {}, [{"type": "a", "tags": [1], "data": ""}], TypeError),
]


@pytest.mark.parametrize(("name", "data", "parts", "raised"), UNFIT)
def test_another_shape_raises_what_the_reader_turns_into_a_refusal(
    name: str, data: Doc, parts: list[Doc | None], raised: type[Exception]
) -> None:
    with pytest.raises(raised):
        event_from(name, data, parts)


def test_an_erased_quote_leaves_the_others_in_their_places() -> None:
    parts = [*parts_of(CLAIM)]
    parts[1] = None
    read = event_from("FactAsserted", data_of(CLAIM), parts)
    assert isinstance(read, FactAsserted)
    assert read.quotes == (None, CLAIM.quotes[1])
