"""What is taken as a claim, and what is refused under which field."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.wire.claims import FACT_FIELDS, Batch, Beside, batch_command, fact_command
from adapters.wire.taking import content_of
from domain.commands import AssertFact, Dates
from domain.events import Quote
from domain.values import Boolean, Number, Text
from domain.words import Seq
from tests.adapters.wire.refusing import refused

FACT: dict[str, object] = {"subject": "Alice", "predicate": "lives_in", "object": "Dublin"}

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


def test_three_fields_make_a_claim() -> None:
    assert fact_command(FACT) == AssertFact(
        subject="Alice", predicate="lives_in", object=Text(text="Dublin")
    )


def test_a_claim_carries_all_that_was_said_with_it() -> None:
    doc = {
        **FACT,
        "object": {"number": "2.8e4", "unit": "CNY"},
        "qualifiers": {"per": "month", "as of": "May"},
        "observed_at": "2024-03-01T10:00:00+01:00",
        "source": "crm",
        "session": "s-1",
        "evidence": [{"quote": "q"}, {"uri": "u"}, {"quote": "q", "uri": "u"}],
        "derived_from": [12, 7],
    }
    assert fact_command(doc) == AssertFact(
        subject="Alice",
        predicate="lives_in",
        object=Number(number=Decimal(28000), unit="CNY"),
        qualifiers=(("as of", "May"), ("per", "month")),
        source="crm",
        session="s-1",
        observed_at=datetime(2024, 3, 1, 9, tzinfo=UTC),
        observed_text="2024-03-01T10:00:00+01:00",
        evidence=(
            Quote(quote="q", uri=None),
            Quote(quote=None, uri="u"),
            Quote(quote="q", uri="u"),
        ),
        derived_from=(Seq(12), Seq(7)),
    )


def test_false_is_an_object_and_null_is_none() -> None:
    told = fact_command({**FACT, "object": False})
    assert isinstance(told, AssertFact)
    assert told.object == Boolean(value=False)
    assert refused(fact_command({**FACT, "object": None})) == {"object": "required"}


def test_null_is_as_good_as_left_out() -> None:
    nulls = dict.fromkeys(set(FACT_FIELDS) - set(FACT))
    assert fact_command({**FACT, **nulls}) == fact_command(FACT)


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"subject": None}, "subject", "required"),
        ({"subject": ""}, "subject", "empty"),
        ({"subject": "\u200b \t"}, "subject", "empty"),
        ({"subject": 7}, "subject", "wrong_type"),
        ({"subject": ["Alice"]}, "subject", "wrong_type"),
        ({"subject": "a\0b"}, "subject", "nul"),
        ({"predicate": "\ud800"}, "predicate", "lone_surrogate"),
        ({"predicate": "p" * 1_001}, "predicate", "too_long"),
        ({"object": 7}, "object", "wrong_type"),
        ({"object": 7.5}, "object", "wrong_type"),
        ({"object": []}, "object", "wrong_type"),
        ({"object": {"number": 0.5}}, "object.number", "wrong_type"),
        ({"object": {"date": "2023-02-29"}}, "object.date", "no_such_date"),
        ({"object": {"entity": ""}}, "object.entity", "empty"),
        ({"object": {"entity": "a", "text": "b"}}, "object", "wrong_type"),
        ({"object": "o" * 100_001}, "object", "too_long"),
        ({"source": ""}, "source", "empty"),
        ({"source": "s" * 1_001}, "source", "too_long"),
        ({"session": 1}, "session", "wrong_type"),
        ({"observed_at": "2024-03-01"}, "observed_at", "time_missing"),
        ({"observed_at": "2024-03-01T09:00:00.123456789Z"}, "observed_at", "too_precise"),
        ({"observed_at": 1_700_000_000}, "observed_at", "wrong_type"),
        ({"qualifiers": []}, "qualifiers", "wrong_type"),
        ({"qualifiers": {"per": 1}}, "qualifiers.per", "wrong_type"),
        ({"qualifiers": {"per": ""}}, "qualifiers.per", "empty"),
        ({"qualifiers": {"": "x"}}, "qualifiers.", "empty"),
        ({"qualifiers": {f"q{i}": "x" for i in range(33)}}, "qualifiers", "too_many"),
        ({"evidence": {}}, "evidence", "wrong_type"),
        ({"evidence": ["quote"]}, "evidence[0]", "wrong_type"),
        ({"evidence": [{"quote": "q"}, {}]}, "evidence[1].quote", "required"),
        ({"evidence": [{"quote": ""}]}, "evidence[0].quote", "empty"),
        ({"evidence": [{"quote": "q", "url": "u"}]}, "evidence[0].url", "unknown_field"),
        ({"evidence": [{"quote": "q"}] * 33}, "evidence", "too_many"),
        ({"derived_from": 12}, "derived_from", "wrong_type"),
        ({"derived_from": ["12"]}, "derived_from[0]", "wrong_type"),
        ({"derived_from": [1, 0]}, "derived_from[1]", "wrong_type"),
        ({"derived_from": [True]}, "derived_from[0]", "wrong_type"),
        ({"derived_from": [1.0]}, "derived_from[0]", "wrong_type"),
        ({"derived_from": [2**53]}, "derived_from[0]", "wrong_type"),
        ({"derived_from": [5, 5]}, "derived_from[1]", "twice"),
        ({"derived_from": list(range(1, 102))}, "derived_from", "too_many"),
        ({"Subject": "Alice"}, "Subject", "unknown_field"),
        ({"valid_from": 2024}, "valid_from", "wrong_type"),
        ({"valid_to": ["2024"]}, "valid_to", "wrong_type"),
        ({"valid": "2019/..\ud800"}, "valid", "lone_surrogate"),
        ({"valid_through": "2" * 101}, "valid_through", "too_long"),
        ({"valid_until": "2024"}, "valid_until", "unknown_field"),
        ({"actor": "a person"}, "actor", "unknown_field"),
        ({"\ud800\0": 1}, "\\ud800\\x00", "unknown_field"),
        ({"k" * 1_000: 1}, "k" * 64, "unknown_field"),
    ],
)
def test_a_fault_is_refused_under_its_field(
    change: dict[str, object], field: str, code: str
) -> None:
    assert refused(fact_command({**FACT, **change})) == {field: code}


def test_all_faults_are_told_at_once() -> None:
    doc = {"predicate": "", "object": 1, "colour": "red", "observed_at": "now"}
    assert refused(fact_command(doc, field="facts[3]")) == {
        "facts[3].colour": "unknown_field",
        "facts[3].subject": "required",
        "facts[3].predicate": "empty",
        "facts[3].object": "wrong_type",
        "facts[3].observed_at": "not_an_instant",
    }


def test_of_very_many_unknown_fields_the_first_are_named() -> None:
    told = refused(fact_command({**FACT, **{f"x{i}": 1 for i in range(10_000)}}))
    assert list(told) == [f"x{i}" for i in range(20)]


@given(JSON, st.sampled_from(FACT_FIELDS))
def test_whatever_stands_in_a_field_is_taken_or_refused_and_never_repeated(
    value: object, field: str
) -> None:
    outcome = fact_command({**FACT, field: value})
    if isinstance(outcome, AssertFact):
        assert isinstance(content_of({**FACT, field: value}), bytes)
    else:
        assert all(name.startswith(field) for name in refused(outcome))


def test_a_batch_keeps_what_is_right_beside_what_is_wrong() -> None:
    batch = batch_command({"facts": [FACT, {**FACT, "subject": ""}, 7]})
    assert isinstance(batch, Batch)
    assert not batch.atomic
    assert batch.docs[0] == FACT
    good, bad, none = batch.items
    assert isinstance(good, AssertFact)
    assert refused(bad) == {"subject": "empty"}
    assert refused(none) == {"": "wrong_type"}


def test_an_atomic_batch_is_refused_whole_with_the_places_named() -> None:
    doc = {"facts": [FACT, {**FACT, "subject": ""}, 7], "atomic": True}
    assert refused(batch_command(doc)) == {
        "facts[1].subject": "empty",
        "facts[2]": "wrong_type",
    }
    taken = batch_command({"facts": [FACT, FACT], "atomic": True})
    assert isinstance(taken, Batch)
    assert taken.atomic


@pytest.mark.parametrize(
    ("doc", "field", "code"),
    [
        ({}, "facts", "required"),
        ({"facts": []}, "facts", "empty"),
        ({"facts": FACT}, "facts", "wrong_type"),
        ({"facts": [FACT] * 1_001}, "facts", "too_many"),
        ({"facts": [FACT], "atomic": "yes"}, "atomic", "wrong_type"),
        ({"facts": [FACT], "atomc": True}, "atomc", "unknown_field"),
    ],
)
def test_a_faulty_batch_is_refused(doc: dict[str, object], field: str, code: str) -> None:
    assert refused(batch_command(doc)) == {field: code}


def test_dates_stay_as_they_are_written_until_it_is_decided() -> None:
    told = fact_command({**FACT, "valid_from": "2024?", "valid_to": ""})
    assert isinstance(told, AssertFact)
    assert told.dates == Dates(valid_from="2024?", valid_to="")
    for name in ("valid", "valid_from", "valid_to", "valid_through"):
        given = fact_command({**FACT, name: "no date at all"})
        assert isinstance(given, AssertFact)
        assert getattr(given.dates, name) == "no date at all"
        assert fact_command({**FACT, name: None}) == fact_command(FACT)


def test_what_a_request_says_beside_a_claim_goes_with_it_unless_the_claim_says_so_itself() -> None:
    beside = Beside(session="of the header", unchanged_since=Seq(7))
    told = fact_command(FACT, beside=beside)
    assert isinstance(told, AssertFact)
    assert (told.session, told.unchanged_since) == ("of the header", 7)
    named = fact_command({**FACT, "session": "its own"}, beside=beside)
    assert isinstance(named, AssertFact)
    assert named.session == "its own"
    batch = batch_command({"facts": [FACT, FACT]}, beside=beside)
    assert isinstance(batch, Batch)
    assert {each.session for each in batch.claims} == {"of the header"}
