"""`factledger events`: the log, and what comes to it as it comes."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Annotated, Final

import typer

from adapters.cli import output
from adapters.cli.options import Database, DataDir, Everything, InLedger, examples
from adapters.cli.session import Session, asked, session
from adapters.cli.telling import event_line
from adapters.documents import event_document
from adapters.errors import Invalid, Unavailable
from adapters.postgres.events import EventRow
from adapters.postgres.views import Page
from domain.bodies import EVENT_TYPES
from domain.refusals import Refusal
from domain.words import Seq

EXAMPLES = examples(
    "factledger events",
    "factledger events --after 41 --limit 1 --json",
    "factledger events --type Refused --all",
    "factledger events --follow --json",
)

LIMIT: Final = 100

PAGE_EVENTS: Final = 100
"""How many are read at once: a hundred of the largest are a hundred megabytes."""

PATIENCE_S: Final = 1.0
"""How long one waits before looking whether somebody still reads, and for events all the same."""

Ask = Callable[[Seq], Page[EventRow]]
"""From a position to the first events behind it."""

After = Annotated[int, typer.Option(metavar="SEQ", min=0, help="Those behind this position.")]
TypeName = Annotated[
    str | None, typer.Option("--type", metavar="TYPE", help="Of this type, as FactAsserted.")
]
AtMost = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help=f"How many at most.  [default: {LIMIT}; no end with --all or --follow]",
    ),
]
Follow = Annotated[
    bool, typer.Option("--follow", help="Wait for those to come, until it is interrupted.")
]
AsJsonLines = Annotated[
    bool, typer.Option("--json", help="Print of each the document that HTTP has, in a line.")
]


def events(
    *,
    after: After = 0,
    type_: TypeName = None,
    limit: AtMost = None,
    everything: Everything = False,
    follow: Follow = False,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJsonLines = False,
) -> None:
    """Show the events of the log in order, a line each.

    Whoever stops can go on --after the seq of the last one: none is missed, and none comes twice.
    """
    if type_ is not None and type_ not in EVENT_TYPES:
        raise Invalid(
            Refusal(
                code="unknown_word",
                field="type",
                detail=f"must be one of {', '.join(EVENT_TYPES)}",
            )
        )
    most = LIMIT if limit is None and not (everything or follow) else limit
    with session(asked(data_dir=data_dir, database=database, ledger=ledger)) as caller:

        def ask(behind: Seq) -> Page[EventRow]:
            # A token that was revoked meanwhile follows no longer.
            grant = caller.readmitted()
            return caller.services.reader.events(
                grant, caller.ledger, after=behind, limit=PAGE_EVENTS, type_name=type_
            )

        found = _followed(caller, ask, Seq(after)) if follow else _there(ask, Seq(after))
        for row in islice(found, most):
            output.line(json.dumps(event_document(row)) if as_json else event_line(row))
            after = row.seq
        if not follow and next(found, None) is not None:
            output.aside(f"there is more: --after {after}, or --all")


def _there(ask: Ask, after: Seq) -> Iterator[EventRow]:
    """The events that are there."""
    page = ask(after)
    yield from page.rows
    while page.next is not None:
        page = ask(Seq(int(page.next)))
        yield from page.rows


def _followed(caller: Session, ask: Ask, after: Seq) -> Iterator[EventRow]:
    """The events that are there, and those to come, through any loss of the database."""
    page = ask(after)
    while True:
        yield from page.rows
        if page.next is not None:
            after = Seq(int(page.next))
        elif page.as_of is not None:
            after = max(after, page.as_of.seq)
            _wait(caller, after)
        page = _at_last(ask, after)


def _wait(caller: Session, after: Seq) -> None:
    """Wait for an event behind a position, but not for ever: no notification is relied on."""
    arrival = caller.services.arrivals.expect(caller.ledger, after)
    with suppress(TimeoutError):
        arrival.result(PATIENCE_S)
    arrival.cancel()
    output.require_reader()


def _at_last(ask: Ask, after: Seq) -> Page[EventRow]:
    """What is answered, once the database can be asked: it was asked before, and can be again."""
    told = False
    while True:
        try:
            return ask(after)
        except Unavailable as error:
            if not told:
                output.aside(f"trying again: {error.detail}")
            told = True
        time.sleep(PATIENCE_S)
        output.require_reader()
