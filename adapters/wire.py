"""From documents to commands, for all faces: what is sent is taken as it is or refused, not mended.

Each function answers with the command or with every reason why there is none. A field that is null
counts as not given; a field that is not known is refused by name.
"""

from dataclasses import dataclass
from typing import Final, TypeVar, cast

from adapters.errors import Invalid
from adapters.postgres.tokens import TokenOrder
from adapters.sheets import Sheet, is_position, sheet, shown
from adapters.zones import known_zones
from domain import canonical, limits
from domain.commands import AssertFact, OpenLedger
from domain.events import Quote
from domain.grants import Role
from domain.identity import IdentityMode
from domain.refusals import Refusal
from domain.values import Text, Value, parse_object
from domain.words import ActorKind, LedgerName, Seq

T = TypeVar("T")

FACT_FIELDS: Final = (
    "subject",
    "predicate",
    "object",
    "qualifiers",
    "observed_at",
    "source",
    "evidence",
    "derived_from",
    "session",
)
QUOTE_FIELDS: Final = ("quote", "uri")
BATCH_FIELDS: Final = ("facts", "atomic")
LEDGER_FIELDS: Final = ("ledger", "time_zone", "identity", "policy")
POLICY_FIELDS: Final = ("flip_back_hours",)
TOKEN_FIELDS: Final = ("name", "kind", "role", "ledgers", "expires")

FLIP_BACK_HOURS: Final = 24
FLIP_BACK_HOURS_MAX: Final = 8_760
TOKEN_LEDGERS_MAX: Final = 1_000

_NAMED: Final = f"must be a ledger's name: {limits.LEDGER_NAME_SPELT}"


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


@dataclass(frozen=True, kw_only=True, slots=True)
class LedgerOrder:
    """A ledger to be opened, and the rules it is opened under."""

    ledger: LedgerName
    command: OpenLedger


def taken(read: T | tuple[Refusal, ...]) -> T:
    """What was read; raises Invalid with the reasons where it was refused."""
    if isinstance(read, tuple):
        raise Invalid(*cast("tuple[Refusal, ...]", read))
    return read


def fact_command(doc: object, *, field: str = "") -> AssertFact | tuple[Refusal, ...]:
    """The claim that a document makes; `field` is where the document lies in the input."""
    fact = sheet(doc, field)
    if isinstance(fact, Refusal):
        return (fact,)
    fact.close(FACT_FIELDS)
    command = AssertFact(
        subject=_text(fact, "subject", chars_max=limits.SUBJECT_CHARS_MAX),
        predicate=_text(fact, "predicate", chars_max=limits.PREDICATE_CHARS_MAX),
        object=_object(fact),
        qualifiers=_qualifiers(fact),
        source=fact.text("source", chars_max=limits.SOURCE_CHARS_MAX),
        session=fact.text("session", chars_max=limits.SESSION_CHARS_MAX),
        observed_at=fact.instant("observed_at"),
        observed_text=cast("str | None", fact.doc.get("observed_at")),
        evidence=_evidence(fact),
        derived_from=_derived_from(fact),
    )
    return tuple(fact.refusals) or command


def batch_command(doc: object) -> Batch | tuple[Refusal, ...]:
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
        fact_command(each, field=f"facts[{place}]" if atomic else "")
        for place, each in enumerate(docs)
    ]
    if atomic:
        batch.refusals += [each for item in items if isinstance(item, tuple) for each in item]
    return tuple(batch.refusals) or Batch(items=tuple(items), docs=tuple(docs), atomic=atomic)


def ledger_command(doc: object) -> LedgerOrder | tuple[Refusal, ...]:
    """The ledger that a document asks to be opened."""
    opening = sheet(doc)
    if isinstance(opening, Refusal):
        return (opening,)
    opening.close(LEDGER_FIELDS)
    name = opening.text("ledger", chars_max=100) if opening.required("ledger") else None
    if name is not None and ledger_name(name) is None:
        opening.refuse("ledger", "not_a_name", _NAMED)
    policy = Sheet(doc=opening.mapping("policy"), at="policy", refusals=opening.refusals)
    policy.close(POLICY_FIELDS)
    hours = policy.whole("flip_back_hours", least=0, most=FLIP_BACK_HOURS_MAX)
    command = OpenLedger(
        time_zone=_time_zone(opening),
        identity=opening.word("identity", IdentityMode) or IdentityMode.FOLDED,
        flip_back_hours=FLIP_BACK_HOURS if hours is None else hours,
    )
    order = LedgerOrder(ledger=LedgerName(name or ""), command=command)
    return tuple(opening.refusals) or order


def token_order(doc: object) -> TokenOrder | tuple[Refusal, ...]:
    """The token to be made; only an admin's may leave its ledgers out, and reaches every one."""
    token = sheet(doc)
    if isinstance(token, Refusal):
        return (token,)
    token.close(TOKEN_FIELDS)
    name = _text(token, "name", chars_max=limits.TOKEN_NAME_CHARS_MAX)
    kind = token.word("kind", ActorKind) if token.required("kind") else None
    role = token.word("role", Role) if token.required("role") else None
    if role is not Role.ADMIN:
        token.required("ledgers")
    order = TokenOrder(
        name=name,
        kind=kind or ActorKind.AGENT,
        role=role or Role.READER,
        ledgers=frozenset(_ledgers(token)) if token.has("ledgers") else None,
        expires_at=token.instant("expires"),
    )
    return tuple(token.refusals) or order


def content_of(doc: object) -> bytes:
    """The request that an idempotency key stands for; for documents that were taken.

    The order of fields and fields that are null make no difference.
    """
    return canonical.encode({"request": _without_nulls(doc)})


def ledger_name(text: str) -> LedgerName | None:
    """The text as a ledger's name, or None where no ledger can be called so."""
    return LedgerName(text) if limits.LEDGER_NAME.fullmatch(text) else None


def _text(given: Sheet, name: str, *, chars_max: int) -> str:
    text = given.text(name, chars_max=chars_max) if given.required(name) else None
    return text or ""


def _object(fact: Sheet) -> Value:
    nothing = Text(text="")
    if not fact.required("object"):
        return nothing
    parsed = parse_object(fact.doc["object"], field=fact.path("object"))
    if isinstance(parsed, Refusal):
        fact.refusals.append(parsed)
        return nothing
    return parsed


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


def _time_zone(opening: Sheet) -> str:
    zone = opening.text("time_zone", chars_max=100)
    if zone is not None and zone not in known_zones():
        opening.refuse(
            "time_zone", "unknown_zone", "must be a name of the IANA database, like Europe/Dublin"
        )
    return zone or "UTC"


def _ledgers(token: Sheet) -> list[LedgerName]:
    names: list[LedgerName] = []
    for place, item in enumerate(token.sequence("ledgers", least=1, most=TOKEN_LEDGERS_MAX)):
        field = f"ledgers[{place}]"
        name = ledger_name(item) if isinstance(item, str) else None
        if name is None:
            token.refuse(field, "not_a_name", _NAMED)
        elif name in names:
            token.refuse(field, "twice", "is named before: leave it out")
        else:
            names.append(name)
    return names


def _without_nulls(value: object) -> object:
    if isinstance(value, dict):
        doc = cast("dict[str, object]", value)
        return {key: _without_nulls(each) for key, each in doc.items() if each is not None}
    if isinstance(value, list):
        return [_without_nulls(each) for each in cast("list[object]", value)]
    return value
