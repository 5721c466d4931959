"""Strategies for events of every type and for their places in a chain."""

import types
import typing
from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum

from hypothesis import strategies as st

from domain.bodies import EVENT_TYPES
from domain.decimals import parse_number
from domain.duels.bits import Bits
from domain.events import CommandFrame, Event, OutcomeReported, Quote, Recorded, Refused
from domain.limits import JSON_INTEGER_MAX
from domain.payloads import Act
from domain.refusals import Refusal
from domain.shaping import field_names
from domain.values import Boolean, Date, Entity, Number, Text, Value
from domain.words import ActorKind, CommandId, LedgerName, Seq, TokenId
from domain.worldtime.bounds import Bound
from domain.worldtime.dates import Precision, Qualifier
from domain.worldtime.stated import (
    Always,
    End,
    Ended,
    From,
    Open,
    Start,
    Stated,
    Through,
    Undated,
    Until,
)
from domain.worldtime.zones import ZoneEdition


def number(text: str, unit: str | None) -> Number:
    """A number as it is parsed."""
    parsed = parse_number(text, field="number")
    assert not isinstance(parsed, Refusal)
    return Number(number=parsed, unit=unit)


texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=12)
instants = st.datetimes(timezones=st.just(UTC))
wholes = st.integers(0, JSON_INTEGER_MAX)
seqs = st.integers(1, JSON_INTEGER_MAX).map(Seq)

values: st.SearchStrategy[Value] = st.one_of(
    st.builds(Text, text=texts),
    st.builds(
        number,
        st.from_regex(r"-?(0|[1-9][0-9]{0,9})(\.[0-9]{1,9})?", fullmatch=True),
        st.none() | texts,
    ),
    st.builds(Date, date=st.dates()),
    st.builds(Boolean, value=st.booleans()),
    st.builds(Entity, name=texts),
)

bounds = st.tuples(instants, instants).map(lambda pair: Bound(earliest=min(pair), latest=max(pair)))
editions = st.builds(ZoneEdition, name=texts, tzdata=texts)


def dated(kind: type[From | Until | Through]) -> st.SearchStrategy[From | Until | Through]:
    """Starts or ends that have a date, of one kind."""
    return st.builds(
        kind,
        text=texts,
        precision=st.sampled_from(Precision),
        qualifier=st.none() | st.sampled_from(Qualifier),
        zone=st.none() | editions,
        bound=bounds,
    )


starts = st.one_of(dated(From), st.just(Always()), st.builds(Undated, said=st.booleans()))
ends = st.one_of(
    dated(Until),
    dated(Through),
    st.builds(Open, said=st.booleans()),
    st.builds(Ended, by=instants),
)

_LEAVES: dict[object, st.SearchStrategy[object]] = {
    str: texts,
    bool: st.booleans(),
    int: wholes,
    bytes: st.binary(max_size=12),
    datetime: instants,
    Seq: seqs,
    Bits: st.integers(-(10**6), 10**6).map(Bits),
    frozenset(typing.get_args(Value)): values,
    frozenset(typing.get_args(Start)): starts,
    frozenset(typing.get_args(End)): ends,
    Stated: st.builds(Stated, start=starts, end=ends),
    tuple[tuple[str, str], ...]: st.lists(st.tuples(texts, texts), max_size=2).map(tuple),
}


def _any_of(kinds: tuple[object, ...]) -> st.SearchStrategy[object]:
    return st.one_of([of(each) for each in kinds if each is not types.NoneType])


def of(kind: object) -> st.SearchStrategy[object]:
    """Values of a type that payloads are made of."""
    arguments = typing.get_args(kind)
    if kind in _LEAVES:
        return _LEAVES[kind]
    if typing.get_origin(kind) in {types.UnionType, typing.Union}:
        rest = frozenset(arguments) - {types.NoneType}
        some = _LEAVES[rest] if rest in _LEAVES else _any_of(arguments)
        return some if len(rest) == len(arguments) else st.none() | some
    if typing.get_origin(kind) is tuple:
        return st.lists(of(arguments[0]), max_size=2).map(tuple)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return st.sampled_from(kind)
    assert isinstance(kind, type)
    hints = typing.get_type_hints(kind)
    return st.builds(kind, **{each: of(_whole(kind, hints[each])) for each in field_names(kind)})


def _whole(kind: type[object], hint: object) -> object:
    """The type of a field; that of an event with nothing erased."""
    if kind not in EVENT_TYPES.values():
        return hint
    said = {"str", "Said", "Correction", "Asked", "ForeignContent"}
    if hint == tuple[Quote | None, ...]:
        return tuple[Quote, ...]
    names = [each for each in typing.get_args(hint) if getattr(each, "__name__", "") in said]
    return names[0] if names else hint


def _in_shape(event: Event) -> Event:
    """An event with nothing said that its kind has no part for."""
    match event:
        case Refused() if event.act is not Act.CLAIM:
            return replace(event, said=None)
        case OutcomeReported() if not event.named:
            return replace(event, source=None)
        case _:
            return event


events: st.SearchStrategy[Event] = st.one_of([of(each) for each in EVENT_TYPES.values()]).map(
    lambda each: _in_shape(typing.cast("Event", each))
)

records = st.builds(
    Recorded,
    ledger=st.from_regex(r"[a-z0-9][a-z0-9_-]{0,62}", fullmatch=True).map(LedgerName),
    seq=seqs,
    recorded_at=instants,
    token=texts.map(TokenId),
    kind=st.sampled_from(ActorKind),
    command=st.builds(CommandFrame, id=texts.map(CommandId), i=wholes, n=wholes),
    event=events,
)
