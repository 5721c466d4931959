"""The shapes of a stated start and end: what is answered, what is stored, and the way back."""

from typing import Final, TypeVar, assert_never

from domain.moments import instant_text
from domain.reading import Doc, as_doc, instant, mapping, text, text_or_none, truth
from domain.words import Seq
from domain.worldtime.bounds import Bound
from domain.worldtime.dates import Precision, Qualifier
from domain.worldtime.stated import (
    OPEN,
    UNKNOWN,
    Always,
    Dated,
    End,
    Ended,
    From,
    Open,
    Start,
    Stated,
    Through,
    Undated,
    Until,
)
from domain.worldtime.zones import ZoneEdition

D = TypeVar("D", From, Until, Through)

_NO_SUCH: Final = "not the stored shape of a start and an end"


def start_to_wire(start: Start, bound: Bound) -> Doc:
    """The `from` of an answer: the text as given, and where the start lies."""
    match start:
        case From():
            return _wire(start.text, start.precision, bound)
        case Always():
            return _wire(OPEN, None, bound)
        case Undated():
            return _wire(UNKNOWN if start.said else None, None, bound)
        case _:
            assert_never(start)


def end_to_wire(end: End, bound: Bound | None, *, derived_from_fact: Seq | None) -> Doc:
    """The `to` of an answer: the text as given, and where the end lies, if anywhere.

    Where another fact is what ends this one, the bound is that fact's, whatever the text says.
    """
    match end:
        case Until() | Through():
            doc = _wire(end.text, end.precision, bound)
        case Open():
            doc = _wire(OPEN if end.said else None, None, bound)
        case Ended():
            doc = _wire(UNKNOWN, None, bound)
        case _:
            assert_never(end)
    return {**doc, "open": bound is None, "derived_from_fact": derived_from_fact}


def to_part(stated: Stated) -> Doc:
    """What was stated, in a claim's stored part."""
    return {"start": start_to_part(stated.start), "end": end_to_part(stated.end)}


def from_part(doc: object) -> Stated:
    """What `to_part` wrote; KeyError, TypeError or ValueError if it wrote no such thing."""
    found = as_doc(doc)
    stated = Stated(
        start=start_from_part(mapping(found, "start")), end=end_from_part(mapping(found, "end"))
    )
    if to_part(stated) != found:
        raise ValueError(_NO_SUCH)
    return stated


def _wire(text: str | None, precision: Precision | None, bound: Bound | None) -> Doc:
    return {
        "text": text,
        "precision": None if precision is None else precision.value,
        "earliest": None if bound is None else instant_text(bound.earliest),
        "latest": None if bound is None else instant_text(bound.latest),
    }


def start_to_part(start: Start) -> Doc:
    """A start, in a stored part."""
    match start:
        case From():
            return _dated_part("from", start)
        case Always():
            return {"kind": "always"}
        case Undated():
            return {"kind": "undated", "said": start.said}
        case _:
            assert_never(start)


def end_to_part(end: End) -> Doc:
    """An end, in a stored part."""
    match end:
        case Until():
            return _dated_part("until", end)
        case Through():
            return _dated_part("through", end)
        case Open():
            return {"kind": "open", "said": end.said}
        case Ended():
            return {"kind": "ended", "by": instant_text(end.by)}
        case _:
            assert_never(end)


def _dated_part(kind: str, dated: Dated) -> Doc:
    zone = dated.zone
    return {
        "kind": kind,
        "text": dated.text,
        "precision": dated.precision.value,
        "qualifier": None if dated.qualifier is None else dated.qualifier.value,
        "zone": None if zone is None else {"name": zone.name, "tzdata": zone.tzdata},
        "earliest": instant_text(dated.bound.earliest),
        "latest": instant_text(dated.bound.latest),
    }


def start_from_part(doc: Doc) -> Start:
    """What `start_to_part` wrote; raises as `from_part` does."""
    match doc["kind"]:
        case "from":
            return _dated_from(From, doc)
        case "always":
            return Always()
        case "undated":
            return Undated(said=truth(doc, "said"))
        case _:
            raise ValueError(_NO_SUCH)


def end_from_part(doc: Doc) -> End:
    """What `end_to_part` wrote; raises as `from_part` does."""
    match doc["kind"]:
        case "until":
            return _dated_from(Until, doc)
        case "through":
            return _dated_from(Through, doc)
        case "open":
            return Open(said=truth(doc, "said"))
        case "ended":
            return Ended(by=instant(doc, "by"))
        case _:
            raise ValueError(_NO_SUCH)


def _dated_from(kind: type[D], doc: Doc) -> D:
    qualifier = text_or_none(doc, "qualifier")
    return kind(
        text=text(doc, "text"),
        precision=Precision(text(doc, "precision")),
        qualifier=None if qualifier is None else Qualifier(qualifier),
        zone=None if doc["zone"] is None else _zone_from(mapping(doc, "zone")),
        bound=Bound(earliest=instant(doc, "earliest"), latest=instant(doc, "latest")),
    )


def _zone_from(doc: Doc) -> ZoneEdition:
    return ZoneEdition(name=text(doc, "name"), tzdata=text(doc, "tzdata"))
