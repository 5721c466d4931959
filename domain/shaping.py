"""The stored shape of a payload, told by its type: its fields by their names, all the way down.

Whole numbers and truths stay what they are, all else is text: enums by their value, instants in
their one spelling, bits as decimals, bytes as hexadecimal digits. A tuple is a list, and so is a
set, in order. Where a field may be one of several dataclasses, the object says under `type` which.
A reader raises KeyError, TypeError or ValueError for what no writer wrote.
"""

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, TypeVar, cast

from domain.duels.bits import Bits, bits, bits_text
from domain.keys import LineKey
from domain.moments import instant_text
from domain.reading import Doc, as_doc, as_text, as_whole, instant, items, truth
from domain.values import Value, from_part, to_part
from domain.worldtime import stated_shapes
from domain.worldtime.stated import End, Start, Stated

T = TypeVar("T")

Writer = Callable[[object], object]
Reader = Callable[[object], object]

_TAG: Final = "type"


def written(value: object, kind: object) -> object:
    """The stored shape of a value of this type, which may be a dataclass or any part of one."""
    return _shape(kind)[0](value)


def read(doc: object, kind: type[T]) -> T:
    """The value of this type that `written` made the document of."""
    return cast("T", _shape(kind)[1](doc))


def fields_written(value: object, names: tuple[str, ...]) -> Doc:
    """The shape of some fields of a dataclass."""
    shapes = _fields(type(value))
    return {name: shapes[name][0](getattr(value, name)) for name in names}


def fields_read(doc: Doc, kind: type[object], names: tuple[str, ...]) -> dict[str, object]:
    """The values of some fields of a dataclass."""
    shapes = _fields(kind)
    return {name: shapes[name][1](doc[name]) for name in names}


def built(kind: type[T], values: Mapping[str, object]) -> T:
    """A dataclass of these fields; TypeError where they are not its fields."""
    return cast("Callable[..., T]", kind)(**values)


def field_names(kind: type[object]) -> tuple[str, ...]:
    """The fields of a dataclass, in order."""
    return tuple(_fields(kind))


def _fields(kind: type[object]) -> dict[str, tuple[Writer, Reader]]:
    known = _FIELDS.get(kind)
    if known is None:
        hints = typing.get_type_hints(kind)
        named = dataclasses.fields(cast("type[_Dataclass]", kind))
        known = {each.name: _shape(hints[each.name]) for each in named if each.init}
        _FIELDS[kind] = known
    return known


class _Dataclass(typing.Protocol):
    __dataclass_fields__: typing.ClassVar[dict[str, dataclasses.Field[object]]]


def _shape(kind: object) -> tuple[Writer, Reader]:
    known = _KNOWN.get(kind)
    if known is None:
        known = _KNOWN[kind] = _made(kind)
    return known


def _made(kind: object) -> tuple[Writer, Reader]:
    if isinstance(kind, typing.NewType):
        return _shape(kind.__supertype__)
    if isinstance(kind, type):
        named: type[object] = kind
        return _word(named) if issubclass(named, StrEnum) else _object(named)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in {types.UnionType, typing.Union}:
        return _one_of(arguments)
    if origin is tuple:
        return _sequence(arguments)
    return _set(arguments[0]) if origin is frozenset else _by_text(arguments[0], arguments[1])


def _word(kind: type[StrEnum]) -> tuple[Writer, Reader]:
    return str, lambda doc: kind(as_text(doc))


def _object(kind: type[object]) -> tuple[Writer, Reader]:
    def write(value: object) -> object:
        return {
            name: getattr(value, name) if write_it is _same else write_it(getattr(value, name))
            for name, (write_it, _) in _fields(kind).items()
        }

    def read_back(doc: object) -> object:
        found = as_doc(doc)
        if found.keys() != set(field_names(kind)):
            raise ValueError(kind.__name__)
        return built(kind, fields_read(found, kind, field_names(kind)))

    return write, read_back


def _one_of(kinds: tuple[object, ...]) -> tuple[Writer, Reader]:
    rest = tuple(each for each in kinds if each is not types.NoneType)
    write, read_back = (
        _shape(rest[0]) if len(rest) == 1 else _UNIONS.get(frozenset(rest)) or _tagged(rest)
    )
    if len(rest) == len(kinds):
        return write, read_back
    return (
        lambda value: None if value is None else write(value),
        lambda doc: None if doc is None else read_back(doc),
    )


