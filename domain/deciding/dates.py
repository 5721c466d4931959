"""Dates as they were written, resolved once: by the ledger's zone, and by when they were seen."""

from datetime import datetime
from typing import Final

from domain.commands import Dates
from domain.refusals import Refusal
from domain.worldtime.stated import Open, Stated, Undated
from domain.worldtime.stating import parse_stated
from domain.worldtime.zones import Zone

_NO_DATES: Final = Dates()

NOTHING_STATED: Final = Stated(start=Undated(said=False), end=Open(said=False))
"""What a claim states that gives no dates."""


def stated_of(
    dates: Dates, zone: Zone | None, *, observed_at: datetime
) -> Stated | tuple[Refusal, ...]:
    """What dates state that were observed then.

    Raises ValueError without a zone: who decides has one, and who replays resolves nothing.
    """
    if dates == _NO_DATES:
        return NOTHING_STATED
    if zone is None:
        raise ValueError("dates are resolved by the zone of the ledger")
    return parse_stated(
        valid=dates.valid,
        valid_from=dates.valid_from,
        valid_to=dates.valid_to,
        valid_through=dates.valid_through,
        zone=zone,
        observed_at=observed_at,
    )
