"""`factledger predicate`: declare what a predicate is, list declarations and suggestions."""

from typing import Annotated

import typer

from adapters.answering import declaration_document
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
from adapters.cli.session import asked, carried_out, session
from adapters.decisions import Document
from adapters.postgres.ledger import Request
from adapters.postgres.views import CandidateView, PredicateView, SuggestionView
from adapters.readings import candidate_document, predicate_document, suggestion_document
from adapters.wire.predicates import TEMPORAL_SINGLE, predicate_command
from adapters.wire.taking import taken
from domain.predicates import Cardinality, Temporal, ValueKind

app = typer.Typer(help="Declare predicates, list what was declared.", no_args_is_help=True)


@app.command(
    "declare",
    epilog=examples(
        "factledger predicate declare lives_in single",
        "factledger predicate declare born single --temporal constant --value date",
        "factledger predicate declare ceo_of single --holders single",
    ),
)
def declare(
    *,
    predicate: Annotated[str, typer.Argument(metavar="PREDICATE", help="The predicate.")],
    cardinality: Annotated[
        str,
        typer.Argument(
            metavar="|".join((*Cardinality, TEMPORAL_SINGLE)),
            help="How many values a subject has at an instant.",
        ),
    ],
    holders: Annotated[
        Cardinality | None,
        typer.Option(
            metavar="|".join(Cardinality), help="How many subjects a value has.  [default: multi]"
        ),
    ] = None,
    temporal: Annotated[
        Temporal | None,
        typer.Option(metavar="|".join(Temporal), help="What time does to it.  [default: state]"),
    ] = None,
    value: Annotated[
        ValueKind | None,
        typer.Option(metavar="|".join(ValueKind), help="The kind of its values."),
    ] = None,
    unit: Annotated[str | None, typer.Option(metavar="UNIT", help="The unit of numbers.")] = None,
    half_life_days: Annotated[
        int | None,
        typer.Option(metavar="DAYS", help="In what time evidence comes to count half."),
    ] = None,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Say what a predicate is, for all its history; an agent only suggests it."""
    doc = {
        "cardinality": cardinality,
        "holders": holders,
        "temporal": temporal,
        "value": value,
        "unit": unit,
        "half_life_days": half_life_days,
    }
    command = taken(predicate_command(doc, predicate=predicate))
    with session(asked(data_dir=data_dir, database=database, ledger=ledger)) as caller:
        written = carried_out(caller, Request(command=command))
    _tell(declaration_document(written), as_json=as_json)


@app.command(
    "list", epilog=examples("factledger predicate list", "factledger predicate list --all --json")
)
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
    """List what predicates were declared to be; all others take any number of values."""
    with session(asked(data_dir=data_dir, database=database, ledger=ledger)) as caller:
        paging.show(
            "predicates",
            paging.pages(
                lambda after: caller.services.reader.predicates(
                    caller.grant, caller.ledger, after=after, limit=limit
                ),
                after=paging.after_digest(cursor),
                everything=everything,
            ),
            as_json=as_json,
            document=predicate_document,
            lines=lambda view: (_line(view),),
        )


@app.command("suggestions", epilog=examples("factledger predicate suggestions --json"))
def suggestions(
    *,
    limit: Limit = 100,
    cursor: Cursor = None,
    everything: Everything = False,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List what agents suggest that predicates be declared, and which others may be single."""
    with session(asked(data_dir=data_dir, database=database, ledger=ledger)) as caller:
        reader = caller.services.reader
        found = reader.candidates(caller.grant, caller.ledger, limit=limit)
        paging.show(
            "suggestions",
            paging.pages(
                lambda after: reader.suggestions(
                    caller.grant, caller.ledger, after=paging.seq(after), limit=limit
                ),
                after=paging.after_seq(cursor),
                everything=everything,
            ),
            as_json=as_json,
            document=suggestion_document,
            lines=lambda view: (_line(view),),
            beside={"candidates": [candidate_document(each) for each in found]},
        )
        if not as_json:
            for each in found:
                output.line(_candidate_line(each))


def _candidate_line(view: CandidateView) -> str:
    count = f"{view.single} of {view.subjects} subjects have one value at a time"
    return f"undeclared  {output.plain(view.predicate)}  {count}"


def _tell(answer: Document, *, as_json: bool) -> None:
    if as_json:
        output.document(answer)
    elif "suggestion" in answer:
        output.line(f"suggested: a person must declare it, see {answer['suggestion']}")
    else:
        output.line(f"declared by {answer['seq']}")


def _line(view: PredicateView | SuggestionView) -> str:
    what = view.declaration
    value = "" if what.value is None else f"  {what.value}"
    unit = "" if what.unit is None else f" in {output.plain(what.unit)}"
    kinds = f"{what.cardinality:<6}  {what.holders:<6}  {what.temporal:<8}"
    return f"{view.seq:>8}  {kinds}  {output.plain(view.predicate)}{value}{unit}"
