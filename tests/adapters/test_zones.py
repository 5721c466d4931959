"""Zones come from the tzdata package, whatever the host has and wherever it says to look."""

import os
import subprocess
import sys
from datetime import date, timedelta
from importlib.metadata import version

import pytest

from adapters.zones import known_zones, zone_of
from domain.worldtime.zones import first_instant_of

A_DAY = timedelta(days=1)

LENGTHS = [
    ("Europe/Berlin", "2024-03-31", 23.0),
    ("Europe/Berlin", "2024-04-01", 24.0),
    ("Europe/Berlin", "2024-10-27", 25.0),
    ("UTC", "2024-03-31", 24.0),
    ("Australia/Lord_Howe", "2024-04-07", 24.5),
]

TOLD = """
import time
from datetime import date, datetime
from zoneinfo import TZPATH, ZoneInfo
from adapters.zones import known_zones, zone_of
from domain.worldtime.zones import first_instant_of

berlin = zone_of("Europe/Berlin")
print(TZPATH, time.localtime(0).tm_hour)
print(len(known_zones()), berlin.edition, first_instant_of(date(2024, 3, 31), berlin))
"""


@pytest.mark.parametrize(("name", "day", "hours"), LENGTHS)
def test_a_day_is_as_long_as_clocks_make_it(name: str, day: str, hours: float) -> None:
    where, begun = zone_of(name), date.fromisoformat(day)
    length = first_instant_of(begun + A_DAY, where) - first_instant_of(begun, where)
    assert length == timedelta(hours=hours)


def told(**environment: str) -> list[str]:
    """How a process sees its host, and then what it finds in the zones."""
    ran = subprocess.run(
        [sys.executable, "-c", TOLD],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.splitlines()


def test_neither_the_zone_of_the_host_nor_where_it_keeps_zones_makes_a_difference() -> None:
    host, found = told(TZ="UTC0", PYTHONTZPATH="")
    for environment in (
        {"TZ": "MID11", "PYTHONTZPATH": ""},
        {"TZ": "UTC0", "PYTHONTZPATH": "/nowhere/at/all"},
    ):
        other_host, still_found = told(**environment)
        assert other_host != host
        assert still_found == found
    assert found.endswith("2024-03-30 23:00:00+00:00")


def test_a_zone_names_itself_and_the_release_of_its_rules() -> None:
    edition = zone_of("Europe/Berlin").edition
    assert (edition.name, edition.tzdata) == ("Europe/Berlin", version("tzdata"))


def test_every_known_zone_has_rules() -> None:
    assert {"UTC", "Europe/Dublin", "America/Argentina/Ushuaia"} <= known_zones()
    for name in known_zones():
        assert zone_of(name).edition.name == name


@pytest.mark.parametrize(
    "name", ["Atlantis/Poseidonis", "", "Europe", "europe/berlin", "../zones", "__init__.py"]
)
def test_a_name_that_is_none_has_no_zone(name: str) -> None:
    assert name not in known_zones()
    with pytest.raises(KeyError):
        zone_of(name)


def test_a_zone_is_read_once() -> None:
    assert zone_of("Europe/Berlin") is zone_of("Europe/Berlin")
