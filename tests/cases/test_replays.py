"""What is replayed from the events alone is what the tables answer, at any seq of any course."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from adapters.errors import Forbidden
from adapters.postgres.ledger import Request
from adapters.postgres.orders import Written
from adapters.postgres.replaying import replayed
from adapters.readings import fact_document
from domain.commands import Command
from domain.events import Recorded
from domain.words import ActorKind, LedgerName, Seq
from tests.adapters.postgres.arguing import speaking_as
from tests.api.client import Json
from tests.cases.courses import FEW
from tests.cases.story import House, Story
from tests.domain.asking import commands, meant, named
from tests.domain.telling import claim

WAIT_S = 60

VOICES = [(ActorKind.AGENT, "one"), (ActorKind.AGENT, "two"), (ActorKind.SYSTEM, "probe"), None]
"""Who speaks; None is the keeper."""

Order = tuple[Command, tuple[ActorKind, str] | None]

orders = st.tuples(commands, st.sampled_from(VOICES))
courses = st.lists(orders, min_size=4, max_size=16)


def carried_out(house: House, course: Sequence[Order]) -> Story:
    """A ledger after these commands; one that makes no sense there is declined, and that is all."""
    story = house.open()
    said: list[Seq] = []
    for command, voice in [(claim(), None), *course]:
        request = Request(command=meant(command, said) if said else command)
        said += named(recorded(house, LedgerName(story.ledger), voice, request))
    return story


def recorded(
    house: House, ledger: LedgerName, voice: tuple[ActorKind, str] | None, request: Request
) -> tuple[Recorded, ...]:
    """The events of what someone asked; none where it was declined, or not theirs to ask."""
    admin = house.admin.grant
    grant = admin if voice is None else speaking_as(admin, *voice)
    try:
        (outcome,) = house.services.ledger.submit(grant, ledger, [request]).result(WAIT_S)
    except Forbidden:
        return ()
    return outcome.recorded if isinstance(outcome, Written) else ()


def answered(story: Story, known_at: int | str) -> list[Json]:
    """Every fact as of then, page after page of what HTTP answers."""
    asked: Json = {"known_at": known_at, "valid_at": "any", "status": "all", "limit": 2}
    found: list[Json] = []
    page = story.asks("facts", **asked)
    while page["next"] is not None:
        found += page["facts"]
        page = story.asks("facts", **asked, cursor=page["next"])
    return [*found, *page["facts"]]


def retold(story: Story, known_at: int) -> list[Json]:
    """The same from the events alone."""
    services, admin = story.house.services, story.house.admin.grant
    found = replayed(
        services.pool, services.reader, admin, LedgerName(story.ledger), until=Seq(known_at)
    )
    return [fact_document(each) for each in found.facts]


def test_at_any_seq_a_replay_is_what_is_answered_as_of_then(house: House) -> None:
    @FEW
    @given(courses, st.data())
    def check(course: list[Order], data: st.DataObject) -> None:
        story = carried_out(house, course)
        assert retold(story, story.head)
        some = data.draw(st.lists(st.integers(1, story.head), max_size=5, unique=True))
        for seq in (0, *some, story.head):
            assert retold(story, seq) == answered(story, seq)

    check()
