"""The documents of what is read, field by field."""

import json
from datetime import UTC, date, datetime

from adapters.postgres.views import (
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
from adapters.readings import (
    change_document,
    claim_document,
    conflict_document,
    fact_document,
    interval_document,
    predicate_document,
    rectangle_document,
    review_document,
    suggestion_document,
    tombstone_document,
)
from domain.changes import Turn
from domain.events import Quote, Said
from domain.keys import LineKey
from domain.payloads import Asked, Kind
from domain.predicates import Cardinality, Declaration, ValueKind
from domain.values import Date, Text
from domain.words import ActorKind, Seq, Status, TokenId
from domain.worldtime.bounds import Certainty, exactly
from domain.worldtime.dates import Precision
from domain.worldtime.stated import From, Open, Stated, Through, Until

SEEN = datetime(2024, 3, 1, 9, tzinfo=UTC)
WRITTEN = datetime(2024, 3, 2, 10, 30, 0, 5, tzinfo=UTC)
WRITTEN_TEXT = "2024-03-02T10:30:00.000005Z"
VALID = {
    "from": {"latest": "b", "text": "1990", "precision": "year", "earliest": "a"},
    "to": {
        "open": True,
        "text": None,
        "latest": None,
        "earliest": None,
        "precision": None,
        "derived_from_fact": None,
    },
}
SPAN = RecordedSpan(from_seq=Seq(5), from_at=WRITTEN, to_seq=None, to_at=None)
OVER = RecordedSpan(from_seq=Seq(5), from_at=SEEN, to_seq=Seq(9), to_at=WRITTEN)

FACT = FactView(
    fact=Seq(5),
    key=LineKey(b"s", b"p", b"o"),
    subject="Alice",
    predicate="born_on",
    object=Date(date=date(1990, 1, 2)),
    status=Status.CONTESTED,
    contested=True,
    rivals=(Seq(4),),
    certainty=Certainty.POSSIBLE,
    valid=VALID,
    recorded=SPAN,
    sources=("crm", "hr"),
    claims=3,
    strength="1.7432",
)
NAMED = {
    "fact": 5,
    "subject": "Alice",
    "predicate": "born_on",
    "object": {"date": "1990-01-02"},
    "status": "contested",
    "contested": True,
}
FACT_DOCUMENT = {
    **NAMED,
    "certainty": "possible",
    "valid": VALID,
    "recorded": {"from_seq": 5, "to_seq": None, "from": WRITTEN_TEXT, "to": None},
    "sources": ["crm", "hr"],
    "claims": 3,
    "strength": "1.7432",
}
HOLDS = Span(start=SEEN, end=None, certainty=Certainty.DEFINITE)


def said(stated: Stated) -> Said:
    return Said(
        subject="Alice",
        predicate="lives_in",
        object=Text(text="Dublin"),
        qualifiers=(("since", "May"),),
        source="crm",
        session=None,
        stated=stated,
        observed_at=SEEN,
        observed_text=None,
    )


def claim_view(what: Said | None, *quotes: Quote | None) -> ClaimView:
    return ClaimView(
        seq=Seq(6),
        recorded_at=WRITTEN,
        token=TokenId("t1"),
        kind=ActorKind.AGENT,
        said=what,
        quotes=quotes,
        derived_from=(Seq(2),),
        echo=True,
    )


def test_the_bounds_of_a_fact_come_in_one_order_whatever_order_they_are_kept_in() -> None:
    valid = fact_document(FACT)["valid"]
    assert json.dumps(valid).startswith('{"from": {"text": "1990", "precision": "year", "earliest"')


def test_a_fact_says_where_it_stands_when_it_holds_and_since_when_that_is_known() -> None:
    assert fact_document(FACT) == FACT_DOCUMENT


def test_a_rectangle_is_a_stretch_of_both_times() -> None:
    view = RectangleView(
        fact=FACT.fact,
        subject=FACT.subject,
        predicate=FACT.predicate,
        object=FACT.object,
        status=FACT.status,
        contested=FACT.contested,
        holds=HOLDS,
        recorded=OVER,
    )
    assert rectangle_document(view) == {
        **NAMED,
        "certainty": "definite",
        "valid": {"from": "2024-03-01T09:00:00.000000Z", "to": None},
        "recorded": {
            "from_seq": 5,
            "to_seq": 9,
            "from": "2024-03-01T09:00:00.000000Z",
            "to": WRITTEN_TEXT,
        },
    }


def test_a_claim_says_who_said_what_on_which_grounds() -> None:
    day = exactly(SEEN)
    start = From(text="2024-03", precision=Precision.MONTH, qualifier=None, zone=None, bound=day)
    end = Until(text="2030", precision=Precision.YEAR, qualifier=None, zone=None, bound=day)
    view = claim_view(said(Stated(start=start, end=end)), Quote(quote="q", uri=None))
    assert claim_document(view) == {
        "claim": 6,
        "recorded_at": WRITTEN_TEXT,
        "actor": {"token": "t1", "kind": "agent"},
        "said": {
            "subject": "Alice",
            "predicate": "lives_in",
            "object": "Dublin",
            "qualifiers": {"since": "May"},
            "source": "crm",
            "session": None,
            "valid_from": "2024-03",
            "valid_to": "2030",
            "valid_through": None,
            "observed_at": "2024-03-01T09:00:00.000000Z",
        },
        "evidence": [{"quote": "q", "uri": None}],
        "derived_from": [2],
        "echo": True,
    }


def test_an_inclusive_end_comes_back_under_its_own_name() -> None:
    day = exactly(SEEN)
    start = From(text="2024", precision=Precision.YEAR, qualifier=None, zone=None, bound=day)
    end = Through(text="2030", precision=Precision.YEAR, qualifier=None, zone=None, bound=day)
    found = claim_document(claim_view(said(Stated(start=start, end=end))))["said"]
    assert isinstance(found, dict)
    assert (found["valid_to"], found["valid_through"]) == (None, "2030")


def test_what_was_erased_of_a_claim_is_null() -> None:
    document = claim_document(claim_view(None, None))
    assert (document["said"], document["evidence"]) == (None, [None])


def test_an_open_end_that_was_said_to_be_open_comes_back_as_written() -> None:
    start = From(
        text="2024", precision=Precision.YEAR, qualifier=None, zone=None, bound=exactly(SEEN)
    )
    found = claim_document(claim_view(said(Stated(start=start, end=Open(said=True)))))["said"]
    assert isinstance(found, dict)
    assert found["valid_to"] == ".."


def test_an_interval_of_a_timeline_says_which_fact_holds_in_it() -> None:
    assert interval_document(IntervalView(fact=FACT, holds=HOLDS)) == {
        **NAMED,
        "rivals": [4],
        "certainty": "definite",
        "from": "2024-03-01T09:00:00.000000Z",
        "to": None,
    }


def test_a_change_shows_the_fact_before_and_after_it() -> None:
    view = ChangeView(
        change=Turn.ASSERTED,
        fact=Seq(5),
        seq=Seq(6),
        at=WRITTEN,
        events=(Seq(5), Seq(6)),
        before=None,
        after=FACT,
    )
    assert change_document(view) == {
        "change": "asserted",
        "fact": 5,
        "seq": 6,
        "at": WRITTEN_TEXT,
        "events": [5, 6],
        "before": None,
        "after": FACT_DOCUMENT,
    }


def test_a_conflict_shows_the_newcomer_first() -> None:
    view = ConflictView(newcomer=FACT, incumbent=FACT, decided=Seq(7))
    assert conflict_document(view) == {"facts": [FACT_DOCUMENT, FACT_DOCUMENT], "decided": 7}


def test_a_tombstone_says_how_often_its_value_was_tried_and_by_whom() -> None:
    view = TombstoneView(
        seq=Seq(9),
        fact=Seq(5),
        subject="Alice",
        predicate="born_on",
        object=FACT.object,
        kind=Kind.FALSE,
        reason="misread",
        by=TokenId("t1"),
        at=WRITTEN,
        tries=3,
        tried_by={TokenId("t2"): 2, TokenId("t3"): 1},
    )
    assert tombstone_document(view) == {
        "seq": 9,
        "fact": 5,
        "subject": "Alice",
        "predicate": "born_on",
        "object": {"date": "1990-01-02"},
        "kind": "false",
        "reason": "misread",
        "by": "t1",
        "at": WRITTEN_TEXT,
        "tries": 3,
        "tried_by": {"t2": 2, "t3": 1},
    }


def test_what_waits_is_a_fact_and_what_is_wished_for_it() -> None:
    asked = Asked(reason="it is wrong", kind=Kind.FALSE)
    view = ReviewView(
        seq=Seq(8), kind="invalidate", by=TokenId("t1"), at=WRITTEN, asked=asked, fact=FACT
    )
    assert review_document(view) == {
        **FACT_DOCUMENT,
        "seq": 8,
        "kind": "invalidate",
        "by": "t1",
        "at": WRITTEN_TEXT,
        "asked": {"reason": "it is wrong", "kind": "false", "correction": None, "signal": None},
    }


def test_a_declaration_and_a_suggestion_look_alike() -> None:
    declared = Declaration(cardinality=Cardinality.SINGLE, value=ValueKind.DATE)
    document = {
        "predicate": "born_on",
        "cardinality": "single",
        "holders": "multi",
        "temporal": "state",
        "value": "date",
        "unit": None,
        "half_life_days": 240,
        "seq": 2,
        "by": "t1",
        "at": WRITTEN_TEXT,
    }
    by = TokenId("t1")
    predicate = PredicateView(
        key=b"k", predicate="born_on", declaration=declared, seq=Seq(2), by=by, at=WRITTEN
    )
    suggestion = SuggestionView(
        predicate="born_on", declaration=declared, seq=Seq(2), by=by, at=WRITTEN
    )
    assert predicate_document(predicate) == document
    assert suggestion_document(suggestion) == document
