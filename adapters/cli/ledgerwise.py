"""Going from one ledger to the next: one that fails is told of, and the others are seen to."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from adapters.cli import output
from adapters.cli.ending import CODES, DONE, NAME
from adapters.cli.progress import Progress
from adapters.cli.session import Session
from adapters.documents import Document
from adapters.errors import FactledgerError, Forbidden, Invalid, NotFound
from adapters.postgres.errors import fault
from domain.words import LedgerName


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What came of one ledger: for programs, line by line for people, and as an exit code."""

    document: Document
    lines: Iterable[str]
    code: int


def told_of_each(
    caller: Session,
    ledgers: Iterable[LedgerName],
    do: Callable[[LedgerName], Outcome],
    *,
    shown: Progress,
    as_json: bool,
) -> int:
    """Do it to one ledger after another and tell what came of each; returns the worst exit code.

    Raises Invalid, since what was asked is wrong for all of them alike.
    """
    documents: list[Document] = []
    codes = [DONE]
    for ledger in ledgers:
        outcome = _outcome(do, ledger)
        shown.clear()
        if isinstance(outcome, FactledgerError):
            outcome = _failed(caller, ledger, outcome)
        documents.append(outcome.document)
        codes.append(outcome.code)
        if not as_json:
            for line in outcome.lines:
                output.line(line)
    if as_json:
        output.document({"ledgers": documents})
    return max(codes)


def _outcome(do: Callable[[LedgerName], Outcome], ledger: LedgerName) -> Outcome | FactledgerError:
    try:
        return do(ledger)
    except Invalid:
        raise
    except FactledgerError as error:
        return error
    except Exception as error:
        return fault(error)


def _failed(caller: Session, ledger: LedgerName, error: FactledgerError) -> Outcome:
    """Tell of a failure, on standard error."""
    if isinstance(error, Forbidden | NotFound):
        caller.services.tokens.count_refusal(caller.grant)
    output.aside(f"{NAME}: {ledger}: {output.plain(error.detail)}")
    said = {"title": error.title, "detail": error.detail}
    document: Document = {"ledger": ledger, "error": said}
    return Outcome(document=document, lines=(), code=CODES[type(error)])
