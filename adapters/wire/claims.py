"""Claims, alone and in batches."""

from dataclasses import dataclass
from typing import Final, cast

from adapters.sheets import Sheet, is_position, sheet, shown
from adapters.wire.taking import date_of, object_of, text_of
from domain import limits
from domain.commands import AssertFact, Dates
from domain.events import Quote
from domain.refusals import Refusal
from domain.values import Text
from domain.words import Seq

FACT_FIELDS: Final = (
    "subject",
    "predicate",
    "object",
    "qualifiers",
    "valid",
    "valid_from",
    "valid_to",
    "valid_through",
    "observed_at",
    "source",
    "evidence",
    "derived_from",
    "session",
)
QUOTE_FIELDS: Final = ("quote", "uri")
BATCH_FIELDS: Final = ("facts", "atomic")


@dataclass(frozen=True, kw_only=True, slots=True)
class Beside:
    """What a request says of its claims beside their documents.

    `session` is that of a claim which names none; `unchanged_since` is what an axis must not have
    changed after.
    """

    session: str | None = None
    unchanged_since: Seq | None = None


ALONE: Final = Beside()
"""The document says it all."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Batch:
    """Claims sent together, each a command or the reasons against it, and the documents they were.

    `atomic` asks for all of them or none; then no item of it is refused, or there is no batch.
    """

    items: tuple[AssertFact | tuple[Refusal, ...], ...]
    docs: tuple[object, ...]
    atomic: bool

    @property
    def claims(self) -> tuple[AssertFact, ...]:
        """The items that were taken."""
        return tuple(item for item in self.items if isinstance(item, AssertFact))


def fact_command(
    doc: object, *, field: str = "", beside: Beside = ALONE
) -> AssertFact | tuple[Refusal, ...]:
    """The claim that a document makes; `field` is where the document lies in the input."""
    fact = sheet(doc, field)
    if isinstance(fact, Refusal):
        return (fact,)
    fact.close(FACT_FIELDS)
    command = AssertFact(
        subject=text_of(fact, "subject", chars_max=limits.SUBJECT_CHARS_MAX),
        predicate=text_of(fact, "predicate", chars_max=limits.PREDICATE_CHARS_MAX),
        object=object_of(fact) if fact.required("object") else Text(text=""),
        qualifiers=_qualifiers(fact),
        source=fact.text("source", chars_max=limits.SOURCE_CHARS_MAX),
        session=fact.text("session", chars_max=limits.SESSION_CHARS_MAX) or beside.session,
        dates=Dates(
            valid=date_of(fact, "valid"),
            valid_from=date_of(fact, "valid_from"),
            valid_to=date_of(fact, "valid_to"),
            valid_through=date_of(fact, "valid_through"),
        ),
        observed_at=fact.instant("observed_at"),
        observed_text=cast("str | None", fact.doc.get("observed_at")),
        evidence=_evidence(fact),
        derived_from=_derived_from(fact),
        unchanged_since=beside.unchanged_since,
    )
    return tuple(fact.refusals) or command


def batch_command(doc: object, *, beside: Beside = ALONE) -> Batch | tuple[Refusal, ...]:
    """The claims of a batch; the refusals of an atomic one name `facts[i].field`."""
    batch = sheet(doc)
    if isinstance(batch, Refusal):
        return (batch,)
    batch.close(BATCH_FIELDS)
    batch.required("facts")
    docs = batch.sequence("facts", least=1, most=limits.BATCH_CLAIMS_MAX)
    atomic = batch.truth("atomic") or False
    if batch.refusals:
        return tuple(batch.refusals)
    items = [
        fact_command(each, field=f"facts[{place}]" if atomic else "", beside=beside)
        for place, each in enumerate(docs)
    ]
    if atomic:
        batch.refusals += [each for item in items if isinstance(item, tuple) for each in item]
    return tuple(batch.refusals) or Batch(items=tuple(items), docs=tuple(docs), atomic=atomic)


def _qualifiers(fact: Sheet) -> tuple[tuple[str, str], ...]:
    given = fact.mapping("qualifiers")
    if len(given) > limits.QUALIFIERS_MAX:
        fact.refuse("qualifiers", "too_many", f"at most {limits.QUALIFIERS_MAX}: keep the best")
        return ()
    pairs: list[tuple[str, str]] = []
    for name, value in given.items():
        field = f"qualifiers.{shown(name)}"
        chars_max = limits.QUALIFIER_NAME_CHARS_MAX
        checked = fact.checked(name, field, chars_max=chars_max)
        if not isinstance(value, str):
            fact.refuse(field, "wrong_type", "must be a string")
        elif checked is not None:
            text = fact.checked(value, field, chars_max=limits.QUALIFIER_VALUE_CHARS_MAX)
            pairs.append((name, text or ""))
    return tuple(sorted(pairs))


def _evidence(fact: Sheet) -> tuple[Quote, ...]:
    quotes: list[Quote] = []
    for piece in fact.sheets("evidence", most=limits.EVIDENCE_MAX):
        piece.close(QUOTE_FIELDS)
        if not piece.has("quote") and not piece.has("uri"):
            piece.refuse(
                "quote", "required", "give the words quoted, a uri where they stand, or both"
            )
        quote = piece.text("quote", chars_max=limits.QUOTE_CHARS_MAX)
        uri = piece.text("uri", chars_max=limits.URI_CHARS_MAX)
        quotes.append(Quote(quote=quote, uri=uri))
    return tuple(quotes)


def _derived_from(fact: Sheet) -> tuple[Seq, ...]:
    seqs: list[Seq] = []
    for place, item in enumerate(fact.sequence("derived_from", most=limits.DERIVED_FROM_MAX)):
        field = f"derived_from[{place}]"
        if not is_position(item):
            fact.refuse(field, "wrong_type", "must be a fact's id: a whole number from 1 on")
        elif item in seqs:
            fact.refuse(field, "twice", "names a fact that is named before: leave it out")
        else:
            seqs.append(Seq(item))
    return tuple(seqs)
