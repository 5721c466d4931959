"""Bits, the unit of strength: counted in whole ten-thousandths, so that every sum is exact.

What is no whole number of them (a logarithm, a power) is rounded once, to the nearest, from
arithmetic that is the same on every platform: no float takes part, and no decimal context but this
module's own has a say.
"""

from datetime import timedelta
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final, NewType

from domain.decimals import number_text

Bits = NewType("Bits", int)
"""Ten-thousandths of a bit."""

_DIGITS: Final = 4
_IN_ONE: Final = 10**_DIGITS

# The decimal module rounds ln and exp correctly, which libm does not promise.
_EXACT: Final = Context(
    prec=40, rounding=ROUND_HALF_EVEN, Emin=-999_999, Emax=999_999, capitals=1, clamp=0, traps=[]
)
_LN_2: Final = _EXACT.ln(Decimal(2))

_FACTOR: Final = 10**12
"""One, in the whole numbers that a power of two below one is rounded to."""

_HALVINGS_MAX: Final = 64
"""Halved so often, no strength that can be told leaves half of the smallest unit."""


def bits(text: str) -> Bits:
    """The bits that a constant writes: "4.6"; ValueError where it is finer than can be counted."""
    units = Fraction(text) * _IN_ONE
    if units.denominator != 1:
        raise ValueError("bits are counted in ten-thousandths")
    return Bits(units.numerator)


# The same few weights are written and answered over and over.
@lru_cache(maxsize=1024)
def bits_text(amount: Bits) -> str:
    """The one spelling that is stored and answered: "1.7432", "-0.4", "0"."""
    digits = tuple(map(int, str(abs(amount))))
    return number_text(Decimal((int(amount < 0), digits, -_DIGITS)))


def nearest(numerator: int, denominator: int) -> int:
    """The whole number nearest to a fraction; of two, the larger."""
    return (2 * numerator + denominator) // (2 * denominator)


def log2(numerator: int, denominator: int, *, times: Fraction = Fraction(1)) -> Bits:
    """The binary logarithm of a positive fraction, times a factor."""
    ratio = _EXACT.divide(Decimal(numerator), Decimal(denominator))
    scaled = times * _IN_ONE
    units = _EXACT.divide(
        _EXACT.multiply(_EXACT.ln(ratio), Decimal(scaled.numerator)),
        _EXACT.multiply(_LN_2, Decimal(scaled.denominator)),
    )
    return Bits(int(_EXACT.to_integral_value(units)))


def halved(amount: Bits, *, age: timedelta, half_life: timedelta) -> Bits:
    """What an amount has become that halves every half-life, after an age of at least nothing."""
    halvings, rest = divmod(age, half_life)
    if halvings >= _HALVINGS_MAX:
        return Bits(0)
    exponent = _EXACT.divide(
        _EXACT.multiply(_LN_2, Decimal(_microseconds(rest))), Decimal(-_microseconds(half_life))
    )
    power = _EXACT.multiply(_EXACT.exp(exponent), Decimal(_FACTOR))
    factor = int(_EXACT.to_integral_value(power))
    return Bits(nearest(amount * factor, _FACTOR << halvings))


def _microseconds(length: timedelta) -> int:
    return length // timedelta(microseconds=1)
