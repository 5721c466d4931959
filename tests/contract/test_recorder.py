"""The library's contract of a recorder, held by its recorder in memory and by ours alike."""

from collections.abc import Sequence

import pytest
from eventsourcing.dcb.api import (
    DCBAppendCondition,
    DCBEvent,
    DCBQuery,
    DCBQueryItem,
    DCBRecorder,
)
from eventsourcing.dcb.popo import InMemoryDCBRecorder
from eventsourcing.dcb.tests import DCBRecorderTestCase
from eventsourcing.persistence import IntegrityError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.postgres.recorder import PostgresDCBRecorder
from adapters.services import Services
from domain.words import LedgerName
from tests.conftest import Caller, opening

OPENED = 1
"""A ledger's first event is its opening, so another program's first event is the second."""


class TestTheRecorderInMemory(DCBRecorderTestCase):
    def test_it_appends_and_reads(self) -> None:
        self._test_append_read(InMemoryDCBRecorder())

    def test_it_appends_and_is_subscribed_to(self) -> None:
        self._test_append_subscribe(InMemoryDCBRecorder())


class TestOurRecorder(DCBRecorderTestCase):
    recorder: DCBRecorder

    @pytest.fixture(autouse=True)
    def of_a_new_ledger(self, services: Services, agent: Caller, ledger_name: LedgerName) -> None:
        self.recorder = PostgresDCBRecorder(
            services.pool, services.ledger, agent.grant, ledger_name
        )

    def test_it_appends_and_reads(self) -> None:
        self._test_append_read(self.recorder, initial_position=OPENED)

    def test_it_appends_and_is_subscribed_to(self) -> None:
        self._test_append_subscribe(self.recorder, initial_position=OPENED)


words = st.sampled_from(["a", "b", "c"])
few = st.lists(words, max_size=3)
kept = st.lists(st.builds(DCBEvent, type=words, data=st.binary(max_size=4), tags=few), min_size=1)
queries = st.builds(
    DCBQuery, items=st.lists(st.builds(DCBQueryItem, types=few, tags=few), max_size=3)
)
asked = st.tuples(
    queries,
    st.none() | st.integers(min_value=-1, max_value=12),
    st.none() | st.integers(min_value=0, max_value=4),
)

Asked = tuple[DCBQuery, int | None, int | None]
Answer = tuple[list[tuple[int, DCBEvent]], int | None]


def answer(recorder: DCBRecorder, question: Asked, *, shift: int = 0) -> Answer:
    """What a recorder answers, with positions and head as they are without what lies before."""
    query, after, limit = question
    behind = shift if after is None else max(after, 0) + shift
    response = recorder.read(query, after=behind, limit=limit)
    found = [(each.position - shift, each.event) for each in response]
    return found, None if response.head is None else response.head - shift


def is_taken(recorder: DCBRecorder, question: Asked, *, shift: int = 0) -> bool:
    """Whether a recorder appends an event unless this matches."""
    query, after, _ = question
    condition = DCBAppendCondition(query, after=shift if after is None else max(after, 0) + shift)
    try:
        recorder.append([DCBEvent(type="a", data=b"", tags=["b"])], condition)
    except IntegrityError:
        return False
    return True


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(events=kept, questions=st.lists(asked, min_size=1, max_size=20))
def test_what_one_answers_the_other_answers(
    services: Services,
    admin: Caller,
    ledgers: "Names",
    events: Sequence[DCBEvent],
    questions: Sequence[Asked],
) -> None:
    name = ledgers.next()
    services.ledger.open(admin.grant, name, opening())
    ours = PostgresDCBRecorder(services.pool, services.ledger, admin.grant, name)
    theirs = InMemoryDCBRecorder()
    assert ours.append(events) - OPENED == theirs.append(events)
    for question in questions:
        assert answer(ours, question, shift=OPENED) == answer(theirs, question)
        assert is_taken(ours, question, shift=OPENED) == is_taken(theirs, question)


class Names:
    """Ledger names, a new one each time."""

    def __init__(self) -> None:
        self._given = 0

    def next(self) -> LedgerName:
        self._given += 1
        return LedgerName(f"ledger-{self._given}")


@pytest.fixture
def ledgers() -> Names:
    return Names()
