"""Whatever is told in any order, every table is what the events alone come to, at every step."""

import os
from collections.abc import Generator
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from adapters.services import Services, serving
from domain.grants import Role
from domain.words import Actor, ActorKind, TokenId
from tests.conftest import Caller
from tests.database import Database
from tests.properties.machine import House, LedgerMachine

COURSES: Final = os.environ.get("FACTLEDGER_COURSES")
"""How many courses are told; where it is said, they are others every time."""


@pytest.fixture
def house(database: Database, services: Services, admin: Caller) -> Generator[House]:
    kinds = {"ada": ActorKind.AGENT, "ben": ActorKind.AGENT, "crm": ActorKind.SYSTEM}
    grants = {
        name: replace(
            admin.grant,
            actor=Actor(token=TokenId(f"t{name:0>12}"), name=name, kind=kind),
            role=Role.AGENT,
        )
        for name, kind in kinds.items()
    }
    with serving(database.app_url, connections=4) as others:
        yield House(services=(services, others), grants={**grants, "rita": admin.grant})


def test_every_table_is_what_the_events_come_to_whatever_is_told(house: House) -> None:
    class Course(LedgerMachine):
        pass

    Course.house = house
    run_state_machine_as_test(
        Course,
        settings=settings(
            max_examples=25 if COURSES is None else int(COURSES),
            stateful_step_count=30,
            deadline=None,
            derandomize=COURSES is None,
        ),
    )
