"""Lines for people: facts, when they hold, claims, and decisions with their numbers."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import cast

from adapters.cli import output
from adapters.decisions import Document, decision_document
from adapters.postgres.events import EventRow
from adapters.postgres.views import (
    ChangeView,
    ClaimView,
    DecisionView,
    FactView,
    IntervalView,
    RectangleView,
)
from domain.chain import unseal
from domain.events import (
    DuelResolved,
    Event,
    FactAsserted,
    Foreign,
    ForeignContent,
    LedgerOpened,
    PredicateDeclared,
    Refused,
    Said,
)
from domain.moments import instant_text
from domain.refusals import Refusal
from domain.values import Value

_INDENT = " " * 10


def fact_line(view: FactView) -> str:
    """A fact in a line: its id, where it stands, what it says, and when it holds."""
    return f"{view.fact:>8}  {_standing(view)}  {_words(view)}  {_valid(view.valid)}"


def fact_lines(view: FactView) -> Iterator[str]:
    """A fact with its support."""
    recorded = view.recorded
    yield fact_line(view)
    yield f"sources   {', '.join(map(output.plain, view.sources))}"
    yield f"claims    {view.claims}"
    if view.strength is not None:
        yield f"strength  {view.strength} bits"
    if view.rivals:
        yield f"rivals    {', '.join(map(str, view.rivals))}"
    yield f"recorded  {_span(recorded.from_at, recorded.to_at)}"


def rectangle_line(view: RectangleView) -> str:
    """What was known of a fact for a while, and of which stretch."""
    span, recorded = view.holds, view.recorded
    holds = "never" if span is None else f"{_span(span.start, span.end)} {span.certainty}"
    known = f"known {recorded.from_seq} to {recorded.to_seq or 'now'}"
    mark = "!" if view.contested else ""
    words = _three(view.subject, view.predicate, view.object)
    return f"{known:<24}  {view.status + mark:<12}  {words}  {holds}"


def interval_line(view: IntervalView) -> str:
    """A stretch of a timeline."""
    fact, span = view.fact, view.holds
    mark = "!" if fact.contested else ""
    held = f"{_span(span.start, span.end):<44}  {span.certainty + mark:<9}"
    rivals = f"  against {', '.join(map(str, fact.rivals))}" if fact.rivals else ""
    return f"{held}  {fact.fact:>8}  {output.value_text(fact.object)}{rivals}"


def change_line(view: ChangeView) -> str:
    """What a command changed of a fact."""
    known = view.after or view.before
    words = "" if known is None else _words(known)
    caused = ", ".join(map(str, view.events))
    return f"{view.seq:>8}  {view.change:<11}  {view.fact:>8}  {words}  by {caused}"


def event_line(stored: EventRow) -> str:
    """An event of the log: who did it, what it is, and what it says or is about."""
    recorded = unseal(stored.body, stored.contents)
    head = f"{stored.seq:>8}  {stored.recorded_at.isoformat()}"
    if isinstance(recorded, Refusal):
        return f"{head}  {output.plain(stored.type)}  can't be read: {recorded.detail}"
    words = _event_words(recorded.event)
    return f"{head}  {recorded.kind} {recorded.token}  {stored.type}  {words}".rstrip()


def claim_lines(view: ClaimView) -> Iterator[str]:
    """A claim, with who made it and the evidence."""
    said = view.said
    source = "erased" if said is None else output.plain(said.source)
    echo = "  echo" if view.echo else ""
    at = view.recorded_at.isoformat()
    yield f"{view.seq:>8}  {at}  {view.kind} {view.token}  {source}{echo}"
    for quote in view.quotes:
        words = "erased" if quote is None else " ".join(filter(None, (quote.quote, quote.uri)))
        yield f"{_INDENT}evidence: {output.plain(words)}"
    if view.derived_from:
        yield f"{_INDENT}derived from: {', '.join(map(str, view.derived_from))}"


def decision_lines(view: DecisionView) -> Iterator[str]:
    """A decision, and of a duel each fight term by term."""
    told = decision_document(view)
    recorded = view.recorded
    at = recorded.recorded_at.isoformat()
    yield f"{recorded.seq:>8}  {at}  {recorded.kind} {recorded.token}  {_decided(told)}"
    for fight in cast("list[Document]", told.get("fights", [])):
        yield (
            f"{_INDENT}against {fight['rival']}: {fight['verdict']} by {fight['margin']} bits "
            f"({fight['relation']}, {fight['reason']}, rule {fight['rule']})"
        )
        for term in cast("list[Document]", fight["terms"]):
            yield f"{_INDENT}  {term['side']:<8}  {term['bits']:>8}  {_term(term)}"


def _event_words(event: Event) -> str:
    """What an event says, where it says something that was not erased, or what it is about."""
    match event:
        case FactAsserted(said=Said() as said) | Refused(said=Said() as said):
            return _three(said.subject, said.predicate, said.object)
        case PredicateDeclared(predicate=str() as name):
            return output.plain(name)
        case Foreign(content=ForeignContent() as content):
            return output.plain(content.type)
        case LedgerOpened() | PredicateDeclared() | Foreign():
            return ""
        case DuelResolved():
            fact = event.newcomer
        case Refused():
            fact = event.struck
        case _:
            fact = event.fact
    return f"fact {fact}"


def _decided(told: Document) -> str:
    parts = [str(told["type"])]
    if "verdict" in told:
        parts.append(f"fact {told['newcomer']} {told['verdict']}: {told['status']}")
    words = (told.get(name) for name in ("act", "kind", "wish", "decision", "signal"))
    parts.extend(str(each) for each in words if each is not None)
    if "success" in told:
        parts.append("succeeded" if told["success"] else "failed")
    if told.get("reason") is not None:
        parts.append(output.plain(str(told["reason"])))
    return "  ".join(parts)


def _term(term: Document) -> str:
    rest = {name: each for name, each in term.items() if name not in {"side", "term", "bits"}}
    return f"{term['term']}  {' '.join(f'{name}={each}' for name, each in rest.items())}"


def _standing(view: FactView) -> str:
    mark = "!" if view.contested else ""
    sure = "" if view.certainty is None else view.certainty.value
    return f"{view.status + mark:<12}  {sure:<8}"


def _words(view: FactView) -> str:
    return _three(view.subject, view.predicate, view.object)


def _three(subject: str, predicate: str, value: Value) -> str:
    return "  ".join((output.plain(subject), output.plain(predicate), output.value_text(value)))


def _valid(valid: Mapping[str, object]) -> str:
    start, end = cast("Document", valid["from"]), cast("Document", valid["to"])
    until = "on" if end["open"] else f"until {_edge(end)}"
    return f"from {_edge(start)} {until}"


def _edge(edge: Document) -> str:
    """A date as it was written; else where it lies, at the latest."""
    text = edge["text"]
    if isinstance(text, str) and text not in {"", ".."} and not edge.get("derived_from_fact"):
        return output.plain(text)
    return str(edge["latest"]).removesuffix("T00:00:00.000000Z")


def _span(start: datetime, end: datetime | None) -> str:
    until = "" if end is None else _instant(end)
    return f"{_instant(start)} .. {until}".rstrip()


def _instant(instant: datetime) -> str:
    return instant_text(instant).removesuffix("T00:00:00.000000Z").replace(".000000Z", "Z")
