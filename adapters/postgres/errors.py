"""The one place where the driver's errors become ours, by SQLSTATE and never by text."""

from collections.abc import Generator
from contextlib import contextmanager
from enum import Enum, auto

import psycopg
from psycopg_pool import PoolTimeout

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


_PASSING = {
    "40001": "serialization failure",
    "40P01": "deadlock",
    "55P03": "lock timeout",
    "57014": "statement timeout",
    "53300": "too many connections",
}

_LOST_CLASSES = {"08", "57"}
_LOST = {"25P03"}  # idle in transaction for too long: the server has closed the connection

NOT_IN_SCOPE = "FL006"


def trouble(error: psycopg.Error) -> Trouble:
    """What this error means; an error without a code comes from a connection that broke."""
    if error.sqlstate is None:
        return Trouble.LOST if isinstance(error, psycopg.OperationalError) else Trouble.POISON
    if error.sqlstate in _PASSING:
        return Trouble.PASSING
    if error.sqlstate in _LOST or error.sqlstate[:2] in _LOST_CLASSES:
        return Trouble.LOST
    return Trouble.POISON


def translated(error: psycopg.Error) -> FactledgerError:
    """Our error for the driver's; a fault is logged under a reference, without content."""
    if error.sqlstate == NOT_IN_SCOPE:
        return NotFound("there is no such ledger")
    if trouble(error) is Trouble.POISON:
        return fault(error)
    return Unavailable("the database can't answer now; nothing was written, so ask again")


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
    except psycopg.Error as error:
        raise translated(error) from error
