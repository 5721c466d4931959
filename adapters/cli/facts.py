"""`factledger fact`: assert facts, list them, show one and the claims it rests on."""

from collections.abc import Iterator
from typing import Annotated

import typer

from adapters.asking import fact_question
from adapters.cli import assertion, output, paging
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
from adapters.documents import as_of_document
from adapters.errors import Invalid
from adapters.postgres.views import ClaimView, FactQuestion, FactView
from adapters.readings import claim_document, fact_document
from adapters.sheets import Sheet
from domain.words import Seq

app = typer.Typer(help="Assert facts, list them, show one.", no_args_is_help=True)
app.command("assert", epilog=assertion.EXAMPLES)(assertion.assert_)

FactId = Annotated[int, typer.Argument(metavar="FACT", min=1, help="The fact's id.")]
Subject = Annotated[str | None, typer.Option(metavar="TEXT", help="Of this subject.")]
Predicate = Annotated[str | None, typer.Option(metavar="TEXT", help="Of this predicate.")]
Object = Annotated[
    str | None, typer.Option("--object", metavar="TEXT", help="With this text or entity.")
]
Source = Annotated[str | None, typer.Option(metavar="TEXT", help="With a claim from this source.")]
Statuses = Annotated[
    list[str] | None,
    typer.Option(
        metavar="STATUS",
        help="Of this status; again for more, or all.  [default: active and contested]",
    ),
]


@app.command(
    "list",
    epilog=examples(
        "factledger fact list --subject Alice",
        "factledger fact list --predicate lives_in --object Dublin --json",
        "factledger fact list --status all --all",
    ),
)
def list_(
    *,
    subject: Subject = None,
    predicate: Predicate = None,
    object_: Object = None,
    source: Source = None,
    status: Statuses = None,
    limit: Limit = 100,
    cursor: Cursor = None,
    everything: Everything = False,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List the facts that match all that is given, the oldest first."""
    question = _question(
        status, subject=subject, predicate=predicate, object=object_, source=source
    )
    with session(asked(data_dir=data_dir, database=database, ledger=ledger)) as caller:
        paging.show(
            "facts",
            paging.pages(
                lambda after: caller.services.reader.facts(
                    caller.grant, caller.ledger, question, after=paging.seq(after), limit=limit
                ),
                after=paging.after_seq(cursor),
                everything=everything,
            ),
            as_json=as_json,
            document=fact_document,
            lines=lambda view: (_line(view),),
        )


@app.command("show", epilog=examples("factledger fact show 42", "factledger fact show 42 --json"))
def show(
    *,
    fact: FactId,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Show one fact, whatever its status."""
    with session(asked(data_dir=data_dir, database=database, ledger=ledger)) as caller:
        found = caller.services.reader.fact(caller.grant, caller.ledger, Seq(fact))
    if as_json:
        output.document({**fact_document(found.row), "as_of": as_of_document(found.as_of)})
        return
    view = found.row
    output.line(_line(view))
    output.line(f"sources   {', '.join(map(output.plain, view.sources))}")
    output.line(f"claims    {view.claims}")
    output.line(f"observed  {view.observed_at.isoformat()}")
    output.line(f"recorded  {view.recorded_at.isoformat()}")


@app.command(
    "why", epilog=examples("factledger fact why 42", "factledger fact why 42 --all --json")
)
def why(
    *,
    fact: FactId,
    limit: Limit = 100,
    cursor: Cursor = None,
    everything: Everything = False,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Show the claims that a fact rests on, with who made them and their evidence."""
    with session(asked(data_dir=data_dir, database=database, ledger=ledger)) as caller:
        reader = caller.services.reader
        found = reader.fact(caller.grant, caller.ledger, Seq(fact))
        paging.show(
            "claims",
            paging.pages(
                lambda after: reader.claims(
                    caller.grant, caller.ledger, Seq(fact), after=paging.seq(after), limit=limit
                ),
                after=paging.after_seq(cursor),
                everything=everything,
            ),
            as_json=as_json,
            document=claim_document,
            lines=_claim_lines,
            beside={"fact": fact_document(found.row), "decisions": []},
        )


def _question(statuses: list[str] | None, **scope: str | None) -> FactQuestion:
    sheet = Sheet(doc=dict(scope))
    question = fact_question(sheet, statuses)
    if sheet.refusals:
        raise Invalid(*sheet.refusals)
    return question


def _line(view: FactView) -> str:
    said = (view.subject, view.predicate)
    words = "  ".join((*map(output.plain, said), output.value_text(view.object)))
    return f"{view.fact:>8}  {view.status:<11}  {words}"


def _claim_lines(view: ClaimView) -> Iterator[str]:
    said = view.said
    source = "erased" if said is None else output.plain(said.source)
    yield f"{view.seq:>8}  {view.recorded_at.isoformat()}  {view.kind} {view.token}  {source}"
    for quote in view.quotes:
        words = "erased" if quote is None else " ".join(filter(None, (quote.quote, quote.uri)))
        yield f"          evidence: {output.plain(words)}"
    if view.derived_from:
        yield f"          derived from: {', '.join(map(str, view.derived_from))}"
