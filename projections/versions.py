"""Versions of facts: what of each is answered, and which of them a command put in place of another.

Two versions are one where nothing that is answered differs. What else a command does to a fact, as
to its voices elsewhere, is told with its next version.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from domain.axes.axis import Axis
from domain.axes.hearing import saying_of, support_of
from domain.axes.standing import Claim
from domain.axes.stints import Stint
from domain.duels.bits import bits_text
from domain.duels.strength import alone_bits, strength
from domain.identity import IdentityMode
from domain.keys import source_digest
from domain.limits import FACT_SOURCES_MAX
from domain.state import State
from domain.values import value_columns
from domain.words import Seq
from domain.worldtime.bounds import Certainty
from projections.reach import Reach
from projections.rows import FactRow
from projections.sides import Placed, Side
from projections.step import Since
from projections.valid import ender, valid_of

_HEAD = 5
"""The columns of a row that say since and until when it stands."""


_FEW: Final = 4
"""When so few facts hold is told sooner than which of them a command leaves alone."""


class Replaced(NamedTuple):
    """A version that is over, and the one in its place; None where there is none."""

    before: FactRow | None
    after: FactRow | None


def replaced(
    before: Side, after: Side, *, since: Mapping[int, Since], last: Since, mode: IdentityMode
) -> Iterator[Replaced]:
    """The versions that a command begins and ends, by fact; `last` is its end."""
    reach = Reach(before, after)
    is_short = len(after.facts) <= _FEW
    for fact in sorted(before.facts.keys() | after.facts.keys()):
        was, is_ = before.facts.get(fact), after.facts.get(fact)
        if (
            was
            and is_
            and _has_its_support(was, before, is_, after)
            and _has_its_contests(was, is_)
            and ((not is_short and reach.leaves(was, is_)) or _on_world(was) == _on_world(is_))
        ):
            continue
        old = was and row(was, before.state, since[fact], mode)
        new = is_ and row(is_, after.state, last, mode)
        if old is None or new is None or old[_HEAD:] != new[_HEAD:]:
            yield Replaced(old and _ended(old, since[fact], last), new)


def _ended(row: FactRow, since: Since, last: Since) -> FactRow:
    """A version that is over, as it was told while it stood."""
    return row._replace(to_seq=last.seq, to_at=last.at, strength=since.strength)


def _has_its_support(was: Placed, before: Side, is_: Placed, after: Side) -> bool:
    """Whether a fact has the claims that it had, and nothing else speaks for it."""
    return (
        was.stint == is_.stint
        and was.axis.reports == is_.axis.reports
        and was.axis.confirmed == is_.axis.confirmed
        and before.state.totals is after.state.totals
        and before.state.dependants is after.state.dependants
    )


def _has_its_contests(was: Placed, is_: Placed) -> bool:
    """Whether a fact is in contest with the facts that it was in contest with."""
    # The claims of these are told much sooner than which facts carry them and are shown.
    before = was.axis.timeline.ruled.contested_with(was.stint.seqs)
    after = is_.axis.timeline.ruled.contested_with(is_.stint.seqs)
    return before == after and (not before or _contests(was) == _contests(is_))


def _contests(placed: Placed) -> list[Seq]:
    return [each.fact for each in placed.axis.timeline.contests(placed.stint)]


def _on_world(placed: Placed) -> tuple[object, ...]:
    """When a fact holds, and which one ends it."""
    timeline, stint = placed.axis.timeline, placed.stint
    ends_by = ender(placed.axis, stint)
    return (
        timeline.end(stint),
        None if ends_by is None else ends_by.fact,
        timeline.segments(stint),
    )


def row(placed: Placed, state: State, since: Since, mode: IdentityMode) -> FactRow:
    """The version of a fact that stands since then."""
    axis, stint, _ = placed
    named, line = axis.claims[stint.fact], stint.line
    words = named.words
    kind, text, unit = value_columns(words.object)
    rivals = sorted(_contests(placed))
    counting = stint.counting
    segments = axis.timeline.segments(stint)
    return FactRow(
        fact=stint.fact,
        from_seq=since.seq,
        from_at=since.at,
        to_seq=None,
        to_at=None,
        status=stint.status.value,
        contested=bool(rivals),
        rivals=list[int](rivals),
        subject=words.subject,
        predicate=words.predicate,
        object_kind=kind,
        object_text=text,
        object_unit=unit,
        subject_key=line.subject,
        predicate_key=line.predicate,
        object_key=line.object,
        claims=len(counting),
        sources=_sources(counting, mode),
        observed_at=min(each.observed_at for each in counting or stint.claims),
        recorded_at=named.recorded_at,
        valid=valid_of(axis, stint),
        from_earliest=segments[0].start if segments else stint.place.earliest,
        to_latest=segments[-1].end if segments else stint.place.earliest,
        holds_from=[each.start for each in segments],
        holds_to=[each.end for each in segments],
        definite=[each.certainty is Certainty.DEFINITE for each in segments],
        strength=_strength(axis, stint, state) if counting else None,
    )


def _sources(counting: tuple[Claim, ...], mode: IdentityMode) -> list[str]:
    """The first few sources, in the order in which they spoke; a source is known by its key."""
    if len(counting) == 1:
        return [counting[0].source]
    found: dict[bytes, str] = {}
    for each in sorted(counting, key=lambda claim: claim.seq):
        found.setdefault(source_digest(each.source, mode=mode), each.source)
        if len(found) == FACT_SOURCES_MAX:
            break
    return list(found.values())


def _strength(axis: Axis, stint: Stint, state: State) -> str:
    if len(stint.counting) == 1 and not axis.reports and not state.dependants:
        # One claim and nothing else is what most facts rest on.
        (only,) = stint.counting
        return bits_text(alone_bits(saying_of(only), records=state.totals))
    around = state.around(axis)
    return bits_text(strength(support_of(axis, stint, around), records=around.records).bits)
