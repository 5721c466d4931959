"""When a fact begins and ends, as was said and as the axis has it."""

from collections.abc import Callable
from typing import NamedTuple, cast

import pytest

from domain.predicates import Declaration
from domain.words import Seq
from projections.rows import Document, FactRow
from tests.domain.arguing import person
from tests.domain.chronicle import CONSTANT, EVENT, STATE, Chronicle
from tests.projections.steps import opened, tables

LAST_OF_2024 = "2024-12-31T23:59:59.999999Z"
"""The last instant at which what began in that year may have begun."""


class Bounds(NamedTuple):
    """What is said of when a value holds."""

    start: str | None = None
    until: str | None = None
    through: str | None = None
    valid: str | None = None
    seen: str | None = None

    def told(self) -> Chronicle:
        """A ledger in which it is all that was said."""
        told = opened()
        told.says(
            "one",
            "Acme",
            self.start,
            self.until,
            through=self.through,
            valid=self.valid,
            seen=self.seen,
        )
        return told


def valid(told: Chronicle, fact: int) -> Document:
    row = tables(told.recorded)["fact"][fact,]
    assert isinstance(row, FactRow)
    return row.valid


def start(told: Chronicle, fact: int) -> tuple[object, ...]:
    """Text, precision, earliest and latest day."""
    doc = cast("Document", valid(told, fact)["from"])
    return doc["text"], doc["precision"], _day(doc["earliest"]), _day(doc["latest"])


def end(told: Chronicle, fact: int) -> tuple[object, ...]:
    """Text, earliest and latest day, whether it is open, and which fact it is of."""
    doc = cast("Document", valid(told, fact)["to"])
    edges = _day(doc["earliest"]), _day(doc["latest"])
    return doc["text"], *edges, doc["open"], doc["derived_from_fact"]


def _day(instant: object) -> str | None:
    return None if instant is None else str(instant).removesuffix("T00:00:00.000000Z")


# What is said of one value, and its start.
STARTS: list[tuple[Bounds, tuple[object, ...]]] = [
    (Bounds(start="2024-02-15"), ("2024-02-15", "day", "2024-02-15", "2024-02-15")),
    (Bounds(start="2024"), ("2024", "year", "2024-01-01", LAST_OF_2024)),
    (Bounds(valid="../2023-01-01"), ("..", None, "0001-01-01", "0001-01-01")),
    (Bounds(seen="2023-05-01"), (None, None, None, "2023-05-01")),
    (Bounds(valid="/2023-01-01", seen="2022-05-01"), ("", None, None, "2022-05-01")),
    (Bounds(valid="/2023-01-01", seen="2023-05-01"), ("", None, None, "2023-01-01")),
]


@pytest.mark.parametrize(("bounds", "told_start"), STARTS)
def test_a_start_is_told_with_its_text_and_where_it_lies(
    bounds: Bounds, told_start: tuple[object, ...]
) -> None:
    assert start(bounds.told(), 3) == told_start


# What is said of one value, and its end.
ENDS: list[tuple[Bounds, tuple[object, ...]]] = [
    (Bounds(start="2020-01-01"), (None, None, None, True, None)),
    (Bounds(valid="2019/.."), ("..", None, None, True, None)),
    (Bounds(valid="2019/", seen="2023-01-01"), ("", "2019-01-01", "2023-01-01", False, None)),
    (
        Bounds(start="2020-01-01", until="2023-01-01"),
        ("2023-01-01", "2023-01-01", "2023-01-01", False, None),
    ),
    (
        Bounds(start="2020-01-01", until="2024"),
        ("2024", "2024-01-01", "2025-01-01", False, None),
    ),
    (
        Bounds(start="2020-01-01", through="2022-12-31"),
        ("2022-12-31", "2023-01-01", "2023-01-01", False, None),
    ),
]


@pytest.mark.parametrize(("bounds", "told_end"), ENDS)
def test_an_end_is_told_with_its_text_and_where_it_lies(
    bounds: Bounds, told_end: tuple[object, ...]
) -> None:
    assert end(bounds.told(), 3) == told_end


def _superseded(told: Chronicle) -> None:
    told.says("one", "Acme", "2020-01-01")
    told.says("two", "Globex", "2024-01-01")


def _superseded_in_a_year(told: Chronicle) -> None:
    told.says("one", "Acme", valid="2020-01-01/..")
    told.says("two", "Globex", "2024")


def _trimmed(told: Chronicle) -> None:
    told.says("one", "Acme", "2020-01-01", "2023-06-01")
    told.says(person("ann"), "Globex", "2022-01-01", "2024-01-01")


def _interrupted(told: Chronicle) -> None:
    told.says("one", "Acme", "2020-01-01")
    told.says("two", "Globex", "2022-01-01", "2023-01-01")


# What a predicate is, what happens, and the end of the first fact.
DERIVED: list[tuple[Declaration, Callable[[Chronicle], None], tuple[object, ...]]] = [
    (STATE, _superseded, (None, "2024-01-01", "2024-01-01", False, 4)),
    (CONSTANT, _superseded, (None, None, None, True, None)),
    (EVENT, _superseded, (None, "2020-01-02", "2020-01-02", False, None)),
    (STATE, _superseded_in_a_year, ("..", "2024-01-01", LAST_OF_2024, False, 4)),
    (STATE, _trimmed, ("2023-06-01", "2022-01-01", "2022-01-01", False, 4)),
    (STATE, _interrupted, (None, None, None, True, None)),
]


@pytest.mark.parametrize(("declaration", "happens", "told_end"), DERIVED)
def test_an_end_that_another_fact_makes_names_it(
    declaration: Declaration, happens: Callable[[Chronicle], None], told_end: tuple[object, ...]
) -> None:
    told = opened(declaration)
    happens(told)
    assert end(told, 3) == told_end


def test_the_texts_are_of_the_claims_that_give_the_place_and_the_end() -> None:
    told = opened()
    told.says("one", "Acme", "2020-05-01")
    told.says("two", "Acme", "2020", "2023-01-01")
    told.says("three", "Acme", "2020-03-01", "2023-06-01")
    assert start(told, 3)[0] == "2020-03-01"
    assert end(told, 3)[0] == "2023-06-01"
    told.ends_at(Seq(3), "2022-01-01")
    assert end(told, 3)[0] == "2022-01-01"
