"""Verification: a sound chain is left alone, and every change is found where it was made."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import canonical
from domain.chain import Receipt, commitment, leaf_hash
from domain.events import Recorded
from domain.verification import ChainCheck, Finding, Flaw, StoredEvent, StoredHead, StoredPart
from domain.words import LedgerName, Seq
from tests.chains import LEDGER, head_of, root_of, sealed_events, stored_events
from tests.hostile import hostile_events

EVENTS = tuple(stored_events())

Change = Callable[[StoredEvent], StoredEvent]


def findings_in(
    events: Sequence[StoredEvent], head: StoredHead | None = None, receipt: Receipt | None = None
) -> list[Finding]:
    check = ChainCheck(ledger=LEDGER, receipt=receipt)
    found = [finding for each in events for finding in check.examine(each).findings]
    return found + list(check.end(head or head_of(events[-1])))


def flaws_in(
    events: Sequence[StoredEvent], head: StoredHead | None = None
) -> list[tuple[int | None, Flaw]]:
    return [(each.seq, each.flaw) for each in findings_in(events, head)]


def with_change(seq: int, change: Change) -> list[StoredEvent]:
    return [change(each) if each.seq == seq else each for each in EVENTS]


def rebodied(**said: object) -> Change:
    """A change of what a body says, under a leaf hash that is made to fit."""

    def change(stored: StoredEvent) -> StoredEvent:
        body = canonical.encode({**json.loads(stored.body), **said})
        return replace(stored, body=body, leaf_hash=leaf_hash(body))

    return change


def relinked(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """The chain as someone with the database would write it anew behind a change."""
    chain: list[StoredEvent] = []
    for each in events:
        prev = chain[-1].leaf_hash if chain else each.prev
        body = canonical.encode({**json.loads(each.body), "prev": prev.hex()})
        chain.append(replace(each, prev=prev, body=body, leaf_hash=leaf_hash(body)))
    return chain


def reparted(change: Callable[[StoredPart], StoredPart], *, fits: bool = False) -> Change:
    """A change of an event's first part; where it is to fit, the body commits to it anew."""

    def changed(stored: StoredEvent) -> StoredEvent:
        first, *others = stored.parts
        parts = (change(first), *others)
        if not fits:
            return replace(stored, parts=parts)
        commitments = [
            commitment(salt=each.salt or b"", content=each.content or b"").hex() for each in parts
        ]
        return replace(rebodied(parts=commitments)(stored), parts=parts)

    return changed


def framed(*, i: int, n: int, id_: str = "f" * 32) -> Change:
    return rebodied(command={"id": id_, "i": i, "n": n})


def test_a_sound_chain_has_no_findings_and_every_event_of_it_is_read() -> None:
    check = ChainCheck(ledger=LEDGER)
    examined = [check.examine(each) for each in EVENTS]
    assert [each.recorded for each in examined] == [each.recorded for each in sealed_events()]
    assert not any(each.findings for each in examined)
    assert check.end(head_of(EVENTS[-1])) == ()
    assert check.tree.root() == root_of([leaf_hash(each.body) for each in EVENTS])


