"""The ways to spoil a well-formed append in one place, each with the SQLSTATE of its refusal."""

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import cast

from domain.moments import instant_text
from tests.adapters.postgres.appending import Appending, Doc

Spoil = Callable[[Appending, int], None]


def put(value: object, *path: str) -> Spoil:
    """Set one place in the document of a body."""

    def change(doc: Doc) -> None:
        for key in path[:-1]:
            doc = cast("Doc", doc[key])
        doc[path[-1]] = value

    return lambda given, at: given.edit(at, change)


def drop(*path: str) -> Spoil:
    """Take one key out of the document of a body."""

    def change(doc: Doc) -> None:
        for key in path[:-1]:
            doc = cast("Doc", doc[key])
        del doc[path[-1]]

    return lambda given, at: given.edit(at, change)


def turn(key: str, change: Callable[[str], object]) -> Spoil:
    """Replace a text in the document of a body by what comes of it."""

    def turned(doc: Doc) -> None:
        doc[key] = change(cast("str", doc[key]))

    return lambda given, at: given.edit(at, turned)


def count(by: float, *path: str) -> Spoil:
    """Add to a number in the document of a body."""

    def change(doc: Doc) -> None:
        for key in path[:-1]:
            doc = cast("Doc", doc[key])
        doc[path[-1]] = cast("int", doc[path[-1]]) + by

    return lambda given, at: given.edit(at, change)


def later(by: timedelta) -> Callable[[str], str]:
    """A record time moved by this much."""
    return lambda text: instant_text(datetime.fromisoformat(text) + by)


def array(name: str, change: Callable[[list[object]], object]) -> Spoil:
    """Change one of the arrays, or replace it by what is returned."""

    def spoil(given: Appending, at: int) -> None:
        del at
        replaced = change(getattr(given, name))
        if replaced is not None:
            setattr(given, name, replaced)

    return spoil


def bodies(change: Callable[[bytes], bytes | None]) -> Spoil:
    """Replace the bytes of the last body, behind which no other follows."""

    def spoil(given: Appending, at: int) -> None:
        del at
        held = cast("list[bytes | None]", given.bodies)
        held[-1] = change(cast("bytes", held[-1]))

    return spoil


def flip(name: str) -> Spoil:
    """Change one bit of the first of these bytes."""

    def change(held: list[object]) -> None:
        first = cast("bytes", held[0])
        held[0] = bytes([first[0] ^ 1]) + first[1:]

    return array(name, change)


def every(*spoils: Spoil) -> Spoil:
    """One change that takes several steps."""

    def spoil(given: Appending, at: int) -> None:
        for each in spoils:
            each(given, at)

    return spoil


def other_salt(length: int) -> Spoil:
    """A part whose salt has another length, with the commitment to match."""

    def spoil(given: Appending, at: int) -> None:
        given.commit_to(at, 0, salt=secrets.token_bytes(length), content=b"{}")

    return spoil


def number_as_id(given: Appending, at: int) -> None:
    """A command whose id is a number, and named as that number is written."""
    for body in range(len(given.bodies or ())):
        given.edit(body, lambda doc: cast("Doc", doc["command"]).update(id=5, i=1, n=1))
    del at
    given.commands, given.digests = ["5"], [None]


def null_array(name: str) -> Spoil:
    """No array at all."""

    def spoil(given: Appending, at: int) -> None:
        del at
        setattr(given, name, None)

    return spoil


SHAPE, PLACE, TIME, PART, COMMAND, SCOPE = "FL001", "FL002", "FL003", "FL004", "FL005", "FL006"
NOT_NULL, UNIQUE, CHECKED = "23502", "23505", "23514"

