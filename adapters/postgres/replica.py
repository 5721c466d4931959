"""A replica: a hot standby of the database, watched, so that who asks it can rely on it."""

import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Final, NamedTuple

from psycopg import Connection, ProgrammingError
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import TupleRow, class_row

from adapters import log
from adapters.errors import FactledgerError, Unavailable
from adapters.postgres.administration import connected
from adapters.postgres.errors import ours
from adapters.postgres.migrate import require_schema
from adapters.postgres.pool import Pool, open_pool
from adapters.postgres.statements import statement

LOOK_S: Final = 5.0
"""How often one that answers is looked at: it can become a primary of its own."""

LOOK_AGAIN_S: Final = 1.0
"""How often one that does not answer is looked for."""

_REACHED_S_MAX: Final = 2
_FREE_S_MAX: Final = 2.0
"""How long a question waits for a connection to it: the primary answers as well."""

_MISSED: Final = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""One that is gone without a word is missed within seconds, unless its URL says otherwise."""


class _CopyRow(NamedTuple):
    is_standby: bool
    system: str
    database: int


class Replica:
    """A standby of a primary's database, in use while it answers and is one.

    `pool` holds connections to it, and is None while it is not in use; any thread may read it.
    """

    def __init__(self, url: str, *, primary: str, size: int) -> None:
        """Raises Invalid for no URL, and Unavailable where a stranger answers there."""
        self.pool: Pool | None = None
        self._url = _watchful(url)
        self._size = size
        self._told: bool | None = None
        self._lock = threading.Lock()
        self._wanted = threading.Event()
        self._ended = False
        with ours(), connected(primary) as connection:
            self._primary = _copy(connection)
        try:
            stranger = self._look()
        except Unavailable as error:
            # A service has to come up while its replica is down.
            self._tell(error.detail)
        else:
            if stranger is not None:
                raise Unavailable(stranger)
            self._tell(None)

    def lose(self, pool: Pool) -> None:
        """Use it no more through this pool, and look at once whether it answers."""
        if self._exchange(pool, None):
            self._wanted.set()

    def watch(self) -> None:
        """Look at it time and again, until `end`."""
        while not self._ended:
            self._wanted.wait(LOOK_AGAIN_S if self.pool is None else LOOK_S)
            self._wanted.clear()
            try:
                why_not = self._look()
            except FactledgerError as error:
                why_not = error.detail
            if why_not is not None:
                self._exchange(self.pool, None)
            self._tell(why_not)

    def end(self) -> None:
        """Let `watch` return."""
        self._ended = True
        self._wanted.set()

    def _look(self) -> str | None:
        """Use it if it can be used; else what it is instead of a standby, or raises our errors."""
        with ours(), connected(self._url, named="replica", wait_s=_REACHED_S_MAX) as connection:
            found = _copy(connection)
            if not found.is_standby:
                return "the replica is no standby: name one with --replica"
            if (found.system, found.database) != (self._primary.system, self._primary.database):
                return "the replica is a standby of another database: name one of this one"
            if self.pool is None:
                require_schema(connection)
                self._exchange(None, open_pool(self._url, size=self._size, wait_s=_FREE_S_MAX))
        return None

    def _exchange(self, old: Pool | None, new: Pool | None) -> bool:
        """Put one pool in another's place, unless somebody has done so before."""
        with self._lock:
            mine = self.pool is old
            if mine:
                self.pool = new
        gone = old if mine else new
        if gone is not None:
            # Whoever still asks through it goes on, and its connections end with that.
            gone.close(timeout=0)
        return mine

    def _tell(self, why_not: str | None) -> None:
        """Log it once that it is in use, or why it is not."""
        in_use = why_not is None
        if in_use is not self._told:
            log.entry("replica", in_use=in_use, why=why_not)
        self._told = in_use


@contextmanager
def watched(url: str, *, primary: str, size: int) -> Generator[Replica]:
    """A replica that is looked after for as long as the block lasts; raises as it does."""
    replica = Replica(url, primary=primary, size=size)
    watch = threading.Thread(target=replica.watch, name="watches the replica")
    watch.start()
    try:
        yield replica
    finally:
        replica.end()
        watch.join()
        if replica.pool is not None:
            replica.pool.close()


def require_primary(connection: Connection[TupleRow]) -> None:
    """Raise Unavailable on a standby, where nothing can be written."""
    if _copy(connection).is_standby:
        raise Unavailable(
            "this database is a standby, which takes no writes: name its primary with --database, "
            "and this one with --replica"
        )


def _watchful(url: str) -> str:
    """The URL with what makes it miss one that is gone; what is no URL is refused later."""
    with suppress(ProgrammingError):
        said = conninfo_to_dict(url)
        return make_conninfo(url, **{each: _MISSED[each] for each in _MISSED if each not in said})
    return url


def _copy(connection: Connection[TupleRow]) -> _CopyRow:
    cursor = connection.cursor(row_factory=class_row(_CopyRow)).execute(statement("examine_copy"))
    (row,) = cursor.fetchall()
    return row
