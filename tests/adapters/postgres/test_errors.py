"""Every error of the driver becomes one of ours, by its SQLSTATE."""

import inspect

import psycopg
import psycopg_pool
import pytest
from psycopg import errors

from adapters.errors import FactledgerError, Fault, NotFound, Unavailable
from adapters.postgres.errors import Trouble, ours, translated, trouble

EVERY: list[type[psycopg.Error]] = sorted(
    {
        each
        for module in (psycopg, errors, psycopg_pool)
        for _, each in inspect.getmembers(module, inspect.isclass)
        if issubclass(each, psycopg.Error)
    },
    key=lambda each: (each.sqlstate or "", each.__name__),
)

PASSING, LOST, POISON = Trouble.PASSING, Trouble.LOST, Trouble.POISON

# By SQLSTATE where one stands apart from its class, by class elsewhere; what is left is poison.
STATES = {
    "25006": PASSING,
    "25P03": LOST,
    "25P04": LOST,
    "40003": LOST,
    "55P03": PASSING,
    "57014": PASSING,
}
CLASSES = {"08": LOST, "40": PASSING, "53": PASSING, "57": LOST, "58": PASSING}


def expected(error: type[psycopg.Error]) -> Trouble:
    """What the tables above say of an error."""
    if error.sqlstate is None:
        return LOST if issubclass(error, psycopg.OperationalError) else POISON
    return STATES.get(error.sqlstate, CLASSES.get(error.sqlstate[:2], POISON))


def test_every_class_of_the_driver_is_looked_at() -> None:
    states = {each.sqlstate for each in EVERY if each.sqlstate is not None}
    assert len(states) > 200
    assert {state[:2] for state in states} >= set(CLASSES)
    assert states >= set(STATES) - {"25P04"}


@pytest.mark.parametrize("error", EVERY, ids=lambda each: f"{each.sqlstate} {each.__name__}")
def test_every_error_is_told_by_its_sqlstate_and_answered_as_one_of_ours(
    error: type[psycopg.Error],
) -> None:
    met = trouble(error("a secret"))
    assert met is expected(error)
    answer = translated(error("a secret"))
    assert isinstance(answer, FactledgerError)
    assert type(answer) is (Fault if met is POISON else Unavailable)
    assert "secret" not in answer.detail


@pytest.mark.parametrize(
    ("sqlstate", "answer"),
    [("FL006", NotFound), ("FL002", Fault), ("25P04", Unavailable), ("ZZ999", Fault)],
)
def test_codes_without_a_class_of_the_driver_are_told_too(
    sqlstate: str, answer: type[FactledgerError]
) -> None:
    error = type("Unnamed", (psycopg.DatabaseError,), {"sqlstate": sqlstate})
    assert type(translated(error())) is answer


@pytest.mark.parametrize("error", EVERY, ids=lambda each: f"{each.sqlstate} {each.__name__}")
def test_nothing_of_the_driver_gets_past_the_one_place(error: type[psycopg.Error]) -> None:
    with pytest.raises(FactledgerError), ours():
        raise error("a secret")


def test_what_is_not_the_drivers_passes_as_it_is() -> None:
    with pytest.raises(KeyError), ours():
        raise KeyError("mine")