def flipped(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def flips(stored: StoredEvent) -> Iterator[StoredEvent]:
    """The event with one byte changed, for each byte of it."""
    for place in range(len(stored.body)):
        yield replace(stored, body=flipped(stored.body, place))
    for place in range(32):
        yield replace(stored, prev=flipped(stored.prev, place))
        yield replace(stored, leaf_hash=flipped(stored.leaf_hash, place))
    for part in stored.parts:
        assert part.salt
        assert part.content
        others = tuple(each for each in stored.parts if each is not part)
        for place in range(len(part.salt)):
            changed = replace(part, salt=flipped(part.salt, place))
            yield replace(stored, parts=(changed, *others))
        for place in range(len(part.content)):
            changed = replace(part, content=flipped(part.content, place))
            yield replace(stored, parts=(changed, *others))


@pytest.mark.parametrize("seq", range(1, 51))
def test_a_single_flipped_byte_is_found_at_its_event(seq: int) -> None:
    sound = ChainCheck(ledger=LEDGER)
    for each in EVENTS[: seq - 1]:
        assert sound.examine(each).findings == ()
    count = 0
    for changed in flips(EVENTS[seq - 1]):
        # Every one goes on from the same sound beginning.
        found = replace(sound).examine(changed).findings
        assert found
        assert {each.seq for each in found} == {seq}
        count += 1
    assert count >= len(EVENTS[seq - 1].body) + 64


def moved(part: StoredPart) -> StoredPart:
    """The same bytes under the same hash, but another content."""
    salt, content = part.salt or b"", part.content or b""
    return replace(part, salt=salt[:-1], content=salt[-1:] + content)


def spaced(stored: StoredEvent) -> StoredEvent:
    body = stored.body.replace(b",", b", ", 1)
    return replace(stored, body=body, leaf_hash=leaf_hash(body))


def later(stored: StoredEvent, *, by: timedelta) -> StoredEvent:
    assert stored.recorded_at
    return replace(stored, recorded_at=stored.recorded_at + by)


# Event 9 is a claim alone, with parts; events 18 to 22 are one command.
CHANGES: list[tuple[str, list[StoredEvent], list[tuple[int, Flaw]]]] = [
    (
        "an event is missing, and its successor no longer fits",
        [each for each in EVENTS if each.seq != 9],
        [(10, Flaw.GAP), (10, Flaw.LINK)],
    ),
    (
        "an event stands twice",
        [*EVENTS[:9], EVENTS[8], *EVENTS[9:]],
        [(9, Flaw.GAP), (9, Flaw.LINK), (9, Flaw.TIME)],
    ),
    (
        "a body is another one, and its leaf hash fits",
        with_change(9, rebodied(actor={"kind": "human", "token": "t2"})),
        [(10, Flaw.LINK)],
    ),
    (
        "a body names another ledger",
        relinked(with_change(9, rebodied(ledger="other"))),
        [(9, Flaw.COLUMNS)],
    ),
    (
        "a body is of a later version",
        relinked(with_change(9, rebodied(v=2))),
        [(9, Flaw.UNREADABLE)],
    ),
    (
        "a type is none",
        relinked(with_change(9, lambda each: replace(rebodied(type="X")(each), type="X"))),
        [(9, Flaw.UNREADABLE)],
    ),
    (
        "a body is not canonical",
        with_change(9, spaced),
        [(9, Flaw.BYTES), (10, Flaw.LINK)],
    ),
    (
        "the type beside a body is another one",
        with_change(9, lambda each: replace(each, type="Foreign")),
        [(9, Flaw.COLUMNS)],
    ),
    (
        "the time beside a body is no instant",
        with_change(9, lambda each: replace(each, recorded_at=None)),
        [(9, Flaw.TIME), (9, Flaw.COLUMNS)],
    ),
    (
        "the time beside a body is that of the event before",
        with_change(9, lambda each: replace(each, recorded_at=EVENTS[7].recorded_at)),
        [(9, Flaw.TIME), (9, Flaw.COLUMNS)],
    ),
    (
        "the time beside a body is a microsecond off",
        with_change(9, lambda each: later(each, by=timedelta(microseconds=1))),
        [(9, Flaw.COLUMNS)],
    ),
    (
        "a part is missing",
        with_change(9, lambda each: replace(each, parts=each.parts[1:])),
        [(9, Flaw.PART_MISSING)],
    ),
    (
        "a part is empty",
        with_change(9, reparted(lambda part: replace(part, salt=None, content=None))),
        [(9, Flaw.PART_MISSING)],
    ),
    (
        "a part too many",
        with_change(
            9,
            lambda each: replace(
                each, parts=(*each.parts, StoredPart(ord=7, salt=bytes(32), content=b"{}"))
            ),
        ),
        [(9, Flaw.PART_SPARE)],
    ),
    (
        "a part under another ord",
        with_change(9, reparted(lambda part: replace(part, ord=-1))),
        [(9, Flaw.PART_MISSING), (9, Flaw.PART_SPARE)],
    ),
    (
        "a part whose content has a byte of its salt",
        with_change(9, reparted(moved)),
        [(9, Flaw.PART_CHANGED), (9, Flaw.BYTES)],
    ),
    (
        "a part that is committed to and is no JSON",
        relinked(with_change(9, reparted(lambda p: replace(p, content=b"[" * 9_999), fits=True))),
        [(9, Flaw.BYTES)],
    ),
    (
        "a part that is committed to and says nothing",
        relinked(with_change(9, reparted(lambda p: replace(p, content=b"{}"), fits=True))),
        [(9, Flaw.UNREADABLE)],
    ),
    (
        "an event that is the second of its command and has no first",
        relinked(with_change(9, framed(i=2, n=2))),
        [(9, Flaw.COMMAND)],
    ),
    (
        "an event that is the first of two and has no second",
        relinked(with_change(9, framed(i=1, n=2))),
        [(10, Flaw.COMMAND)],
    ),
    (
        "an event that is the third of two",
        relinked(with_change(9, framed(i=3, n=2))),
        [(9, Flaw.COMMAND)],
    ),
    (
        "an event that breaks into a command",
        relinked(with_change(20, framed(i=1, n=1))),
        [(20, Flaw.COMMAND), (21, Flaw.COMMAND)],
    ),
    (
        "an event that can't be read in the middle of a command",
        relinked(with_change(20, rebodied(v=2))),
        [(20, Flaw.UNREADABLE)],
    ),
]


@pytest.mark.parametrize(
    ("events", "flaws"), [each[1:] for each in CHANGES], ids=[each[0] for each in CHANGES]
)
def test_a_change_is_found_for_what_it_is(
    events: list[StoredEvent], flaws: list[tuple[int, Flaw]]
) -> None:
    assert flaws_in(events) == flaws


def test_a_tail_that_was_cut_off_is_found_by_the_head() -> None:
    head = head_of(EVENTS[-1])
    assert flaws_in(EVENTS, head) == []
    assert flaws_in(EVENTS[:40], head) == [(50, Flaw.HEAD)]
    assert flaws_in(EVENTS[:20], head) == [(20, Flaw.COMMAND), (50, Flaw.HEAD)]


def test_a_tail_that_was_cut_off_with_the_head_is_found_by_a_receipt_alone() -> None:
    receipt = Receipt(ledger=LEDGER, seq=Seq(45), leaf_hash=EVENTS[44].leaf_hash)
    other = replace(receipt, leaf_hash=bytes(32))
    assert findings_in(EVENTS, receipt=receipt) == []
    assert findings_in(EVENTS[:40]) == []
    for events, asked in ((EVENTS[:40], receipt), (EVENTS, other)):
        (found,) = findings_in(events, receipt=asked)
        assert (found.seq, found.flaw) == (45, Flaw.RECEIPT)


def test_a_chain_without_events_or_head_is_found_to_have_none() -> None:
    check = ChainCheck(ledger=LedgerName("none"))
    (found,) = check.end(None)
    assert (found.seq, found.flaw) == (0, Flaw.HEAD)


@given(st.lists(hostile_events(), min_size=1, max_size=4))
def test_hostile_bytes_are_answered_with_findings_and_nothing_else(
    events: list[StoredEvent],
) -> None:
    check = ChainCheck(ledger=LEDGER)
    for each in events:
        examined = check.examine(each)
        assert examined.findings
        assert examined.recorded is None or isinstance(examined.recorded, Recorded)
    assert all(isinstance(each.flaw, Flaw) for each in check.end(None))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"{" * 100_000,
        b'{"a":' * 100_000,
        b"9" * 5_000,
        b"\xff\xfe{\x00}\x00",
    ],
)
def test_bytes_that_are_no_event_are_a_finding(body: bytes) -> None:
    stored = replace(EVENTS[0], body=body, leaf_hash=leaf_hash(body))
    examined = ChainCheck(ledger=LEDGER).examine(stored)
    assert examined.recorded is None
    assert {each.flaw for each in examined.findings} & {Flaw.BYTES, Flaw.UNREADABLE}
