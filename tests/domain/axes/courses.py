"""Courses of commands that nobody would think of, and the ledger after them."""

from collections.abc import Sequence

from hypothesis import strategies as st

from domain.axes.commands import (
    CorrectFact,
    DecideReview,
    EndFact,
    Invalidate,
    OnFact,
    ReportOutcome,
)
from domain.axes.reviewing import waiting
from domain.duels.signals import Signal
from domain.payloads import Kind, Resolution
from domain.predicates import Declaration
from domain.values import Text
from domain.words import Seq, Status
from tests.domain.arguing import agent, person, system
from tests.domain.chronicle import CONSTANT, EVENT, STATE, Chronicle, stated
from tests.domain.clocks import instant

VOICES = [*(agent(f"a{number}") for number in range(4)), system("s"), person("h"), person("i")]
VALUES = "XYZ"

Step = tuple[str, int, int, int | None, int | None, int]


def years(low: int, high: int) -> st.SearchStrategy[int]:
    return st.integers(low, high)


claims = st.tuples(
    st.just("say"),
    st.integers(0, len(VOICES) - 1),
    st.integers(0, len(VALUES) - 1),
    st.none() | years(2010, 2016),
    st.none() | years(2011, 2018),
    years(2012, 2018),
)
others = st.tuples(
    st.sampled_from(["invalidate", "restore", "retract", "reinstate", "report", "end", "correct"]),
    st.integers(0, len(VOICES) - 1),
    st.integers(0, 9),
    years(2010, 2016),
    st.none(),
    st.just(0),
)
wishes = st.tuples(
    st.sampled_from(["wish", "decide", "reword", "move"]),
    st.integers(0, len(VOICES) - 1),
    st.integers(0, 9),
    years(2010, 2016),
    st.none(),
    st.just(0),
)
declarations = st.sampled_from([STATE, STATE, STATE, CONSTANT, EVENT])


def courses(size: int = 9) -> st.SearchStrategy[list[Step]]:
    return st.lists(claims | claims | others, min_size=1, max_size=size)


def wild(size: int = 9) -> st.SearchStrategy[list[Step]]:
    """Courses in which values are reworded and moved, and agents wish for what persons decide."""
    return st.lists(claims | claims | others | wishes, min_size=1, max_size=size)


def told(declaration: Declaration, course: list[Step]) -> Chronicle:
    """The ledger after these steps; a step that makes no sense there is left out."""
    return carried_out(Chronicle(declaration=declaration, now=instant("2019-01-01")), course)


def carried_out(
    ledger: Chronicle, course: list[Step], *, subjects: Sequence[str] = ("Alice",)
) -> Chronicle:
    """The ledger after these steps too, which are of these subjects."""
    for what, who, which, start, end, seen in course:
        if what == "say":
            until = None if end is None or end <= (start or 0) else f"{end}-01-01"
            ledger.says(
                VOICES[who],
                VALUES[which],
                None if start is None else f"{start}-01-01",
                until,
                seen=f"{seen}-01-01",
                subject=subjects[seen % len(subjects)],
            )
        else:
            do(ledger, what, who, which, start or 2010)
            wish(ledger, what, who, which, start or 2010)
    return ledger


def do(ledger: Chronicle, what: str, who: int, which: int, year: int) -> None:
    claims = list(ledger.axis.claims)
    if not claims:
        return
    claim = claims[which % len(claims)]
    stint = ledger.axis.timeline.of(claim)
    struck = stint.status is Status.INVALIDATED
    match what:
        case "invalidate" if not struck:
            ledger.invalidates(claim)
        case "restore" if struck:
            ledger.restores(claim)
        case "retract" if not ledger.axis.claims[claim].retracted:
            ledger.retracts(claim)
        case "reinstate" if ledger.axis.claims[claim].retracted:
            ledger.reinstates(claim)
        case "report" if not struck:
            ledger.reports(claim, Signal.TEST_PASSED, VOICES[who])
        case "end" if not struck and stint.place.earliest < instant(f"{year}-06-01"):
            ledger.ends_at(claim, f"{year}-06-01")
        case "correct" if not struck and (
            stint.end is None or stint.end.latest > instant(f"{year}-03-01")
        ):
            ledger.asks_to_correct(claim, start=f"{year}-03-01")
        case _:
            pass


def wish(ledger: Chronicle, what: str, who: int, which: int, year: int) -> None:
    """What may be declined, too."""
    claims, items = list(ledger.axis.claims), waiting(ledger.axis)
    if not claims:
        return
    claim = claims[which % len(claims)]
    match what:
        case "wish":
            ledger.asks(wishes_of(claim, year)[who % 4], VOICES[which % 4])
        case "decide" if items:
            item = items[which % len(items)].item
            resolution = list(Resolution)[who % 4]
            end = stated(ledger.now, valid_to=f"{year}-06-01").end
            ledger.asks(DecideReview(item=item, resolution=resolution, reason="", end=end))
        case "reword":
            value = Text(text=VALUES[who % 3])
            ledger.asks(CorrectFact(fact=claim, reason="", object=value))
        case "move":
            ledger.asks(CorrectFact(fact=claim, reason="", subject=["Alice", "Bob"][who % 2]))
        case _:
            pass


def wishes_of(fact: Seq, year: int) -> list[OnFact]:
    end = stated(instant("2019-01-01"), valid_to=f"{year}-06-01").end
    return [
        Invalidate(fact=fact, kind=Kind.FALSE, reason=""),
        EndFact(fact=fact, end=end, reason=""),
        CorrectFact(fact=fact, object=Text(text="Z"), reason=""),
        ReportOutcome(fact=fact, signal=Signal.TEST_PASSED, success=False),
    ]
