"""What predicates are declared to be.

`cardinality` is single or multi, and says nothing of time: a predicate is a state unless `temporal`
says otherwise. Beside these two it takes `temporal-single`, MGI's name for a single state. What MGI
calls single alone is a single constant, and is declared as that, with `temporal`.
"""

from typing import Final

from adapters.sheets import Sheet, sheet
from domain import limits
from domain.commands import DeclarePredicate
from domain.predicates import HALF_LIFE_DAYS, Cardinality, Declaration, Temporal, ValueKind
from domain.refusals import Refusal

PREDICATE_FIELDS: Final = (
    "cardinality",
    "holders",
    "temporal",
    "value",
    "unit",
    "half_life_days",
)

TEMPORAL_SINGLE: Final = "temporal-single"
"""A single value that one after the other can follow: a name for two of the fields at once."""


def predicate_command(doc: object, *, predicate: str) -> DeclarePredicate | tuple[Refusal, ...]:
    """The declaration that a document makes of a predicate; what it leaves out is the default."""
    given = sheet(doc)
    if isinstance(given, Refusal):
        return (given,)
    given.close(PREDICATE_FIELDS)
    named = Sheet(doc={"predicate": predicate}, refusals=given.refusals)
    named.text("predicate", chars_max=limits.PREDICATE_CHARS_MAX)
    cardinality, temporal = _cardinality(given), given.word("temporal", Temporal)
    if given.doc.get("cardinality") == TEMPORAL_SINGLE and temporal not in {None, Temporal.STATE}:
        given.refuse("temporal", "contradicts", f"{TEMPORAL_SINGLE} is a state: leave one out")
    value = given.word("value", ValueKind)
    if given.has("unit") and value is not ValueKind.NUMBER:
        given.refuse("unit", "not_taken", "is of a number: give value as number, or leave it out")
    half_life = given.whole("half_life_days", least=1, most=limits.HALF_LIFE_DAYS_MAX)
    declaration = Declaration(
        cardinality=cardinality,
        holders=given.word("holders", Cardinality) or Cardinality.MULTI,
        temporal=temporal or Temporal.STATE,
        value=value,
        unit=given.text("unit", chars_max=limits.UNIT_CHARS_MAX),
        half_life_days=HALF_LIFE_DAYS if half_life is None else half_life,
    )
    command = DeclarePredicate(predicate=predicate, declaration=declaration)
    return tuple(given.refusals) or command


def _cardinality(given: Sheet) -> Cardinality:
    if given.doc.get("cardinality") == TEMPORAL_SINGLE:
        return Cardinality.SINGLE
    word = given.word("cardinality", Cardinality) if given.required("cardinality") else None
    return word or Cardinality.MULTI
