"""`factledger ledger`: open ledgers, list them, show where one stands."""

from typing import Annotated

import typer

from adapters.cli import output, paging
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
from adapters.documents import ledger_document, opened_document
from adapters.errors import Invalid
from adapters.settings import ledger_name
from adapters.wire.openings import ledger_command
from adapters.wire.taking import taken
from domain.identity import IdentityMode
from domain.refusals import Refusal

app = typer.Typer(help="Open ledgers, list them, show one.", no_args_is_help=True)


@app.command("open", epilog=examples("factledger ledger open acme --time-zone Europe/Dublin"))
def open_(
    *,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is to be called.")],
    time_zone: Annotated[
        str | None,
        typer.Option(metavar="ZONE", help="Where its days begin and end.  [default: UTC]"),
    ] = None,
    identity: Annotated[
        IdentityMode | None,
        typer.Option(
            metavar="folded|exact",
            help="Whether names that differ in case alone are one.  [default: folded]",
        ),
    ] = None,
    flip_back_hours: Annotated[
        int | None,
        typer.Option(metavar="HOURS", help="How long a value that comes back is suspect."),
    ] = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Open a ledger: a chain of its own, with facts of its own."""
    policy = None if flip_back_hours is None else {"flip_back_hours": flip_back_hours}
    doc = {"ledger": name, "time_zone": time_zone, "identity": identity, "policy": policy}
    order = taken(ledger_command(doc))
    with session(asked(data_dir=data_dir, database=database)) as caller:
        written = caller.services.ledger.open(caller.grant, order.ledger, order.command)
    if as_json:
        output.document(opened_document(order.ledger, written.receipt))
    else:
        output.line(f"opened {order.ledger}")


@app.command("list", epilog=examples("factledger ledger list", "factledger ledger list --json"))
def list_(
    *,
    limit: Limit = 100,
    cursor: Cursor = None,
    everything: Everything = False,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List the ledgers that the token was granted, by name."""
    with session(asked(data_dir=data_dir, database=database)) as caller:
        paging.show(
            "ledgers",
            paging.pages(
                lambda after: caller.services.reader.ledgers(
                    caller.grant, after=after, limit=limit
                ),
                after=paging.after_name(cursor),
                everything=everything,
            ),
            as_json=as_json,
            document=lambda name: {"ledger": name},
            lines=lambda name: (name,),
        )


@app.command(
    "show", epilog=examples("factledger ledger show", "factledger ledger show --ledger acme --json")
)
def show(
    *,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="The ledger, as --ledger names it too.")
    ] = None,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Show where a ledger stands: its head, and how many facts there are by status."""
    if name is not None and ledger not in {None, name}:
        raise Invalid(
            Refusal(
                code="misused",
                field="ledger",
                detail="is named twice, and not alike: leave one out",
            )
        )
    settings = asked(data_dir=data_dir, database=database, ledger=ledger)
    with session(settings) as caller:
        meant = caller.ledger if name is None else ledger_name(name, field="name")
        view = caller.services.reader.ledger(caller.grant, meant)
    if as_json:
        output.document(ledger_document(view))
        return
    output.line(f"ledger     {view.ledger}")
    output.line(f"seq        {view.seq}")
    output.line(f"leaf hash  {view.leaf_hash.hex()}")
    for status, count in view.counts.items():
        output.line(f"{status:<10} {count}")
