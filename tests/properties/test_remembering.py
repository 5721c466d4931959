"""Who was told only what a command wants decides as one who remembers everything does."""

from collections import Counter
from collections.abc import Mapping, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.commands import Command, CorrectFact, DeclarePredicate, OpenLedger
from domain.decide import Decided
from domain.duels.voices import UNKNOWN, Record, VoiceId
from domain.evolve import statistic_of
from domain.identity import IdentityMode
from domain.predicates import Cardinality, Declaration
from domain.state import added, observed
from domain.words import Seq, Status
from tests.domain.asking import commands, meant, named, sayings
from tests.domain.remembering import Library, Order
from tests.domain.telling import AGENT, OTHER, PERSON, SYSTEM, claim

OPENING = OpenLedger(time_zone="UTC", identity=IdentityMode.FOLDED, flip_back_hours=24)

orders = st.tuples(commands, st.sampled_from([AGENT, OTHER, SYSTEM, PERSON, PERSON]))
said = st.tuples(sayings, st.sampled_from([AGENT, OTHER, SYSTEM, PERSON]))
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
@given(groups, st.lists(said, min_size=2, max_size=5))
def test_claims_lead_to_nothing_that_was_not_looked_up_with_them(
    ledger: list[list[Order]], group: list[Order]
) -> None:
    library = begun()
    for each in ledger:
        library.decide(*asked(library, each))
    groups_before = library.groups
    library.decide(*asked(library, group))
    assert library.groups == groups_before + 1


def test_what_is_done_to_a_claim_may_lead_to_what_was_not_looked_up_with_it() -> None:
    library = begun()
    groups_before = library.groups
    library.decide(
        (claim("Carol", "leads", "tea"), AGENT),
        (CorrectFact(fact=Seq(6), reason="misread", subject="Bob"), PERSON),
    )
    assert library.groups == groups_before + 2


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


def test_what_was_held_together_to_see_where_a_wish_leads_is_apart_again() -> None:
    library = begun()
    wish = CorrectFact(fact=Seq(4), reason="misread", subject="Alice")
    both = Declaration(cardinality=Cardinality.SINGLE, holders=Cardinality.SINGLE)
    declared = DeclarePredicate(predicate="leads", declaration=both)
    for whole, told in library.decide((wish, AGENT), (declared, PERSON)):
        assert isinstance(whole, Decided)
        assert told == whole
    assert axes_of(library, claim("Alice", "leads", "tea")) == [[4, 5]]


def test_what_only_a_claim_that_is_declined_would_hold_together_is_apart_again() -> None:
    both = Declaration(cardinality=Cardinality.SINGLE, holders=Cardinality.SINGLE)
    library = Library()
    library.tell(OPENING, PERSON)
    library.tell(DeclarePredicate(predicate="leads", declaration=both), PERSON)
    library.tell(claim("Alice", "leads", "tea"), AGENT)
    library.tell(claim("Bob", "leads", "milk"), AGENT)
    declined = claim("Alice", "leads", "milk", rests_on=[99])
    ((whole, told),) = library.decide((declined, AGENT))
    assert whole == told
    assert not isinstance(whole, Decided)
    assert axes_of(library, declined) == [[3, 4]]
    assert axes_of(library, claim("Alice", "leads", "tea")) == [[3]]
    assert axes_of(library, claim("Bob", "leads", "milk")) == [[4]]


def axes_of(library: Library, command: Command) -> list[list[Seq]]:
    """The claims on the axes that a command is decided on."""
    return [list(axis.claims) for axis in library.whole.cut(command, AGENT).axes]


def begun() -> Library:
    """A ledger in which something was said already."""
    library = Library()
    library.decide(*BEGUN)
    return library


def asked(library: Library, group: Sequence[Order]) -> list[Order]:
    """The commands with the seqs of what was said or wished in the place of their numbers."""
    said = named(each for written in library.recorded for each in written)
    return [(meant(command, said), actor) for command, actor in group]
