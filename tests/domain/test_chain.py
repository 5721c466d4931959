"""What is hashed, how events follow one another, and that they are read back as they were."""

import itertools
import json
from datetime import datetime, timedelta
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import canonical
from domain.chain import (
    GENESIS,
    SALT_BYTES,
    Sealed,
    commitment,
    leaf_hash,
    next_instant,
    place,
    seal,
    unseal,
)
from domain.events import Event, Recorded
from domain.refusals import Refusal
from domain.words import CommandId, Seq
from tests.domain.samples import records
from tests.domain.telling import AGENT, LEDGER, NOON, OPENED, TICK, asserted, foreign, said

SALTS = [bytes([number]) * SALT_BYTES for number in range(8)]


def sealed(recorded: Recorded, *, prev: bytes = GENESIS) -> Sealed:
    """The event with known salts."""
    return seal(recorded, prev=prev, salts=iter(SALTS))


def placed(*events: Event, after: int = 0, last: datetime | None = None) -> tuple[Recorded, ...]:
    """These events as one command."""
    return place(
        events,
        ledger=LEDGER,
        after=Seq(after),
        recorded_after=last,
        clock=NOON,
        actor=AGENT,
        command=CommandId("c" * 32),
    )


@given(records)
def test_what_is_sealed_is_unsealed_as_it_was(recorded: Recorded) -> None:
    done = sealed(recorded)
    assert unseal(done.body, [part.content for part in done.parts]) == recorded


@given(records)
def test_a_body_is_canonical_and_each_of_its_parts_is(recorded: Recorded) -> None:
    done = sealed(recorded)
    for content in (done.body, *(part.content for part in done.parts)):
        doc = canonical.decode(content)
        assert not isinstance(doc, Refusal)
        assert canonical.encode(doc) == content


@given(records)
def test_a_body_commits_to_each_part_in_order_and_holds_none_of_it(recorded: Recorded) -> None:
    done = sealed(recorded)
    doc = json.loads(done.body)
    assert doc["parts"] == [
        sha256(b"factledger/part/v1\x00" + part.salt + part.content).hexdigest()
        for part in done.parts
    ]
    assert [part.salt for part in done.parts] == SALTS[: len(done.parts)]


@given(records, st.binary(min_size=32, max_size=32))
def test_a_leaf_is_hashed_as_rfc_6962_says(recorded: Recorded, prev: bytes) -> None:
    done = sealed(recorded, prev=prev)
    assert done.leaf_hash == sha256(b"\x00" + done.body).digest() == leaf_hash(done.body)
    assert json.loads(done.body)["prev"] == prev.hex()


def test_the_bytes_of_an_event_never_change() -> None:
    (recorded,) = placed(asserted(1, said()))
    done = sealed(recorded)
    assert done.body == (
        b'{"actor":{"kind":"agent","token":"t1"},'
        b'"command":{"i":1,"id":"cccccccccccccccccccccccccccccccc","n":1},'
        b'"data":{"confirms":false,"derived_from":[],"fact":1,"joined":[],"like":null,'
        b'"named":false,"shown_at":null,"status":"active","v":2,"warned":[],"withheld":false},'
        b'"ledger":"main",'
        b'"parts":["'
        + commitment(salt=SALTS[0], content=done.parts[0].content).hex().encode()
        + b'"],"prev":"'
        + b"00" * 32
        + b'","recorded_at":"2024-02-15T12:00:00.000000Z",'
        b'"seq":1,"type":"FactAsserted","v":1}'
    )
    assert done.parts[0].content == (
        b'{"object":{"kind":"text","text":"tea"},"observed_at":"2024-02-15T12:00:00.000000Z",'
        b'"observed_text":null,"predicate":"likes","qualifiers":[],"session":null,'
        b'"source":"agent one","stated":{"end":{"kind":"open","said":false},'
        b'"start":{"kind":"undated","said":false}},"subject":"Alice"}'
    )


def test_the_events_of_a_command_are_gapless_rising_and_numbered() -> None:
    done = placed(foreign(), foreign(), foreign(), after=7, last=NOON + timedelta(seconds=1))
    assert [each.seq for each in done] == [8, 9, 10]
    assert [(each.command.i, each.command.n) for each in done] == [(1, 3), (2, 3), (3, 3)]
    second = NOON + timedelta(seconds=1)
    assert [each.recorded_at for each in done] == [second + n * TICK for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("last", "instant"),
    [
        (None, NOON),
        (NOON - TICK, NOON),
        (NOON, NOON + TICK),
        (NOON + timedelta(hours=1), NOON + timedelta(hours=1) + TICK),
    ],
)
def test_record_time_is_the_clocks_unless_the_clock_has_not_moved(
    last: datetime | None, instant: datetime
) -> None:
    assert next_instant(NOON, last) == instant


def test_an_erased_part_is_read_as_none_and_the_rest_stands() -> None:
    (recorded,) = placed(asserted(1, said(), quotes=[None]))
    done = sealed(recorded)
    found = unseal(done.body, [None, *(part.content for part in done.parts)])
    assert isinstance(found, Recorded) is False
    (whole,) = placed(asserted(1, said()))
    assert unseal(sealed(whole).body, [None]) == placed(asserted(1, None))[0]


@given(st.binary(max_size=80), st.lists(st.none() | st.binary(max_size=80), max_size=2))
def test_any_bytes_are_answered_with_a_refusal(body: bytes, contents: list[bytes | None]) -> None:
    assert isinstance(unseal(body, contents), Refusal)


HOSTILE = [
    b"",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b"9" * 5_000,
    b"\xff\xfe",
    b"null",
    b"NaN",
    b'{"v":1}',
]


@pytest.mark.parametrize("body", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_bytes_are_answered_with_a_refusal_wherever_they_stand(body: bytes) -> None:
    assert isinstance(unseal(body, []), Refusal)
    (recorded,) = placed(asserted(1, said()))
    done = sealed(recorded)
    assert isinstance(unseal(done.body, [body]), Refusal)
    assert unseal(done.body, [done.parts[0].content]) == recorded


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@given(records, st.data())
def test_a_body_with_one_place_changed_is_refused_or_says_what_it_says(
    recorded: Recorded, data: st.DataObject
) -> None:
    done = sealed(recorded)
    contents: list[bytes | None] = [part.content for part in done.parts]
    target = data.draw(st.sampled_from([done.body, *filter(None, contents)]))
    doc = json.loads(target)
    doc[data.draw(st.sampled_from(sorted(doc)))] = data.draw(JSON)
    changed = json.dumps(doc).encode()
    if target == done.body:
        found = unseal(changed, contents)
    else:
        found = unseal(done.body, [changed if each == target else each for each in contents])
    assert isinstance(found, Recorded | Refusal)


@given(records, st.integers(1, 3))
def test_other_than_one_content_for_each_part_is_refused(recorded: Recorded, more: int) -> None:
    done = sealed(recorded)
    contents = [part.content for part in done.parts]
    assert isinstance(unseal(done.body, [*contents, *itertools.repeat(b"{}", more)]), Refusal)
    assert isinstance(unseal(done.body, contents), Recorded)


def test_another_version_is_refused() -> None:
    (recorded,) = placed(OPENED)
    body = sealed(recorded).body
    assert unseal(body, []) == recorded
    assert isinstance(unseal(body.replace(b'"v":1', b'"v":2'), []), Refusal)
