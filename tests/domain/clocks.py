"""Zones with the rules of the tzdata package, and short ways to write instants."""

from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from zoneinfo import ZoneInfo

from domain.moments import parse_instant
from domain.worldtime.zones import Zone, ZoneEdition


@cache
def zone(name: str) -> Zone:
    """The zone of this name; the host's own rules are never asked."""
    rules = files("tzdata").joinpath("zoneinfo", *name.split("/"))
    with rules.open("rb") as stream:
        read = ZoneInfo.from_file(stream, key=name)
    return Zone(edition=ZoneEdition(name=name, tzdata=version("tzdata")), rules=read)


UTC_ZONE = zone("Etc/UTC")
BERLIN = zone("Europe/Berlin")
MIDWAY = zone("Pacific/Midway")
KIRITIMATI = zone("Pacific/Kiritimati")
SAO_PAULO = zone("America/Sao_Paulo")
CASABLANCA = zone("Africa/Casablanca")

ZONES = [UTC_ZONE, BERLIN, MIDWAY, KIRITIMATI, SAO_PAULO, CASABLANCA]


def instant(text: str) -> datetime:
    """An instant in UTC: a day alone is its midnight, and seconds and Z may be left out."""
    day, _, clock = text.removesuffix("Z").partition("T")
    clock = clock or "00:00"
    seconds = "" if clock.count(":") == 2 else ":00"
    parsed = parse_instant(f"{day}T{clock}{seconds}Z", field="at")
    assert isinstance(parsed, datetime), parsed
    assert parsed.tzinfo is UTC
    return parsed
