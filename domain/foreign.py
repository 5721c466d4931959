"""What other programs may keep in a ledger, and what they may ask of it: checks at the door."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.bodies import EVENT_TYPES
from domain.canonical import check_text
from domain.commands import ForeignQuery
from domain.events import ForeignContent
from domain.identity import IdentityMode, refusal_key
from domain.limits import (
    FOREIGN_APPEND_BYTES_MAX,
    FOREIGN_DATA_BYTES_MAX,
    FOREIGN_EVENTS_MAX,
    FOREIGN_QUERY_TERMS_MAX,
    FOREIGN_TAG_CHARS_MAX,
    FOREIGN_TAGS_MAX,
    FOREIGN_TYPE_CHARS_MAX,
)
from domain.refusals import Refusal

_KEPT: Final = (
    "ClaimReinstated",
    "ClaimRetracted",
    "CheckpointSigned",
    "DuelResolved",
    "EpochOpened",
    "Erased",
    "FactCorrected",
    "FactEnded",
    "Invalidated",
    "MemoryRecorded",
    "OutcomeReported",
    "PredicateDeclared",
    "Quarantined",
    "Refused",
    "Restored",
    "Reviewed",
)
"""Names that are kept for the ledger: by them its events are told from other programs'."""


def _seen(type_name: str) -> str:
    return refusal_key(type_name, mode=IdentityMode.FOLDED)


_OWN: Final = frozenset(_seen(name) for name in (*EVENT_TYPES, *_KEPT))


def content_refusals(contents: Sequence[ForeignContent]) -> tuple[Refusal, ...]:
    """Why these events can't be kept as one append, or nothing."""
    if not contents:
        return (Refusal(code="empty", field="events", detail="is empty: append an event"),)
    if len(contents) > FOREIGN_EVENTS_MAX:
        return (_too_many("events", f"{FOREIGN_EVENTS_MAX:,} at once: append the rest apart"),)
    if sum(map(size_bytes, contents)) > FOREIGN_APPEND_BYTES_MAX:
        detail = f"at most {FOREIGN_APPEND_BYTES_MAX:,} bytes at once: append the rest apart"
        return (Refusal(code="too_large", field="events", detail=detail),)
    return tuple(
        refusal
        for place, content in enumerate(contents)
        for refusal in _content_refusals(content, f"events[{place}]")
    )


def query_refusals(query: ForeignQuery) -> tuple[Refusal, ...]:
    """Why this can't be asked, or nothing; a text that no event can have is refused too."""
    terms = sum(1 + len(types) + len(tags) for types, tags in query.items)
    if terms > FOREIGN_QUERY_TERMS_MAX:
        most = f"{FOREIGN_QUERY_TERMS_MAX:,} items, types and tags together: ask in parts"
        return (_too_many("query", most),)
    return tuple(
        refusal
        for place, (types, tags) in enumerate(query.items)
        for refusal in (
            *_text_refusals(types, f"query[{place}].types", chars_max=FOREIGN_TYPE_CHARS_MAX),
            *_text_refusals(tags, f"query[{place}].tags", chars_max=FOREIGN_TAG_CHARS_MAX),
        )
    )


def size_bytes(content: ForeignContent) -> int:
    """How much a foreign event weighs."""
    texts = (content.type, *content.tags)
    return len(content.data) + sum(len(text.encode(errors="replace")) for text in texts)


def _content_refusals(content: ForeignContent, field: str) -> Iterator[Refusal]:
    unfit = check_text(content.type, field=f"{field}.type", chars_max=FOREIGN_TYPE_CHARS_MAX)
    if unfit is not None:
        yield unfit
    elif _seen(content.type) in _OWN:
        detail = "is, or looks like, a type of the ledger's own: choose another name"
        yield Refusal(code="reserved", field=f"{field}.type", detail=detail)
    if len(content.tags) > FOREIGN_TAGS_MAX:
        yield _too_many(f"{field}.tags", f"{FOREIGN_TAGS_MAX:,}: keep what it is found by")
    else:
        yield from _text_refusals(content.tags, f"{field}.tags", chars_max=FOREIGN_TAG_CHARS_MAX)
    if len(content.data) > FOREIGN_DATA_BYTES_MAX:
        detail = f"at most {FOREIGN_DATA_BYTES_MAX:,} bytes: keep it elsewhere and name it here"
        yield Refusal(code="too_large", field=f"{field}.data", detail=detail)


def _text_refusals(texts: Sequence[str], field: str, *, chars_max: int) -> Iterator[Refusal]:
    for place, text in enumerate(texts):
        unfit = check_text(text, field=f"{field}[{place}]", chars_max=chars_max)
        if unfit is not None:
            yield unfit


def _too_many(field: str, most: str) -> Refusal:
    return Refusal(code="too_many", field=field, detail=f"at most {most}")
