"""A real hot standby: a second server that follows the tests' first one, and can be held back."""

import os
import shutil
import subprocess
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import LiteralString

import psycopg

from adapters.postgres.embedded import Cluster, running, shipped
from adapters.postgres.embedded.folder import USERS
from adapters.postgres.embedded.secret import password_of
from adapters.postgres.embedded.sockets import DEFAULT_PORT
from tests.database import Database
from tests.postgres import FORGETFUL, open_folder

_PATIENCE_S = 60


class Standby:
    """A standby of a cluster, running; `stop` and `start` are its accidents."""

    def __init__(self, primary: Cluster, folder: Path) -> None:
        self._primary = primary
        self._folder = folder
        self._life = ExitStack()
        _copy(primary, folder)
        self._cluster = self._run()

    def url_of(self, database: Database, *, login: str, password: str) -> str:
        """The way into the copy of a database."""
        return self._cluster.url(user=login, password=password, database=database.name)

    def hold(self) -> None:
        """Let it follow no more; what it has it goes on telling."""
        self._ask("select pg_wal_replay_pause()")
        self._until("select pg_get_wal_replay_pause_state() = 'paused'")

    def release(self) -> None:
        """Let it follow again."""
        self._ask("select pg_wal_replay_resume()")

    def catch_up(self) -> None:
        """Wait until it has come as far as the primary is now."""
        with psycopg.connect(self._primary.admin_url()) as connection:
            row = connection.execute("select pg_current_wal_insert_lsn()").fetchone()
        assert row is not None
        self._until("select pg_last_wal_replay_lsn() >= %s::pg_lsn", row[0])

    def promote(self) -> None:
        """Make it a primary of its own, for good."""
        self._ask("select pg_promote()")

    def stop(self) -> None:
        """End it."""
        self._life.close()

    def start(self) -> None:
        """Let it run and follow again."""
        self._cluster = self._run()

    def _run(self) -> Cluster:
        return self._life.enter_context(running(self._folder, settings=FORGETFUL))

    def _ask(self, question: LiteralString, *values: object) -> object:
        with psycopg.connect(self._cluster.admin_url(), autocommit=True) as connection:
            row = connection.execute(question, values).fetchone()
        assert row is not None
        return row[0]

    def _until(self, question: LiteralString, *values: object) -> None:
        by = time.monotonic() + _PATIENCE_S
        while not self._ask(question, *values):
            assert time.monotonic() < by, f"not in {_PATIENCE_S} s: {question}"
            time.sleep(0.02)


@contextmanager
def standby_of(primary: Cluster) -> Generator[Standby]:
    """A standby of a cluster in a folder of its own, gone afterwards."""
    with open_folder() as folder:
        standby = Standby(primary, folder / "data")
        try:
            yield standby
        finally:
            standby.stop()


def _copy(primary: Cluster, folder: Path) -> None:
    """Make a data folder of a base backup, which belongs to whom the primary's belongs."""
    folder.mkdir()
    (folder / USERS).touch(mode=0o600)
    for name in ("secrets", "postgres"):
        (folder / name).mkdir(mode=0o700)
    shutil.copy2(primary.data_dir / "secrets" / "superuser.password", folder / "secrets")
    subprocess.run(
        [
            *(shipped().folder / "pg_basebackup", "--pgdata", folder / "postgres"),
            *("--host", primary.socket_dir, "--port", str(primary.sql_port or DEFAULT_PORT)),
            *("--username", primary.superuser, "--no-password"),
            *("--checkpoint=fast", "--wal-method=stream", "--write-recovery-conf"),
        ],
        check=True,
        env={"PGPASSWORD": password_of(primary.data_dir), "HOME": str(folder)},
    )
    owner = (primary.data_dir / "postgres").stat()
    for each in (folder, *folder.rglob("*")):
        os.chown(each, owner.st_uid, owner.st_gid)
