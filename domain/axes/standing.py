"""Standing claims: what was said, by whom, what of it counts now, and where it stands.

Standings belong to claims. Which facts there are is derived from them, so what is said here
outlives a fact that is split or joined.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, assert_never

from domain.duels.voices import Voice, voice_of
from domain.events import FactAsserted, Recorded, Said
from domain.identity import IdentityMode
from domain.keys import LineKey, line_key, refusal_digest, source_digest
from domain.payloads import Amended, Correction, Restated
from domain.values import Value
from domain.words import ActorKind, Seq, Status, TokenId
from domain.worldtime.bounds import Bound, exactly
from domain.worldtime.stated import Open, Start, Stated, Undated, end_bound, start_bound


@dataclass(frozen=True, kw_only=True, slots=True)
class Words:
    """A value of a subject's predicate, as it was spelt."""

    subject: str
    predicate: str
    object: Value


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """One act of saying a value, as it counts now; `said_line` and `said` are as it was said.

    They differ once a correction or an end has overridden what was said: `amended` is the event
    that did. `words` spell `line`, and `refusal` is its refusal key, under which tombstones find
    it. `confirms` is whether it joined its fact while that was active, and `invalidated` the event
    that did that, while it is not undone.
    """

    seq: Seq
    token: TokenId
    kind: ActorKind
    recorded_at: datetime
    source: str
    words: Words
    line: LineKey
    stated: Stated
    refusal: bytes
    said_line: LineKey
    said: Stated
    voice: Voice
    observed_at: datetime
    echo: bool
    confirms: bool
    status: Status
    derived_from: tuple[Seq, ...] = ()
    retracted: bool = False
    amended: Seq | None = None
    invalidated: Seq | None = None

    @property
    def is_undated(self) -> bool:
        """Whether it states no start."""
        return isinstance(self.stated.start, Undated)

    @property
    def place(self) -> Bound:
        """Where it lies among others: at its stated start, else where it was seen.

        A claim that was seen only after its stated end lies at that end.
        """
        start = self.stated.start
        if not isinstance(start, Undated):
            return start_bound(start, observed_at=self.observed_at)
        seen = exactly(self.observed_at)
        end = end_bound(self.stated.end, start=seen)
        return seen if end is None else exactly(min(self.observed_at, end.latest))


BEST_FIRST: Final = (Status.ACTIVE, Status.CONTESTED, Status.QUARANTINED, Status.DISPLACED)
"""What claims stand as; a fact whose claims stand differently stands where the best one does."""


def standing_of(claims: Collection[Claim]) -> Status:
    """Where a fact with these claims stands."""
    held: list[Status] = []
    for each in claims:
        if each.invalidated is not None:
            return Status.INVALIDATED
        if not each.retracted:
            held.append(each.status)
    for status in BEST_FIRST if held else ():
        if status in held:
            return status
    return Status.UNSUPPORTED


def claim_of(
    recorded: Recorded, event: FactAsserted, said: Said, *, like: Claim | None, mode: IdentityMode
) -> Claim:
    """The claim that was recorded, which said this; `like` is the one that the event names."""
    line = line_key(said.subject, said.predicate, said.object, mode=mode)
    named = source_digest(said.source, mode=mode) if event.named else None
    claim = Claim(
        seq=recorded.seq,
        token=recorded.token,
        kind=recorded.kind,
        recorded_at=recorded.recorded_at,
        source=said.source,
        words=Words(subject=said.subject, predicate=said.predicate, object=said.object),
        line=line,
        stated=said.stated,
        refusal=refusal_digest(said.subject, said.predicate, said.object, mode=mode),
        said_line=line,
        said=said.stated,
        voice=voice_of(token=recorded.token, kind=recorded.kind, named_source=named),
        observed_at=said.observed_at,
        echo=event.shown_at is not None,
        confirms=event.confirms,
        status=event.status,
        derived_from=event.derived_from,
    )
    counted = claim if like is None else overridden(claim, like)
    return withheld(counted) if event.withheld else counted


def overridden(claim: Claim, like: Claim) -> Claim:
    """The claim, counting as one does that said the same before and was amended since."""
    return replace(
        claim,
        words=like.words,
        line=like.line,
        refusal=like.refusal,
        stated=like.stated,
        amended=like.amended,
    )


def withheld(claim: Claim) -> Claim:
    """The claim without its end, which a person has to decide."""
    return replace(claim, stated=replace(claim.stated, end=Open(said=False)))


def amended(
    claim: Claim, event: Amended, correction: Correction | None, *, seq: Seq, mode: IdentityMode
) -> Claim:
    """The claim as it counts once the event at `seq` has corrected it; None was erased."""
    correction = correction or Correction()
    changed = replace(
        claim,
        stated=Stated(
            start=_restated(claim.stated.start, event.start, correction),
            end=correction.end if event.end and correction.end else claim.stated.end,
        ),
        amended=seq,
    )
    return _reworded(changed, correction, mode) if event.value else changed


def _restated(start: Start, event: Restated, correction: Correction) -> Start:
    match event:
        case Restated.KEPT:
            return start
        case Restated.CORRECTED:
            return correction.start or start
        case Restated.DROPPED:
            return Undated(said=False)
        case _:
            assert_never(event)


def _reworded(claim: Claim, correction: Correction, mode: IdentityMode) -> Claim:
    """The claim with the words of a correction; what it leaves out is as the claim spells it."""
    subject = correction.subject or claim.words.subject
    predicate = correction.predicate or claim.words.predicate
    value = correction.object or claim.words.object
    return replace(
        claim,
        words=Words(subject=subject, predicate=predicate, object=value),
        line=line_key(subject, predicate, value, mode=mode),
        refusal=refusal_digest(subject, predicate, value, mode=mode),
    )
