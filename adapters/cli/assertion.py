"""`factledger fact assert`: one claim, from the words of a command line."""

from itertools import zip_longest
from typing import Annotated, cast

import typer

from adapters.answering import answer_document
from adapters.cli import output
from adapters.cli.options import AsJson, Database, DataDir, InLedger, Unchanged, examples
from adapters.cli.session import asked, carried_out, session
from adapters.decisions import Document
from adapters.errors import Invalid
from adapters.postgres.ledger import Request
from adapters.wire.claims import Beside, fact_command
from adapters.wire.taking import content_of, taken
from domain.canonical import check_text
from domain.limits import IDEMPOTENCY_KEY_CHARS_MAX
from domain.refusals import Refusal
from domain.words import Seq

EXAMPLES = examples(
    "factledger fact assert Alice lives_in Dublin --source crm",
    "factledger fact assert Alice lives_in Dublin --valid-from 2024-02-15 --observed-at "
    "2024-03-01T09:00:00Z",
    "factledger fact assert Acme revenue --number 28000 --unit CNY",
    "factledger fact assert Alice born --date 1990-04-01 --quote 'born on 1 April 1990'",
    "factledger fact assert Alice works_for --entity Acme --ledger acme --json",
)

Subject = Annotated[str, typer.Argument(metavar="SUBJECT", help="What it is about.")]
Predicate = Annotated[str, typer.Argument(metavar="PREDICATE", help="What is said of it.")]
Object = Annotated[
    str | None,
    typer.Argument(metavar="[OBJECT]", help="The value, a text; or one of the options below."),
]
Number = Annotated[str | None, typer.Option(metavar="N", help="A number is the value.")]
Unit = Annotated[str | None, typer.Option(metavar="UNIT", help="The number's unit.")]
Date = Annotated[str | None, typer.Option(metavar="DAY", help="A day is the value.")]
Boolean = Annotated[str | None, typer.Option(metavar="true|false", help="A truth is the value.")]
Entity = Annotated[str | None, typer.Option(metavar="NAME", help="Something named is the value.")]
Valid = Annotated[
    str | None,
    typer.Option(metavar="INTERVAL", help="When it holds, like 2019/2021 or 2019/.. or 2019/"),
]
ValidFrom = Annotated[
    str | None,
    typer.Option(metavar="DATE", help="Since when it holds.  [default: since it was seen]"),
]
ValidTo = Annotated[
    str | None,
    typer.Option(
        metavar="DATE",
        help="When it ended; '' where nobody knows.  [default: until further notice]",
    ),
]
ValidThrough = Annotated[
    str | None, typer.Option(metavar="DATE", help="The last day that it holds.")
]
Source = Annotated[
    str | None, typer.Option(metavar="TEXT", help="Where it is from.  [default: the token's name]")
]
InSession = Annotated[
    str | None, typer.Option("--session", metavar="NAME", help="The session it is said in.")
]
ObservedAt = Annotated[
    str | None, typer.Option(metavar="INSTANT", help="When it was seen to be so.  [default: now]")
]
Quotes = Annotated[
    list[str] | None, typer.Option(metavar="TEXT", help="Words that show it; again for more.")
]
Uris = Annotated[
    list[str] | None, typer.Option(metavar="URI", help="Where the quote stands, in their order.")
]
DerivedFrom = Annotated[
    list[int] | None, typer.Option(metavar="FACT", help="A fact it follows from; again for more.")
]
Qualifiers = Annotated[
    list[str] | None, typer.Option(metavar="NAME=VALUE", help="What narrows it; again for more.")
]
IdempotencyKey = Annotated[
    str | None, typer.Option(metavar="KEY", help="Said again under one key, it is one claim.")
]


