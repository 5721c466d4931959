"""The pieces of what events say: what was decided, amended, asked for and put back.

They name facts and claims by their seqs, and say everything that a fold needs to know of them.
"""

from dataclasses import dataclass
from enum import StrEnum

from domain.duels.duel import Judgement, Relation
from domain.duels.signals import Signal
from domain.values import Value
from domain.words import Seq, Status, Verdict
from domain.worldtime.stated import End, Start


class Kind(StrEnum):
    """What was wrong with a fact that is invalidated."""

    FALSE = "false"
    WRONG_DATES = "wrong_dates"
    WRONG_ENTITY = "wrong_entity"
    NOT_WORTH_KEEPING = "not_worth_keeping"


class Wish(StrEnum):
    """What an agent asked for that a person must decide."""

    END = "end"
    CORRECT = "correct"
    INVALIDATE = "invalidate"
    REPORT_FAILURE = "report_failure"


class Resolution(StrEnum):
    """What a person decided of a fact that waited, or of what an agent wished for it."""

    CONFIRM = "confirm"
    REJECT = "reject"
    KEEP_BOTH = "keep_both"
    CLOSE = "close"


class Act(StrEnum):
    """By what a value that is refused was to come back."""

    CLAIM = "claim"
    CORRECTION = "correction"
    REINSTATEMENT = "reinstatement"
    REVIEW = "review"


@dataclass(frozen=True, kw_only=True, slots=True)
class Fight:
    """One fight of a newcomer with these claims of a rival, and what became of the two.

    The judgement is of this fight alone; `verdict` is the one that stands.
    """

    rival: Seq
    claims: tuple[Seq, ...]
    relation: Relation
    judgement: Judgement
    verdict: Verdict


@dataclass(frozen=True, kw_only=True, slots=True)
class Beaten:
    """That an active rival lost: when the claim `by` was observed, else when this was recorded."""

    rival: Seq
    by: Seq | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Restanding:
    """Where a claim stood and where it came to stand."""

    claim: Seq
    before: Status
    after: Status


@dataclass(frozen=True, kw_only=True, slots=True)
class Ruling:
    """What the last decision made of a newcomer and one rival, each by its claims.

    `verdict` is contested, quarantined, displaces or supersedes. `trims` is whether the rival,
    whose stated end was overlapped, ends where the newcomer starts. `kept` is whether a person
    decided that both stand.
    """

    verdict: Verdict
    newcomer: tuple[Seq, ...]
    rival: tuple[Seq, ...]
    decided: Seq
    trims: bool = False
    kept: bool = False

    def about(self, newcomer: frozenset[Seq], rival: frozenset[Seq]) -> bool:
        """Whether it relates a newcomer and a rival with these claims."""
        return not newcomer.isdisjoint(self.newcomer) and not rival.isdisjoint(self.rival)


@dataclass(frozen=True, kw_only=True, slots=True)
class Consequences:
    """What followed from taking something away, which the decisions after it tell one by one.

    `given_up` and `given` are the rulings that it ended and brought about, `events` how many
    decisions there were.
    """

    restandings: tuple[Restanding, ...] = ()
    given_up: tuple[Ruling, ...] = ()
    given: tuple[Ruling, ...] = ()
    events: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class PutBack:
    """What is as it was again, since nothing else has changed it."""

    restandings: tuple[Restanding, ...]
    given_up: tuple[Ruling, ...]
    given: tuple[Ruling, ...]


class Restated(StrEnum):
    """What became of a claim's start."""

    KEPT = "kept"
    CORRECTED = "corrected"
    DROPPED = "dropped"
    """What is left of it is that it was seen."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Amended:
    """Which of a correction counts for a claim from here on, in place of what it said."""

    claim: Seq
    value: bool
    start: Restated
    end: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Correction:
    """What is put in the place of what claims said: a value with its subject, a start, an end."""

    subject: str | None = None
    predicate: str | None = None
    object: Value | None = None
    start: Start | None = None
    end: End | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """What an agent wished for, in full: to carry it out needs no second request."""

    reason: str | None = None
    kind: Kind | None = None
    correction: Correction | None = None
    signal: Signal | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Settled:
    """What a person made of a fact beside these claims of a rival: contested means both stay."""

    claims: tuple[Seq, ...]
    verdict: Verdict
    trims: bool
