"""Strategies for whole courses: everything that can be asked of a ledger, by all kinds of callers.

There are few words, or commands would seldom meet. A number stands for one of the facts, claims or
wishes that are there when the command is asked, and `pointed` tells for which.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

from hypothesis import strategies as st

from domain.commands import (
    AssertAll,
    AssertFact,
    Command,
    CorrectFact,
    Dates,
    DecideReview,
    DeclarePredicate,
    EndFact,
    ForeignQuery,
    Invalidate,
    RecordForeign,
    ReinstateClaim,
    ReinstateSource,
    ReportOutcome,
    Restore,
    RetractClaim,
    RetractSource,
)
from domain.duels.signals import Signal
from domain.events import ForeignContent, Quote
from domain.payloads import Kind, Resolution
from domain.predicates import Cardinality, Declaration, Temporal
from domain.values import Boolean, Entity, Number, Text, Value
from domain.words import Seq, Status
from projections.rows import ClaimRow, FactRow, ReviewRow
from tests.oracle import Oracle

subjects = st.sampled_from(["Alice", "Bob", " alice"])
predicates = st.sampled_from(["likes", "leads", "Leads"])
values: st.SearchStrategy[Value] = st.sampled_from(
    [
        Text(text="tea"),
        Text(text="milk"),
        Text(text="tеa"),
        Entity(name="Tea"),
        Number(number=Decimal(2), unit="kg"),
        Boolean(value=True),
    ]
)
numbers = st.integers(0, 30).map(Seq)
NOWHERE = 30
"""The number that stands for nothing but itself."""
reasons = st.sampled_from(["", "so it is", "茶"])
sources = st.sampled_from([None, None, "a book", "the press"])
starts = st.sampled_from([None, None, "2020", "2021-03", "2022-01-01", "202X", "2021~"])
ends = st.sampled_from([None, None, None, None, "2023", "2024-05-17", "..", ""])
seen = st.sampled_from(
    [None, None, datetime(2024, 3, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)]
)

claims = st.builds(
    AssertFact,
    subject=subjects,
    predicate=predicates,
    object=values,
    source=sources,
    session=st.sampled_from([None, None, "s-1"]),
    dates=st.builds(Dates, valid_from=starts, valid_to=ends),
    observed_at=seen,
    evidence=st.sampled_from([(), (), (Quote(quote="said so", uri=None),)]),
    derived_from=st.sampled_from([(), (), (Seq(2),), (Seq(3), Seq(4)), (Seq(99),)]),
    unchanged_since=st.sampled_from([None, None, None, Seq(9)]),
)
declarations = st.builds(
    DeclarePredicate,
    predicate=predicates,
    declaration=st.builds(
        Declaration,
        cardinality=st.sampled_from(Cardinality),
        holders=st.sampled_from(Cardinality),
        temporal=st.sampled_from(Temporal),
    ),
)
invalidations = st.builds(Invalidate, fact=numbers, kind=st.sampled_from(Kind), reason=reasons)
restorations = st.builds(Restore, fact=numbers, reason=reasons)
endings = st.builds(
    EndFact, fact=numbers, valid_to=st.sampled_from(["2023-06", "2024-01-01", ""]), reason=reasons
)
corrections = st.builds(
    CorrectFact,
    fact=numbers,
    reason=reasons,
    subject=st.none() | subjects,
    object=st.none() | values,
    valid_from=starts,
    valid_to=ends,
)
outcomes = st.builds(
    ReportOutcome,
    fact=numbers,
    signal=st.sampled_from(Signal),
    success=st.booleans(),
    source=sources,
)
takings_back: st.SearchStrategy[Command] = st.one_of(
    st.builds(RetractClaim, claim=numbers, reason=reasons),
    st.builds(RetractSource, source=st.sampled_from(["a book", "ada"]), reason=reasons),
)
givings_back: st.SearchStrategy[Command] = st.one_of(
    st.builds(ReinstateClaim, claim=numbers, reason=reasons),
    st.builds(ReinstateSource, source=st.sampled_from(["A book", "ada"]), reason=reasons),
)
reviews = st.builds(
    DecideReview,
    item=numbers,
    resolution=st.sampled_from(Resolution),
    reason=reasons,
    valid_to=st.none(),
).map(lambda each: replace(each, valid_to="2023" if each.resolution is Resolution.CLOSE else None))
contents = st.builds(
    ForeignContent,
    type=st.sampled_from(["Noted", "Sent"]),
    tags=st.sampled_from([(), ("all",), ("all", "tea")]),
    data=st.binary(max_size=3),
)
foreign = st.builds(
    RecordForeign,
    contents=st.lists(contents, min_size=1, max_size=3).map(tuple),
    unless=st.sampled_from(
        [None, None, ForeignQuery(items=((("Sent",), ("tea",)),), after=Seq(5))]
    ),
)
commands: st.SearchStrategy[Command] = st.one_of(
    claims,
    claims,
    declarations,
    invalidations,
    endings,
    corrections,
    outcomes,
    takings_back,
    givings_back,
    foreign,
)
"""What anybody may ask; to restore and to review take a person."""


def pointed(command: Command, at: Oracle) -> Command:
    """The command with the seq of what is there in the place of its number, if anything fits it."""
    found: Command = command
    match command:
        case AssertFact():
            bases = [_one(each, _claims(at)) for each in command.derived_from]
            found = replace(command, derived_from=tuple(dict.fromkeys(bases)))
        case AssertAll():
            claims = (pointed(each, at) for each in command.claims)
            found = AssertAll(claims=tuple(each for each in claims if isinstance(each, AssertFact)))
        case Restore():
            found = replace(command, fact=_one(command.fact, _facts(at, struck=True)))
        case Invalidate() | EndFact() | CorrectFact() | ReportOutcome():
            found = replace(command, fact=_one(command.fact, _facts(at)))
        case RetractClaim():
            found = replace(command, claim=_one(command.claim, _claims(at)))
        case ReinstateClaim():
            found = replace(command, claim=_one(command.claim, _claims(at, retracted=True)))
        case DecideReview():
            found = replace(command, item=_one(command.item, _waiting(at)))
        case _:
            pass
    return found


def _one(number: Seq, seqs: Sequence[int]) -> Seq:
    return number if number == NOWHERE or not seqs else Seq(sorted(seqs)[number % len(seqs)])


def _facts(at: Oracle, *, struck: bool = False) -> list[int]:
    rows = (each for each in at.rows["read.fact"].values() if isinstance(each, FactRow))
    return [each.fact for each in rows if struck is (each.status == Status.INVALIDATED)]


def _claims(at: Oracle, *, retracted: bool = False) -> list[int]:
    rows = (each for each in at.rows["read.claim"].values() if isinstance(each, ClaimRow))
    return [each.seq for each in rows if each.retracted is retracted]


def _waiting(at: Oracle) -> list[int]:
    rows = at.rows["read.review"].values()
    return [each.seq for each in rows if isinstance(each, ReviewRow)]
