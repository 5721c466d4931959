"""Canonical bytes: JSON as RFC 8785 orders and spells it, in a profile that leaves no choice.

No floats, whole numbers within 2^53-1, keys of `[a-z0-9_]`, no NUL and no lone surrogate. On this
profile the standard library writes the bytes of RFC 8785: its order of keys by code points is the
RFC's order by UTF-16 units, since the keys are ASCII.
"""

import json
import re
from collections.abc import Mapping
from typing import Final, cast

from domain.blank import is_blank
from domain.limits import BODY_BYTES_MAX, JSON_DEPTH_MAX, JSON_INTEGER_MAX
from domain.refusals import Refusal

# No document holds itself: ours are built, and those from outside were read from bytes or checked.
_ENCODER: Final = json.JSONEncoder(
    ensure_ascii=False,
    check_circular=False,
    allow_nan=False,
    sort_keys=True,
    separators=(",", ":"),
)

_KEY: Final = re.compile(r"[a-z0-9_]+", re.ASCII)

_UNSTORABLE: Final = re.compile("[\0\ud800-\udfff]")

_TOO_DEEP: Final = f"at most {JSON_DEPTH_MAX} lists and objects within one another: flatten it"


def encode(doc: Mapping[str, object]) -> bytes:
    """The bytes of a document that fits the profile.

    It is not checked again here, on the write path: build it of texts that passed `check_text`,
    and let no name that came from outside be a key; what comes whole from outside goes through
    `check` first.
    """
    return _ENCODER.encode(doc).encode()


def decode(
    body: bytes, *, field: str = "body", bytes_max: int = BODY_BYTES_MAX
) -> dict[str, object] | Refusal:
    """The document of these bytes, if they are the ones that `encode` gives for it."""
    if len(body) > bytes_max:
        return Refusal(
            code="too_large",
            field=field,
            detail=f"at most {bytes_max:,} bytes: shorten or split it",
        )
    try:
        doc: object = json.loads(body.decode())
    except RecursionError:
        return Refusal(code="too_deep", field=field, detail=_TOO_DEEP)
    except ValueError as fault:
        # Among these are bytes that are no UTF-8, and integers of thousands of digits.
        return Refusal(code="not_json", field=field, detail=f"not JSON: {type(fault).__name__}")
    problem = check(doc, field=field)
    if problem is not None:
        return problem
    found = cast("dict[str, object]", doc)
    if encode(found) != body:
        return Refusal(
            code="not_canonical",
            field=field,
            detail="not the canonical bytes of its document: sort the keys, have each once, "
            "leave out spaces and escape only what RFC 8785 escapes",
        )
    return found


def check(doc: object, *, field: str) -> Refusal | None:
    """Why a document does not fit the profile, or None; `field` is where it lies in the input."""
    if not isinstance(doc, dict):
        return Refusal(code="wrong_type", field=field, detail="must be an object: {...}")
    return _check_value(cast("object", doc), field=field, depth=1)


def check_text(text: str, *, field: str, chars_max: int) -> Refusal | None:
    """Why a text can't be taken, or None.

    It must be storable, have something to be seen, and not be longer than `chars_max` code points.
    All else is allowed and kept as given: line ends, bidirectional controls, noncharacters.
    """
    if len(text) > chars_max:
        return Refusal(
            code="too_long", field=field, detail=f"at most {chars_max:,} characters: shorten it"
        )
    problem = _check_storable(text, field=field)
    if problem is None and is_blank(text):
        return Refusal(
            code="empty", field=field, detail="nothing of it can be seen: write some text"
        )
    return problem


def _check_value(value: object, *, field: str, depth: int) -> Refusal | None:
    match value:
        case dict() | list() if depth > JSON_DEPTH_MAX:
            return Refusal(code="too_deep", field=field, detail=_TOO_DEEP)
        case dict():
            return _check_object(cast("dict[object, object]", value), field=field, depth=depth)
        case list():
            return _check_list(cast("list[object]", value), field=field, depth=depth)
        case _:
            return _check_scalar(value, field=field)


def _check_object(doc: dict[object, object], *, field: str, depth: int) -> Refusal | None:
    for key, each in doc.items():
        if not isinstance(key, str) or _KEY.fullmatch(key) is None:
            return Refusal(
                code="bad_key",
                field=field,
                detail="has a key that is not made of a-z, 0-9 and _ alone: rename it",
            )
        problem = _check_value(each, field=f"{field}.{key}", depth=depth + 1)
        if problem is not None:
            return problem
    return None


def _check_list(items: list[object], *, field: str, depth: int) -> Refusal | None:
    for place, each in enumerate(items):
        problem = _check_value(each, field=f"{field}[{place}]", depth=depth + 1)
        if problem is not None:
            return problem
    return None


def _check_scalar(value: object, *, field: str) -> Refusal | None:
    match value:
        case None | bool():
            return None
        case str():
            return _check_storable(value, field=field)
        case int():
            return _check_integer(value, field=field)
        case float():
            return Refusal(
                code="float",
                field=field,
                detail="a number with a fraction or an exponent is rounded by most readers: "
                "write it as a string",
            )
        case _:
            return Refusal(
                code="wrong_type",
                field=field,
                detail=f"JSON has no {type(value).__name__}: use a string, a whole number, true, "
                "false, null, a list or an object",
            )


def _check_integer(value: int, *, field: str) -> Refusal | None:
    if abs(value) <= JSON_INTEGER_MAX:
        return None
    return Refusal(
        code="integer_too_large",
        field=field,
        detail="a whole number beyond 2^53-1 is rounded by many readers: write it as a string",
    )


def _check_storable(text: str, *, field: str) -> Refusal | None:
    if text.isascii() and "\0" not in text:
        return None
    found = _UNSTORABLE.search(text)
    if found is None:
        return None
    if found.group() == "\0":
        return Refusal(
            code="nul", field=field, detail="holds U+0000, which can't be stored: remove it"
        )
    return Refusal(
        code="lone_surrogate",
        field=field,
        detail="holds half of a surrogate pair, which is no character: send the whole pair or "
        "remove it",
    )
