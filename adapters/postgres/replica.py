"""A replica: a hot standby of the database, watched, so that who asks it can rely on it."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final, NamedTuple

from psycopg import Connection
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


class _Stranger(Unavailable):
    """What answers is no standby of the database."""


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
        self._url = url
        self._size = size
        self._told: bool | None = None
        self._lock = threading.Lock()
        self._wanted = threading.Event()
        self._ended = False
        with ours(), connected(primary) as connection:
            self._primary = _copy(connection)
        try:
            self._look()
        except _Stranger:
            raise
        except Unavailable as error:
            # A service has to come up while its replica is down.
            self._tell(error)

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
                self._look()
            except FactledgerError as error:
                self._exchange(self.pool, None)
                self._tell(error)

    def end(self) -> None:
        """Let `watch` return."""
        self._ended = True
        self._wanted.set()

    def _look(self) -> None:
        with ours(), connected(self._url, named="replica", wait_s=_REACHED_S_MAX) as connection:
            found = _copy(connection)
            if not found.is_standby:
                raise _Stranger("the replica is no standby: name one with --replica")
            if (found.system, found.database) != (self._primary.system, self._primary.database):
                raise _Stranger("the replica is of another database: name a standby of this one")
            require_schema(connection)
        if self.pool is None:
            self._exchange(None, open_pool(self._url, size=self._size, wait_s=_FREE_S_MAX))
        self._tell(None)

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

    def _tell(self, error: FactledgerError | None) -> None:
        """Log it once that it is in use, or no more."""
        in_use = error is None
        if in_use is not self._told:
            log.entry("replica", in_use=in_use, **({} if error is None else {"why": error.detail}))
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


def _copy(connection: Connection[TupleRow]) -> _CopyRow:
    cursor = connection.cursor(row_factory=class_row(_CopyRow)).execute(statement("examine_copy"))
    (row,) = cursor.fetchall()
    return row