def _tagged(kinds: tuple[object, ...]) -> tuple[Writer, Reader]:
    by_name = {kind.__name__: kind for kind in kinds if isinstance(kind, type)}

    def write(value: object) -> object:
        doc = _shape(type(value))[0](value)
        return {_TAG: type(value).__name__, **as_doc(doc)}

    def read_back(doc: object) -> object:
        found = dict(as_doc(doc))
        return _shape(by_name[as_text(found.pop(_TAG))])[1](found)

    return write, read_back


def _sequence(kinds: tuple[object, ...]) -> tuple[Writer, Reader]:
    if kinds[-1] is Ellipsis:
        write, read_back = _shape(kinds[0])
        return (
            _same_list
            if write is _same
            else lambda value: [write(each) for each in cast("tuple[object, ...]", value)],
            lambda doc: tuple(read_back(each) for each in _listed(doc)),
        )
    shapes = [_shape(each) for each in kinds]
    return (
        lambda value: [
            shape[0](each)
            for shape, each in zip(shapes, cast("tuple[object, ...]", value), strict=True)
        ],
        lambda doc: tuple(shape[1](each) for shape, each in zip(shapes, _listed(doc), strict=True)),
    )


def _set(kind: object) -> tuple[Writer, Reader]:
    write, read_back = _shape(kind)
    return (
        lambda value: [write(each) for each in sorted(cast("frozenset[int]", value))],
        lambda doc: frozenset(read_back(each) for each in _listed(doc)),
    )


def _by_text(key: object, kind: object) -> tuple[Writer, Reader]:
    names, values = _shape(key), _shape(kind)
    return (
        lambda value: {
            as_text(names[0](name)): values[0](each)
            for name, each in sorted(cast("Mapping[str, object]", value).items())
        },
        lambda doc: {names[1](name): values[1](each) for name, each in as_doc(doc).items()},
    )


def _listed(doc: object) -> list[object]:
    return items({"list": doc}, "list")


def _line(doc: object) -> LineKey:
    subject, predicate, value = (bytes.fromhex(as_text(each)) for each in _listed(doc))
    return LineKey(subject, predicate, value)


def _same(value: object) -> object:
    """What JSON has itself; nearly all fields are such, so that it is not even asked for."""
    return value


def _same_list(value: object) -> object:
    return list(cast("tuple[object, ...]", value))


_UNIONS: Final[Mapping[frozenset[object], tuple[Writer, Reader]]] = {
    frozenset(typing.get_args(Value)): (lambda value: to_part(cast("Value", value)), from_part),
    frozenset(typing.get_args(Start)): (
        lambda value: stated_shapes.start_to_part(cast("Start", value)),
        lambda doc: stated_shapes.start_from_part(as_doc(doc)),
    ),
    frozenset(typing.get_args(End)): (
        lambda value: stated_shapes.end_to_part(cast("End", value)),
        lambda doc: stated_shapes.end_from_part(as_doc(doc)),
    ),
}
"""Unions that have shapes of their own."""

_KNOWN: Final[dict[object, tuple[Writer, Reader]]] = {
    bool: (_same, lambda doc: truth({"truth": doc}, "truth")),
    int: (_same, as_whole),
    str: (_same, as_text),
    bytes: (lambda value: cast("bytes", value).hex(), lambda doc: bytes.fromhex(as_text(doc))),
    datetime: (
        lambda value: instant_text(cast("datetime", value)),
        lambda doc: instant({"instant": doc}, "instant"),
    ),
    timedelta: (
        lambda value: cast("timedelta", value) // timedelta(microseconds=1),
        lambda doc: timedelta(microseconds=as_whole(doc)),
    ),
    Bits: (lambda value: bits_text(cast("Bits", value)), lambda doc: bits(as_text(doc))),
    Stated: (
        lambda value: stated_shapes.to_part(cast("Stated", value)),
        stated_shapes.from_part,
    ),
    LineKey: (
        lambda value: [each.hex() for each in cast("LineKey", value)],
        _line,
    ),
}
"""How what is no structure is written and read, and what was worked out from there."""

_FIELDS: Final[dict[type[object], dict[str, tuple[Writer, Reader]]]] = {}
