"""Lists: one page, or page after page until there are no more."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from adapters.cli import output
from adapters.documents import Document, page_document
from adapters.errors import Invalid
from adapters.postgres.views import BEGINNING as FIRST_PAIR
from adapters.postgres.views import Page, Pair, pair
from domain.limits import JSON_INTEGER_MAX
from domain.refusals import Refusal
from domain.words import Seq

T = TypeVar("T")

NAME: Final = re.compile(r"[a-z0-9_-]{1,63}", re.ASCII)
"""What names of ledgers and ids of tokens are made of; no other text need be asked for."""

PAIR: Final = re.compile(r"[0-9]{1,18}:[0-9]{1,18}", re.ASCII)
"""The keys of lists that are ordered by two numbers."""

DIGEST: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
"""The keys of lists that are ordered by digests."""

BEGINNING: Final = ""
"""In place of a key: from the first row on."""

_DIGITS_MAX: Final = len(str(JSON_INTEGER_MAX))


def pages(ask: Callable[[str], Page[T]], *, after: str, everything: bool) -> Iterator[Page[T]]:
    """The page after a key, and where everything is wanted the ones behind it."""
    page = ask(after)
    yield page
    while everything and page.next is not None:
        page = ask(page.next)
        yield page


def show(
    name: str,
    found: Iterable[Page[T]],
    *,
    as_json: bool,
    document: Callable[[T], object],
    lines: Callable[[T], Iterable[str]],
    beside: Document | None = None,
) -> None:
    """Write pages as one document, with what stands beside the list, or as lines as they come."""
    if as_json:
        output.document({**(beside or {}), **_one_document(name, found, document)})
        return
    page: Page[T] | None = None
    for page in found:
        for row in page.rows:
            for each in lines(row):
                output.line(each)
    if page is not None and page.next is not None:
        output.aside(f"there is more: --cursor {page.next}, or --all")


def after_seq(cursor: str | None) -> str:
    """The cursor of a list in the order of positions; raises Invalid where it is none."""
    if cursor is None:
        return "0"
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= _DIGITS_MAX):
        raise _no_cursor()
    return cursor


def after_name(cursor: str | None) -> str:
    """The cursor of a list in the order of names or ids; raises Invalid where it is none."""
    if cursor is None:
        return ""
    if NAME.fullmatch(cursor) is None:
        raise _no_cursor()
    return cursor


def after_digest(cursor: str | None) -> str:
    """The cursor of a list in the order of digests; raises Invalid where it is none."""
    if cursor is None:
        return ""
    if DIGEST.fullmatch(cursor) is None:
        raise _no_cursor()
    return cursor


def after_pair(cursor: str | None) -> str:
    """The cursor of a list in the order of two numbers; raises Invalid where it is none."""
    if cursor is None:
        return BEGINNING
    if PAIR.fullmatch(cursor) is None:
        raise _no_cursor()
    return cursor


def pair_of(key: str) -> Pair:
    """The two numbers that a key of such a list names."""
    return FIRST_PAIR if key == BEGINNING else pair(key)


def seq(key: str) -> Seq:
    """The position that a key of such a list names."""
    return Seq(int(key))


def _no_cursor() -> Invalid:
    return Invalid(
        Refusal(
            code="not_a_cursor",
            field="cursor",
            detail="is none that a list ended with: leave it out to begin",
        )
    )


def _one_document(name: str, found: Iterable[Page[T]], document: Callable[[T], object]) -> Document:
    documents: list[object] = []
    whole: Document = {}
    for page in found:
        documents += map(document, page.rows)
        whole = page_document(name, documents, page)
    return whole
