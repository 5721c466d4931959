"""`factledger rebuild`: the read tables made anew from the events, or compared with such."""

from collections.abc import Collection, Iterator
from typing import Annotated, assert_never

import typer

from adapters.cli import output
from adapters.cli.ending import DONE, REFUSED
from adapters.cli.ledgerwise import Outcome, told_of_each
from adapters.cli.options import AsJson, Database, DataDir, examples
from adapters.cli.progress import progress
from adapters.cli.session import asked, every_granted, session
from adapters.cycles import seldom_collected
from adapters.documents import Document
from adapters.postgres.rebuild.comparing import Difference, Differs, TableComparison
from adapters.postgres.rebuild.rebuilder import Checked, Rebuilder, Rebuilt
from adapters.settings import ledger_name
from domain.words import LedgerName

EXAMPLES = examples(
    "factledger rebuild",
    "factledger rebuild --ledger acme --projection fact --projection history",
    "factledger rebuild --check --json",
)


def rebuild(
    *,
    ledger: Annotated[
        list[str] | None,
        typer.Option(metavar="LEDGER", help="A ledger; again for more.  [default: all granted]"),
    ] = None,
    projection: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TABLE",
            help="Only if this table is not as it must be; again for more.  [default: always]",
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Compare the tables with new ones, and change nothing.")
    ] = False,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> int:
    """Make the read tables anew from the events, beside those that are read meanwhile.

    They take the place of the old ones at once, and then the old ones are deleted. Whatever ends it
    before, the old ones stay, and it can be run again. A ledger that fails holds up no other one.
    """
    named = [ledger_name(each, field="ledger") for each in ledger or ()]
    tables = projection or ()
    with session(asked(data_dir=data_dir, database=database)) as caller, progress() as shown:
        rebuilder = Rebuilder(caller.services.pool)

        def done_to(name: LedgerName) -> Outcome:
            tell = shown.teller("rebuilding", name)
            if check:
                return _checked(
                    rebuilder.check(caller.grant, name, projections=tables, progress=tell)
                )
            rebuilt = rebuilder.rebuild(caller.grant, name, projections=tables, progress=tell)
            return _rebuilt(rebuilt, tables)

        ledgers = named or every_granted(caller)
        with seldom_collected():
            return told_of_each(caller, ledgers, done_to, shown=shown, as_json=as_json)


def _rebuilt(rebuilt: Rebuilt, projections: Collection[str]) -> Outcome:
    document: Document = {
        "ledger": rebuilt.ledger,
        "events": rebuilt.events,
        "build": rebuilt.build,
        "kept": rebuilt.kept,
        "seconds": round(rebuilt.seconds, 3),
        "events_per_s": _per_s(rebuilt.events, rebuilt.seconds),
        "longest_wait_ms": round(rebuilt.longest_hold_s * 1000, 1),
        "rows": dict(rebuilt.rows),
    }
    return Outcome(document=document, lines=_rebuilt_lines(rebuilt, projections), code=DONE)


def _checked(checked: Checked) -> Outcome:
    document: Document = {
        "ledger": checked.ledger,
        "events": checked.seq,
        "equal": checked.is_equal,
        "seconds": round(checked.seconds, 3),
        "events_per_s": _per_s(checked.seq, checked.seconds),
        "tables": [_table(each) for each in checked.tables],
    }
    code = DONE if checked.is_equal else REFUSED
    return Outcome(document=document, lines=_checked_lines(checked), code=code)


def _table(compared: TableComparison) -> Document:
    return {
        "table": compared.table,
        "rows": compared.rows,
        "digest": compared.live_digest.hex(),
        "awaited_digest": compared.made_digest.hex(),
        "differing": compared.count,
        "differences": [
            {"key": dict(each.key), "is": each.differs.value, "columns": list(each.columns)}
            for each in compared.differences
        ],
    }


def _rebuilt_lines(rebuilt: Rebuilt, projections: Collection[str]) -> Iterator[str]:
    if rebuilt.kept:
        be = "is as it must be" if len(projections) == 1 else "are as they must be"
        yield f"{rebuilt.ledger}: {', '.join(projections)} {be}, by {rebuilt.events:,} events"
        return
    rows = sum(rebuilt.rows.values())
    yield f"{rebuilt.ledger}: build {rebuilt.build}, {rows:,} rows of {rebuilt.events:,} events"
    pace = f"{_per_s(rebuilt.events, rebuilt.seconds):,} events a second"
    waited_ms = round(rebuilt.longest_hold_s * 1000)
    yield f"  in {rebuilt.seconds:.1f} s, {pace}; who writes waited {waited_ms} ms at most"


def _checked_lines(checked: Checked) -> Iterator[str]:
    size = "1 event" if checked.seq == 1 else f"{checked.seq:,} events"
    differing = sum(each.count for each in checked.tables)
    rows = "1 row differs" if differing == 1 else f"{differing:,} rows differ"
    tables = "1 table" if len(checked.tables) == 1 else f"{len(checked.tables)} tables"
    yield f"{checked.ledger}: {rows if differing else 'equal'}, {tables} by {size}"
    for table in checked.tables:
        for each in table.differences:
            yield f"  {table.table}{_place(each)}: {_difference(each)}"
        left_out = table.count - len(table.differences)
        if left_out:
            yield f"  {table.table}: and {left_out:,} more"


def _place(difference: Difference) -> str:
    return "".join(f" {name} {output.plain(value)}" for name, value in difference.key)


def _difference(difference: Difference) -> str:
    match difference.differs:
        case Differs.MISSING:
            return "the row is missing"
        case Differs.SPARE:
            return "the row follows from no event"
        case Differs.CHANGED:
            return f"differs in {', '.join(difference.columns)}"
        case _:
            assert_never(difference.differs)


def _per_s(events: int, seconds: float) -> int:
    return round(events / max(seconds, 1e-6))
