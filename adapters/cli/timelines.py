"""`factledger timeline` and `factledger changes`: what held when, and what came to be believed."""

from typing import Annotated

import typer

from adapters.asking import change_question, timeline_question
from adapters.cli import paging
from adapters.cli.options import (
    AsJson,
    Cursor,
    Database,
    DataDir,
    Everything,
    InLedger,
    KnownAt,
    Limit,
    examples,
)
from adapters.cli.session import asked, session
from adapters.cli.telling import change_line, interval_line
from adapters.errors import Invalid
from adapters.readings import change_document, interval_document
from adapters.sheets import Sheet

TIMELINE_EXAMPLES = examples(
    "factledger timeline Alice lives_in", "factledger timeline Alice lives_in --known-at 40 --json"
)
CHANGES_EXAMPLES = examples(
    "factledger changes --since 40",
    "factledger changes --subject Alice --valid-at 2021-06-01 --all --json",
)


def timeline(
    *,
    subject: Annotated[str, typer.Argument(metavar="SUBJECT", help="What it is about.")],
    predicate: Annotated[str, typer.Argument(metavar="PREDICATE", help="What is said of it.")],
    known_at: KnownAt = None,
    limit: Limit = 100,
    cursor: Cursor = None,
    everything: Everything = False,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Show what held of a subject's predicate, stretch by stretch; ! is in contest."""
    sheet = Sheet(doc={"subject": subject, "predicate": predicate, "known_at": known_at})
    question = timeline_question(sheet)
    if sheet.refusals:
        raise Invalid(*sheet.refusals)
    with session(asked(data_dir=data_dir, database=database, ledger=ledger)) as caller:
        paging.show(
            "intervals",
            paging.pages(
                lambda after: caller.services.reader.timeline(
                    caller.grant,
                    caller.ledger,
                    question,
                    after=paging.pair_of(after),
                    limit=limit,
                ),
                after=paging.after_pair(cursor),
                everything=everything,
            ),
            as_json=as_json,
            document=interval_document,
            lines=lambda view: (interval_line(view),),
        )


def changes(
    *,
    since: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="After this seq or instant.  [default: the beginning]"),
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Up to this one.  [default: the head]")
    ] = None,
    valid_at: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="What changed the belief about this instant or day."),
    ] = None,
    subject: Annotated[str | None, typer.Option(metavar="TEXT", help="Of this subject.")] = None,
    limit: Limit = 100,
    cursor: Cursor = None,
    everything: Everything = False,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Show what the ledger came to believe otherwise, and by which events."""
    sheet = Sheet(doc={"since": since, "until": until, "valid_at": valid_at, "subject": subject})
    question = change_question(sheet)
    if sheet.refusals:
        raise Invalid(*sheet.refusals)
    with session(asked(data_dir=data_dir, database=database, ledger=ledger)) as caller:
        paging.show(
            "changes",
            paging.pages(
                lambda after: caller.services.reader.changes(
                    caller.grant,
                    caller.ledger,
                    question,
                    after=paging.pair_of(after),
                    limit=limit,
                ),
                after=paging.after_pair(cursor),
                everything=everything,
            ),
            as_json=as_json,
            document=change_document,
            lines=lambda view: (change_line(view),),
        )
