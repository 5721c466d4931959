"""The rows of the read tables, one class a table; fields are named as the columns are.

`ledger` and `build` begin every key in the tables and are the same for all rows of one write, so
rows leave them out. A row is whole: writing it again, or a later one of its key, replaces it.
"""

from datetime import datetime
from typing import NamedTuple


class LedgerRow(NamedTuple):
    """How a ledger was opened."""

    opened_seq: int
    time_zone: str
    identity: str
    identity_version: int
    flip_back_hours: int


class FactRow(NamedTuple):
    """A fact as it stands, with its keys and its support."""

    fact: int
    status: str
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
    last_seq: int


class ClaimRow(NamedTuple):
    """Which fact a claim carries and who it came from; its words stay in the ledger's parts."""

    seq: int
    fact: int
    source_key: bytes


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


Row = LedgerRow | FactRow | ClaimRow | StatisticRow | ForeignEventRow | ForeignTagRow
"""A row of any read table."""
