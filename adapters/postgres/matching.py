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
    """The tag by which the claims are found that became part of a fact when they were made."""
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
        "facts": _claimed_facts(distinct),
    }


def _claimed_facts(tags: list[str]) -> list[int]:
    """The facts whose claims have all of these tags; none where one of them is no claim's."""
    found = [_FACT_TAG.fullmatch(tag) for tag in tags]
    return [int(each[1]) for each in found if each] if all(found) else []
