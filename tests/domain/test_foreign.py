"""What other programs may keep in a ledger and ask of it: each limit, and what is one over it."""

import json

import pytest

from domain import limits
from domain.bodies import EVENT_TYPES, parts_of
from domain.commands import ForeignQuery
from domain.events import Foreign, ForeignContent
from domain.foreign import content_refusals, query_refusals
from domain.words import Seq

TAGS = limits.FOREIGN_TAGS_MAX
TAG_CHARS = limits.FOREIGN_TAG_CHARS_MAX
TYPE_CHARS = limits.FOREIGN_TYPE_CHARS_MAX
DATA_BYTES = limits.FOREIGN_DATA_BYTES_MAX
TERMS = limits.FOREIGN_QUERY_TERMS_MAX


def content(
    type_name: str = "Kept", *, tags: tuple[str, ...] = (), data: bytes = b""
) -> ForeignContent:
    return ForeignContent(type=type_name, tags=tags, data=data)


def query(*items: tuple[tuple[str, ...], tuple[str, ...]]) -> ForeignQuery:
    return ForeignQuery(items=items, after=Seq(0))


@pytest.mark.parametrize(
    "contents",
    [
        (content(),),
        (content("acme.orders:OrderPlaced"), content("\u6ce8\u6587", tags=("\u7a2e:\u8336",))),
        (content("t" * TYPE_CHARS, tags=("g" * TAG_CHARS,) * TAGS, data=bytes(DATA_BYTES)),),
        (content(),) * limits.FOREIGN_EVENTS_MAX,
        (content(tags=("fact:1",)),),
    ],
)
def test_what_is_within_the_limits_is_taken(contents: tuple[ForeignContent, ...]) -> None:
    assert content_refusals(contents) == ()


@pytest.mark.parametrize(
    ("contents", "code", "field"),
    [
        ((), "empty", "events"),
        ((content(),) * (limits.FOREIGN_EVENTS_MAX + 1), "too_many", "events"),
        (
            (content(data=bytes(DATA_BYTES)),)
            * (limits.FOREIGN_APPEND_BYTES_MAX // DATA_BYTES + 1),
            "too_large",
            "events",
        ),
        ((content(data=bytes(DATA_BYTES + 1)),), "too_large", "events[0].data"),
        ((content(), content(" ")), "empty", "events[1].type"),
        ((content("t" * (TYPE_CHARS + 1)),), "too_long", "events[0].type"),
        ((content("a\0b"),), "nul", "events[0].type"),
        ((content(tags=("\ud800",)),), "lone_surrogate", "events[0].tags[0]"),
        ((content(tags=("fine", "")),), "empty", "events[0].tags[1]"),
        ((content(tags=("g" * (TAG_CHARS + 1),)),), "too_long", "events[0].tags[0]"),
        ((content(tags=("g",) * (TAGS + 1)),), "too_many", "events[0].tags"),
        ((content("Factasserted"),), "reserved", "events[0].type"),
        ((content("F\u0430ctAsserted"),), "reserved", "events[0].type"),
        ((content("Invalidated"),), "reserved", "events[0].type"),
    ],
)
def test_what_is_not_is_refused_by_its_field(
    contents: tuple[ForeignContent, ...], code: str, field: str
) -> None:
    (refusal,) = content_refusals(contents)
    assert (refusal.code, refusal.field) == (code, field)


@pytest.mark.parametrize("type_name", EVENT_TYPES)
def test_no_type_of_the_ledgers_own_can_be_another_programs(type_name: str) -> None:
    assert [each.code for each in content_refusals([content(type_name)])] == ["reserved"]
    assert content_refusals([content(f"acme.{type_name}")]) == ()


@pytest.mark.parametrize(
    ("asked", "fields"),
    [
        (query(), []),
        (query((("FactAsserted", "Kept"), ("fact:1", "mine"))), []),
        (query(*[((), ("g",))] * (TERMS // 2)), []),
        (query(*[((), ("g",))] * (TERMS // 2), ((), ())), ["query"]),
        (query((("\0",), ()), ((), ("fine", "\ud800"))), ["query[0].types[0]", "query[1].tags[1]"]),
        (query((("t" * (TYPE_CHARS + 1),), ())), ["query[0].types[0]"]),
        (query(((), ("g" * (TAG_CHARS + 1),))), ["query[0].tags[0]"]),
    ],
)
def test_a_query_is_refused_where_no_event_could_match_or_it_asks_too_much(
    asked: ForeignQuery, fields: list[str]
) -> None:
    assert [each.field for each in query_refusals(asked)] == fields


def test_the_largest_foreign_event_fits_a_part() -> None:
    largest = content(
        "\x01" * TYPE_CHARS, tags=("\x01" * TAG_CHARS,) * TAGS, data=bytes(DATA_BYTES)
    )
    (part,) = parts_of(Foreign(content=largest))
    assert DATA_BYTES < len(json.dumps(part)) < limits.PART_BYTES_MAX
