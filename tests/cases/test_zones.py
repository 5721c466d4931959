"""No zone of the service, of the database or of who asks makes a date another one."""

from collections.abc import Generator
from contextlib import contextmanager

import httpx
import psycopg
import pytest
from psycopg import sql

from adapters.postgres.logins import SERVICE_LOGIN
from tests.api.client import Json
from tests.cases.story import House, Story, claim
from tests.console import factledger, served
from tests.database import Database

# The zones that are farthest apart, and styles that write a day in other orders.
SURROUNDINGS = [("Pacific/Midway", "SQL, DMY"), ("Pacific/Kiritimati", "German, DMY")]

COURSE = [
    claim("Acme", valid_from="2023-12-31T23:30:00-11:00", observed_at="2024-01-01T10:29:59Z"),
    claim("Bolt", valid_from="2024-02-29", valid_through="2024-02-29"),
    claim("Crux", valid_from="2024-03-31", observed_at="2024-03-30T23:59:59+14:00"),
    claim("Dune", valid_from="2024-10-27T02:30:00+01:00"),
    claim("Ecco", valid_from="2025"),
    claim("23 h", subject="March", valid_from="2024-03-31", valid_through="2024-03-31"),
    claim("25 h", subject="October", valid_from="2024-10-27", valid_through="2024-10-27"),
]
SUBJECTS = ("Alice", "March", "October")
INSTANTS = [
    "2024-01-01T10:29:59.999999Z",
    "2024-01-01T10:30:00Z",
    "2024-02-28T22:59:59.999999Z",
    "2024-02-28T23:00:00Z",
    "2024-02-29T23:00:00Z",
    "2024-03-30T23:00:00Z",
    "2024-10-27T01:30:00Z",
    "2024-12-31T23:00:00Z",
    "2026-01-01T00:00:00Z",
]


@contextmanager
def served_in(database: Database, zone: str, style: str) -> Generator[httpx.Client]:
    """A service in this zone whose sessions with the database are in it too."""
    login = sql.Identifier(SERVICE_LOGIN)
    place = sql.SQL("alter role {} in database {} ").format(login, sql.Identifier(database.name))
    with psycopg.connect(database.admin_url, autocommit=True) as admin:
        for name, value in (("TimeZone", zone), ("DateStyle", style)):
            setting = sql.SQL("set {} = {}").format(sql.Identifier(name), sql.Literal(value))
            admin.execute(place + setting)
        try:
            with (
                served("--database", database.app_url, environment={"TZ": zone}) as service,
                httpx.Client(base_url=service.url, timeout=60) as client,
            ):
                yield client
        finally:
            for name in ("TimeZone", "DateStyle"):
                admin.execute(place + sql.SQL("reset {}").format(sql.Identifier(name)))


def told(house: House) -> Story:
    """The course in a ledger of Berlin."""
    story = house.open(zone="Europe/Berlin")
    story.declares()
    for each in COURSE:
        assert story.says_all("a", [each])[0].verdict in {"recorded", "supersedes"}
    return story


def test_a_day_is_the_ledger_s_and_begins_at_its_midnight(house: House) -> None:
    assert told(house).values_at(*INSTANTS) == [
        {},
        {"Acme": "D"},
        {"Acme": "D"},
        {"Bolt": "D"},
        {"Acme": "D"},
        {"Crux": "D"},
        {"Dune": "D"},
        {"Dune": "P", "Ecco": "P"},
        {"Ecco": "D"},
    ]


@pytest.mark.parametrize(("zone", "style"), SURROUNDINGS)
def test_what_was_said_is_answered_alike_in_every_zone(
    house: House, shared_database: Database, zone: str, style: str
) -> None:
    story = told(house)
    known, bearing = story.head, {"Authorization": f"Bearer {story.keeper.secret}"}
    queries = [f"?valid_at={at}&known_at={known}" for at in INSTANTS]
    paths = [
        *(f"{story.path}/facts{query}" for query in queries),
        f"{story.path}/facts?valid_at=any&status=all&known_at={known}&limit=2",
        *(f"{story.path}/facts/{each['fact']}/why?known_at={known}" for each in story.facts()),
        f"{story.path}/timeline?subject=Alice&predicate=employer&known_at={known}",
    ]
    before: list[Json] = [story.keeper.get(path).json() for path in paths]
    assert [len(each["facts"]) for each in before[: len(queries)]] == [0, 1, 1, 1, 1, 2, 2, 2, 1]
    with served_in(shared_database, zone, style) as client:
        for path, answer in zip(paths, before, strict=True):
            assert client.get(path, headers=bearing).json() == answer
        logged = client.get(f"{story.path}/events", headers=bearing).json()["events"]
        assert logged == story.events()
        environment = {
            "TZ": zone,
            "FACTLEDGER_TOKEN": story.keeper.secret or "",
            "FACTLEDGER_DATABASE": shared_database.app_url,
        }
        words = ("fact", "list", "--ledger", story.ledger, "--json")
        listed = factledger(*words, environment=environment)
    assert listed.document["facts"] == story.facts()


@pytest.mark.parametrize(("zone", "style"), SURROUNDINGS)
def test_what_is_said_is_taken_alike_in_every_zone(
    house: House, shared_database: Database, zone: str, style: str
) -> None:
    usual, story = told(house), house.open(zone="Europe/Berlin")
    story.declares()
    with served_in(shared_database, zone, style) as client:
        bearing = {"Authorization": f"Bearer {story.agent('a').secret}"}
        for each in COURSE:
            sent = client.post(f"{story.path}/facts", json=each, headers=bearing)
            assert sent.status_code == 201
    assert story.values_at(*INSTANTS) == usual.values_at(*INSTANTS)
    assert stated(story) == stated(usual)
    assert len(stated(story)) == len(COURSE)


def stated(story: Story) -> list[Json]:
    """What is answered of when each fact holds, without the ids of others."""
    shown = [
        each
        for subject in SUBJECTS
        for each in story.facts(subject=subject, valid_at="any", status="all")
    ]
    return [{"object": each["object"], "valid": each["valid"]} for each in shown]
