"""Courses of claims and decisions that nobody would think of, carried out over HTTP."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from domain.words import ActorKind
from tests.api.client import Client, Json
from tests.cases.story import House, Story

INSTANTS = [f"{year}-06-01" for year in range(2009, 2020)]
VALUES = "XYZ"

FEW = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)

Step = tuple[str, int, int, int | None, int | None, int]

claims = st.tuples(
    st.just("say"),
    st.integers(0, 5),
    st.integers(0, 2),
    st.none() | st.integers(2010, 2016),
    st.none() | st.integers(2011, 2018),
    st.integers(2012, 2018),
)
decisions = st.tuples(
    st.sampled_from(["invalidate", "restore", "retract", "reinstate", "outcome", "end", "correct"]),
    st.integers(0, 5),
    st.integers(0, 9),
    st.integers(2010, 2016),
    st.none(),
    st.just(0),
)
courses = st.lists(claims | claims | decisions, min_size=2, max_size=8)
kinds = st.sampled_from(["state", "state", "constant", "event"])


def voice(story: Story, number: int) -> Client:
    """Four agents, a system and a person."""
    kinds = [*[ActorKind.AGENT] * 4, ActorKind.SYSTEM, ActorKind.HUMAN]
    return story.caller(f"voice {number}", kind=kinds[number])


def told(house: House, kind: str, course: list[Step]) -> Story:
    """A ledger after these steps."""
    story = house.open()
    story.declares(temporal=kind)
    go_on(story, course)
    return story


def go_on(story: Story, course: list[Step]) -> None:
    """Take these steps; one that makes no sense there is declined, and that is all."""
    said = [each["seq"] for each in story.events() if each["type"] == "FactAsserted"]
    for what, who, which, start, end, seen in course:
        if what == "say":
            dates: Json = {"observed_at": f"{seen}-01-01T00:00:00Z"}
            dates["valid_from"] = None if start is None else f"{start}-01-01"
            dates["valid_to"] = None if end is None or end <= (start or 0) else f"{end}-01-01"
            answer = story.says(voice(story, who), VALUES[which], **dates)
            if answer.verdict != "refused":
                said.append(answer.claim)
        elif said:
            do(story, what, said[which % len(said)], voice(story, who), start or 2010)


def do(story: Story, what: str, claim: int, who: Client, year: int) -> None:
    sent: dict[str, Json] = {
        "invalidate": {"reason": "untrue"},
        "restore": {"reason": "true"},
        "retract": {"reason": "a slip"},
        "reinstate": {"reason": "no slip"},
        "outcome": {"signal": "test_passed", "success": True},
        "end": {"valid_to": f"{year}-06-01", "reason": "over"},
        "correct": {"valid_from": f"{year}-03-01", "reason": "misheard"},
    }
    noun = "claims" if what in {"retract", "reinstate"} else "facts"
    teller = who if what == "outcome" else story.reviewer
    response = story.orders(teller, f"{noun}/{claim}/{what}", sent[what])
    assert response.status_code in {200, 202, 404, 409, 422}, response.text


def belief(story: Story, known_at: int | None = None) -> list[Json]:
    """What holds at many instants, and how surely."""
    return [story.value_at(at, known_at) for at in INSTANTS]
