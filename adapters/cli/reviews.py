"""`factledger review`, `conflicts`, `tombstones`: what waits for a person, and what is refused."""

from collections.abc import Iterator
from typing import Annotated

import typer

from adapters.cli import output, paging
from adapters.cli.decisions import Reason, decide
from adapters.cli.options import (
    AsJson,
    Cursor,
    Database,
    DataDir,
    Everything,
    InLedger,
    Limit,
    examples,
)
from adapters.cli.session import asked, session
from adapters.cli.telling import fact_line
from adapters.postgres.views import ConflictView, ReviewView, TombstoneView
from adapters.readings import conflict_document, review_document, tombstone_document
from adapters.wire.decisions import review_command
from adapters.wire.taking import taken
from domain.payloads import Resolution
from domain.words import Seq

app = typer.Typer(help="List what waits for a person, and decide it.", no_args_is_help=True)

CONFLICTS_EXAMPLES = examples("factledger conflicts", "factledger conflicts --all --json")
TOMBSTONES_EXAMPLES = examples("factledger tombstones", "factledger tombstones --all --json")


@app.command("list", epilog=examples("factledger review list", "factledger review list --json"))
def list_(
    *,
    limit: Limit = 100,
    cursor: Cursor = None,
    everything: Everything = False,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List what waits: facts in contest or quarantine, and what agents wish for."""
    with session(asked(data_dir=data_dir, database=database, ledger=ledger)) as caller:
        paging.show(
            "review",
            paging.pages(
                lambda after: caller.services.reader.review(
                    caller.grant, caller.ledger, after=paging.seq(after), limit=limit
                ),
                after=paging.after_seq(cursor),
                everything=everything,
            ),
            as_json=as_json,
            document=review_document,
            lines=_waiting,
        )


@app.command(
    "decide",
    epilog=examples(
        "factledger review decide 44 confirm --reason 'seen the contract'",
        "factledger review decide 44 close --valid-to 2024-05-17 --reason 'she moved'",
    ),
)
def decide_(
    *,
    seq: Annotated[
        int, typer.Argument(metavar="SEQ", min=1, help="What waits, as the list names it.")
    ],
    decision: Annotated[
        Resolution, typer.Argument(metavar="|".join(Resolution), help="What becomes of it.")
    ],
    reason: Reason,
    valid_to: Annotated[
        str | None, typer.Option(metavar="DATE", help="At which date it closes.")
    ] = None,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Decide what waits. For reviewers."""
    doc = {"decision": decision, "valid_to": valid_to, "reason": reason}
    command = taken(review_command(doc, item=Seq(seq)))
    settings = asked(data_dir=data_dir, database=database, ledger=ledger)
    decide(settings, command, as_json=as_json)


def conflicts(
    *,
    limit: Limit = 100,
    cursor: Cursor = None,
    everything: Everything = False,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List the facts that are in contest, two by two, the newcomer first."""
    with session(asked(data_dir=data_dir, database=database, ledger=ledger)) as caller:
        paging.show(
            "conflicts",
            paging.pages(
                lambda after: caller.services.reader.conflicts(
                    caller.grant, caller.ledger, after=paging.pair_of(after), limit=limit
                ),
                after=paging.after_pair(cursor),
                everything=everything,
            ),
            as_json=as_json,
            document=conflict_document,
            lines=_contest,
        )


def tombstones(
    *,
    limit: Limit = 100,
    cursor: Cursor = None,
    everything: Everything = False,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List the values that are refused, with how often each was tried."""
    with session(asked(data_dir=data_dir, database=database, ledger=ledger)) as caller:
        paging.show(
            "tombstones",
            paging.pages(
                lambda after: caller.services.reader.tombstones(
                    caller.grant, caller.ledger, after=paging.seq(after), limit=limit
                ),
                after=paging.after_seq(cursor),
                everything=everything,
            ),
            as_json=as_json,
            document=tombstone_document,
            lines=_refused,
        )


def _waiting(view: ReviewView) -> Iterator[str]:
    by = "" if view.by is None else f" wished by {view.by}"
    yield f"{view.seq:>8}  {view.kind}{by} since {view.at.isoformat()}"
    yield f"  {fact_line(view.fact)}"


def _contest(view: ConflictView) -> Iterator[str]:
    yield f"left so by {view.decided}"
    yield f"  {fact_line(view.newcomer)}"
    yield f"  {fact_line(view.incumbent)}"


def _refused(view: TombstoneView) -> Iterator[str]:
    words = "  ".join(
        (
            output.plain(view.subject),
            output.plain(view.predicate),
            output.value_text(view.object),
        )
    )
    yield f"{view.seq:>8}  {view.kind:<12}  fact {view.fact}  tries {view.tries}  {words}"
    if view.reason is not None:
        yield f"          {output.plain(view.reason)}"
