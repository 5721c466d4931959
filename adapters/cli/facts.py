"""`factledger fact`: assert facts, list them, show one and what it rests on, decide on one."""

from typing import Annotated

import typer

from adapters.asking import fact_question
from adapters.cli import assertion, decisions, explaining, output, paging
from adapters.cli.options import (
    AsJson,
    Cursor,
    Database,
    DataDir,
    Everything,
    InLedger,
    KnownAt,
    Limit,
    ValidAt,
    examples,
)
from adapters.cli.session import asked, session
from adapters.cli.telling import fact_line, fact_lines
from adapters.documents import as_of_document
from adapters.errors import Invalid
from adapters.postgres.views import FactQuestion
from adapters.readings import fact_document
from adapters.sheets import Sheet
from domain.words import Seq
from domain.worldtime.bounds import Certainty

app = typer.Typer(
    help="Assert facts, list them, show one, say what became of one.", no_args_is_help=True
)
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
Surely = Annotated[
    Certainty | None,
    typer.Option(metavar="definite|possible", help="As surely as that.  [default: both]"),
]


@app.command(
    "list",
    epilog=examples(
        "factledger fact list --subject Alice",
        "factledger fact list --predicate lives_in --object Dublin --json",
        "factledger fact list --subject Alice --valid-at 2021-06-01 --known-at 40",
        "factledger fact list --status all --valid-at any --all",
    ),
)
def list_(
    *,
    subject: Subject = None,
    predicate: Predicate = None,
    object_: Object = None,
    source: Source = None,
    status: Statuses = None,
    certainty: Surely = None,
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    limit: Limit = 100,
    cursor: Cursor = None,
    everything: Everything = False,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List the facts that hold and match all that is given, the oldest first."""
    question = _question(
        status,
        subject=subject,
        predicate=predicate,
        object=object_,
        source=source,
        certainty=certainty,
        valid_at=valid_at,
        known_at=known_at,
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
            lines=lambda view: (fact_line(view),),
        )


@app.command(
    "show",
    epilog=examples(
        "factledger fact show 42", "factledger fact show 42 --known-at 2024-05-01T00:00:00Z --json"
    ),
)
def show(
    *,
    fact: FactId,
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Show one fact, whatever its status."""
    asked_of = explaining.times(valid_at, known_at)
    with session(asked(data_dir=data_dir, database=database, ledger=ledger)) as caller:
        found = caller.services.reader.fact(caller.grant, caller.ledger, Seq(fact), when=asked_of)
    if as_json:
        output.document({**fact_document(found.row), "as_of": as_of_document(found.as_of)})
        return
    for line in fact_lines(found.row):
        output.line(line)


app.command("why", epilog=explaining.WHY_EXAMPLES)(explaining.why)
app.command("history", epilog=explaining.HISTORY_EXAMPLES)(explaining.history)
decisions.add_to(app)


def _question(statuses: list[str] | None, **scope: str | None) -> FactQuestion:
    sheet = Sheet(doc=dict(scope))
    question = fact_question(sheet, statuses)
    if sheet.refusals:
        raise Invalid(*sheet.refusals)
    return question
