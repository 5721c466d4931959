"""Strategies for events of every type and for their places in a chain."""

from datetime import UTC

from hypothesis import strategies as st

from domain.decimals import parse_number
from domain.events import (
    CommandFrame,
    Event,
    FactAsserted,
    Foreign,
    ForeignContent,
    LedgerOpened,
    Quote,
    Recorded,
    Said,
    Warned,
)
from domain.identity import IdentityMode
from domain.limits import JSON_INTEGER_MAX
from domain.refusals import Refusal
from domain.values import Boolean, Date, Entity, Number, Text, Value
from domain.words import ActorKind, CommandId, LedgerName, Seq, TokenId


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

claims_said = st.builds(
    Said,
    subject=texts,
    predicate=texts,
    object=values,
    qualifiers=st.lists(st.tuples(texts, texts), max_size=2).map(tuple),
    source=texts,
    session=st.none() | texts,
    observed_at=instants,
    observed_text=st.none() | texts,
)
quotes = st.builds(Quote, quote=st.none() | texts, uri=st.none() | texts)

events: st.SearchStrategy[Event] = st.one_of(
    st.builds(
        LedgerOpened,
        time_zone=texts,
        identity=st.sampled_from(IdentityMode),
        identity_version=wholes,
        flip_back_hours=wholes,
    ),
    st.builds(
        FactAsserted,
        fact=seqs,
        said=claims_said,
        quotes=st.lists(quotes, max_size=2).map(tuple),
        derived_from=st.lists(seqs, max_size=2).map(tuple),
        warned=st.lists(st.sampled_from(Warned), max_size=1).map(tuple),
    ),
    st.builds(
        Foreign,
        content=st.builds(
            ForeignContent,
            type=texts,
            tags=st.lists(texts, max_size=2).map(tuple),
            data=st.binary(max_size=12),
        ),
    ),
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
