"""Ledgers to be opened."""

from dataclasses import dataclass
from typing import Final

from adapters.sheets import Sheet, sheet
from adapters.wire.taking import NAMED, ledger_name
from adapters.zones import known_zones
from domain.commands import OpenLedger
from domain.identity import IdentityMode
from domain.refusals import Refusal
from domain.words import LedgerName

LEDGER_FIELDS: Final = ("ledger", "time_zone", "identity", "policy")
POLICY_FIELDS: Final = ("flip_back_hours",)

FLIP_BACK_HOURS: Final = 24
FLIP_BACK_HOURS_MAX: Final = 8_760


@dataclass(frozen=True, kw_only=True, slots=True)
class LedgerOrder:
    """A ledger to be opened, and the rules it is opened under."""

    ledger: LedgerName
    command: OpenLedger


def ledger_command(doc: object) -> LedgerOrder | tuple[Refusal, ...]:
    """The ledger that a document asks to be opened."""
    opening = sheet(doc)
    if isinstance(opening, Refusal):
        return (opening,)
    opening.close(LEDGER_FIELDS)
    name = opening.text("ledger", chars_max=100) if opening.required("ledger") else None
    if name is not None and ledger_name(name) is None:
        opening.refuse("ledger", "not_a_name", NAMED)
    policy = Sheet(doc=opening.mapping("policy"), at="policy", refusals=opening.refusals)
    policy.close(POLICY_FIELDS)
    hours = policy.whole("flip_back_hours", least=0, most=FLIP_BACK_HOURS_MAX)
    command = OpenLedger(
        time_zone=_time_zone(opening),
        identity=opening.word("identity", IdentityMode) or IdentityMode.FOLDED,
        flip_back_hours=FLIP_BACK_HOURS if hours is None else hours,
    )
    order = LedgerOrder(ledger=LedgerName(name or ""), command=command)
    return tuple(opening.refusals) or order


def _time_zone(opening: Sheet) -> str:
    zone = opening.text("time_zone", chars_max=100)
    if zone is not None and zone not in known_zones():
        opening.refuse(
            "time_zone", "unknown_zone", "must be a name of the IANA database, like Europe/Dublin"
        )
    return zone or "UTC"
