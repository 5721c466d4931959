"""A place of its own for each test of the embedded database."""

import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest

from adapters.postgres.embedded import running
from tests.postgres import open_folder


@pytest.fixture
def place() -> Generator[Path]:
    """An empty folder that every user can enter."""
    with open_folder() as folder:
        yield folder


@pytest.fixture
def new(place: Path) -> Path:
    """A data folder that isn't there yet."""
    return place / "data"


@pytest.fixture
def folder(place: Path, stopped: Path) -> Path:
    """A data folder with a database, whose server is down."""
    subprocess.run(["cp", "-a", stopped, place / "data"], check=True)
    return place / "data"


@pytest.fixture(scope="package")
def stopped() -> Generator[Path]:
    """What each test gets a copy of: making a database takes longest of all."""
    with open_folder() as place:
        with running(place / "data"):
            pass
        yield place / "data"
