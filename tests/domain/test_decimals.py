"""A number has many spellings on the way in and one on the way out."""

from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.decimals import number_text, parse_number
from domain.refusals import Refusal

NEAR_LIMITS = st.tuples(
    st.sampled_from([0, 1]),
    st.lists(st.integers(0, 9), min_size=1, max_size=40).map(tuple),
    st.integers(-70, 31),
).map(Decimal)

FORTY = "1234567891" * 4


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("28000", "28000"),
        ("28000.0", "28000"),
        ("2.8e4", "28000"),
        ("2.8E+4", "28000"),
        ("280000e-1", "28000"),
        ("0.5", "0.5"),
        ("0.50", "0.5"),
        ("5e-1", "0.5"),
        ("-3", "-3"),
        ("-3.00", "-3"),
        ("0", "0"),
        ("-0", "0"),
        ("-0.00e7", "0"),
        ("0e99999999999999999999", "0"),
        ("1e30", "1" + "0" * 30),
        ("1e-30", "0." + "0" * 29 + "1"),
        ("1.23e-30", "0." + "0" * 29 + "123"),
        (FORTY, FORTY),
        (f"0.{FORTY}", f"0.{FORTY}"),
        (f"-{FORTY}e30", f"-{FORTY}" + "0" * 30),
        (f"0.{FORTY}" + "0" * 100, f"0.{FORTY}"),
    ],
)
def test_spellings_of_one_number_have_one_normal_form(written: str, normal: str) -> None:
    parsed = parse_number(written, field="number")
    assert isinstance(parsed, Decimal)
    assert number_text(parsed) == normal
    assert parsed == Decimal(normal)


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("", "not_a_number"),
        ("-", "not_a_number"),
        ("+5", "not_a_number"),
        ("007", "not_a_number"),
        (".5", "not_a_number"),
        ("5.", "not_a_number"),
        ("1_000", "not_a_number"),
        ("1,000", "not_a_number"),
        (" 1", "not_a_number"),
        ("1\n", "not_a_number"),
        ("0x10", "not_a_number"),
        ("NaN", "not_a_number"),
        ("Infinity", "not_a_number"),
        ("-inf", "not_a_number"),
        ("\u0661\u0662", "not_a_number"),
        ("\uff11", "not_a_number"),
        ("1e5.5", "not_a_number"),
        ("1" + "0" * 200, "not_a_number"),
        (f"{FORTY}1", "too_many_digits"),
        (f"0.{FORTY}1", "too_many_digits"),
        ("1e31", "out_of_range"),
        ("10e30", "out_of_range"),
        ("1" + "0" * 31, "out_of_range"),
        ("9e-31", "out_of_range"),
        ("1e999999999999999999999999", "out_of_range"),
        ("1e-999999999999999999999999", "out_of_range"),
    ],
)
def test_what_is_no_number_within_the_limits_is_refused(written: str, code: str) -> None:
    parsed = parse_number(written, field="object.number")
    assert isinstance(parsed, Refusal)
    assert (parsed.code, parsed.field) == (code, "object.number")


@given(NEAR_LIMITS)
def test_the_normal_form_is_plain_short_and_says_the_same_number(number: Decimal) -> None:
    text = number_text(number)
    assert Decimal(text) == number
    assert "e" not in text.lower()
    assert text != "-0"
    assert not ("." in text and text.endswith(("0", ".")))


@given(NEAR_LIMITS)
def test_a_number_is_kept_exactly_or_refused_whatever_the_decimal_context(number: Decimal) -> None:
    with localcontext(prec=1):
        parsed = parse_number(number_text(number), field="number")
        written = parse_number(str(number), field="number")
    assert parsed == written
    if isinstance(parsed, Refusal):
        assert parsed.code == "out_of_range"
        assert number.adjusted() < -30 or number_text(number).endswith("0" * 31)
    else:
        assert parsed == number
        assert number == 0 or -30 <= number.adjusted() < 70


def test_one_number_is_built_in_one_way() -> None:
    parsed = [parse_number(text, field="number") for text in ("28000", "28000.0", "2.8e4")]
    assert {repr(each) for each in parsed} == {"Decimal('2.8E+4')"}
