"""`factledger claim` and `factledger source`: what was said is taken back, or counts again."""

from typing import Annotated, cast

import typer

from adapters.answering import source_document
from adapters.cli import output
from adapters.cli.decisions import Reason, decide
from adapters.cli.options import AsJson, Database, DataDir, InLedger, examples
from adapters.cli.session import asked, carried_out, session
from adapters.postgres.ledger import Request
from adapters.settings import Settings
from adapters.wire.decisions import (
    reinstate_claim_command,
    reinstate_source_command,
    retract_claim_command,
    retract_source_command,
)
from adapters.wire.taking import taken
from domain.commands import Command
from domain.words import Seq

claims = typer.Typer(help="Take a claim back, or let it count again.", no_args_is_help=True)
sources = typer.Typer(help="The same with all claims of a source.", no_args_is_help=True)

ClaimId = Annotated[int, typer.Argument(metavar="CLAIM", min=1, help="The claim's seq.")]
Source = Annotated[str, typer.Argument(metavar="SOURCE", help="The source, as it was named.")]


@claims.command("retract", epilog=examples("factledger claim retract 42 --reason 'a slip'"))
def retract_claim(
    *,
    claim: ClaimId,
    reason: Reason,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Take a claim back: it counts no longer. It leaves no tombstone."""
    command = taken(retract_claim_command({"reason": reason}, claim=Seq(claim)))
    settings = asked(data_dir=data_dir, database=database, ledger=ledger)
    decide(settings, command, as_json=as_json)


@claims.command("reinstate", epilog=examples("factledger claim reinstate 42 --reason 'no slip'"))
def reinstate_claim(
    *,
    claim: ClaimId,
    reason: Reason,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Let a claim count again that was taken back."""
    command = taken(reinstate_claim_command({"reason": reason}, claim=Seq(claim)))
    settings = asked(data_dir=data_dir, database=database, ledger=ledger)
    decide(settings, command, as_json=as_json)


@sources.command(
    "retract", epilog=examples("factledger source retract crm --reason 'the document was deleted'")
)
def retract_source(
    *,
    source: Source,
    reason: Reason,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Take back every claim of a source."""
    command = taken(retract_source_command({"source": source, "reason": reason}))
    settings = asked(data_dir=data_dir, database=database, ledger=ledger)
    _decide(settings, command, done="taken back", as_json=as_json)


@sources.command(
    "reinstate", epilog=examples("factledger source reinstate crm --reason 'it is there again'")
)
def reinstate_source(
    *,
    source: Source,
    reason: Reason,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Let every claim of a source count again that was taken back."""
    command = taken(reinstate_source_command({"source": source, "reason": reason}))
    settings = asked(data_dir=data_dir, database=database, ledger=ledger)
    _decide(settings, command, done="that count again", as_json=as_json)


def _decide(settings: Settings, command: Command, *, done: str, as_json: bool) -> None:
    with session(settings) as caller:
        written = carried_out(caller, Request(command=command))
    answer = source_document(written)
    if as_json:
        output.document(answer)
    else:
        output.line(f"{answer['claims']} claims {done}, by {answer['seq']}")
        for each in cast("list[dict[str, int]]", answer.get("refused", [])):
            output.aside(f"refused: fact {each['fact']} was struck out by {each['seq']}")