def assert_(
    *,
    subject: Subject,
    predicate: Predicate,
    text: Object = None,
    number: Number = None,
    unit: Unit = None,
    date: Date = None,
    boolean: Boolean = None,
    entity: Entity = None,
    valid: Valid = None,
    valid_from: ValidFrom = None,
    valid_to: ValidTo = None,
    valid_through: ValidThrough = None,
    source: Source = None,
    session_: InSession = None,
    observed_at: ObservedAt = None,
    quote: Quotes = None,
    uri: Uris = None,
    derived_from: DerivedFrom = None,
    qualifier: Qualifiers = None,
    idempotency_key: IdempotencyKey = None,
    if_match: Unchanged = None,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Assert a fact, and say what the ledger made of it."""
    doc: Document = {
        "subject": subject,
        "predicate": predicate,
        "object": object_given(text, number, unit, date=date, boolean=boolean, entity=entity),
        "valid": valid,
        "valid_from": valid_from,
        "valid_to": valid_to,
        "valid_through": valid_through,
        "source": source,
        "session": session_,
        "observed_at": observed_at,
        "evidence": _evidence(quote or [], uri or []),
        "derived_from": derived_from,
        "qualifiers": None if qualifier is None else _qualifiers(qualifier),
    }
    request = _request(doc, idempotency_key, if_match)
    with session(asked(data_dir=data_dir, database=database, ledger=ledger)) as caller:
        written = carried_out(caller, request)
    _tell(answer_document(written), as_json=as_json)


def _request(doc: Document, key: str | None, if_match: int | None) -> Request:
    since = None if if_match is None else Seq(if_match)
    command = taken(fact_command(doc, beside=Beside(unchanged_since=since)))
    if key is None:
        return Request(command=command)
    problem = check_text(key, field="idempotency_key", chars_max=IDEMPOTENCY_KEY_CHARS_MAX)
    if problem is not None:
        raise Invalid(problem)
    return Request(command=command, idempotency_key=key, content=content_of(doc))


def _tell(answer: Document, *, as_json: bool) -> None:
    if as_json:
        output.document(answer)
        return
    output.line(f"{answer['verdict']}: fact {answer['fact']} by claim {answer['claim']}")
    if rivals := cast("list[int]", answer["rivals"]):
        why = cast("Document", answer["why"])
        against = ", ".join(map(str, rivals))
        output.line(f"against {against} by {why['margin']} bits ({why['reason']})")
    if "echo" in answer:
        output.aside("an echo: it repeats what its voice had been shown, and adds nothing")
    for warning in cast("list[str]", answer["warnings"]):
        output.aside(f"warning: {warning}")


def object_given(
    text: str | None,
    number: str | None,
    unit: str | None,
    *,
    date: str | None,
    boolean: str | None,
    entity: str | None,
) -> object:
    """The one value that was given, as JSON; raises Invalid for several, or a unit of no number."""
    given: list[object] = []
    if text is not None:
        given.append(text)
    if number is not None:
        given.append({"number": number} if unit is None else {"number": number, "unit": unit})
    if date is not None:
        given.append({"date": date})
    if boolean is not None:
        given.append(_truth(boolean))
    if entity is not None:
        given.append({"entity": entity})
    if len(given) > 1:
        raise _misused("object", "a fact has one value: give OBJECT or one option for it")
    if unit is not None and number is None:
        raise _misused("unit", "is a number's: give the number with --number")
    return given[0] if given else None


def _truth(word: str) -> bool:
    if word not in {"true", "false"}:
        raise _misused("boolean", "must be true or false")
    return word == "true"


def _evidence(quotes: list[str], uris: list[str]) -> list[object] | None:
    pairs = zip_longest(quotes, uris)
    return [{"quote": quote, "uri": uri} for quote, uri in pairs] or None


def _qualifiers(pairs: list[str]) -> Document:
    found: Document = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise _misused("qualifier", "must be a name and a value, like currency=EUR")
        if name in found:
            raise _misused("qualifier", "names one twice: leave one out")
        found[name] = value
    return found


def _misused(field: str, detail: str) -> Invalid:
    return Invalid(Refusal(code="misused", field=field, detail=detail))
