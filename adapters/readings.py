"""Documents of what is read: facts, their rectangles and claims, timelines, changes and queues.

Names and shapes are a contract. Ids, positions and counts are whole numbers, every other number is
a string; an instant has one spelling.
"""

from typing import Final

from adapters.decisions import Document, asked_document, end_text, start_text
from adapters.postgres.views import (
    CandidateView,
    ChangeView,
    ClaimView,
    ConflictView,
    FactView,
    IntervalView,
    PredicateView,
    RecordedSpan,
    RectangleView,
    ReviewView,
    Span,
    SuggestionView,
    TombstoneView,
)
from domain.events import Quote, Said
from domain.moments import instant_or_none, instant_text
from domain.reading import as_doc
from domain.values import Value, to_wire
from domain.words import Seq, Status
from domain.worldtime.stated import Through

_FROM: Final = ("text", "precision", "earliest", "latest")
_EDGES: Final = {"from": _FROM, "to": (*_FROM, "open", "derived_from_fact")}


def fact_document(view: FactView) -> Document:
    """A version of a fact."""
    return {
        **_named(view.fact, view.subject, view.predicate, view.object),
        **_standing(view.status, contested=view.contested),
        "certainty": None if view.certainty is None else view.certainty.value,
        "valid": {edge: _in_order(view.valid[edge], fields) for edge, fields in _EDGES.items()},
        "recorded": _recorded(view.recorded),
        "sources": list(view.sources),
        "claims": view.claims,
        "strength": view.strength,
    }


def rectangle_document(view: RectangleView) -> Document:
    """A stretch of a version; null where that holds at no instant."""
    return {
        **_named(view.fact, view.subject, view.predicate, view.object),
        **_standing(view.status, contested=view.contested),
        "certainty": None if view.holds is None else view.holds.certainty.value,
        "valid": None if view.holds is None else _stretch(view.holds),
        "recorded": _recorded(view.recorded),
    }


def claim_document(view: ClaimView) -> Document:
    """One claim with its evidence; what was erased of it is null."""
    return {
        "claim": view.seq,
        "recorded_at": instant_text(view.recorded_at),
        "actor": {"token": view.token, "kind": view.kind.value},
        "said": None if view.said is None else _said(view.said),
        "evidence": [None if each is None else _quote(each) for each in view.quotes],
        "derived_from": list(view.derived_from),
        "echo": view.echo,
    }


def interval_document(view: IntervalView) -> Document:
    """A stretch of a timeline in which a fact holds."""
    fact = view.fact
    return {
        **_named(fact.fact, fact.subject, fact.predicate, fact.object),
        **_standing(fact.status, contested=fact.contested),
        "rivals": list(fact.rivals),
        "certainty": view.holds.certainty.value,
        **_stretch(view.holds),
    }


def change_document(view: ChangeView) -> Document:
    """What a command changed of a fact, and the events that caused it."""
    return {
        "change": view.change,
        "fact": view.fact,
        "seq": view.seq,
        "at": instant_text(view.at),
        "events": list(view.events),
        "before": None if view.before is None else fact_document(view.before),
        "after": None if view.after is None else fact_document(view.after),
    }


def conflict_document(view: ConflictView) -> Document:
    """Two facts in contest, the newcomer first."""
    return {
        "facts": [fact_document(view.newcomer), fact_document(view.incumbent)],
        "decided": view.decided,
    }


def tombstone_document(view: TombstoneView) -> Document:
    """The standing refusal of a value."""
    return {
        "seq": view.seq,
        **_named(view.fact, view.subject, view.predicate, view.object),
        "kind": view.kind.value,
        "reason": view.reason,
        "by": view.by,
        "at": instant_text(view.at),
        "tries": view.tries,
        "tried_by": dict(view.tried_by),
    }


def review_document(view: ReviewView) -> Document:
    """What waits for a person: a fact, or what an agent wishes for one."""
    asked = view.asked
    return {
        **fact_document(view.fact),
        "seq": view.seq,
        "kind": view.kind,
        "by": view.by,
        "at": instant_text(view.at),
        "asked": None if asked is None else asked_document(asked),
    }


def predicate_document(view: PredicateView) -> Document:
    """What a predicate is declared to be."""
    return _declared(view)


def suggestion_document(view: SuggestionView) -> Document:
    """What an agent suggested that a predicate be declared."""
    return _declared(view)


def candidate_document(view: CandidateView) -> Document:
    """An undeclared predicate that a person may want to declare single."""
    return {"predicate": view.predicate, "subjects": view.subjects, "single": view.single}


def _declared(view: PredicateView | SuggestionView) -> Document:
    declared = view.declaration
    return {
        "predicate": view.predicate,
        "cardinality": declared.cardinality.value,
        "holders": declared.holders.value,
        "temporal": declared.temporal.value,
        "value": None if declared.value is None else declared.value.value,
        "unit": declared.unit,
        "half_life_days": declared.half_life_days,
        "seq": view.seq,
        "by": view.by,
        "at": instant_text(view.at),
    }


def _in_order(edge: object, fields: tuple[str, ...]) -> Document:
    """A bound with its fields in this order: the database keeps them in one of its own."""
    found = as_doc(edge)
    return {each: found[each] for each in fields}


def _named(fact: Seq, subject: str, predicate: str, value: Value) -> Document:
    return {"fact": fact, "subject": subject, "predicate": predicate, "object": to_wire(value)}


def _standing(status: Status, *, contested: bool) -> Document:
    return {"status": status.value, "contested": contested}


def _stretch(span: Span) -> Document:
    return {"from": instant_text(span.start), "to": instant_or_none(span.end)}


def _recorded(span: RecordedSpan) -> Document:
    return {
        "from_seq": span.from_seq,
        "to_seq": span.to_seq,
        "from": instant_text(span.from_at),
        "to": instant_or_none(span.to_at),
    }


def _said(said: Said) -> Document:
    end = said.stated.end
    through = end.text if isinstance(end, Through) else None
    return {
        "subject": said.subject,
        "predicate": said.predicate,
        "object": to_wire(said.object),
        "qualifiers": dict(said.qualifiers),
        "source": said.source,
        "session": said.session,
        "valid_from": start_text(said.stated.start),
        "valid_to": None if through is not None else end_text(end),
        "valid_through": through,
        "observed_at": instant_text(said.observed_at),
    }


def _quote(quote: Quote) -> Document:
    return {"quote": quote.quote, "uri": quote.uri}
