"""Documents of decisions: what an event made of a fact, a duel with its numbers term by term."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from adapters.postgres.views import DecisionView
from domain.duels.bits import bits_text
from domain.duels.strength import CutTerm, DependantsTerm, OutcomeTerm, Strength, Term, VoiceTerm
from domain.events import (
    AxisEvent,
    ClaimReinstated,
    ClaimRetracted,
    DuelResolved,
    FactAsserted,
    FactCorrected,
    FactEnded,
    Invalidated,
    OutcomeReported,
    Refused,
    Restored,
    Reviewed,
    ReviewRequested,
)
from domain.moments import instant_text
from domain.payloads import Asked, Correction, Fight, Restanding
from domain.values import to_wire
from domain.worldtime.stated import (
    OPEN,
    UNKNOWN,
    Always,
    End,
    Ended,
    From,
    Open,
    Start,
    Through,
    Undated,
    Until,
)

Document = dict[str, object]


def decision_document(view: DecisionView) -> Document:
    """An event that decided or told something of a fact, with the fields that its type has."""
    recorded = view.recorded
    return {
        "seq": recorded.seq,
        "recorded_at": instant_text(recorded.recorded_at),
        "type": type(view.event).__name__,
        "actor": {"token": recorded.token, "kind": recorded.kind.value},
        **_told(view.event),
    }


def fight_document(fight: Fight) -> Document:
    """One fight of a newcomer with a rival, judged by its own margin."""
    judged = fight.judgement
    return {
        "rival": fight.rival,
        "relation": fight.relation.value,
        "verdict": judged.verdict.value,
        "rule": judged.rule,
        "margin": bits_text(judged.margin),
        "reason": judged.reason.value,
        "terms": terms_documents(fight),
    }


def terms_documents(fight: Fight) -> list[Document]:
    """What each side of a fight came to, term by term."""
    judged = fight.judgement
    return [*_terms("newcomer", judged.newcomer), *_terms("rival", judged.rival)]


def asked_document(asked: Asked) -> Document:
    """What an agent wished for."""
    return {
        "reason": asked.reason,
        "kind": None if asked.kind is None else asked.kind.value,
        "correction": None if asked.correction is None else _correction(asked.correction),
        "signal": None if asked.signal is None else asked.signal.value,
    }


def start_text(start: Start) -> str | None:
    """A start as it was written; None where none was given."""
    match start:
        case From():
            return start.text
        case Always():
            return OPEN
        case Undated():
            return UNKNOWN if start.said else None
        case _:
            assert_never(start)


def end_text(end: End) -> str | None:
    """An end as it was written, inclusive or not; None where none was given."""
    match end:
        case Until() | Through():
            return end.text
        case Open():
            return OPEN if end.said else None
        case Ended():
            return UNKNOWN
        case _:
            assert_never(end)


def _told(event: AxisEvent) -> Document:
    match event:
        case FactAsserted():
            raise TypeError("a claim is no decision")
        case DuelResolved():
            return _duel(event)
        case Invalidated() | Restored() | ClaimRetracted() | ClaimReinstated():
            return _taken_or_given_back(event)
        case FactCorrected() | FactEnded():
            correction = event.correction
            return {
                "reason": event.reason,
                "claims": [each.claim for each in event.amended],
                "correction": None if correction is None else _correction(correction),
            }
        case Reviewed():
            return {
                "item": event.item,
                "decision": event.resolution.value,
                "reason": event.reason,
                "status": event.status.value,
                "claims": list(event.claims),
                "confirmed": list(event.confirmed),
            }
        case _:
            return _said(event)


def _taken_or_given_back(
    event: Invalidated | Restored | ClaimRetracted | ClaimReinstated,
) -> Document:
    told: Document = {"reason": event.reason, "claims": list(event.claims)}
    match event:
        case Invalidated():
            changed = (*event.restandings, *event.consequences.restandings)
            return {**told, "kind": event.kind.value, "changed": _changed(changed)}
        case Restored():
            changed = event.put_back.restandings
            return {**told, "tombstone": event.tombstone, "changed": _changed(changed)}
        case ClaimRetracted():
            return {**told, "changed": _changed(event.consequences.restandings)}
        case ClaimReinstated():
            return {**told, "changed": _changed(event.put_back.restandings)}
        case _:
            assert_never(event)


def _said(event: Refused | OutcomeReported | ReviewRequested) -> Document:
    match event:
        case Refused():
            return {"tombstone": event.tombstone, "act": event.act.value}
        case OutcomeReported():
            return {
                "signal": event.signal.value,
                "success": event.success,
                "source": event.source,
            }
        case ReviewRequested():
            return {
                "wish": event.wish.value,
                "asked": None if event.asked is None else asked_document(event.asked),
            }
        case _:
            assert_never(event)


def _duel(event: DuelResolved) -> Document:
    return {
        "newcomer": event.newcomer,
        "claims": list(event.claims),
        "verdict": event.verdict.value,
        "status": event.status.value,
        "rivals": [each.rival for each in event.fights],
        "trades_places": event.trades_places,
        "fights": [fight_document(each) for each in event.fights],
    }


def _terms(side: str, strength: Strength) -> Iterator[Document]:
    for term in strength.terms:
        yield {"side": side, **_term(term)}


def _term(term: Term) -> Document:
    bits = bits_text(term.bits)
    match term:
        case VoiceTerm():
            return {
                "term": "voice",
                "bits": bits,
                "claim": term.first,
                "voice": term.kind.value,
                "claims": term.claims,
                "weight": bits_text(term.weight),
                "place": term.place,
            }
        case OutcomeTerm():
            return {
                "term": "outcomes",
                "bits": bits,
                "signal": term.signal.value,
                "entitled": term.entitled,
                "net": term.net,
            }
        case DependantsTerm():
            return {"term": "dependants", "bits": bits, "voices": term.voices}
        case CutTerm():
            return {"term": "cut", "bits": bits, "cause": term.cause.value}
        case _:
            assert_never(term)


def _correction(correction: Correction) -> Document:
    value, start, end = correction.object, correction.start, correction.end
    return {
        "subject": correction.subject,
        "predicate": correction.predicate,
        "object": None if value is None else to_wire(value),
        "valid_from": None if start is None else start_text(start),
        "valid_to": None if end is None else end_text(end),
    }


def _changed(restandings: Iterable[Restanding]) -> list[Document]:
    return [
        {"claim": each.claim, "before": each.before.value, "after": each.after.value}
        for each in restandings
    ]
