"""How keys and values of real statements are spelt in a ledger, and read back from it.

A ledger takes white space at the ends of a text, and more of it than one in a row, for nothing.
These statements tell such texts apart, and some say an empty one: those are sent as JSON spells
them, in quotes.
"""

import json
from typing import cast

from benchmarks.statements import Key, Line

Document = dict[str, object]


def claim(line: Line, *, names_source: bool) -> Document:
    """What is asserted for a line that has a value: it holds from when it was said."""
    at = line.at.isoformat()
    subject, predicate = topic(line.key)
    document: Document = {
        "subject": subject,
        "predicate": predicate,
        "object": sent(line.value or ""),
        "valid_from": at,
        "observed_at": at,
    }
    return {**document, "source": line.source} if names_source else document


def topic(key: Key) -> tuple[str, str]:
    """The subject and the predicate of a key; no product has a space in its name."""
    product, cycle, predicate = key
    return f"{product} {_spelt(cycle)}", predicate


def sent(value: str) -> object:
    """A value in JSON as the object of a claim."""
    match json.loads(value):
        case bool() as truth:
            return truth
        case str() as text:
            return _spelt(text)
        case number:
            return {"number": json.dumps(number)}


def read(answered: object) -> str:
    """The value in JSON that the object of an answer stands for."""
    match answered:
        case bool():
            return json.dumps(answered)
        case dict():
            return cast("dict[str, str]", answered)["number"]
        case _:
            text = str(answered)
            return text if text.startswith('"') else json.dumps(text, ensure_ascii=False)


def _spelt(text: str) -> str:
    is_plain = text and text == " ".join(text.split()) and not text.startswith('"')
    return text if is_plain else json.dumps(text, ensure_ascii=False)
