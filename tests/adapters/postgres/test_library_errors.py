"""Who uses the library's port meets the library's errors, whatever went wrong."""

import pytest
from eventsourcing.persistence import (
    DataError,
    IntegrityError,
    InternalError,
    OperationalError,
    PersistenceError,
    ProgrammingError,
)

from adapters import errors
from adapters.postgres.events import UnreadableEvent
from adapters.postgres.library_errors import in_their_terms, librarys
from domain.chain import Receipt
from domain.refusals import Refusal
from domain.words import LedgerName, Seq

RECEIPT = Receipt(ledger=LedgerName("main"), seq=Seq(4), leaf_hash=b"")
UNFIT = Refusal(code="empty", field="events", detail="is empty")

TABLE: list[tuple[errors.FactledgerError, type[PersistenceError]]] = [
    (errors.NotAuthenticated("no"), ProgrammingError),
    (errors.Forbidden("no"), ProgrammingError),
    (errors.NotFound("no"), ProgrammingError),
    (errors.Conflict("no"), IntegrityError),
    (errors.Refused(fact=Seq(2), tombstone=Seq(3), receipt=RECEIPT), IntegrityError),
    (errors.PreconditionFailed("no"), IntegrityError),
    (errors.Invalid(UNFIT), DataError),
    (errors.Busy("no", retry_after_s=1), OperationalError),
    (errors.Unavailable("no"), OperationalError),
    (errors.Behind(seq=Seq(4), wanted=Seq(5)), OperationalError),
    (errors.CannotStart("no"), OperationalError),
    (errors.SchemaMismatch("no"), OperationalError),
    (errors.Fault(reference="abc"), InternalError),
]


@pytest.mark.parametrize(("ours", "theirs"), TABLE)
def test_each_of_our_errors_has_one_of_the_librarys(
    ours: errors.FactledgerError, theirs: type[PersistenceError]
) -> None:
    translated = librarys(ours)
    assert type(translated) is theirs
    assert str(translated) == ours.detail


def test_none_of_our_errors_is_forgotten() -> None:
    drawn = {
        each
        for each in vars(errors).values()
        if isinstance(each, type) and issubclass(each, errors.FactledgerError)
    }
    assert {type(ours) for ours, _ in TABLE} == drawn - {errors.FactledgerError}


def test_an_event_that_can_not_be_read_is_an_internal_error_that_names_its_position() -> None:
    with pytest.raises(InternalError, match=r"^event 7: is empty$"), in_their_terms():
        raise UnreadableEvent(7, UNFIT)
