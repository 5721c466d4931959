"""What an object on the wire means, when two are one, and that stored ones come back."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import canonical
from domain.identity import IdentityMode
from domain.refusals import Refusal
from domain.values import (
    Boolean,
    Date,
    Entity,
    Number,
    Text,
    Value,
    from_part,
    parse_object,
    to_part,
    to_wire,
    value_columns,
    value_from_columns,
    value_key,
    value_refusal_key,
)

FOLDED = IdentityMode.FOLDED
EXACT = IdentityMode.EXACT

SEEN = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")).map("x".__add__)

VALUES: st.SearchStrategy[Value] = st.one_of(
    st.builds(Text, text=SEEN),
    st.builds(Entity, name=SEEN),
    st.builds(Boolean, value=st.booleans()),
    st.builds(Date, date=st.dates()),
    st.builds(
        Number,
        number=st.integers(-(10**12), 10**12).map(lambda units: Decimal(units).scaleb(-4)),
        unit=st.none() | SEEN.map(lambda text: text[:100]),
    ),
)

MEANT: list[tuple[object, Value, object]] = [
    ("Dublin", Text(text="Dublin"), "Dublin"),
    (" as given\u200b\n", Text(text=" as given\u200b\n"), " as given\u200b\n"),
    ("true", Text(text="true"), "true"),
    (True, Boolean(value=True), True),
    (False, Boolean(value=False), False),
    ({"number": "28000"}, Number(number=Decimal(28000), unit=None), {"number": "28000"}),
    ({"number": 28000}, Number(number=Decimal(28000), unit=None), {"number": "28000"}),
    ({"number": -3}, Number(number=Decimal(-3), unit=None), {"number": "-3"}),
    (
        {"number": "2.8e4", "unit": "CNY"},
        Number(number=Decimal(28000), unit="CNY"),
        {"number": "28000", "unit": "CNY"},
    ),
    ({"date": "2024-02-29"}, Date(date=date(2024, 2, 29)), {"date": "2024-02-29"}),
    ({"date": "0001-01-01"}, Date(date=date(1, 1, 1)), {"date": "0001-01-01"}),
    ({"date": "9999-12-31"}, Date(date=date(9999, 12, 31)), {"date": "9999-12-31"}),
    ({"entity": "Acme"}, Entity(name="Acme"), {"entity": "Acme"}),
]

REFUSED: list[tuple[object, str, str]] = [
    (None, "object", "wrong_type"),
    (28000, "object", "wrong_type"),
    (1.5, "object", "wrong_type"),
    ([], "object", "wrong_type"),
    (["Dublin"], "object", "wrong_type"),
    ({}, "object", "wrong_type"),
    ({"text": "Dublin"}, "object", "wrong_type"),
    ({"unit": "CNY"}, "object", "wrong_type"),
    ({"number": "1", "units": "CNY"}, "object", "wrong_type"),
    ({"number": "1", "unit": "CNY", "date": "2024-02-15"}, "object", "wrong_type"),
    ({"entity": "Acme", "date": "2024-02-15"}, "object", "wrong_type"),
    ("", "object", "empty"),
    ("\u200b ", "object", "empty"),
    ("a\0b", "object", "nul"),
    ("a\ud800b", "object", "lone_surrogate"),
    ("x" * 100_001, "object", "too_long"),
    ({"number": 28000.0}, "object.number", "wrong_type"),
    ({"number": True}, "object.number", "wrong_type"),
    ({"number": None}, "object.number", "wrong_type"),
    ({"number": ["1"]}, "object.number", "wrong_type"),
    ({"number": "one"}, "object.number", "not_a_number"),
    ({"number": 10**31}, "object.number", "out_of_range"),
    ({"number": 10**5000}, "object.number", "not_a_number"),
    ({"number": -(10**5000)}, "object.number", "not_a_number"),
    ({"number": "1", "unit": None}, "object.unit", "wrong_type"),
    ({"number": "1", "unit": ""}, "object.unit", "empty"),
    ({"number": "1", "unit": "x" * 101}, "object.unit", "too_long"),
    ({"number": "one", "unit": "CNY"}, "object.number", "not_a_number"),
    ({"date": "2023-02-29"}, "object.date", "no_such_date"),
    ({"date": "0000-01-01"}, "object.date", "no_such_date"),
    ({"date": "2024-13-01"}, "object.date", "no_such_date"),
    ({"date": "2024-2-15"}, "object.date", "wrong_type"),
    ({"date": "20240215"}, "object.date", "wrong_type"),
    ({"date": "2024-W07-4"}, "object.date", "wrong_type"),
    ({"date": "2024-02-15T00:00:00Z"}, "object.date", "wrong_type"),
    ({"date": "\u0662024-02-15"}, "object.date", "wrong_type"),
    ({"date": "2024-02-15\n"}, "object.date", "wrong_type"),
    ({"date": "10000-01-01"}, "object.date", "wrong_type"),
    ({"date": 20240215}, "object.date", "wrong_type"),
    ({"entity": ""}, "object.entity", "empty"),
    ({"entity": None}, "object.entity", "wrong_type"),
    ({"entity": {"entity": "Acme"}}, "object.entity", "wrong_type"),
    ({"entity": "\ufeff"}, "object.entity", "empty"),
]

ONE: list[tuple[object, object]] = [
    ("Acme", {"entity": "Acme"}),
    ("Acme", {"entity": " ACME\u200b"}),
    ({"number": "28000"}, {"number": "2.8e4"}),
    ({"number": "28000.0", "unit": "CNY"}, {"number": 28000, "unit": "cny "}),
    ({"number": "0"}, {"number": "-0.0"}),
]

TWO: list[tuple[object, object]] = [
    ("true", True),
    (True, False),
    ("28000", {"number": "28000"}),
    ({"number": "28000"}, {"number": "28000", "unit": "CNY"}),
    ({"number": "28000", "unit": "EUR"}, {"number": "28000", "unit": "CNY"}),
    ({"number": "28000"}, {"number": "28001"}),
    ({"number": "1"}, {"number": "-1"}),
    ("2024-02-15", {"date": "2024-02-15"}),
    ({"date": "2024-02-15"}, {"date": "2024-02-16"}),
    ("number 1", {"number": "1"}),
    ("date 2024-02-15", {"date": "2024-02-15"}),
    ("Acme", {"entity": "Acme Inc"}),
]


@pytest.mark.parametrize(("raw", "value", "wire"), MEANT)
def test_an_object_on_the_wire_is_understood_and_given_back(
    raw: object, value: Value, wire: object
) -> None:
    assert parse_object(raw, field="object") == value
    assert to_wire(value) == wire
    assert type(to_wire(value)) is type(wire)


@pytest.mark.parametrize(("raw", "field", "code"), REFUSED)
def test_an_object_of_no_shape_is_refused_at_its_field_with_the_mend(
    raw: object, field: str, code: str
) -> None:
    refusal = parse_object(raw, field="object")
    assert isinstance(refusal, Refusal)
    assert (refusal.field, refusal.code) == (field, code)
    assert len(refusal.detail) > len("not it")


def test_a_float_is_refused_with_the_advice_to_write_a_string() -> None:
    refusal = parse_object({"number": 0.5}, field="object")
    assert isinstance(refusal, Refusal)
    assert "write it as a string" in refusal.detail


@pytest.mark.parametrize(("one", "other"), ONE)
def test_spellings_of_one_value_share_their_keys(one: object, other: object) -> None:
    assert _key(one) == _key(other)
    assert _refusal_key(one) == _refusal_key(other)


@pytest.mark.parametrize(("one", "other"), TWO)
@pytest.mark.parametrize("mode", IdentityMode)
def test_values_of_two_kinds_or_contents_share_no_key(
    one: object, other: object, mode: IdentityMode
) -> None:
    assert _key(one, mode) != _key(other, mode)
    assert _refusal_key(one, mode) != _refusal_key(other, mode)


def test_an_exact_ledger_tells_units_and_names_by_their_case() -> None:
    milli, mega = {"number": "1", "unit": "mW"}, {"number": "1", "unit": "MW"}
    assert _key(milli, FOLDED) == _key(mega, FOLDED)
    assert _key(milli, EXACT) != _key(mega, EXACT)
    assert _key("Acme", EXACT) == _key({"entity": "Acme"}, EXACT) != _key("acme", EXACT)


def test_a_double_of_a_refused_value_shares_its_refusal_key_alone() -> None:
    double = "Acm\N{CYRILLIC SMALL LETTER IE}"
    assert _refusal_key(double) == _refusal_key({"entity": "Acme"})
    assert _key(double) != _key("Acme")
    unit = "k\N{GREEK SMALL LETTER OMICRON}hm"
    assert _refusal_key({"number": "1", "unit": unit}) == (
        _refusal_key({"number": "1", "unit": "kohm"})
    )


@given(VALUES)
def test_a_value_comes_back_from_the_wire_from_a_part_and_from_columns(value: Value) -> None:
    assert parse_object(to_wire(value), field="object") == value
    assert from_part(to_part(value)) == value
    assert value_from_columns(*value_columns(value)) == value
    assert canonical.check({"object": to_part(value)}, field="part") is None


@given(VALUES, VALUES)
def test_a_part_is_told_from_every_other(one: Value, other: Value) -> None:
    parts = [canonical.encode(to_part(each)) for each in (one, other)]
    assert (parts[0] == parts[1]) == (one == other)
    assert (value_columns(one) == value_columns(other)) == (one == other)


@pytest.mark.parametrize(
    ("value", "part"),
    [
        (Text(text="a"), {"kind": "text", "text": "a"}),
        (Entity(name="a"), {"kind": "entity", "name": "a"}),
        (Boolean(value=True), {"kind": "boolean", "value": True}),
        (Date(date=date(2024, 2, 15)), {"kind": "date", "date": "2024-02-15"}),
        (
            Number(number=Decimal("0.50"), unit=None),
            {"kind": "number", "number": "0.5", "unit": None},
        ),
        (
            Number(number=Decimal(3), unit="CNY"),
            {"kind": "number", "number": "3", "unit": "CNY"},
        ),
    ],
)
def test_the_stored_shape_of_a_value_never_changes(value: Value, part: object) -> None:
    assert to_part(value) == part
    assert from_part(part) == value


@pytest.mark.parametrize(
    "part",
    [
        None,
        "a",
        {},
        {"kind": "text"},
        {"kind": "text", "text": 1},
        {"kind": "text", "text": "a", "unit": None},
        {"kind": "number", "number": "1.0", "unit": None},
        {"kind": "number", "number": "one", "unit": None},
        {"kind": "number", "number": "1", "unit": 2},
        {"kind": "number", "number": "1"},
        {"kind": "date", "date": "2023-02-29"},
        {"kind": "date", "date": "20240215"},
        {"kind": "boolean", "value": 1},
        {"kind": "colour", "text": "red"},
    ],
)
def test_a_part_that_no_value_wrote_is_an_error(part: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        from_part(part)


@pytest.mark.parametrize(
    ("kind", "text", "unit"),
    [
        ("text", "a", "CNY"),
        ("number", "1.0", None),
        ("boolean", "yes", None),
        ("boolean", "true", "CNY"),
        ("date", "2023-02-29", None),
        ("colour", "red", None),
    ],
)
def test_columns_that_no_value_wrote_are_an_error(kind: str, text: str, unit: str | None) -> None:
    with pytest.raises(ValueError, match=r"not|day"):
        value_from_columns(kind, text, unit)


def _key(raw: object, mode: IdentityMode = FOLDED) -> str:
    return value_key(_parsed(raw), mode=mode)


def _refusal_key(raw: object, mode: IdentityMode = FOLDED) -> str:
    return value_refusal_key(_parsed(raw), mode=mode)


def _parsed(raw: object) -> Value:
    value = parse_object(raw, field="object")
    assert not isinstance(value, Refusal)
    return value
