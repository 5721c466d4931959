"""`factledger verify`: whether ledgers are what they claim to be, and what was not looked at."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from adapters.cli import output
from adapters.cli.ending import DONE, REFUSED
from adapters.cli.ledgerwise import Outcome, told_of_each
from adapters.cli.options import AsJson, Database, DataDir, examples
from adapters.cli.progress import progress
from adapters.cli.session import asked, every_granted, session
from adapters.errors import Invalid, Unavailable
from adapters.postgres.verifier import Depth, Verification, Verifier
from adapters.settings import ledger_name
from domain.chain import Receipt
from domain.limits import LEDGER_NAME
from domain.reading import as_doc, text, whole
from domain.refusals import Refusal
from domain.verification import Finding
from domain.words import LedgerName, Seq

EXAMPLES = examples(
    "factledger verify",
    "factledger verify --ledger acme --deep",
    "factledger verify --receipt receipt.json --json",
)


def verify(
    *,
    ledger: Annotated[
        list[str] | None,
        typer.Option(metavar="LEDGER", help="A ledger; again for more.  [default: all granted]"),
    ] = None,
    receipt: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A receipt as JSON, whose event must stand."),
    ] = None,
    deep: Annotated[
        bool, typer.Option("--deep", help="Compare the tables too, with a fold of all events.")
    ] = False,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> int:
    """Verify ledgers from their stored bytes: hashes, links, parts, commands and the root."""
    kept = None if receipt is None else _receipt(receipt)
    named = [ledger_name(each, field="ledger") for each in ledger or ()]
    if kept is not None and not named:
        named = [kept.ledger]
    if kept is not None and kept.ledger not in named:
        raise Invalid(
            Refusal(
                code="other_ledger",
                field="receipt",
                detail=f"is of {kept.ledger}: name that ledger, or leave --ledger out",
            )
        )
    depth = Depth.TABLES if deep else Depth.CHAIN
    with session(asked(data_dir=data_dir, database=database)) as caller, progress() as shown:
        verifier = Verifier(caller.services.pool)

        def done_to(name: LedgerName) -> Outcome:
            verification = verifier.verify(
                caller.grant,
                name,
                depth=depth,
                receipt=kept if kept is not None and kept.ledger == name else None,
                progress=shown.teller("verifying", name),
            )
            return _outcome(verification)

        ledgers = named or every_granted(caller)
        return told_of_each(caller, ledgers, done_to, shown=shown, as_json=as_json)


def _receipt(path: Path) -> Receipt:
    """The receipt in a file; raises Unavailable where there is none to be read."""
    try:
        doc = as_doc(json.loads(path.read_bytes()))
        name = text(doc, "ledger")
        if LEDGER_NAME.fullmatch(name) is None:
            raise ValueError("ledger")
        return Receipt(
            ledger=LedgerName(name),
            seq=Seq(whole(doc, "seq")),
            leaf_hash=bytes.fromhex(text(doc, "leaf_hash")),
        )
    except (OSError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise Unavailable(
            f"can't read a receipt in {path}: it is a JSON object of ledger, seq and leaf_hash"
        ) from error


def _outcome(verification: Verification) -> Outcome:
    return Outcome(
        document={
            "ledger": verification.ledger,
            "sound": not verification.findings,
            "size": verification.size,
            "root": verification.root.hex(),
            "leaf_hash": verification.leaf_hash.hex(),
            "findings": [
                {"seq": each.seq, "flaw": each.flaw.value, "detail": each.detail}
                for each in verification.findings
            ],
            "unchecked": list(verification.unchecked),
        },
        lines=_lines(verification),
        code=REFUSED if verification.findings else DONE,
    )


def _lines(verification: Verification) -> Iterator[str]:
    count = len(verification.findings)
    verdict = "sound" if count == 0 else f"{count:,} finding{'' if count == 1 else 's'}"
    size = "1 event" if verification.size == 1 else f"{verification.size:,} events"
    yield f"{verification.ledger}: {verdict}, {size}"
    yield f"  root       {verification.root.hex()}"
    yield f"  leaf hash  {verification.leaf_hash.hex()}"
    for finding in verification.findings:
        yield f"  {_place(finding)}: {finding.flaw}: {output.plain(finding.detail)}"
    for each in verification.unchecked:
        yield f"  not checked: {each}"


def _place(finding: Finding) -> str:
    return "tables" if finding.seq is None else f"event {finding.seq}"
