"""The stored shape of a claim: what it decided, what it said, and its quotes.

The shape is the second one. The first knew no world time, and one fact a value: it is read as what
it comes to by the rules of today.
"""

from collections.abc import Sequence
from typing import Final, cast

from domain.events import FactAsserted, Quote, Said, Warned
from domain.moments import instant_or_none, instant_text
from domain.reading import (
    Doc,
    as_text,
    as_whole,
    instant,
    items,
    mapping,
    text,
    text_or_none,
    truth,
    whole,
)
from domain.values import from_part, to_part
from domain.words import Seq, Status
from domain.worldtime import stated_shapes
from domain.worldtime.stated import Open, Stated, Undated

CLAIM_VERSION: Final = 2

_UNSTATED: Final = Stated(start=Undated(said=False), end=Open(said=False))


def asserted_data(event: FactAsserted) -> Doc:
    """What the body of a claim holds in the clear."""
    return {
        "v": CLAIM_VERSION,
        "fact": event.fact,
        "joined": list(event.joined),
        "status": event.status.value,
        "confirms": event.confirms,
        "like": event.like,
        "withheld": event.withheld,
        "named": event.named,
        "shown_at": instant_or_none(event.shown_at),
        "derived_from": list(event.derived_from),
        "warned": [each.value for each in event.warned],
    }


def asserted_parts(event: FactAsserted) -> tuple[Doc | None, ...]:
    """What was said, then a part per piece of evidence; None where it was erased."""
    said = None if event.said is None else said_doc(event.said)
    return (said, *(_quote_doc(each) for each in event.quotes))


def asserted_from(data: Doc, parts: Sequence[Doc | None], *, seq: Seq) -> FactAsserted:
    """The claim at this position; KeyError, TypeError or ValueError for another shape."""
    if "v" not in data:
        data, parts = _upcast(data, parts, seq=seq)
    if whole(data, "v") != CLAIM_VERSION:
        raise ValueError("v")
    said, *quotes = parts
    like, shown_at = data["like"], data["shown_at"]
    return FactAsserted(
        fact=Seq(whole(data, "fact")),
        said=None if said is None else said_from(said),
        quotes=tuple([None if each is None else _quote_from(each) for each in quotes]),
        derived_from=_seqs(data, "derived_from"),
        warned=tuple([Warned(as_text(each)) for each in items(data, "warned")]),
        joined=_seqs(data, "joined"),
        status=Status(text(data, "status")),
        confirms=truth(data, "confirms"),
        like=None if like is None else Seq(as_whole(like)),
        withheld=truth(data, "withheld"),
        named=truth(data, "named"),
        shown_at=None if shown_at is None else instant(data, "shown_at"),
    )


def said_doc(said: Said) -> Doc:
    """What one claim said, in its part."""
    return {
        "subject": said.subject,
        "predicate": said.predicate,
        "object": to_part(said.object),
        "qualifiers": [[name, value] for name, value in said.qualifiers],
        "source": said.source,
        "session": said.session,
        "stated": stated_shapes.to_part(said.stated),
        "observed_at": instant_text(said.observed_at),
        "observed_text": said.observed_text,
    }


def said_from(doc: Doc) -> Said:
    """What `said_doc` wrote."""
    return Said(
        subject=text(doc, "subject"),
        predicate=text(doc, "predicate"),
        object=from_part(doc["object"]),
        qualifiers=tuple([_pair(each) for each in items(doc, "qualifiers")]),
        source=text(doc, "source"),
        session=text_or_none(doc, "session"),
        stated=stated_shapes.from_part(mapping(doc, "stated")),
        observed_at=instant(doc, "observed_at"),
        observed_text=text_or_none(doc, "observed_text"),
    )


def _upcast(
    data: Doc, parts: Sequence[Doc | None], *, seq: Seq
) -> tuple[Doc, Sequence[Doc | None]]:
    """The second shape of a claim of the first.

    The first did not tell whether its source was named: it counts as its token's own voice.
    """
    fact = whole(data, "fact")
    said, *quotes = parts
    stated = stated_shapes.to_part(_UNSTATED)
    second: Doc = {
        **data,
        "v": CLAIM_VERSION,
        "joined": [] if fact == seq else [fact],
        "status": Status.ACTIVE.value,
        "confirms": fact != seq,
        "like": None,
        "withheld": False,
        "named": False,
        "shown_at": None,
    }
    return second, (None if said is None else {**said, "stated": stated}, *quotes)


def _seqs(data: Doc, key: str) -> tuple[Seq, ...]:
    return tuple([Seq(as_whole(each)) for each in items(data, key)])


def _pair(value: object) -> tuple[str, str]:
    if not isinstance(value, list):
        raise TypeError("not a pair")
    name, given = cast("list[object]", value)
    return as_text(name), as_text(given)


def _quote_doc(quote: Quote | None) -> Doc | None:
    return None if quote is None else {"quote": quote.quote, "uri": quote.uri}


def _quote_from(doc: Doc) -> Quote:
    return Quote(quote=text_or_none(doc, "quote"), uri=text_or_none(doc, "uri"))
