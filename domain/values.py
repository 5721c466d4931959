"""What a fact says of its subject: a text, a number with its unit, a date, a truth or an entity.

The union is closed. A value has a shape on the wire, a shape in a stored part, columns in the read
tables, and a key that says which values are one: an entity and a text of the same identity key are.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Final, assert_never, cast

from domain.canonical import check_text
from domain.decimals import number_text, parse_number
from domain.identity import IdentityMode, identity_key, refusal_key
from domain.limits import NUMBER_CHARS_MAX, OBJECT_CHARS_MAX, UNIT_CHARS_MAX
from domain.refusals import Refusal

_DAY: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", re.ASCII)

_SHAPES: Final = (
    'write a string, true, false, {"number": "28000", "unit": "CNY"} (the unit may be left out), '
    '{"date": "2024-02-15"} or {"entity": "Acme"}'
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Text:
    """A text as it was given."""

    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Number:
    """A decimal within the limits, compared by value, and the unit as given, if any."""

    number: Decimal
    unit: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Date:
    """A day of the proleptic Gregorian calendar, years 1 to 9999."""

    date: date


@dataclass(frozen=True, kw_only=True, slots=True)
class Boolean:
    """True or false."""

    value: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Entity:
    """Something that has a name, as it was given."""

    name: str


Value = Text | Number | Date | Boolean | Entity
"""The closed union of what a fact can say."""


def parse_object(raw: object, *, field: str) -> Value | Refusal:
    """The value that JSON from the wire means; `field` is where it lies in the input."""
    match raw:
        case str():
            return _parse_text(raw, field=field)
        case bool():
            return Boolean(value=raw)
        case dict():
            return _parse_shape(cast("dict[object, object]", raw), field=field)
        case int() | float():
            return _wrong_type(field, f"a bare number has no exact meaning: {_SHAPES}")
        case _:
            return _wrong_type(field, f"not a value: {_SHAPES}")


def to_wire(value: Value) -> object:
    """The JSON that is answered: as it was sent, with numbers in normal form."""
    match value:
        case Text():
            return value.text
        case Number(unit=None):
            return {"number": number_text(value.number)}
        case Number():
            return {"number": number_text(value.number), "unit": value.unit}
        case Date():
            return {"date": value.date.isoformat()}
        case Boolean():
            return value.value
        case Entity():
            return {"entity": value.name}
        case _:
            assert_never(value)


def value_key(value: Value, *, mode: IdentityMode) -> str:
    """What two values share iff they are one: kind, text, number or day, and unit."""
    return _key(value, partial(identity_key, mode=mode))


def value_refusal_key(value: Value, *, mode: IdentityMode) -> str:
    """What a refused value shares with its doubles; a text and an entity are not told apart."""
    return _key(value, partial(refusal_key, mode=mode))


def to_part(value: Value) -> dict[str, object]:
    """The value in a claim's stored part."""
    match value:
        case Text():
            return {"kind": "text", "text": value.text}
        case Number():
            number = number_text(value.number)
            return {"kind": "number", "number": number, "unit": value.unit}
        case Date():
            return {"kind": "date", "date": value.date.isoformat()}
        case Boolean():
            return {"kind": "boolean", "value": value.value}
        case Entity():
            return {"kind": "entity", "name": value.name}
        case _:
            assert_never(value)


def from_part(doc: object) -> Value:
    """The value that `to_part` wrote; TypeError or ValueError if it wrote no such thing."""
    if not isinstance(doc, dict):
        raise TypeError("not the stored shape of a value")
    match cast("dict[object, object]", doc):
        case {"kind": "text", "text": str(text), **rest} if not rest:
            return Text(text=text)
        case {"kind": "number", "number": str(number), "unit": None | str() as unit, **rest} if (
            not rest
        ):
            return Number(number=_stored_number(number), unit=unit)
        case {"kind": "date", "date": str(day), **rest} if not rest:
            return Date(date=_stored_date(day))
        case {"kind": "boolean", "value": bool(truth), **rest} if not rest:
            return Boolean(value=truth)
        case {"kind": "entity", "name": str(name), **rest} if not rest:
            return Entity(name=name)
        case _:
            raise ValueError("not the stored shape of a value")


def value_columns(value: Value) -> tuple[str, str, str | None]:
    """The value as kind, text and unit, as the read tables keep it."""
    match value:
        case Text():
            return "text", value.text, None
        case Number():
            return "number", number_text(value.number), value.unit
        case Date():
            return "date", value.date.isoformat(), None
        case Boolean():
            return "boolean", "true" if value.value else "false", None
        case Entity():
            return "entity", value.name, None
        case _:
            assert_never(value)


