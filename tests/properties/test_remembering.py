"""Who was told only what a command wants decides as one who remembers everything does."""

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
from domain.identity import IdentityMode
from domain.payloads import Kind, Resolution
from domain.predicates import Cardinality, Declaration, Temporal
from domain.values import Text
from domain.words import Seq
from tests.domain.remembering import Library, Order
from tests.domain.telling import AGENT, OTHER, PERSON, SYSTEM

OPENING = OpenLedger(time_zone="UTC", identity=IdentityMode.FOLDED, flip_back_hours=24)

# Few words and early seqs, or commands would seldom meet.
subjects = st.sampled_from(["Alice", "Bob"])
predicates = st.sampled_from(["likes", "leads"])
values = st.sampled_from(["tea", "milk", "tеa"]).map(lambda text: Text(text=text))
seqs = st.integers(2, 14).map(Seq)
dates = st.sampled_from([None, "2020", "2021-03", "2022-01-01"])
sources = st.sampled_from([None, "a book", "the press"])

claims = st.builds(
    AssertFact,
    subject=subjects,
    predicate=predicates,
    object=values,
    source=sources,
    dates=st.builds(Dates, valid_from=dates, valid_to=st.sampled_from([None, None, "2023"])),
    derived_from=st.sampled_from([(), (), (), (Seq(2),), (Seq(3),)]),
    unchanged_since=st.sampled_from([None, None, None, Seq(6)]),
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


@settings(max_examples=150, deadline=None)
@given(groups)
def test_what_was_forgotten_and_looked_up_again_changes_no_decision(
    ledger: list[list[Order]],
) -> None:
    library = Library()
    library.decide((OPENING, PERSON))
    for group in ledger:
        for whole, told in library.decide(*group):
            assert told == whole
