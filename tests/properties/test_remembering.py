"""Who was told only what a command wants decides as one who remembers everything does."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from hypothesis import given, settings
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
    OpenLedger,
    ReinstateClaim,
    ReinstateSource,
    ReportOutcome,
    Restore,
    RetractClaim,
    RetractSource,
)
from domain.duels.signals import Signal
from domain.duels.voices import UNKNOWN, Record, VoiceId
from domain.events import FactAsserted, ReviewRequested
from domain.evolve import statistic_of
from domain.identity import IdentityMode
from domain.payloads import Kind, Resolution
from domain.predicates import Cardinality, Declaration, Temporal
from domain.state import added, observed
from domain.values import Text
from domain.words import Seq, Status
from tests.domain.remembering import Library, Order
from tests.domain.telling import AGENT, OTHER, PERSON, SYSTEM, claim

OPENING = OpenLedger(time_zone="UTC", identity=IdentityMode.FOLDED, flip_back_hours=24)

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
commands: st.SearchStrategy[Command] = st.one_of(
    claims,
    claims,
    claims,
    st.lists(claims, min_size=1, max_size=3).map(lambda each: AssertAll(claims=(*each,))),
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
orders = st.tuples(commands, st.sampled_from([AGENT, OTHER, SYSTEM, PERSON, PERSON]))
groups = st.lists(st.lists(orders, min_size=1, max_size=4), min_size=1, max_size=8)


BEGUN: list[Order] = [
    (OPENING, PERSON),
    (claim(), AGENT),
    (claim(value="milk", valid_from="2021"), SYSTEM),
    (claim("Bob", "leads", "tea", source="a book"), SYSTEM),
    (claim("Alice", "leads", "tea"), PERSON),
]


@settings(max_examples=150, deadline=None)
@given(groups)
def test_what_was_forgotten_and_looked_up_again_changes_no_decision(
    ledger: list[list[Order]],
) -> None:
    library = begun()
    for group in ledger:
        for whole, told in library.decide(*asked(library, group)):
            assert told == whole


@settings(max_examples=100, deadline=None)
@given(groups)
def test_what_is_counted_event_by_event_is_what_counting_it_all_again_gives(
    ledger: list[list[Order]],
) -> None:
    library = begun()
    for group in ledger:
        library.decide(*asked(library, group))
    axes = library.axes()
    statuses = Counter(each.status for axis in axes for each in axis.timeline.stints)
    kept = library.whole.statistics
    assert {each: kept.get(statistic_of(each), 0) for each in Status} == {
        each: statuses[each] for each in Status
    }
    assert kept["claims"] == sum(len(axis.claims) for axis in axes)
    totals: Mapping[VoiceId, Record] = {}
    for axis in axes:
        totals = added(totals, observed(axis))
    assert {each: UNKNOWN + record for each, record in library.store.totals.items()} == {
        each: totals.get(each, UNKNOWN) for each in {*library.store.totals, *totals}
    }


def begun() -> Library:
    """A ledger in which something was said already."""
    library = Library()
    library.decide(*BEGUN)
    return library


def asked(library: Library, group: Sequence[Order]) -> list[Order]:
    """The commands with the seqs of what was said or wished in the place of their numbers."""
    named = [
        each.seq
        for written in library.recorded
        for each in written
        if isinstance(each.event, FactAsserted | ReviewRequested)
    ]
    return [(meant(command, named), actor) for command, actor in group]


def meant(command: Command, named: Sequence[Seq]) -> Command:
    """The command with the seq of what was said or wished in the place of its number."""
    match command:
        case Invalidate() | Restore() | EndFact() | CorrectFact() | ReportOutcome():
            return replace(command, fact=named[command.fact % len(named)])
        case RetractClaim() | ReinstateClaim():
            return replace(command, claim=named[command.claim % len(named)])
        case DecideReview():
            return replace(command, item=named[-1 - command.item % len(named)])
        case _:
            return command
