"""The stored shape of each event: its `data` in the body, its parts, and the way back.

Version 1. Everything that people said or wrote is in parts, in a fixed order per type: a claim's
first part is what it said, then one part per piece of evidence; a foreign event has one part.
"""

import base64
from collections.abc import Sequence
from typing import Final, assert_never, cast

from domain.events import (
    Event,
    FactAsserted,
    Foreign,
    ForeignContent,
    LedgerOpened,
    Quote,
    Said,
    Warned,
)
from domain.identity import IdentityMode
from domain.moments import instant_text
from domain.reading import Doc, as_text, as_whole, instant, items, text, text_or_none, whole
from domain.values import from_part, to_part
from domain.words import Seq

EVENT_TYPES: Final[dict[str, type[Event]]] = {
    each.__name__: each for each in (LedgerOpened, FactAsserted, Foreign)
}


def data_of(event: Event) -> Doc:
    """The event's own numbers, enums and references: what the body holds in the clear."""
    match event:
        case LedgerOpened():
            return {
                "time_zone": event.time_zone,
                "identity": event.identity.value,
                "identity_version": event.identity_version,
                "flip_back_hours": event.flip_back_hours,
            }
        case FactAsserted():
            return {
                "fact": event.fact,
                "derived_from": list(event.derived_from),
                "warned": [each.value for each in event.warned],
            }
        case Foreign():
            return {}
        case _:
            assert_never(event)


def parts_of(event: Event) -> tuple[Doc | None, ...]:
    """What people said or wrote, a document per part; None where it was erased."""
    match event:
        case LedgerOpened():
            return ()
        case FactAsserted():
            said = None if event.said is None else _said_doc(event.said)
            return (said, *(_quote_doc(each) for each in event.quotes))
        case Foreign():
            return (None if event.content is None else _foreign_doc(event.content),)
        case _:
            assert_never(event)


def event_from(type_name: str, data: Doc, parts: Sequence[Doc | None]) -> Event:
    """The event that `data_of` and `parts_of` came from.

    Raises KeyError, TypeError or ValueError where the documents are of another shape: the caller
    that reads foreign bytes turns these into one refusal.
    """
    event_type = EVENT_TYPES[type_name]
    if event_type is LedgerOpened:
        return LedgerOpened(
            time_zone=text(data, "time_zone"),
            identity=IdentityMode(text(data, "identity")),
            identity_version=whole(data, "identity_version"),
            flip_back_hours=whole(data, "flip_back_hours"),
        )
    if event_type is FactAsserted:
        said, *quotes = parts
        return FactAsserted(
            fact=Seq(whole(data, "fact")),
            said=None if said is None else _said_from(said),
            quotes=tuple(None if each is None else _quote_from(each) for each in quotes),
            derived_from=tuple(Seq(as_whole(each)) for each in items(data, "derived_from")),
            warned=tuple(Warned(as_text(each)) for each in items(data, "warned")),
        )
    (content,) = parts
    return Foreign(content=None if content is None else _foreign_from(content))


def _said_doc(said: Said) -> Doc:
    return {
        "subject": said.subject,
        "predicate": said.predicate,
        "object": to_part(said.object),
        "qualifiers": [[name, value] for name, value in said.qualifiers],
        "source": said.source,
        "session": said.session,
        "observed_at": instant_text(said.observed_at),
        "observed_text": said.observed_text,
    }


def _said_from(doc: Doc) -> Said:
    return Said(
        subject=text(doc, "subject"),
        predicate=text(doc, "predicate"),
        object=from_part(doc["object"]),
        qualifiers=tuple(_pair(each) for each in items(doc, "qualifiers")),
        source=text(doc, "source"),
        session=text_or_none(doc, "session"),
        observed_at=instant(doc, "observed_at"),
        observed_text=text_or_none(doc, "observed_text"),
    )


def _pair(value: object) -> tuple[str, str]:
    if not isinstance(value, list):
        raise TypeError("not a pair")
    name, given = cast("list[object]", value)
    return as_text(name), as_text(given)


def _quote_doc(quote: Quote | None) -> Doc | None:
    return None if quote is None else {"quote": quote.quote, "uri": quote.uri}


def _quote_from(doc: Doc) -> Quote:
    return Quote(quote=text_or_none(doc, "quote"), uri=text_or_none(doc, "uri"))


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
