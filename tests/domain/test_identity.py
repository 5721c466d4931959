"""Which spellings are one, which are not, and that a key's key is itself."""

from hashlib import sha256
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.identity import IDENTITY_VERSION, IdentityMode, digest, identity_key, refusal_key

FOLDED = IdentityMode.FOLDED
EXACT = IdentityMode.EXACT

MODES = st.sampled_from(IdentityMode)

# Marks, fillers, joiners, compatibility forms, unassigned code points and letters that fold oddly:
# where the steps of a key meet.
AWKWARD = st.text(
    st.sampled_from(
        "aAeEiIsS \t\u00a0\u2003\u200b\u200d\u00ad\u0301\u0323\u0327\u0308\u0345\u034f\u0338"
        "\u00df\u1e9e\u0130\u0131\u01c5\u01f0\u0149\u03a3\u03c2\u03c3\u0390\u1fb4\u1fbc\u1f80"
        "\u1100\u1161\u11a8\u115f\u1160\u3164\uffa0\uac00\uff21\ufb01\u2126\u212b\u2160\u00b4"
        "\u00a8\u037a\ufe0f\u2065\U000e0fff\U0001e030\U0001e08f\U00010400\u13a0\uab70"
        "\u0410\u0432\u043d\u03b7\u057d\u0439\u0451"
    ),
    max_size=12,
)

ONE_IN_EVERY_MODE = [
    ("name", "name "),
    ("name", "\u00a0name"),
    ("name", "\tname\n"),
    ("name", "na\u200bme"),
    ("name", "\ufeffname"),
    ("name", "\u202ename\u202c"),
    ("name", "na\u00adme"),
    ("name", "na\ufe0fme"),
    ("two words", "two \r\n \u3000words"),
    ("caf\u00e9", "cafe\u0301"),
    ("caf\u00e9", "cafe\u200d\u0301"),
    ("\ud55c\uad6d", normalize("NFD", "\ud55c\uad6d")),
    ("\u212b", "\u00c5"),
]

ONE_WHEN_FOLDED = [
    ("Name", "nAME"),
    ("name", "\uff4e\uff41\uff4d\uff45"),
    ("Stra\u00dfe", "STRASSE"),
    ("Stra\u1e9ee", "strasse"),
    ("\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2", "\u03a3\u038a\u03a3\u03a5\u03a6\u039f\u03a3"),
    ("\ufb01le", "FILE"),
    ("\u2460", "1"),
    ("m\u00b2", "m2"),
]

NEVER_ONE = [
    ("C", "C#"),
    ("C", "C++"),
    ("C#", "C++"),
    ("ASR1603", "ASR1605"),
    ("v1.2", "v12"),
    ("O'Brien", "obrien"),
    ("O'Brien", "OBrien"),
    ("caf\u00e9", "cafe"),
    ("two words", "twowords"),
    ("-1", "1"),
    ("", "a"),
    ("\u6771\u4eac\u306b\u4f4f\u3080", "\u5927\u962a\u306b\u4f4f\u3080"),
    (
        "\u0416\u0438\u0432\u0451\u0442 \u0432 \u041c\u043e\u0441\u043a\u0432\u0435",
        "\u0416\u0438\u0432\u0451\u0442 \u0432 \u041e\u043c\u0441\u043a\u0435",
    ),
    ("\u0e01", "\u0e02"),
]


@pytest.mark.parametrize(("one", "other"), ONE_IN_EVERY_MODE)
@pytest.mark.parametrize("mode", IdentityMode)
def test_unseen_differences_make_no_second_thing(one: str, other: str, mode: IdentityMode) -> None:
    assert one != other
    assert identity_key(one, mode=mode) == identity_key(other, mode=mode) != ""
    assert refusal_key(one, mode=mode) == refusal_key(other, mode=mode) != ""


