"""What reading one kind of document has in common with reading another."""

from typing import Final, TypeVar, cast

from adapters.errors import Invalid
from adapters.sheets import Sheet
from domain import canonical, limits
from domain.refusals import Refusal
from domain.values import Text, Value, parse_object
from domain.words import LedgerName

T = TypeVar("T")

NAMED: Final = f"must be a ledger's name: {limits.LEDGER_NAME_SPELT}"


def taken(read: T | tuple[Refusal, ...]) -> T:
    """What was read; raises Invalid with the reasons where it was refused."""
    if isinstance(read, tuple):
        raise Invalid(*cast("tuple[Refusal, ...]", read))
    return read


def content_of(doc: object) -> bytes:
    """The request that an idempotency key stands for; for documents that were taken.

    The order of fields and fields that are null make no difference.
    """
    return canonical.encode({"request": _without_nulls(doc)})


def ledger_name(text: str) -> LedgerName | None:
    """The text as a ledger's name, or None where no ledger can be called so."""
    return LedgerName(text) if limits.LEDGER_NAME.fullmatch(text) else None


def text_of(given: Sheet, name: str, *, chars_max: int) -> str:
    """A text that is required; empty where it is missing or was refused."""
    text = given.text(name, chars_max=chars_max) if given.required(name) else None
    return text or ""


def object_of(given: Sheet) -> Value:
    """The object, which is there; some value where it was refused."""
    parsed = parse_object(given.doc["object"], field=given.path("object"))
    if isinstance(parsed, Refusal):
        given.refusals.append(parsed)
        return Text(text="")
    return parsed


def date_of(given: Sheet, name: str) -> str | None:
    """A date as it was written, which the decision resolves: it may be empty, for unknown."""
    found = given.doc.get(name)
    if found is None:
        return None
    if not isinstance(found, str):
        given.refuse(name, "wrong_type", 'must be a string, like "2024-05-17"')
        return None
    return found and given.checked(found, name, chars_max=limits.DATE_CHARS_MAX)


def _without_nulls(value: object) -> object:
    if isinstance(value, dict):
        doc = cast("dict[str, object]", value)
        return {key: _without_nulls(each) for key, each in doc.items() if each is not None}
    if isinstance(value, list):
        return [_without_nulls(each) for each in cast("list[object]", value)]
    return value
