"""What a question may be narrowed to, and what is refused of it."""

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest

from adapters.asking import change_question, fact_question, timeline_question, when
from adapters.postgres.views import (
    ChangeQuestion,
    Day,
    FactQuestion,
    TimelineQuestion,
    When,
    Whenever,
)
from adapters.sheets import Doc, Sheet
from domain.limits import JSON_INTEGER_MAX
from domain.words import VISIBLE, Seq, Status
from domain.worldtime.bounds import Certainty
from tests.adapters.wire.refusing import refused

NEW_YEAR = datetime(2024, 1, 1, tzinfo=UTC)


def facts(asked: Sheet) -> FactQuestion:
    return fact_question(asked, None)


@pytest.mark.parametrize(
    ("doc", "found"),
    [
        ({}, When()),
        ({"valid_at": None, "known_at": None}, When()),
        ({"valid_at": "any"}, When(valid_at=Whenever.ANY)),
        ({"valid_at": "2024-02-29"}, When(valid_at=Day(day=date(2024, 2, 29)))),
        ({"valid_at": "2024-01-01T01:00:00+01:00"}, When(valid_at=NEW_YEAR)),
        ({"known_at": "0"}, When(known_at=Seq(0))),
        ({"known_at": "42"}, When(known_at=Seq(42))),
        ({"known_at": "9" * 16}, When(known_at=Seq(JSON_INTEGER_MAX))),
        ({"known_at": "2024-01-01T00:00:00Z"}, When(known_at=NEW_YEAR)),
    ],
)
def test_times_are_read(doc: Doc, found: When) -> None:
    asked = Sheet(doc=doc)
    assert when(asked) == found
    assert asked.refusals == []


@pytest.mark.parametrize(
    ("doc", "field", "code"),
    [
        ({"valid_at": "ANY"}, "valid_at", "not_an_instant"),
        ({"valid_at": ""}, "valid_at", "not_an_instant"),
        ({"valid_at": "2023-02-29"}, "valid_at", "no_such_instant"),
        ({"valid_at": "2024"}, "valid_at", "not_an_instant"),
        ({"valid_at": "2024-01-01T00:00:00"}, "valid_at", "zone_missing"),
        ({"valid_at": 2024}, "valid_at", "wrong_type"),
        ({"known_at": "any"}, "known_at", "not_an_instant"),
        ({"known_at": "-1"}, "known_at", "not_an_instant"),
        ({"known_at": "042"}, "known_at", "not_an_instant"),
        ({"known_at": "2024-01-01"}, "known_at", "time_missing"),
        ({"known_at": 42}, "known_at", "wrong_type"),
        ({"known_at": "infinity"}, "known_at", "not_an_instant"),
    ],
)
@pytest.mark.parametrize("read", [when, facts])
def test_what_is_no_time_is_refused(
    read: Callable[[Sheet], object], doc: Doc, field: str, code: str
) -> None:
    asked = Sheet(doc=doc)
    read(asked)
    assert refused(tuple(asked.refusals)) == {field: code}


def test_facts_are_asked_for_as_of_times_and_by_certainty() -> None:
    doc = {"subject": "Alice", "certainty": "possible", "valid_at": "any", "known_at": "7"}
    assert facts(Sheet(doc=dict(doc))) == FactQuestion(
        statuses=VISIBLE,
        subject="Alice",
        certainty=Certainty.POSSIBLE,
        when=When(valid_at=Whenever.ANY, known_at=Seq(7)),
    )
    asked = Sheet(doc={"certainty": "sure"})
    facts(asked)
    assert refused(tuple(asked.refusals)) == {"certainty": "unknown_word"}


def test_every_status_can_be_asked_for() -> None:
    assert fact_question(Sheet(doc={}), ["all"]).statuses == tuple(Status)
    assert fact_question(Sheet(doc={}), ["displaced"]).statuses == (Status.DISPLACED,)


def test_a_timeline_is_of_a_subject_and_a_predicate() -> None:
    doc: Doc = {"subject": "Alice", "predicate": "p", "known_at": "7"}
    assert timeline_question(Sheet(doc=doc)) == TimelineQuestion(
        subject="Alice", predicate="p", known_at=Seq(7)
    )
    for missing in ("subject", "predicate"):
        asked = Sheet(doc={**doc, missing: None})
        timeline_question(asked)
        assert refused(tuple(asked.refusals)) == {missing: "required"}
    wild = Sheet(doc={**doc, "subject": "*"})
    timeline_question(wild)
    assert refused(tuple(wild.refusals)) == {"subject": "wildcard"}


def test_changes_are_from_one_record_time_to_another() -> None:
    doc: Doc = {"since": "3", "until": "2024-01-01T00:00:00Z", "valid_at": "2024-02-29"}
    assert change_question(Sheet(doc=doc)) == ChangeQuestion(
        since=Seq(3), until=NEW_YEAR, valid_at=Day(day=date(2024, 2, 29))
    )
    assert change_question(Sheet(doc={"valid_at": "any"})) == ChangeQuestion()
    asked = Sheet(doc={"since": "yesterday", "until": "now"})
    change_question(asked)
    assert refused(tuple(asked.refusals)) == {
        "since": "not_an_instant",
        "until": "not_an_instant",
    }
