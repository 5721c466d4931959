"""The stored shape of each event: its `data` in the body, its parts, and the way back.

Everything that people said or wrote is in parts, in a fixed order per type; a part that was erased
is None. What a payload's fields look like `shaping` tells; a claim, of which there are many more
than of all other events, is spelt out.
"""

import base64
from collections.abc import Mapping, Sequence
from typing import Final

from domain.claim_bodies import asserted_data, asserted_from, asserted_parts, said_doc, said_from
from domain.events import (
    ClaimReinstated,
    ClaimRetracted,
    DuelResolved,
    Event,
    FactAsserted,
    FactCorrected,
    FactEnded,
    Foreign,
    ForeignContent,
    Invalidated,
    LedgerOpened,
    OutcomeReported,
    PredicateDeclared,
    Quarantined,
    Refused,
    Restored,
    Reviewed,
    ReviewRequested,
)
from domain.payloads import Act
from domain.reading import Doc, as_text, items, text, truth
from domain.shaping import built, field_names, fields_read, fields_written
from domain.words import Seq

_IN_PARTS: Final[Mapping[type[Event], tuple[str, ...]]] = {
    LedgerOpened: (),
    PredicateDeclared: ("predicate",),
    Refused: ("said",),
    DuelResolved: (),
    Quarantined: (),
    Invalidated: ("reason",),
    Restored: ("reason",),
    ClaimRetracted: ("reason",),
    ClaimReinstated: ("reason",),
    FactCorrected: ("correction", "reason"),
    FactEnded: ("correction", "reason"),
    OutcomeReported: ("source",),
    ReviewRequested: ("asked",),
    Reviewed: ("reason",),
}
"""The fields that people wrote, each in a part of its own."""

_IN_DATA: Final[Mapping[type[Event], tuple[str, ...]]] = {
    kind: tuple(each for each in field_names(kind) if each not in written)
    for kind, written in _IN_PARTS.items()
}
"""The other fields."""

EVENT_TYPES: Final[dict[str, type[Event]]] = {
    each.__name__: each for each in (*_IN_PARTS, FactAsserted, Foreign)
}


def data_of(event: Event) -> Doc:
    """The event's own numbers, enums and references: what the body holds in the clear."""
    match event:
        case FactAsserted():
            return asserted_data(event)
        case Foreign():
            return {}
        case _:
            return fields_written(event, _IN_DATA[type(event)])


def parts_of(event: Event) -> tuple[Doc | None, ...]:
    """What people said or wrote, a document per part; None where it was erased."""
    match event:
        case FactAsserted():
            return asserted_parts(event)
        case Foreign():
            return (None if event.content is None else _foreign_doc(event.content),)
        case Refused():
            said = None if event.said is None else said_doc(event.said)
            return (said,) if event.act is Act.CLAIM else ()
        case OutcomeReported() if not event.named:
            return ()
        case _:
            return tuple(_part(event, name) for name in _IN_PARTS[type(event)])


def event_from(
    type_name: str, data: Doc, parts: Sequence[Doc | None], *, seq: Seq = Seq(0)
) -> Event:
    """The event at this position that `data_of` and `parts_of` came from.

    Raises KeyError, TypeError or ValueError where the documents are of another shape: the caller
    that reads foreign bytes turns these into one refusal.
    """
    event_type = EVENT_TYPES[type_name]
    if event_type is FactAsserted:
        return asserted_from(data, parts, seq=seq)
    if event_type is Foreign:
        (content,) = parts
        return Foreign(content=None if content is None else _foreign_from(content))
    if data.keys() != set(_IN_DATA[event_type]):
        raise ValueError(type_name)
    fields = fields_read(data, event_type, _IN_DATA[event_type])
    names = _names_in_parts(event_type, data)
    written = {
        name: None if part is None else _read_part(event_type, name, part)
        for name, part in zip(names, parts, strict=True)
    }
    absent = {name: None for name in _IN_PARTS[event_type] if name not in names}
    return built(event_type, {**fields, **written, **absent})


def _names_in_parts(kind: type[Event], data: Doc) -> tuple[str, ...]:
    if kind is Refused and Act(text(data, "act")) is not Act.CLAIM:
        return ()
    if kind is OutcomeReported and not truth(data, "named"):
        return ()
    return _IN_PARTS[kind]


def _part(event: Event, name: str) -> Doc | None:
    return None if getattr(event, name) is None else fields_written(event, (name,))


def _read_part(kind: type[Event], name: str, part: Doc) -> object:
    if kind is Refused:
        return said_from(part)
    if part.keys() != {name}:
        raise ValueError(name)
    return fields_read(part, kind, (name,))[name]


def _foreign_doc(content: ForeignContent) -> Doc:
    return {
        "type": content.type,
        "tags": list(content.tags),
        "data": base64.b64encode(content.data).decode("ascii"),
    }


def _foreign_from(doc: Doc) -> ForeignContent:
    return ForeignContent(
        type=text(doc, "type"),
        tags=tuple(as_text(each) for each in items(doc, "tags")),
        data=base64.b64decode(text(doc, "data"), validate=True),
    )
