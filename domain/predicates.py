"""What a predicate is declared to be: how many values exclude each other, and how time treats them.

Nothing here is ever inferred from what was said: what nobody declared lets any number of values
stand side by side.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from domain.keys import LineKey


class Cardinality(StrEnum):
    """How many objects a subject has at an instant, or how many subjects an object."""

    SINGLE = "single"
    MULTI = "multi"


class Temporal(StrEnum):
    """How world time treats the values of a predicate."""

    STATE = "state"
    """One value follows another."""

    CONSTANT = "constant"
    """A value holds always: bounds are kept and unused, none ends another."""

    EVENT = "event"
    """A value holds for the stretch that its start names, and nothing else ends it."""


class ValueKind(StrEnum):
    """What kind of value the objects of a predicate are."""

    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    BOOLEAN = "boolean"
    ENTITY = "entity"


HALF_LIFE_DAYS: Final = 240
"""How long evidence for a state takes to count half, unless its predicate is declared otherwise."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Declaration:
    """What a predicate is; the defaults are what an undeclared one is taken for."""

    cardinality: Cardinality = Cardinality.MULTI
    holders: Cardinality = Cardinality.MULTI
    temporal: Temporal = Temporal.STATE
    value: ValueKind | None = None
    unit: str | None = None
    half_life_days: int = HALF_LIFE_DAYS

    def excludes(self, one: LineKey, other: LineKey) -> bool:
        """Whether two values lie on one axis and differ, so that both can't hold at an instant."""
        if one == other or one.predicate != other.predicate:
            return False
        if self.cardinality is Cardinality.SINGLE and one.subject == other.subject:
            return True
        return self.holders is Cardinality.SINGLE and one.object == other.object


UNDECLARED: Final = Declaration()
"""Any number of values, each a state."""
