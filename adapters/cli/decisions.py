"""`factledger fact invalidate`, `restore`, `end`, `correct`, `outcome`: decisions on a fact."""

from typing import Annotated

import typer

from adapters.answering import decision_answer_document
from adapters.cli import output
from adapters.cli.assertion import Boolean, Date, Entity, Number, Unit, object_given
from adapters.cli.options import AsJson, Database, DataDir, InLedger, Unchanged, examples
from adapters.cli.session import asked, carried_out, session
from adapters.decisions import Document
from adapters.postgres.ledger import Request
from adapters.settings import Settings
from adapters.wire.decisions import (
    correct_command,
    end_command,
    invalidate_command,
    outcome_command,
    restore_command,
)
from adapters.wire.taking import taken
from domain.commands import Command
from domain.duels.signals import Signal
from domain.payloads import Kind
from domain.words import Seq

FactId = Annotated[int, typer.Argument(metavar="FACT", min=1, help="The fact's id.")]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Why.")]
MaybeReason = Annotated[str | None, typer.Option(metavar="TEXT", help="Why.")]


def add_to(app: typer.Typer) -> None:
    """Add these commands to the group of facts."""
    for command, name, foot in (
        (invalidate, "invalidate", ("42 --reason 'another Alice' --kind wrong_entity",)),
        (restore, "restore", ("42 --reason 'true after all'",)),
        (end, "end", ("42 2024-05-17 --reason 'she moved'", "42 '' --reason 'nobody knows when'")),
        (correct, "correct", ("42 --valid-from 2024-03-01 --reason misread",)),
        (outcome, "outcome", ("42 test_passed", "42 test_passed --failed")),
    ):
        lines = (f"factledger fact {name} {each}" for each in foot)
        app.command(name, epilog=examples(*lines))(command)


def invalidate(
    *,
    fact: FactId,
    reason: Reason,
    kind: Annotated[
        Kind | None,
        typer.Option(metavar="|".join(Kind), help="What is wrong with it.  [default: false]"),
    ] = None,
    if_match: Unchanged = None,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Strike a fact out: its value is refused from then on."""
    doc = {"reason": reason, "kind": kind}
    command = taken(invalidate_command(doc, fact=Seq(fact), unchanged_since=_since(if_match)))
    settings = asked(data_dir=data_dir, database=database, ledger=ledger)
    decide(settings, command, as_json=as_json)


def restore(
    *,
    fact: FactId,
    reason: Reason,
    if_match: Unchanged = None,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Undo the invalidation of a fact: its value may be said again. For reviewers."""
    doc = {"reason": reason}
    command = taken(restore_command(doc, fact=Seq(fact), unchanged_since=_since(if_match)))
    settings = asked(data_dir=data_dir, database=database, ledger=ledger)
    decide(settings, command, as_json=as_json)


def end(
    *,
    fact: FactId,
    valid_to: Annotated[
        str, typer.Argument(metavar="DATE", help="When it ended; '' where nobody knows.")
    ],
    reason: MaybeReason = None,
    if_match: Unchanged = None,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Tell that the world changed: until when a fact held."""
    doc = {"valid_to": valid_to, "reason": reason}
    command = taken(end_command(doc, fact=Seq(fact), unchanged_since=_since(if_match)))
    settings = asked(data_dir=data_dir, database=database, ledger=ledger)
    decide(settings, command, as_json=as_json)


def correct(
    *,
    fact: FactId,
    reason: Reason,
    subject: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What it is about, really.")
    ] = None,
    object_: Annotated[
        str | None, typer.Option("--object", metavar="TEXT", help="A text is the value, really.")
    ] = None,
    number: Number = None,
    unit: Unit = None,
    date: Date = None,
    boolean: Boolean = None,
    entity: Entity = None,
    valid_from: Annotated[
        str | None, typer.Option(metavar="DATE", help="Since when it holds, really.")
    ] = None,
    valid_to: Annotated[
        str | None, typer.Option(metavar="DATE", help="When it ended, really; .. opens it again.")
    ] = None,
    if_match: Unchanged = None,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Tell that we were wrong: what a fact should have said all along."""
    doc = {
        "subject": subject,
        "object": object_given(object_, number, unit, date=date, boolean=boolean, entity=entity),
        "valid_from": valid_from,
        "valid_to": valid_to,
        "reason": reason,
    }
    command = taken(correct_command(doc, fact=Seq(fact), unchanged_since=_since(if_match)))
    settings = asked(data_dir=data_dir, database=database, ledger=ledger)
    decide(settings, command, as_json=as_json)


def outcome(
    *,
    fact: FactId,
    signal: Annotated[
        Signal, typer.Argument(metavar="|".join(Signal), help="What came of relying on it.")
    ],
    failed: Annotated[
        bool, typer.Option("--failed", help="It failed.  [default: it succeeded]")
    ] = False,
    source: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Who it is known from.")
    ] = None,
    if_match: Unchanged = None,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Report how a fact turned out."""
    doc = {"signal": signal, "success": not failed, "source": source}
    command = taken(outcome_command(doc, fact=Seq(fact), unchanged_since=_since(if_match)))
    settings = asked(data_dir=data_dir, database=database, ledger=ledger)
    decide(settings, command, as_json=as_json)


def decide(settings: Settings, command: Command, *, as_json: bool) -> None:
    """Have a decision carried out, and say what became of it."""
    with session(settings) as caller:
        written = carried_out(caller, Request(command=command))
    answer = decision_answer_document(written)
    if as_json:
        output.document(answer)
    else:
        _tell(answer)


def _tell(answer: Document) -> None:
    if "review" in answer:
        output.line(f"a person must decide: it waits as {answer['review']}")
    else:
        output.line(f"{answer['status']}: fact {answer['fact']} by {answer['seq']}")


def _since(if_match: int | None) -> Seq | None:
    return None if if_match is None else Seq(if_match)
