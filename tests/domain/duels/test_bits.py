"""Bits are whole numbers of a small unit, and no platform rounds them otherwise."""

import math
from datetime import timedelta
from decimal import localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.duels.bits import Bits, bits, bits_text, halved, log2, nearest

DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("text", "units"),
    [("0", 0), ("1", 10_000), ("4.6", 46_000), ("-0.4", -4_000), ("1.7432", 17_432)],
)
def test_a_number_of_bits_has_one_spelling(text: str, units: int) -> None:
    assert bits(text) == units
    assert bits_text(Bits(units)) == text


def test_what_is_finer_than_the_unit_is_no_number_of_bits() -> None:
    assert bits("0.0001") == 1
    with pytest.raises(ValueError, match="ten-thousandths"):
        bits("0.00001")


@pytest.mark.parametrize(
    ("numerator", "denominator", "whole"),
    [(4, 2, 2), (5, 2, 3), (7, 3, 2), (8, 3, 3), (-7, 3, -2), (-5, 2, -2)],
)
def test_a_fraction_is_rounded_to_the_nearest_and_of_two_to_the_larger(
    numerator: int, denominator: int, whole: int
) -> None:
    assert nearest(numerator, denominator) == whole


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_a_logarithm_is_what_the_floats_say_to_the_last_digit_that_counts(
    numerator: int, denominator: int
) -> None:
    assert abs(log2(numerator, denominator) - 10_000 * math.log2(numerator / denominator)) < 0.51


def test_a_logarithm_can_be_of_a_part() -> None:
    assert bits_text(log2(1024, 1)) == "10"
    assert bits_text(log2(1024, 1, times=Fraction("0.32"))) == "3.2"


@pytest.mark.parametrize(
    ("days", "text"),
    [(0, "8"), (240, "4"), (480, "2"), (120, "5.6569"), (800, "0.7937"), (240 * 70, "0")],
)
def test_what_halves_every_240_days_is_half_of_half_after_480(days: int, text: str) -> None:
    assert bits_text(halved(bits("8"), age=days * DAY, half_life=240 * DAY)) == text


ages = st.timedeltas(min_value=timedelta(), max_value=5000 * DAY)


@given(ages, ages, st.integers(0, 10**6))
def test_what_is_older_is_never_more(one: timedelta, other: timedelta, amount: int) -> None:
    younger, older = sorted([one, other])
    half_life = 30 * DAY
    assert (
        halved(Bits(amount), age=older, half_life=half_life)
        <= halved(Bits(amount), age=younger, half_life=half_life)
        <= amount
    )


def test_the_decimal_context_has_no_say() -> None:
    with localcontext(prec=1):
        assert bits_text(log2(22_222, 7_777)) == "1.5147"
        assert bits_text(halved(bits("8"), age=120 * DAY, half_life=240 * DAY)) == "5.6569"