@pytest.mark.parametrize(("one", "other"), ONE_WHEN_FOLDED)
def test_case_and_compatibility_forms_are_one_unless_the_ledger_is_exact(
    one: str, other: str
) -> None:
    assert identity_key(one, mode=FOLDED) == identity_key(other, mode=FOLDED)
    assert identity_key(one, mode=EXACT) != identity_key(other, mode=EXACT)
    assert refusal_key(one, mode=EXACT) != refusal_key(other, mode=EXACT)


@pytest.mark.parametrize(("one", "other"), NEVER_ONE)
@pytest.mark.parametrize("mode", IdentityMode)
def test_what_is_read_as_two_things_stays_two(one: str, other: str, mode: IdentityMode) -> None:
    assert identity_key(one, mode=mode) != identity_key(other, mode=mode)
    assert refusal_key(one, mode=mode) != refusal_key(other, mode=mode)


@given(AWKWARD | st.text(), MODES)
def test_the_key_of_a_key_is_itself(text: str, mode: IdentityMode) -> None:
    key, refused = identity_key(text, mode=mode), refusal_key(text, mode=mode)
    assert identity_key(key, mode=mode) == key
    assert refusal_key(refused, mode=mode) == refused
    assert identity_key(refused, mode=mode) == refused


@given(AWKWARD, MODES)
def test_one_identity_key_means_one_refusal_key(text: str, mode: IdentityMode) -> None:
    assert refusal_key(identity_key(text, mode=mode), mode=mode) == refusal_key(text, mode=mode)


@given(AWKWARD, MODES)
def test_canonically_equivalent_texts_are_one_where_every_unicode_knows_them(
    text: str, mode: IdentityMode
) -> None:
    known = text.replace("\U0001e030", "").replace("\U0001e08f", "")
    keys = {identity_key(normalize(form, known), mode=mode) for form in ("NFC", "NFD")}
    assert keys == {identity_key(known, mode=mode)}


@given(AWKWARD)
def test_what_is_one_in_an_exact_ledger_is_one_in_a_folded_one(text: str) -> None:
    exact = identity_key(text, mode=EXACT)
    assert identity_key(exact, mode=FOLDED) == identity_key(text, mode=FOLDED)


@given(st.text(st.characters(max_codepoint=127)), MODES)
def test_ascii_takes_a_shorter_way_to_the_same_key(text: str, mode: IdentityMode) -> None:
    # A letter outside ASCII, set apart by a space, sends the text the long way.
    assert identity_key(f"{text} \u0436", mode=mode).split(" ")[:-1] == (
        identity_key(text, mode=mode).split(" ") if identity_key(text, mode=mode) else []
    )


def test_a_refusal_sees_through_reserved_code_points_that_are_not_shown() -> None:
    hidden = "Ac\U000e0fffme\u2065"
    assert identity_key(hidden, mode=FOLDED) != identity_key("Acme", mode=FOLDED)
    assert refusal_key(hidden, mode=FOLDED) == refusal_key("Acme", mode=FOLDED) == "acme"
    assert refusal_key(f"e{chr(0x2065)}\u0301", mode=EXACT) == "\u00e9"


def test_an_unassigned_code_point_is_its_own_key() -> None:
    for mode in IdentityMode:
        assert identity_key("\U0001e030", mode=mode) == "\U0001e030"
        assert identity_key("\ufffe", mode=mode) == "\ufffe"


def test_the_rules_are_version_1() -> None:
    assert IDENTITY_VERSION == 1


def test_a_digest_is_sha256_over_domain_kind_and_keys_each_behind_its_length() -> None:
    framed = b"factledger/key/v1" + bytes(7) + b"\x07subject" + bytes(7) + b"\x02\xc3\xa9"
    assert digest("subject", "\u00e9") == sha256(framed).digest()


@given(st.lists(st.text(), min_size=1), st.lists(st.text(), min_size=1))
def test_two_lists_of_keys_share_a_digest_only_if_they_are_equal(
    one: list[str], other: list[str]
) -> None:
    assert (digest(*one) == digest(*other)) == (one == other)
    assert digest("", *one) != digest(*one)
    assert digest("kind", "".join(one), "") != digest("kind", "", "".join([*one, "x"]))
