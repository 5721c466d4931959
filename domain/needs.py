"""What commands and events touch: from their words, and from as much of the ledger as is at hand.

The same question is asked twice: what must be looked up before a command can be decided, or its
events folded, and of what the slice is cut on which that is done.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from domain.axes.standing import Words
from domain.commands import (
    AssertAll,
    AssertFact,
    Command,
    CorrectFact,
    DecideReview,
    DeclarePredicate,
    EndFact,
    Invalidate,
    OnClaims,
    OpenLedger,
    RecordForeign,
    ReinstateClaim,
    ReinstateSource,
    ReportOutcome,
    Restore,
    RetractClaim,
    RetractSource,
)
from domain.duels.voices import VoiceId, voice_of
from domain.events import FactAsserted, FactCorrected, PredicateDeclared, Recorded, Refused, Said
from domain.evolve import about
from domain.identity import IdentityMode
from domain.keys import (
    LineKey,
    TopicKey,
    line_key,
    predicate_digest,
    refusal_digest,
    source_digest,
)
from domain.payloads import Correction
from domain.predicates import Cardinality, Declaration
from domain.shelf import Shelf
from domain.wanting import AXES_MAX, Scope, Showing
from domain.words import Actor, ActorKind, Seq, TokenId

_Worded = Words | AssertFact | Said


@dataclass(kw_only=True, slots=True)
class Needs:
    """What is touched, growing; the names are those of `Wanted`.

    The lines of a group must lie on one axis. `drafts` are the refusal keys of what would be said
    on a line, `scopes` what must be at hand whole whatever lies in it, `too_many` the keys of what
    has more axes than one command may decide again, and `commands` is how many touch it.
    """

    commands: int = 0
    groups: list[tuple[LineKey, ...]] = field(default_factory=list)
    drafts: dict[LineKey, set[bytes]] = field(default_factory=dict)
    scopes: set[Scope] = field(default_factory=set)
    claims: set[Seq] = field(default_factory=set)
    items: set[Seq] = field(default_factory=set)
    references: set[Seq] = field(default_factory=set)
    sources: set[bytes] = field(default_factory=set)
    predicates: dict[bytes, Declaration] = field(default_factory=dict)
    declarations: set[bytes] = field(default_factory=set)
    voices: set[VoiceId] = field(default_factory=set)
    shown: set[Showing] = field(default_factory=set)
    topics: set[TopicKey] = field(default_factory=set)
    too_many: set[bytes] = field(default_factory=set)


@dataclass(kw_only=True, slots=True)
class Survey:
    """Finds out what commands and events touch, with what is at hand; for one thread.

    It is for the ones or for the others. Events come in their order: what one says of a claim is
    minded where a later one names it.
    """

    mode: IdentityMode
    shelf: Shelf
    sources: Mapping[bytes, Iterable[Seq]]
    wishes: Mapping[Seq, Seq]
    needs: Needs = field(default_factory=Needs)
    _words: dict[Seq, Words] = field(default_factory=dict)
    """How the events so far have claims spelt that they have asserted or moved."""

    def command(self, command: Command, actor: Actor) -> None:
        """Add what this command by this actor touches."""
        self.needs.commands += 1
        match command:
            case AssertFact():
                self._said(command, actor)
            case AssertAll():
                for each in command.claims:
                    self._said(each, actor)
            case DeclarePredicate():
                self._declared(command, actor)
            case CorrectFact():
                correction = Correction(subject=command.subject, object=command.object)
                self._fact(command.fact, correction)
            case Invalidate() | Restore() | EndFact() | ReportOutcome():
                self._fact(command.fact)
            case RetractClaim() | ReinstateClaim() | RetractSource() | ReinstateSource():
                self._taken(command)
            case DecideReview():
                self._item(command.item)
            case OpenLedger() | RecordForeign():
                pass
            case _:
                assert_never(command)

    def event(self, recorded: Recorded) -> None:
        """Add what this event touches, which has been decided: its fold and its rows read it."""
        event = recorded.event
        match event:
            case PredicateDeclared():
                self._was_declared(event)
            case FactAsserted():
                self._was_said(recorded, event)
            case Refused():
                # Whatever was tried, the tombstone that counts it is found where it was left.
                self._fact(event.struck)
            case FactCorrected():
                self._was_corrected(event)
            case _:
                named = about(event)
                if named is not None:
                    self._fact(named)

    def _was_said(self, recorded: Recorded, event: FactAsserted) -> None:
        self.needs.references.update(event.derived_from)
        if event.said is not None:
            self._value(event.said)
            self._voice(recorded.token, recorded.kind, event.said.source if event.named else None)
            like = None if event.like is None else self._spelt(event.like)
            self._words[recorded.seq] = like or _words_of(event.said)

    def _was_corrected(self, event: FactCorrected) -> None:
        self._fact(event.fact, event.correction)
        for each in event.amended:
            words = self._spelt(each.claim) if each.value else None
            if words is not None and event.correction is not None:
                self._words[each.claim] = _reworded(words, event.correction)

    def _spelt(self, claim: Seq) -> Words | None:
        """The words of a claim as they count behind the events so far, if it is at hand."""
        if claim in self._words:
            return self._words[claim]
        known = self.shelf.claim(claim)
        return None if known is None else known.words

    def _voice(self, token: TokenId, kind: ActorKind, source: str | None) -> None:
        named = None if source is None else source_digest(source, mode=self.mode)
        self.needs.voices.add(voice_of(token=token, kind=kind, named_source=named).id)

    def _said(self, command: AssertFact, actor: Actor) -> None:
        line = self._value(command)
        self._voice(actor.token, actor.kind, command.source)
        self.needs.topics.add(line.topic)
        # What is said in words that were corrected since may count as what was shown in others.
        for each in (line, *self.shelf.linked(line)):
            self.needs.shown.add(Showing(each, actor.token, command.session))
        self.needs.references.update(command.derived_from)

    def _value(self, words: _Worded) -> LineKey:
        """The line of a value that is said, which a tombstone of its refusal key may refuse."""
        line = self._line(words)
        refusal = refusal_digest(words.subject, words.predicate, words.object, mode=self.mode)
        self.needs.groups.append((line,))
        self.needs.drafts.setdefault(line, set()).add(refusal)
        return line

    def _line(self, words: _Worded) -> LineKey:
        return line_key(words.subject, words.predicate, words.object, mode=self.mode)

    def _fact(self, fact: Seq, correction: Correction | None = None) -> None:
        """A fact by a claim of it, and where a correction would move it."""
        if fact not in self._words:
            self.needs.claims.add(fact)
            claim = self.shelf.claim(fact)
            if claim is not None:
                self.needs.groups.append((claim.line,))
        if correction is not None and (correction.subject or correction.object):
            words = self._spelt(fact)
            if words is not None:
                moved = _reworded(words, correction)
                self.needs.groups.append((self._line(words), self._value(moved)))

    def _taken(self, command: OnClaims) -> None:
        match command:
            case RetractClaim() | ReinstateClaim():
                self._fact(command.claim)
            case RetractSource() | ReinstateSource():
                key = source_digest(command.source, mode=self.mode)
                self.needs.sources.add(key)
                lines = {self.shelf.claims[each] for each in self.sources.get(key, ())}
                self._all(key, lines, axes=len(lines))
            case _:
                assert_never(command)

    def _item(self, item: Seq) -> None:
        """A fact that waits, or the fact of a wish and where that would move it."""
        if item not in self.wishes:
            self.needs.items.add(item)
            self._fact(item)
            return
        fact = self.wishes[item]
        claim = self.shelf.claim(fact)
        waiting = () if claim is None else self.shelf.waiting(claim.line)
        asked = next((each.asked for each in waiting if each.seq == item), None)
        self._fact(fact, None if asked is None else asked.correction)

    def _declared(self, command: DeclarePredicate, actor: Actor) -> None:
        key = predicate_digest(command.predicate, mode=self.mode)
        self.needs.declarations.add(key)
        # Who may declare is a person; what others say of a predicate is kept, and changes nothing.
        if actor.kind is ActorKind.HUMAN:
            self.needs.predicates[key] = command.declaration
            lines = self.shelf.lines(Scope(None, key, None))
            self._all(key, lines, axes=_counted(lines, command.declaration))

    def _was_declared(self, event: PredicateDeclared) -> None:
        if event.predicate is not None and not event.suggested:
            key = predicate_digest(event.predicate, mode=self.mode)
            # However many axes there are: that they are not too many was decided then.
            whole = Scope(None, key, None)
            self.needs.declarations.add(key)
            self.needs.scopes.add(whole)
            self.needs.groups.extend((line,) for line in sorted(self.shelf.lines(whole)))

    def _all(self, key: bytes, lines: Iterable[LineKey], *, axes: int) -> None:
        if axes > AXES_MAX:
            self.needs.too_many.add(key)
        else:
            self.needs.groups.extend((line,) for line in sorted(lines))


def _words_of(said: Said) -> Words:
    return Words(subject=said.subject, predicate=said.predicate, object=said.object)


def _reworded(words: Words, correction: Correction) -> Words:
    return Words(
        subject=correction.subject or words.subject,
        predicate=correction.predicate or words.predicate,
        object=correction.object or words.object,
    )


def _counted(lines: Iterable[LineKey], declaration: Declaration) -> int:
    """How many axes these lines of a predicate come to, as `Wanted.predicates` says it."""
    if declaration.cardinality is Cardinality.SINGLE:
        return len({each.subject for each in lines})
    if declaration.holders is Cardinality.SINGLE:
        return len({each.object for each in lines})
    return len(set(lines))
