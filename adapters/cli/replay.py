"""`factledger replay`: the facts as they were known at a time, made anew from the events alone."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import typer

from adapters.asking import known_at
from adapters.cli import output
from adapters.cli.drafts import drafted, place_of
from adapters.cli.options import Database, DataDir, InLedger, examples
from adapters.cli.progress import progress
from adapters.cli.session import Session, asked, session
from adapters.documents import as_of_document
from adapters.errors import Invalid
from adapters.postgres.replaying import Replayed, replayed
from adapters.postgres.views import AsOf, KnownAt
from adapters.readings import fact_document
from adapters.sheets import Sheet
from domain.words import LedgerName

EXAMPLES: Final = examples(
    "factledger replay --until 40",
    "factledger replay --until 2024-05-01T00:00:00Z --output then.jsonl",
    "factledger replay --ledger acme --until 40 --output then.jsonl --json",
)


def replay(
    *,
    until: Annotated[
        str,
        typer.Option(
            metavar="SEQ|TIME", help="Up to the last command that was whole by this seq or instant."
        ),
    ],
    to: Annotated[
        Path | None,
        typer.Option(
            "--output",
            metavar="FILE",
            help="Where they are written, once they are whole.  [default: standard output]",
        ),
    ] = None,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Tell of the file that was written as a document.")
    ] = False,
) -> None:
    """Write every fact, of any status, as the ledger knew it then: a JSON document a line.

    They are made anew from the events and are those that `fact list` answers from the tables with
    --known-at, --valid-at any and --status all.
    """
    time = _time(until)
    place = None if to is None else place_of(to, field="output")
    with session(asked(data_dir=data_dir, database=database, ledger=ledger)) as caller:
        if place is None:
            _write(_replayed(caller, time), output.line)
            return
        with drafted(place) as draft:
            found = _replayed(caller, time)
            count = _write(found, draft.line)
    _tell(caller.ledger, found.as_of, count, place, as_json=as_json)


def _replayed(caller: Session, time: KnownAt | None) -> Replayed:
    services, name = caller.services, caller.ledger
    with progress() as shown:
        tell = shown.teller("replaying", name)
        return replayed(
            services.pool, services.reader, caller.grant, name, until=time, progress=tell
        )


def _write(found: Replayed, write: Callable[[str], None]) -> int:
    """Write every fact; returns how many there are."""
    count = 0
    for fact in found.facts:
        write(json.dumps(fact_document(fact)))
        count += 1
    return count


def _time(until: str) -> KnownAt | None:
    """The record time that is meant; raises Invalid."""
    sheet = Sheet(doc={"until": until})
    time = known_at(sheet, "until")
    if sheet.refusals:
        raise Invalid(*sheet.refusals)
    return time


def _tell(ledger: LedgerName, as_of: AsOf, count: int, place: Path, *, as_json: bool) -> None:
    if as_json:
        output.document(
            {
                "ledger": ledger,
                "facts": count,
                "output": str(place),
                "as_of": as_of_document(as_of),
            }
        )
        return
    facts = "1 fact" if count == 1 else f"{count:,} facts"
    output.line(f"{ledger} as of event {as_of.known_at}: {facts} in {output.plain(str(place))}")
