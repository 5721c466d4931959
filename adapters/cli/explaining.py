"""`factledger fact why` and `fact history`: what a fact rests on, and what was known of it when."""

from collections.abc import Iterator
from typing import Annotated

import typer

from adapters import asking
from adapters.cli import output, paging
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
from adapters.cli.session import Session, asked, session
from adapters.cli.telling import claim_lines, decision_lines, fact_line, rectangle_line
from adapters.decisions import Document, decision_document
from adapters.documents import as_of_document
from adapters.errors import Invalid
from adapters.postgres.views import Explanation, When
from adapters.readings import claim_document, fact_document, rectangle_document
from adapters.sheets import Sheet
from domain.words import Seq

WHY_EXAMPLES = examples("factledger fact why 42", "factledger fact why 42 --all --json")
HISTORY_EXAMPLES = examples(
    "factledger fact history 42", "factledger fact history 42 --valid-at 2021-06-01 --json"
)

FactId = Annotated[int, typer.Argument(metavar="FACT", min=1, help="The fact's id.")]


def why(
    *,
    fact: FactId,
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
    """Show the claims that a fact rests on, their evidence, and each decision with its numbers."""
    when = times(valid_at, known_at)
    after = paging.after_seq(cursor)
    with session(asked(data_dir=data_dir, database=database, ledger=ledger)) as caller:
        found = list(
            _explanations(caller, Seq(fact), when, after=after, limit=limit, everything=everything)
        )
    if as_json:
        output.document(_document(found))
    else:
        _tell(found)


def history(
    *,
    fact: FactId,
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
    """Show what was known of a fact and when, stretch by stretch of world time."""
    when = times(valid_at, known_at)
    with session(asked(data_dir=data_dir, database=database, ledger=ledger)) as caller:
        paging.show(
            "history",
            paging.pages(
                lambda after: caller.services.reader.history(
                    caller.grant,
                    caller.ledger,
                    Seq(fact),
                    when=when,
                    after=paging.pair_of(after),
                    limit=limit,
                ),
                after=paging.after_pair(cursor),
                everything=everything,
            ),
            as_json=as_json,
            document=rectangle_document,
            lines=lambda view: (rectangle_line(view),),
        )


def times(valid_at: str | None, known_at: str | None) -> When:
    """As of which times it is asked; raises Invalid."""
    sheet = Sheet(doc={"valid_at": valid_at, "known_at": known_at})
    found = asking.when(sheet)
    if sheet.refusals:
        raise Invalid(*sheet.refusals)
    return found


def _explanations(
    caller: Session, fact: Seq, when: When, *, after: str, limit: int, everything: bool
) -> Iterator[Explanation]:
    key: str | None = after
    while key is not None:
        found = caller.services.reader.why(
            caller.grant, caller.ledger, fact, when=when, after=paging.seq(key), limit=limit
        )
        yield found
        key = found.next if everything else None


def _document(found: list[Explanation]) -> Document:
    last = found[-1]
    return {
        "fact": fact_document(last.fact),
        "claims": [claim_document(each) for page in found for each in page.claims],
        "decisions": [decision_document(each) for page in found for each in page.decisions],
        "next": last.next,
        "as_of": as_of_document(last.as_of),
    }


def _tell(found: list[Explanation]) -> None:
    last = found[-1]
    output.line(fact_line(last.fact))
    for heading, lines in (
        ("claims", [line for page in found for each in page.claims for line in claim_lines(each)]),
        (
            "decisions",
            [line for page in found for each in page.decisions for line in decision_lines(each)],
        ),
    ):
        if lines:
            output.line(f"{heading}:")
        for line in lines:
            output.line(line)
    if last.next is not None:
        output.aside(f"there is more: --cursor {last.next}, or --all")
