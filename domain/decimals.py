"""Decimals: how a number may be written, and the one spelling it is given back in."""

import re
from decimal import Decimal
from typing import Final

from domain.limits import NUMBER_CHARS_MAX, NUMBER_DIGITS_MAX, NUMBER_EXPONENT_MAX
from domain.refusals import Refusal

# As JSON writes numbers; re.ASCII keeps out the digits of other scripts.
_NUMBER: Final = re.compile(
    r"(?P<sign>-?)(?P<whole>0|[1-9][0-9]*)(?:\.(?P<fraction>[0-9]+))?"
    r"(?:[eE](?P<exponent>[+-]?[0-9]+))?",
    re.ASCII,
)


def number_text(number: Decimal) -> str:
    """The normal form of a finite number: "28000", "0.5", "-3"; zero has no sign."""
    plain = format(number, "f")
    if "." in plain:
        plain = plain.rstrip("0").removesuffix(".")
    return "0" if plain == "-0" else plain


def parse_number(text: str, *, field: str) -> Decimal | Refusal:
    """The number that a text writes as JSON would, exactly and without trailing zeros.

    At most 40 significant digits, the last of which stands at most for 10^30 and the first at least
    for 10^-30. The decimal context has no say, so nothing is rounded.
    """
    found = _NUMBER.fullmatch(text) if len(text) <= NUMBER_CHARS_MAX else None
    if found is None:
        return Refusal(
            code="not_a_number",
            field=field,
            detail='not a number: write it like "28000", "0.5" or "2.8e4", in at most '
            f"{NUMBER_CHARS_MAX} characters, with digits 0-9 and no spaces or leading zeros",
        )
    fraction = found["fraction"] or ""
    digits = (found["whole"] + fraction).lstrip("0")
    significant = digits.rstrip("0")
    if not significant:
        return Decimal(0)
    last = int(found["exponent"] or 0) - len(fraction) + len(digits) - len(significant)
    first = last + len(significant) - 1
    if len(significant) > NUMBER_DIGITS_MAX:
        return Refusal(
            code="too_many_digits",
            field=field,
            detail=f"at most {NUMBER_DIGITS_MAX} significant digits: round it",
        )
    if last > NUMBER_EXPONENT_MAX or first < -NUMBER_EXPONENT_MAX:
        return Refusal(
            code="out_of_range",
            field=field,
            detail=f"too large or too small: the last significant digit stands at most for "
            f"10^{NUMBER_EXPONENT_MAX}, the first at least for 10^-{NUMBER_EXPONENT_MAX}; "
            "use another unit",
        )
    return Decimal((1 if found["sign"] else 0, tuple(map(int, significant)), last))
