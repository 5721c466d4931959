"""The rows of the read tables, one class a table; fields are named as the columns are.

`ledger` and `build` begin every key in the tables and are the same for all rows of one write, so
rows leave them out. A row is whole: writing it again, or a later one of its key, replaces it.
Documents are JSON; keys of people's words are 32-byte digests.
"""

from datetime import datetime
from typing import NamedTuple

Document = dict[str, object]


class LedgerRow(NamedTuple):
    """How a ledger was opened.

    `projections` tells by table in which version the projections were that made this build.
    """

    opened_seq: int
    time_zone: str
    identity: str
    identity_version: int
    flip_back_hours: int
    projections: Document


class PredicateRow(NamedTuple):
    """What a predicate is declared to be, and by which event."""

    predicate_key: bytes
    predicate: str
    cardinality: str
    holders: str
    temporal: str
    value: str | None
    unit: str | None
    half_life_days: int
    declared_seq: int
    token: str
    declared_at: datetime


class SuggestionRow(NamedTuple):
    """What an agent suggested that a predicate be declared."""

    seq: int
    predicate_key: bytes
    predicate: str
    cardinality: str
    holders: str
    temporal: str
    value: str | None
    unit: str | None
    half_life_days: int
    token: str
    suggested_at: datetime


class FactRow(NamedTuple):
    """A version of a fact: it began with the command whose last event is `from_seq`.

    From `to_seq`, the last event of another command, it was not so any more; None while it stands.
    The current versions are in one table and those that are over in another, alike.

    `valid` is the `valid` of answers. `holds_from`, `holds_to` and `definite` are the stretches of
    world time in which it holds, in order, were it visible; None begins or ends nowhere.
    `from_earliest` and `to_latest` enclose them. `rivals` are the facts that it is in contest with.
    """

    fact: int
    from_seq: int
    from_at: datetime
    to_seq: int | None
    to_at: datetime | None
    status: str
    contested: bool
    rivals: list[int]
    subject: str
    predicate: str
    object_kind: str
    object_text: str
    object_unit: str | None
    subject_key: bytes
    predicate_key: bytes
    object_key: bytes
    claims: int
    sources: list[str]
    observed_at: datetime
    recorded_at: datetime
    valid: Document
    from_earliest: datetime
    to_latest: datetime | None
    holds_from: list[datetime]
    holds_to: list[datetime | None]
    definite: list[bool]
    strength: str | None


class ClaimRow(NamedTuple):
    """A claim as it counts now, and what it said where that differs; which fact it carries.

    `said_*` are None unless a correction or an end overrides what was said. `voice` is who is heard
    behind it, `voice_kind` how that weighs. `changed` is the last event that changed this row.
    """

    seq: int
    fact: int
    token: str
    kind: str
    voice: str
    voice_kind: str
    subject_key: bytes
    predicate_key: bytes
    object_key: bytes
    refusal_key: bytes
    said_subject_key: bytes | None
    said_object_key: bytes | None
    subject: str
    predicate: str
    object_kind: str
    object_text: str
    object_unit: str | None
    source: str
    source_key: bytes
    observed_at: datetime
    recorded_at: datetime
    stated: Document
    said_stated: Document | None
    status: str
    echo: bool
    confirms: bool
    retracted: bool
    amended: int | None
    invalidated: int | None
    derived_from: list[int]
    changed: int


class AxisRow(NamedTuple):
    """What was decided, reported, taken back and asked for of one value, beside its claims."""

    subject_key: bytes
    predicate_key: bytes
    object_key: bytes
    known: Document
    changed: int


class TombstoneRow(NamedTuple):
    """The standing refusal of a value, with how often it was tried, in all and by whom.

    `known` is what a fold needs to lift it again.
    """

    seq: int
    fact: int
    kind: str
    subject: str
    predicate: str
    object_kind: str
    object_text: str
    object_unit: str | None
    subject_key: bytes
    predicate_key: bytes
    reason: str | None
    token: str
    at: datetime
    tries: int
    tried_by: Document
    claims: list[int]
    known: Document


class RefusalRow(NamedTuple):
    """Under which refusal keys a tombstone is found."""

    refusal_key: bytes
    tombstone: int


class ConflictRow(NamedTuple):
    """Two visible facts in contest, the newcomer first, and the decision that left them so."""

    fact: int
    rival: int
    decided: int
    subject_key: bytes
    predicate_key: bytes
    object_key: bytes


class ReviewRow(NamedTuple):
    """What waits for a person: a fact, then `seq` is its id, or an agent's wish, by its event.

    `kind` is contested, quarantined, end, correct, invalidate or report_failure; `asked` the wish.
    """

    seq: int
    fact: int
    kind: str
    token: str | None
    since: int
    at: datetime
    asked: Document | None


class VoiceRow(NamedTuple):
    """How what a voice said turned out, over all its facts."""

    voice: str
    successes: int
    failures: int


class DecisionRow(NamedTuple):
    """That an event decided or told something of a fact, by the id that it had then."""

    fact: int
    seq: int
    type: str


class DerivationRow(NamedTuple):
    """That a claim rests on a fact, as its `derived_from` says."""

    base: int
    claim: int


class StatisticRow(NamedTuple):
    """One running count of a ledger."""

    name: str
    value: int


class ForeignEventRow(NamedTuple):
    """What another program calls its event."""

    seq: int
    type: str
    tags: list[str]


class ForeignTagRow(NamedTuple):
    """One tag of another program's event, by its digest."""

    tag_key: bytes
    seq: int


Row = (
    LedgerRow
    | PredicateRow
    | SuggestionRow
    | FactRow
    | ClaimRow
    | AxisRow
    | TombstoneRow
    | RefusalRow
    | ConflictRow
    | ReviewRow
    | VoiceRow
    | DecisionRow
    | DerivationRow
    | StatisticRow
    | ForeignEventRow
    | ForeignTagRow
)
"""A row of any read table."""
