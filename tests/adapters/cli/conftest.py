"""A service on a data folder of its own, and commands that work in that folder beside it."""

import io
import secrets
from collections.abc import Generator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest

from adapters.cli.ending import ended
from api.main import application
from api.problems import problem_document
from tests.console import Done, Service, factledger, served
from tests.postgres import open_folder

APPLICATION = application()


@dataclass(frozen=True, kw_only=True, slots=True)
class Home:
    """A data folder in use, and the service that uses it."""

    data_dir: Path
    service: Service

    def run(
        self,
        *arguments: str,
        token: str | None = None,
        password: str | None = None,
        typed: str = "",
    ) -> Done:
        """Run a command in this folder, as the folder's admin or with another token."""
        environment = {"FACTLEDGER_DATA_DIR": str(self.data_dir)}
        if token is not None:
            environment["FACTLEDGER_TOKEN"] = token
        if password is not None:
            environment["PGPASSWORD"] = password
        return factledger(*arguments, environment=environment, typed=typed)

    def refusal(self, *arguments: str) -> Done:
        """What becomes of a command that is refused: run in this process, which is quicker."""
        out, err = io.StringIO(), io.StringIO()
        words = [*arguments, "--json", "--data-dir", str(self.data_dir)]
        with redirect_stdout(out), redirect_stderr(err):
            code = ended(APPLICATION, words, described=problem_document)
        return Done(code=code, out=out.getvalue(), err=err.getvalue())

    def say(self, ledger: str, *facts: tuple[str, str, str]) -> None:
        """Assert facts over HTTP, which is quicker."""
        names = ("subject", "predicate", "object")
        sent = [dict(zip(names, fact, strict=True)) for fact in facts]
        with self.service.client(self.admin) as client:
            path = f"/v1/ledgers/{ledger}/facts/batch"
            client.post(path, json={"facts": sent}).raise_for_status()

    @property
    def admin(self) -> str:
        """The token of the first admin."""
        return (self.data_dir / "admin.token").read_text().strip()

    @property
    def agent(self) -> str:
        """The token of the first agent."""
        return (self.data_dir / "agent.token").read_text().strip()


def spelled(each: object) -> str:
    """A parameter of a test, as its name has it."""
    return " ".join(cast("list[str]", each)) if isinstance(each, list) else str(each)


@pytest.fixture(scope="package")
def home() -> Generator[Home]:
    with open_folder() as folder, served("--data-dir", folder / "data") as service:
        yield Home(data_dir=folder / "data", service=service)


@pytest.fixture
def ledger(home: Home) -> str:
    """A ledger of the test's own."""
    name = secrets.token_hex(8)
    with home.service.client(home.admin) as client:
        client.post("/v1/ledgers", json={"ledger": name}).raise_for_status()
    return name
