"""Everything that can go wrong outside the domain, as one tree.

FactledgerError
├── NotAuthenticated      no token, or one that is unknown, expired or revoked
├── Forbidden             the token is good, the right is missing
├── NotFound              no such thing, or a ledger that was not granted: never told apart
├── Conflict              the state forbids it (already so, same key with other content)
│   └── Refused           a tombstone does: the try was written down, and nothing else
├── PreconditionFailed    the axis moved past the seq named in If-Match
├── Invalid               the input was refused at the door; carries the refusals
├── Busy                  the queue is full; try again after `retry_after_s`
├── Unavailable           the store can't be used now
│   ├── Behind            the copy that was asked has not come as far as was said; `seq` is how far
│   ├── CannotStart       the embedded database can't be started, and why
│   └── SchemaMismatch    the schema is newer or older than this program
└── Fault                 ours, with a reference to the log line that tells the rest

Faces raise nothing else and one table per face answers each class. Facts about an error are
attributes; the message is one line for people and holds no content, SQL or path of a request.
"""

from domain.chain import Receipt
from domain.refusals import Refusal
from domain.words import Seq


class FactledgerError(Exception):
    """The root: `title` names the kind of error, `detail` says what happened and what mends it."""

    title = "error"

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class NotAuthenticated(FactledgerError):
    """No token was given, or it is unknown, expired or revoked."""

    title = "not authenticated"


class Forbidden(FactledgerError):
    """The token is good but its role has not this right."""

    title = "forbidden"


class NotFound(FactledgerError):
    """There is no such thing; a ledger that was not granted is answered alike."""

    title = "not found"


class Conflict(FactledgerError):
    """What is there forbids what was asked."""

    title = "conflict"


class Refused(Conflict):
    """A value that was struck out was to come back.

    `fact` is the one that was struck out and `tombstone` the seq of the event that did; `receipt`
    is that of the event by which the try was counted.
    """

    title = "refused"

    def __init__(self, *, fact: Seq, tombstone: Seq, receipt: Receipt) -> None:
        super().__init__(
            f"this value was struck out by {tombstone}, as fact {fact}: only a reviewer restores it"
        )
        self.fact = fact
        self.tombstone = tombstone
        self.receipt = receipt


class PreconditionFailed(FactledgerError):
    """The axis has changed since the seq that the caller had seen."""

    title = "precondition failed"


class Invalid(FactledgerError):
    """The input was refused at the door, and nothing was written."""

    title = "invalid"

    def __init__(self, *refusals: Refusal) -> None:
        super().__init__("; ".join(f"{each.field}: {each.detail}" for each in refusals))
        self.refusals = refusals


class Busy(FactledgerError):
    """More was asked than is queued at once; `retry_after_s` is in seconds."""

    title = "busy"

    def __init__(self, detail: str, *, retry_after_s: int) -> None:
        super().__init__(detail)
        self.retry_after_s = retry_after_s


class Unavailable(FactledgerError):
    """The store can't be used now; nothing was lost silently."""

    title = "unavailable"


class Behind(Unavailable):
    """What was asked has not come as far as the caller says it must; `seq` is how far it has."""

    title = "behind"

    def __init__(self, *, seq: Seq, wanted: Seq) -> None:
        super().__init__(f"what is known here goes up to {seq} and not yet to {wanted}: ask again")
        self.seq = seq


class CannotStart(Unavailable):
    """The embedded database can't be started here, and why."""

    title = "cannot start"


class SchemaMismatch(Unavailable):
    """The schema in the database is not the one this program was written for."""

    title = "schema mismatch"


class Fault(FactledgerError):
    """A fault of ours; `reference` finds its log line."""

    title = "fault"

    def __init__(self, *, reference: str) -> None:
        super().__init__(f"something went wrong here; the log has it under {reference}")
        self.reference = reference