CASES: dict[str, tuple[Spoil, str]] = {
    "v is another": (put(2, "v"), SHAPE),
    "v is a text": (put("1", "v"), SHAPE),
    "v has a fraction": (put(1.0, "v"), SHAPE),
    "v is missing": (drop("v"), SHAPE),
    "ledger is another": (put("other", "ledger"), SHAPE),
    "ledger is a list": (put(["main"], "ledger"), SHAPE),
    "ledger is missing": (drop("ledger"), SHAPE),
    "type is unknown": (put("FactForgotten", "type"), SHAPE),
    "type is spelt otherwise": (turn("type", str.lower), SHAPE),
    "actor is missing": (drop("actor"), SHAPE),
    "actor is a text": (put("token", "actor"), SHAPE),
    "token is a number": (put(5, "actor", "token"), SHAPE),
    "kind is unknown": (put("robot", "actor", "kind"), SHAPE),
    "kind is null": (put(None, "actor", "kind"), SHAPE),
    "data is a list": (put([], "data"), SHAPE),
    "data is missing": (drop("data"), SHAPE),
    "parts are missing": (drop("parts"), SHAPE),
    "parts are an object": (put({}, "parts"), "22023"),
    "parts are a text": (put("parts", "parts"), "22023"),
    "seq is one too high": (count(1, "seq"), PLACE),
    "seq is one too low": (count(-1, "seq"), PLACE),
    "seq is a text": (turn("seq", str), PLACE),
    "seq has a fraction": (count(0.0, "seq"), PLACE),
    "seq is missing": (drop("seq"), PLACE),
    "prev is another": (put("00" * 32, "prev"), PLACE),
    "prev is in capitals": (turn("prev", str.upper), PLACE),
    "prev is missing": (drop("prev"), PLACE),
    "recorded_at does not rise": (turn("recorded_at", later(timedelta(days=-1))), TIME),
    "recorded_at is ahead of the clock": (turn("recorded_at", later(timedelta(minutes=1))), TIME),
    "recorded_at is for ever": (put("infinity", "recorded_at"), TIME),
    "recorded_at has no zone": (turn("recorded_at", lambda text: text[:-1]), TIME),
    "recorded_at has a zone of digits": (turn("recorded_at", lambda t: t[:-1] + "+00:00"), TIME),
    "recorded_at has a space": (turn("recorded_at", lambda t: t.replace("T", " ")), TIME),
    "recorded_at has nanoseconds": (turn("recorded_at", lambda t: t[:-1] + "000Z"), TIME),
    "recorded_at is a word": (put("now", "recorded_at"), TIME),
    "recorded_at is no instant": (put("soon", "recorded_at"), "22007"),
    "recorded_at is no day": (put("2026-02-30T00:00:00.000000Z", "recorded_at"), "22008"),
    "recorded_at is missing": (drop("recorded_at"), NOT_NULL),
    "a commitment is another": (put(["00" * 32], "parts"), PART),
    "a commitment is null": (put([None], "parts"), PART),
    "a part has no commitment": (put([], "parts"), PART),
    "a part is missing": (
        every(
            *(array(name, lambda held: held[1:]) for name in ("ats", "ords", "salts", "contents"))
        ),
        PART,
    ),
    "a part belongs to no body": (array("ats", lambda held: [99, *held[1:]]), PART),
    "a part has another place": (array("ords", lambda held: [99, *held[1:]]), PART),
    "a salt is another": (flip("salts"), PART),
    "a content is another": (flip("contents"), PART),
    "a salt is short": (other_salt(31), PART),
    "a salt is long": (other_salt(33), PART),
    "a salt is empty": (other_salt(0), PART),
    "a content is null": (array("contents", lambda held: [None, *held[1:]]), CHECKED),
    "a part is null": (
        every(*(array(name, lambda held: [None, *held[1:]]) for name in ("salts", "contents"))),
        PART,
    ),
    "contents are fewer": (array("contents", lambda held: held[1:]), CHECKED),
    "i is one too high": (count(1, "command", "i"), COMMAND),
    "n is one too high": (count(1, "command", "n"), COMMAND),
    "n is a text": (put("1", "command", "n"), COMMAND),
    "i has a fraction": (count(0.0, "command", "i"), COMMAND),
    "i is missing": (drop("command", "i"), COMMAND),
    "id is a number": (number_as_id, COMMAND),
    "id is not named": (put("f" * 32, "command", "id"), NOT_NULL),
    "command is missing": (drop("command"), NOT_NULL),
    "a command is not named": (
        every(array("commands", lambda held: held[1:]), array("digests", lambda held: held[1:])),
        COMMAND,
    ),
    "a command is named twice": (
        every(
            array("commands", lambda held: [*held, held[0]]),
            array("digests", lambda held: [*held, None]),
        ),
        UNIQUE,
    ),
    "a command is named and has no event": (
        every(
            array("commands", lambda held: [*held, "f" * 32]),
            array("digests", lambda held: [*held, None]),
        ),
        NOT_NULL,
    ),
    "a command's name is null": (array("commands", lambda held: [None, *held[1:]]), NOT_NULL),
    "no commands are named": (null_array("commands"), NOT_NULL),
    "a digest is missing": (array("digests", lambda held: held[1:]), COMMAND),
    "a digest is too many": (array("digests", lambda held: [*held, b"digest"]), NOT_NULL),
    "nothing is given": (null_array("bodies"), NOT_NULL),
    "a body is null": (bodies(lambda _: None), NOT_NULL),
    "a body is empty": (bodies(lambda _: b""), "22P02"),
    "a body is no UTF-8": (bodies(lambda body: body[:-1] + b"\xff}"), "22021"),
    "a body is no JSON": (bodies(lambda body: body[:-1]), "22P02"),
    "a body holds U+0000": (bodies(lambda body: body[:-1] + b',"x":"\\u0000"}'), "22P05"),
    "a body is a list": (bodies(lambda body: b"[" + body + b"]"), NOT_NULL),
    "the ledger is unknown": (lambda given, _: setattr(given, "ledger", "nowhere"), SCOPE),
    "the ledger is out of scope": (lambda given, _: setattr(given, "ledger", "other"), SCOPE),
    "the ledger is null": (lambda given, _: setattr(given, "ledger", None), SCOPE),
}
