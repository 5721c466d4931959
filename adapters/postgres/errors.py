"""The one place where the driver's errors become ours, by SQLSTATE and never by text."""

from collections.abc import Generator
from contextlib import contextmanager
from enum import Enum, auto
from typing import Final, assert_never

import psycopg
from psycopg_pool import PoolClosed, PoolTimeout

from adapters import log
from adapters.errors import FactledgerError, Fault, NotFound, Unavailable


class Trouble(Enum):
    """What an error of the database means for the transaction that met it."""

    PASSING = auto()
    """Nothing is wrong with what was asked: run it again."""
    LOST = auto()
    """The connection went, and with it the knowledge whether the commit took place."""
    POISON = auto()
    """What was asked can't be done, now or later."""


_TROUBLES: Final = {
    "08": Trouble.LOST,  # the connection broke
    "25006": Trouble.PASSING,  # read only: a standby, before or after it takes over
    "25P03": Trouble.LOST,  # idle in transaction for too long, and cut off for it
    "25P04": Trouble.LOST,  # in transaction for too long, likewise
    "40": Trouble.PASSING,  # rolled back: a serialization failure, a deadlock
    "40003": Trouble.LOST,  # whether the statement was completed is not known
    "53": Trouble.PASSING,  # too little of something: disk, memory, connections
    "55P03": Trouble.PASSING,  # lock timeout
    "57": Trouble.LOST,  # the session or the server was stopped
    "57014": Trouble.PASSING,  # statement timeout
    "58": Trouble.PASSING,  # what the server stands on failed it
}
"""By SQLSTATE or its class, of which the SQLSTATE goes first; all others are poison."""

NOT_IN_SCOPE: Final = "FL006"


def trouble(error: psycopg.Error) -> Trouble:
    """What this error means; an error without a code comes from a connection that broke."""
    if error.sqlstate is None:
        return Trouble.LOST if isinstance(error, psycopg.OperationalError) else Trouble.POISON
    of_class = _TROUBLES.get(error.sqlstate[:2], Trouble.POISON)
    return _TROUBLES.get(error.sqlstate, of_class)


def translated(error: psycopg.Error) -> FactledgerError:
    """Our error for the driver's; a fault is logged under a reference, without content."""
    if error.sqlstate == NOT_IN_SCOPE:
        return NotFound("there is no such ledger")
    met = trouble(error)
    match met:
        case Trouble.POISON:
            return fault(error)
        case Trouble.PASSING:
            return Unavailable("the database can't do this now, and nothing was written: ask again")
        case Trouble.LOST:
            return Unavailable("the connection to the database was lost: ask again")
        case _:
            assert_never(met)


def fault(error: BaseException) -> Fault:
    """A fault of ours: logged with its kind and place, answered with the reference alone."""
    return Fault(reference=log.fault(error))


@contextmanager
def ours() -> Generator[None]:
    """Raise our errors in place of the driver's."""
    try:
        yield
    except PoolTimeout as error:
        raise Unavailable("all connections to the database are in use; ask again") from error
    except PoolClosed as error:
        raise Unavailable("the service is stopping") from error
    except psycopg.Error as error:
        raise translated(error) from error
