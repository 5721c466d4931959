"""Strategies for everything that can be asked of a ledger, by everyone who may ask."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

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
    Invalidate,
    ReinstateClaim,
    ReinstateSource,
    ReportOutcome,
    Restore,
    RetractClaim,
    RetractSource,
)
from domain.duels.signals import Signal
from domain.events import FactAsserted, Recorded, ReviewRequested
from domain.payloads import Kind, Resolution
from domain.predicates import Cardinality, Declaration, Temporal
from domain.values import Text
from domain.words import Seq

# Few words, or commands would seldom meet; seqs are places among what was said and wished so far.
subjects = st.sampled_from(["Alice", "Bob"])
predicates = st.sampled_from(["likes", "leads"])
values = st.sampled_from(["tea", "milk", "tеa"]).map(lambda text: Text(text=text))
seqs = st.integers(0, 9).map(Seq)
dates = st.sampled_from([None, "2020", "2021-03", "2022-01-01"])
sources = st.sampled_from([None, "a book", "the press"])

claims = st.builds(
    AssertFact,
    subject=subjects,
    predicate=predicates,
    object=values,
    source=sources,
    dates=st.builds(Dates, valid_from=dates, valid_to=st.sampled_from([None, None, "2023"])),
    derived_from=st.sampled_from([(), (), (), (Seq(2),), (Seq(99),)]),
    unchanged_since=st.sampled_from([None, None, None, Seq(9)]),
)
declarations = st.builds(
    Declaration,
    cardinality=st.sampled_from(Cardinality),
    holders=st.sampled_from(Cardinality),
    temporal=st.sampled_from(Temporal),
)
sayings: st.SearchStrategy[AssertFact | AssertAll] = st.one_of(
    claims,
    claims,
    claims,
    st.lists(claims, min_size=1, max_size=3).map(lambda each: AssertAll(claims=(*each,))),
)
commands: st.SearchStrategy[Command] = st.one_of(
    sayings,
    st.builds(DeclarePredicate, predicate=predicates, declaration=declarations),
    st.builds(Invalidate, fact=seqs, kind=st.sampled_from(Kind), reason=st.just("wrong")),
    st.builds(Restore, fact=seqs, reason=st.just("right")),
    st.builds(EndFact, fact=seqs, valid_to=st.sampled_from(["2023-06", "2024-01-01"])),
    st.builds(
        CorrectFact,
        fact=seqs,
        reason=st.just("misread"),
        subject=st.none() | subjects,
        object=st.none() | values,
        valid_from=dates,
    ),
    st.builds(
        ReportOutcome,
        fact=seqs,
        signal=st.sampled_from(Signal),
        success=st.booleans(),
        source=sources,
    ),
    st.builds(RetractClaim, claim=seqs, reason=st.just("deleted")),
    st.builds(ReinstateClaim, claim=seqs, reason=st.just("found")),
    st.builds(RetractSource, source=st.sampled_from(["a book", "crm"]), reason=st.just("gone")),
    st.builds(ReinstateSource, source=st.sampled_from(["a book", "crm"]), reason=st.just("back")),
    st.builds(
        DecideReview,
        item=seqs,
        resolution=st.sampled_from(Resolution),
        reason=st.just("so"),
        valid_to=st.sampled_from([None, "2023"]),
    ),
)


def named(recorded: Iterable[Recorded]) -> list[Seq]:
    """What was said or wished in these events, by seq."""
    return [each.seq for each in recorded if isinstance(each.event, FactAsserted | ReviewRequested)]


def meant(command: Command, said: Sequence[Seq]) -> Command:
    """The command with the seq of what was said or wished in the place of its number."""
    match command:
        case Invalidate() | Restore() | EndFact() | CorrectFact() | ReportOutcome():
            return replace(command, fact=said[command.fact % len(said)])
        case RetractClaim() | ReinstateClaim():
            return replace(command, claim=said[command.claim % len(said)])
        case DecideReview():
            return replace(command, item=said[-1 - command.item % len(said)])
        case _:
            return command
