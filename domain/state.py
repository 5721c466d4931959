"""What a decision needs to know, and what the fold of events keeps: no more than a command touches.

A `State` is a slice. The write path loads the slices its commands name, the rebuild and the tests'
oracle cut them from memory, and all three evolve them with the same function.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from domain.identity import IdentityMode
from domain.keys import LineKey, TopicKey
from domain.values import Value
from domain.words import LedgerName, Seq, Status


@dataclass(frozen=True, kw_only=True, slots=True)
class Rules:
    """How a ledger was opened: what its identity keys and its world time are derived by."""

    opened: Seq
    time_zone: str
    identity: IdentityMode
    identity_version: int
    flip_back_hours: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """One value of a subject's predicate, carried by its claims; `sources` are the first few."""

    fact: Seq
    status: Status
    subject: str
    predicate: str
    object: Value
    key: LineKey
    claims: int
    sources: tuple[str, ...]
    observed_at: datetime
    recorded_at: datetime
    last_seq: Seq


@dataclass(frozen=True, kw_only=True, slots=True)
class State:
    """A slice of a ledger at a position.

    `facts` has an entry for every line the slice covers, None where the line has no fact; `values`
    counts the values of each topic, exact up to two; `known` are the facts among those a command
    refers to; `conflicts` is whether events match the condition of a foreign append.
    """

    ledger: LedgerName
    seq: Seq
    recorded_at: datetime | None
    rules: Rules | None = None
    facts: Mapping[LineKey, Fact | None] = field(default_factory=dict[LineKey, Fact | None])
    values: Mapping[TopicKey, int] = field(default_factory=dict[TopicKey, int])
    statistics: Mapping[str, int] = field(default_factory=dict[str, int])
    known: frozenset[Seq] = frozenset()
    conflicts: bool = False
