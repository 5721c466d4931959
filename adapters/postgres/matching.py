"""What a query means in the tables: one statement, for readers and for conditions alike."""

import json
import re
from typing import Final

from domain.commands import ForeignQuery
from domain.keys import tag_digest
from domain.limits import JSON_INTEGER_MAX
from domain.words import LedgerName, Seq

EVERYTHING: Final = ((), ())
"""The item that every event matches: of any type, with any tags."""

LAST: Final = Seq(JSON_INTEGER_MAX)
"""A position behind every event."""

_FACT_TAG: Final = re.compile(r"fact:([1-9][0-9]{0,15})", re.ASCII)


def fact_tag(fact: Seq) -> str:
    """The tag by which the claims of a fact are found."""
    return f"fact:{fact}"


def match_parameters(
    ledger: LedgerName, query: ForeignQuery, *, until: Seq, limit: int
) -> dict[str, object]:
    """What the statement `match_events` is given; a query without items matches everything."""
    items = [_item_document(types, tags) for types, tags in query.items or (EVERYTHING,)]
    return {
        "ledger": ledger,
        "items": json.dumps(items),
        "after": query.after,
        "until": until,
        "limit": limit,
    }


def _item_document(types: tuple[str, ...], tags: tuple[str, ...]) -> dict[str, object]:
    distinct = sorted(set(tags))
    return {
        "types": sorted(set(types)),
        "tags": distinct,
        "tag_keys": [rf"\x{tag_digest(tag).hex()}" for tag in distinct],
        "fact": _claimed_fact(distinct),
    }


def _claimed_fact(tags: list[str]) -> int | None:
    """The fact whose claims have all of these tags; a claim has one, so it must be asked alone."""
    found = _FACT_TAG.fullmatch(tags[0]) if len(tags) == 1 else None
    return None if found is None else int(found[1])
