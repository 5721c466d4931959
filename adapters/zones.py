"""Time zones by the rules of the tzdata package, and never by the host's.

A host's rules differ from machine to machine, and an answer that hung on them would too.
"""

from functools import cache
from importlib.metadata import version
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo

from domain.worldtime.zones import Zone, ZoneEdition

_PACKAGE: Final = "tzdata"


@cache
def zone_of(name: str) -> Zone:
    """The zone of a known name; KeyError where it is none."""
    # A name is a path below the package: none that is not listed is looked for.
    if name not in known_zones():
        raise KeyError(name)
    with files(_PACKAGE).joinpath("zoneinfo", *name.split("/")).open("rb") as stream:
        rules = ZoneInfo.from_file(stream, key=name)
    return Zone(edition=ZoneEdition(name=name, tzdata=version(_PACKAGE)), rules=rules)


@cache
def known_zones() -> frozenset[str]:
    """The names of the IANA database, links included."""
    return frozenset((files(_PACKAGE) / "zones").read_text(encoding="ascii").split())
