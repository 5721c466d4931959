"""The one place where our errors become those of the eventsourcing library."""

from collections.abc import Generator
from contextlib import contextmanager
from types import MappingProxyType
from typing import Final

from eventsourcing.persistence import (
    DataError,
    IntegrityError,
    InternalError,
    OperationalError,
    PersistenceError,
    ProgrammingError,
)

from adapters.errors import (
    Busy,
    Conflict,
    FactledgerError,
    Fault,
    Forbidden,
    Invalid,
    NotAuthenticated,
    NotFound,
    PreconditionFailed,
    Unavailable,
)
from adapters.postgres.events import UnreadableEvent

_KINDS: Final = MappingProxyType[type[FactledgerError], type[PersistenceError]](
    {
        NotAuthenticated: ProgrammingError,
        Forbidden: ProgrammingError,
        NotFound: ProgrammingError,
        Conflict: IntegrityError,
        PreconditionFailed: IntegrityError,
        Invalid: DataError,
        Busy: OperationalError,
        Unavailable: OperationalError,
        Fault: InternalError,
    }
)


def librarys(error: FactledgerError) -> PersistenceError:
    """The library's error for ours: OperationalError where asking again helps, and only there."""
    kind = next(_KINDS[each] for each in type(error).__mro__ if each in _KINDS)
    return kind(error.detail)


@contextmanager
def in_their_terms() -> Generator[None]:
    """Raise the library's errors in place of ours."""
    try:
        yield
    except FactledgerError as error:
        raise librarys(error) from error
    except UnreadableEvent as error:
        raise InternalError(str(error)) from error