def value_from_columns(kind: str, text: str, unit: str | None) -> Value:
    """The value that `value_columns` wrote; ValueError if it wrote no such thing."""
    match kind, text, unit:
        case "text", _, None:
            return Text(text=text)
        case "number", _, _:
            return Number(number=_stored_number(text), unit=unit)
        case "date", _, None:
            return Date(date=_stored_date(text))
        case "boolean", "true" | "false", None:
            return Boolean(value=text == "true")
        case "entity", _, None:
            return Entity(name=text)
        case _:
            raise ValueError("not the columns of a value")


def _parse_text(raw: str, *, field: str) -> Text | Refusal:
    problem = check_text(raw, field=field, chars_max=OBJECT_CHARS_MAX)
    return Text(text=raw) if problem is None else problem


def _parse_shape(doc: dict[object, object], *, field: str) -> Value | Refusal:
    match doc:
        case {"number": number, "unit": unit, **rest} if not rest:
            return _parse_measure(number, unit, field=field)
        case {"number": number, **rest} if not rest:
            parsed = _parse_number(number, field=f"{field}.number")
            return parsed if isinstance(parsed, Refusal) else Number(number=parsed, unit=None)
        case {"date": day, **rest} if not rest:
            return _parse_date(day, field=f"{field}.date")
        case {"entity": name, **rest} if not rest:
            return _parse_entity(name, field=f"{field}.entity")
        case _:
            return _wrong_type(field, f"not the keys of a value: {_SHAPES}")


def _parse_measure(number: object, unit: object, *, field: str) -> Number | Refusal:
    parsed = _parse_number(number, field=f"{field}.number")
    if isinstance(parsed, Refusal):
        return parsed
    if not isinstance(unit, str):
        return _wrong_type(f"{field}.unit", "a unit is a string: leave it out if there is none")
    problem = check_text(unit, field=f"{field}.unit", chars_max=UNIT_CHARS_MAX)
    return Number(number=parsed, unit=unit) if problem is None else problem


def _parse_number(raw: object, *, field: str) -> Decimal | Refusal:
    match raw:
        case str():
            return parse_number(raw, field=field)
        case int() if not isinstance(raw, bool):
            return parse_number(_integer_text(raw), field=field)
        case float():
            return _wrong_type(
                field,
                "JSON numbers with a fraction are rounded on the way: "
                'write it as a string, like "0.5"',
            )
        case _:
            return _wrong_type(field, 'write a number as a string, like "28000"')


def _integer_text(raw: int) -> str:
    # Python refuses to spell integers of thousands of digits; one longer than the limit is enough.
    end = 10**NUMBER_CHARS_MAX
    return str(max(-end, min(raw, end)))


def _parse_date(raw: object, *, field: str) -> Date | Refusal:
    if not isinstance(raw, str) or _DAY.fullmatch(raw) is None:
        return _wrong_type(field, 'write a date as a string, like "2024-02-15"')
    try:
        return Date(date=_stored_date(raw))
    except ValueError:
        return Refusal(
            code="no_such_date",
            field=field,
            detail="no day of the calendar in the years 0001 to 9999: correct it",
        )


def _parse_entity(raw: object, *, field: str) -> Entity | Refusal:
    if not isinstance(raw, str):
        return _wrong_type(field, "the name of an entity is a string")
    problem = check_text(raw, field=field, chars_max=OBJECT_CHARS_MAX)
    return Entity(name=raw) if problem is None else problem


def _key(value: Value, spell: Callable[[str], str]) -> str:
    match value:
        case Text():
            return f"text {spell(value.text)}"
        case Entity():
            return f"text {spell(value.name)}"
        case Number():
            unit = "" if value.unit is None else f" {spell(value.unit)}"
            return f"number {number_text(value.number)}{unit}"
        case Date() | Boolean():
            kind, text, _ = value_columns(value)
            return f"{kind} {text}"
        case _:
            assert_never(value)


def _stored_number(text: str) -> Decimal:
    parsed = parse_number(text, field="number")
    if isinstance(parsed, Refusal) or number_text(parsed) != text:
        raise ValueError("not the normal form of a number")
    return parsed


def _stored_date(text: str) -> date:
    found = _DAY.fullmatch(text)
    if found is None:
        raise ValueError("not the text of a day")
    year, month, day = map(int, found.groups())
    return date(year, month, day)


def _wrong_type(field: str, detail: str) -> Refusal:
    return Refusal(code="wrong_type", field=field, detail=detail)
