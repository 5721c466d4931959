"""Reading an object from outside field by field: what is wrong is noted, and reading goes on.

So a caller learns of every fault at once. A getter answers None where a field is missing or was
refused; what it noted is in `refusals`, and nothing that was read counts unless that is empty.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from itertools import islice
from typing import Final, TypeGuard, TypeVar, cast

from domain.canonical import check_text
from domain.limits import JSON_INTEGER_MAX
from domain.moments import parse_instant
from domain.refusals import Refusal

Doc = dict[str, object]
E = TypeVar("E", bound=StrEnum)

_NAME_CHARS_MAX: Final = 64
_UNKNOWN_MAX: Final = 20
_PLAIN: Final = re.compile(rf"[\w-]{{1,{_NAME_CHARS_MAX}}}", re.ASCII)


@dataclass(kw_only=True, slots=True)
class Sheet:
    """An object under reading; `at` is where it lies in the input, empty for the whole of it."""

    doc: Doc
    at: str = ""
    refusals: list[Refusal] = field(default_factory=list[Refusal])

    def close(self, known: Collection[str]) -> None:
        """Note the fields that are not among the known ones, or the first of very many."""
        unknown = (name for name in self.doc if name not in known)
        for name in islice(unknown, _UNKNOWN_MAX):
            self.refuse(shown(name), "unknown_field", _unknown(known))

    def refuse(self, name: str, code: str, detail: str) -> None:
        """Note that a field can't be taken as it is."""
        self.refusals.append(Refusal(code=code, field=self.path(name), detail=detail))

    def path(self, name: str) -> str:
        """Where a field of this object lies in the input."""
        return f"{self.at}.{name}" if self.at else name

    def has(self, name: str) -> bool:
        """Whether a field was given; null means that it was not."""
        return self.doc.get(name) is not None

    def required(self, name: str) -> bool:
        """Whether a field was given, and a note where it was not."""
        if not self.has(name):
            self.refuse(name, "required", "is required and missing: give it")
        return self.has(name)

    def text(self, name: str, *, chars_max: int) -> str | None:
        """A text of at most so many characters, of which something can be seen."""
        given = self.doc.get(name)
        if given is None:
            return None
        if not isinstance(given, str):
            self.refuse(name, "wrong_type", "must be a string")
            return None
        return self.checked(given, name, chars_max=chars_max)

    def checked(self, text: str, name: str, *, chars_max: int) -> str | None:
        """A text that is at hand, unless it can't be taken."""
        problem = check_text(text, field=self.path(name), chars_max=chars_max)
        if problem is not None:
            self.refusals.append(problem)
            return None
        return text

    def word(self, name: str, words: type[E]) -> E | None:
        """One of a closed set of words."""
        given = self.doc.get(name)
        if given is None:
            return None
        if isinstance(given, str) and given in {each.value for each in words}:
            return words(given)
        self.refuse(name, "unknown_word", f"must be one of {', '.join(words)}")
        return None

    def whole(self, name: str, *, least: int, most: int) -> int | None:
        """A whole number within these bounds, both included."""
        given = self.doc.get(name)
        if given is None:
            return None
        if _is_whole(given) and least <= given <= most:
            return given
        self.refuse(name, "out_of_range", f"must be a whole number from {least:,} to {most:,}")
        return None

    def truth(self, name: str) -> bool | None:
        """True or false."""
        given = self.doc.get(name)
        if given is None or isinstance(given, bool):
            return given
        self.refuse(name, "wrong_type", "must be true or false")
        return None

    def instant(self, name: str) -> datetime | None:
        """An instant, in UTC."""
        given = self.doc.get(name)
        if given is None:
            return None
        if not isinstance(given, str):
            self.refuse(name, "wrong_type", "must be a string like 2024-03-01T09:00:00Z")
            return None
        parsed = parse_instant(given, field=self.path(name))
        if isinstance(parsed, Refusal):
            self.refusals.append(parsed)
            return None
        return parsed

    def sequence(self, name: str, *, most: int, least: int = 0) -> list[object]:
        """A list of so many items; empty where it is missing or was refused."""
        given = self.doc.get(name)
        if given is None:
            return []
        if not isinstance(given, list):
            self.refuse(name, "wrong_type", "must be a list: [...]")
            return []
        items = cast("list[object]", given)
        if least <= len(items) <= most:
            return items
        if items:
            self.refuse(name, "too_many", f"at most {most:,} at once: send the rest apart")
        else:
            self.refuse(name, "empty", "an empty list asks for nothing: give one item at least")
        return []

    def mapping(self, name: str) -> Doc:
        """An object; empty where it is missing or was refused."""
        given = self.doc.get(name)
        if given is None:
            return {}
        if not isinstance(given, dict):
            self.refuse(name, "wrong_type", "must be an object: {...}")
            return {}
        return cast("Doc", given)

    def sheets(self, name: str, *, most: int) -> Iterator["Sheet"]:
        """The objects of a list, each to be read; what they note is noted here."""
        for place, item in enumerate(self.sequence(name, most=most)):
            if isinstance(item, dict):
                at = self.path(f"{name}[{place}]")
                yield Sheet(doc=cast("Doc", item), at=at, refusals=self.refusals)
            else:
                self.refuse(f"{name}[{place}]", "wrong_type", "must be an object: {...}")


def sheet(doc: object, at: str = "") -> Sheet | Refusal:
    """An object to be read, or why there is none."""
    if not isinstance(doc, dict):
        return Refusal(code="wrong_type", field=at, detail="must be an object: {...}")
    return Sheet(doc=cast("Doc", doc), at=at)


def is_position(value: object) -> TypeGuard[int]:
    """Whether a value can be the id of something in a ledger."""
    return _is_whole(value) and 1 <= value <= JSON_INTEGER_MAX


def shown(name: str) -> str:
    """A name from outside as an answer may repeat it: short, and of plain characters only."""
    return name if _PLAIN.fullmatch(name) else ascii(name[:_NAME_CHARS_MAX])[1:-1]


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _unknown(known: Collection[str]) -> str:
    return f"is not a field here; these are: {', '.join(known)}"
