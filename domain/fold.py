"""The memory of a fold: the slices of a ledger that are at hand, cut, evolved and put back.

The write path fills it from the read tables with what its commands touch, a rebuild with what their
events do; verification and the tests' oracle let it grow from nothing over all events. It decides
nothing and asks nobody.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from domain.axes.axis import Axis
from domain.axes.standing import Claim
from domain.axes.tombstones import Tombstone
from domain.commands import Command
from domain.duels.evidence import Dependant
from domain.duels.voices import Record, VoiceId
from domain.events import LedgerOpened, Recorded
from domain.evolve import evolve
from domain.identity import IdentityMode
from domain.keys import LineKey, TopicKey, source_digest
from domain.needs import Needs, Survey
from domain.predicates import UNDECLARED, Declaration
from domain.shelf import Shelf
from domain.state import Rules, State
from domain.wanting import Found, Scope, Showing, Shown, Wanted
from domain.words import Actor, LedgerName, Seq
from domain.worldtime.zones import Zone


@dataclass(kw_only=True, slots=True)
class Memory:
    """What is known of one ledger at a position; mutable, for one thread.

    One that is `complete` has seen all events and wants nothing. Any other is asked what it `wants`
    for its commands and told what was found, until it wants nothing; then each command is cut,
    decided, evolved and absorbed, one after another. What a command does may let a later one touch
    what was never loaded: `wants` tells, and that command is for another memory. The same goes for
    commands that were decided once: `needs_of` their events and `missing` tell what is to be found,
    and each is applied.
    """

    ledger: LedgerName
    complete: bool = False
    zone: Zone | None = None
    seq: Seq = Seq(0)
    recorded_at: datetime | None = None
    rules: Rules | None = None
    statistics: dict[str, int] = field(default_factory=dict)
    conflicts: bool = False
    _shelf: Shelf = field(default_factory=Shelf)
    _declarations: dict[bytes, Declaration | None] = field(default_factory=dict)
    _tombstones: dict[Seq, Tombstone] = field(default_factory=dict)
    _refusing: dict[bytes, set[Seq]] = field(default_factory=dict)
    _totals: dict[VoiceId, Record] = field(default_factory=dict)
    _dependants: dict[Seq, tuple[Dependant, ...]] = field(default_factory=dict)
    _values: dict[TopicKey, int] = field(default_factory=dict)
    _shown: dict[Showing, Shown] = field(default_factory=dict)
    _sources: dict[bytes, set[Seq]] = field(default_factory=dict)
    _wishes: dict[Seq, Seq] = field(default_factory=dict)
    _existing: set[Seq] = field(default_factory=set)
    _too_many: set[bytes] = field(default_factory=set)
    _covered: set[Scope] = field(default_factory=set)
    _asked: Wanted = field(default_factory=Wanted)

    def wants(self, orders: Iterable[tuple[Command, Actor]]) -> Wanted:
        """What must still be looked up before these commands can be decided in this order."""
        return self.missing(self.needs(orders))

    def needs(self, orders: Iterable[tuple[Command, Actor]]) -> Needs:
        """What these commands touch, as far as can be told from what is at hand."""
        if self.rules is None:
            return Needs()
        survey = self._survey(self.rules.identity)
        for command, actor in orders:
            survey.command(command, actor)
        return survey.needs

    def needs_of(self, commands: Iterable[Sequence[Recorded]]) -> Needs:
        """What the events of these commands touch, as far as can be told from what is at hand.

        A ledger that is opened by one of them is asked about under the rules that it gives.
        """
        recorded = [each for command in commands for each in command]
        mode = self._mode_behind(recorded)
        if mode is None:
            return Needs()
        survey = self._survey(mode)
        for each in recorded:
            survey.event(each)
        return survey.needs

    def missing(self, needs: Needs) -> Wanted:
        """What must still be looked up of what is touched."""
        if self.complete:
            return Wanted()
        return self._missing(needs, asked=self._asked)

    def learn(self, wanted: Wanted, found: Found) -> None:
        """Take in what was found of what was wanted: what isn't there does not exist."""
        self._asked = self._asked.with_all(wanted)
        self._covered |= found.covered | wanted.scopes
        whole = (key for key in wanted.predicates if key not in found.too_many)
        self._covered.update(Scope(None, key, None) for key in whole)
        lines = (*wanted.lines, *(each.line for each in found.claims))
        for key in (*wanted.declarations, *(each.predicate for each in lines)):
            self._declarations.setdefault(key, None)
        self._declarations.update(found.declarations)
        self._note_claims(found.claims)
        self._shelf.lay(found.claims, found.known)
        for tombstone in found.tombstones:
            self._keep(tombstone)
        self._totals.update(found.totals)
        self._dependants.update(found.dependants)
        self._values.update(found.values)
        self._shown.update(found.shown)
        self._wishes.update(found.items)
        self._existing |= found.references
        self._too_many |= found.too_many

    def cut(self, command: Command, actor: Actor) -> State:
        """The slice that this command is decided on."""
        return self.slice_of(self.needs([(command, actor)]))

    def slice_of(self, needs: Needs) -> State:
        """The slice that covers what is touched."""
        return self._bare() if self.rules is None else self._slice(needs)

    def absorb(self, state: State) -> None:
        """Put an evolved slice back."""
        self.seq = state.seq
        self.recorded_at = state.recorded_at
        self.rules = state.rules
        self.statistics = dict(state.statistics)
        self._declarations.update(state.declarations)
        self._totals.update(state.totals)
        self._dependants.update(state.dependants)
        self._values.update(state.values)
        self._existing |= state.known
        lines: list[list[LineKey]] = [[] for _ in state.axes]
        for line, place in state.places.items():
            lines[place].append(line)
        for axis, covered in zip(state.axes, lines, strict=True):
            if not self._shelf.has(axis, covered):
                self._note(axis)
                self._shelf.put(axis, covered)

    def apply(self, recorded: Sequence[Recorded]) -> tuple[State, State]:
        """Fold the events of one more command; returns the slices before and after it.

        Nothing that they touch may be missing.
        """
        before = self.slice_of(self.needs_of([recorded]))
        after = before
        for each in recorded:
            after = evolve(after, each)
        self.absorb(after)
        return before, after

    def _mode_behind(self, recorded: Iterable[Recorded]) -> IdentityMode | None:
        """What the ledger takes for one spelling, once these events are folded."""
        if self.rules is not None:
            return self.rules.identity
        opened = (each.event for each in recorded if isinstance(each.event, LedgerOpened))
        return next((each.identity for each in opened), None)

    def _survey(self, mode: IdentityMode) -> Survey:
        return Survey(
            mode=mode,
            shelf=self._shelf,
            sources=self._sources,
            wishes=self._wishes,
        )

    def _bare(self) -> State:
        return State(
            ledger=self.ledger,
            seq=self.seq,
            recorded_at=self.recorded_at,
            rules=self.rules,
            zone=self.zone,
            statistics=self.statistics,
            conflicts=self.conflicts,
        )

    def _slice(self, needs: Needs) -> State:
        gathered = self._shelf.gather(needs.groups, self._declarations)
        axes = [self._refused(axis, lines, needs) for axis, lines in gathered]
        places = {line: place for place, (_, lines) in enumerate(gathered) for line in lines}
        predicates = {*needs.declarations, *[line.predicate for line in places]}
        topics = {line.topic for line in places} if self._values else ()
        return State(
            ledger=self.ledger,
            seq=self.seq,
            recorded_at=self.recorded_at,
            rules=self.rules,
            zone=self.zone,
            axes=tuple(axes),
            places=places,
            holders={seq: place for place, axis in enumerate(axes) for seq in axis.claims},
            declarations={key: self._declarations.get(key) for key in predicates},
            totals=self._totals_of(needs, axes) if self._totals else {},
            dependants=self._resting(needs, axes) if self._dependants else {},
            shown={each: self._shown[each] for each in needs.shown if each in self._shown},
            values={each: self._values[each] for each in topics if each in self._values},
            statistics=self.statistics,
            known=frozenset(each for each in needs.references if self._exists(each)),
            conflicts=self.conflicts,
            too_many=frozenset(needs.too_many | self._too_many),
        )

    def _exists(self, claim: Seq) -> bool:
        return claim in self._existing or claim in self._shelf.claims

    def _totals_of(self, needs: Needs, axes: Iterable[Axis]) -> dict[VoiceId, Record]:
        """The records of those who are heard on these axes, or are going to be."""
        heard = {claim.voice.id for axis in axes for claim in axis.claims.values()}
        voices = needs.voices | heard
        return {each: self._totals[each] for each in voices if each in self._totals}

    def _resting(self, needs: Needs, axes: Iterable[Axis]) -> dict[Seq, tuple[Dependant, ...]]:
        """What rests on the claims of these axes, and on what they rest themselves."""
        bases = set(needs.references)
        for axis in axes:
            for each in axis.claims.values():
                bases.add(each.seq)
                bases.update(each.derived_from)
        return {each: self._dependants[each] for each in bases if each in self._dependants}

    def _refused(self, axis: Axis, lines: Iterable[LineKey], needs: Needs) -> Axis:
        """The axis with the tombstones that matter on it as they are now."""
        if not self._tombstones and not axis.tombstones:
            return axis
        keys = {each.refusal for each in axis.claims.values()}
        keys.update(key for line in lines for key in needs.drafts.get(line, ()))
        found = {seq for key in keys for seq in self._refusing.get(key, ())}
        tombstones = tuple(self._tombstones[seq] for seq in sorted(found))
        return axis if tombstones == axis.tombstones else replace(axis, tombstones=tombstones)

    def _note(self, axis: Axis) -> None:
        """Note what of an axis is found by other keys than its lines."""
        self._note_claims(
            each for seq, each in axis.claims.items() if seq not in self._shelf.claims
        )
        self._wishes.update({each.seq: each.fact for each in axis.waiting})
        if not self._tombstones and not axis.tombstones:
            return
        left = {each.seq for each in axis.tombstones}
        for key in {each.refusal for each in axis.claims.values()}:
            for seq in self._refusing.get(key, set()) - left:
                self._lift(self._tombstones.pop(seq))
        for each in axis.tombstones:
            self._keep(each)

    def _note_claims(self, claims: Iterable[Claim]) -> None:
        if self.rules is not None:
            for each in claims:
                key = source_digest(each.source, mode=self.rules.identity)
                self._sources.setdefault(key, set()).add(each.seq)

    def _keep(self, tombstone: Tombstone) -> None:
        self._tombstones[tombstone.seq] = tombstone
        for key in tombstone.refusals:
            self._refusing.setdefault(key, set()).add(tombstone.seq)

    def _lift(self, tombstone: Tombstone) -> None:
        for key in tombstone.refusals:
            self._refusing[key].discard(tombstone.seq)

    def _missing(self, needs: Needs, *, asked: Wanted) -> Wanted:
        lines = {line for group in needs.groups for line in group}
        known = {line for line in lines if line.predicate in self._declarations}
        scopes = {scope for line in known for scope in self._uncovered(line)}
        scopes |= needs.scopes - self._covered
        claims = {each for each in needs.claims if self._shelf.claim(each) is None}
        references = {each for each in needs.references if not self._exists(each)}
        refusals = {key for keys in needs.drafts.values() for key in keys}
        return Wanted(
            lines=frozenset(lines - known - asked.lines),
            scopes=frozenset(scopes - asked.scopes),
            claims=frozenset(claims - asked.claims),
            items=frozenset(needs.items - asked.items),
            references=frozenset(references - asked.references),
            refusals=frozenset(refusals - asked.refusals),
            sources=frozenset(needs.sources - asked.sources),
            predicates={
                key: each for key, each in needs.predicates.items() if key not in asked.predicates
            },
            declarations=frozenset(needs.declarations - asked.declarations),
            voices=frozenset(needs.voices - asked.voices),
            shown=frozenset(needs.shown - asked.shown),
            topics=frozenset(needs.topics - asked.topics),
            values_max=2 + needs.commands,
        )

    def _uncovered(self, line: LineKey) -> Iterator[Scope]:
        """The scopes that are reached from a line and not at hand."""
        declaration = self._declarations[line.predicate] or UNDECLARED
        _, reached = self._shelf.reach(line, declaration)
        for scope in reached:
            if scope not in self._covered and scope.whole_predicate not in self._covered:
                yield scope
