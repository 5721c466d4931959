"""A running database, and how to reach it."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from adapters.postgres.embedded.secret import password_of
from adapters.postgres.embedded.sockets import DEFAULT_PORT


@dataclass(frozen=True, kw_only=True, slots=True)
class Cluster:
    """A running server of ours; `sql_port` is its port on 127.0.0.1, if it listens there."""

    data_dir: Path
    socket_dir: Path
    sql_port: int | None
    superuser: str
    major: int

    def url(self, *, user: str, password: str | None, database: str) -> str:
        """A libpq URI over the socket."""
        login = quote(user, safe="")
        if password is not None:
            login += f":{quote(password, safe='')}"
        # hostaddr said and empty, or PGHOSTADDR would send us elsewhere.
        host = f"host={quote(str(self.socket_dir), safe='')}&hostaddr="
        place = f"{host}&port={self.sql_port or DEFAULT_PORT}"
        return f"postgresql://{login}@/{quote(database, safe='')}?{place}"

    def admin_url(self, *, database: str = "postgres") -> str:
        """The same for the superuser. CannotStart if the password can't be read."""
        password = password_of(self.data_dir)
        return self.url(user=self.superuser, password=password, database=database)
