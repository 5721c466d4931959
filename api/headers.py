"""The headers that a request may carry beside its token: its name, its condition, its session."""

import re
from typing import Final

from starlette.requests import Request

from adapters.errors import Invalid
from domain.canonical import check_text
from domain.limits import IDEMPOTENCY_KEY_CHARS_MAX, SESSION_CHARS_MAX
from domain.refusals import Refusal
from domain.words import Seq

SESSION: Final = "Factledger-Session"

# A seq, or one as an entity tag is spelt.
_SEQ: Final = re.compile(r'"?(?P<seq>0|[1-9][0-9]{0,15})"?', re.ASCII)


def idempotency_key(request: Request) -> str | None:
    """The name that the caller gave the request, if any; raises Invalid."""
    key = _once(request, "Idempotency-Key")
    if key is not None and not _is_key(key):
        raise Invalid(
            Refusal(
                code="not_a_key",
                field="Idempotency-Key",
                detail=f"must be 1 to {IDEMPOTENCY_KEY_CHARS_MAX} printable ASCII characters",
            )
        )
    return key


def unchanged_since(request: Request) -> Seq | None:
    """The position after which what is meant must not have changed, if any; raises Invalid."""
    text = _once(request, "If-Match")
    if text is None:
        return None
    found = _SEQ.fullmatch(text)
    if found is None:
        raise Invalid(
            Refusal(
                code="not_a_position",
                field="If-Match",
                detail="must be the seq up to which the caller knows the axis",
            )
        )
    return Seq(int(found["seq"]))


def unconditional(request: Request) -> None:
    """See to it that a request that is for no one axis is under no condition; raises Invalid."""
    if "if-match" in request.headers:
        raise Invalid(
            Refusal(
                code="unknown_field", field="If-Match", detail="is not taken here: leave it out"
            )
        )


def session(request: Request) -> str | None:
    """The session that the caller asks and says in, if any; raises Invalid."""
    text = _once(request, SESSION)
    if text is None:
        return None
    try:
        # A header is bytes, which Starlette takes for Latin-1.
        name = text.encode("latin-1").decode()
    except UnicodeDecodeError as error:
        raise Invalid(Refusal(code="malformed", field=SESSION, detail="is not UTF-8")) from error
    problem = check_text(name, field=SESSION, chars_max=SESSION_CHARS_MAX)
    if problem is not None:
        raise Invalid(problem)
    return name


def _once(request: Request, name: str) -> str | None:
    given = request.headers.getlist(name)
    if len(given) > 1:
        raise Invalid(
            Refusal(code="twice", field=name, detail="is given more than once: give it once")
        )
    return given[0] if given else None


def _is_key(key: str) -> bool:
    return 1 <= len(key) <= IDEMPOTENCY_KEY_CHARS_MAX and key.isascii() and key.isprintable()
