"""What may follow the name of every command, and how examples stand below its help."""

from typing import Annotated

import typer

DataDir = Annotated[
    str | None,
    typer.Option(
        "--data-dir",
        metavar="DIR",
        help="The folder of the embedded database.  [env: FACTLEDGER_DATA_DIR; "
        "default: ./factledger-data]",
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="A Postgres of your own, by the URL that `factledger migrate` printed.  "
        "[env: FACTLEDGER_DATABASE]",
    ),
]
InLedger = Annotated[
    str | None,
    typer.Option(
        "--ledger",
        metavar="LEDGER",
        help="The ledger that is meant.  [env: FACTLEDGER_LEDGER; default: main]",
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print the document that HTTP would answer with.")
]
Limit = Annotated[
    int, typer.Option("--limit", metavar="N", min=1, max=500, help="How many at most, up to 500.")
]
Cursor = Annotated[
    str | None,
    typer.Option("--cursor", metavar="NEXT", help="Where the list before this one ended."),
]
ValidAt = Annotated[
    str | None,
    typer.Option(
        metavar="TIME",
        help="What holds at this instant, on this day of the ledger's zone, or any.  "
        "[default: the instant of --known-at, else now]",
    ),
]
KnownAt = Annotated[
    str | None,
    typer.Option(
        metavar="TIME", help="What was known at this seq or instant.  [default: the head]"
    ),
]
Unchanged = Annotated[
    int | None,
    typer.Option(
        "--if-match",
        metavar="SEQ",
        min=0,
        help="Only if nothing has changed on its axis after this seq.",
    ),
]
Everything = Annotated[bool, typer.Option("--all", help="All of them, page after page.")]


def examples(*lines: str) -> str:
    """The foot of a command's help; the first character keeps the lines from being joined."""
    return "\n".join(("\b", "Examples:", *(f"  {line}" for line in lines)))
