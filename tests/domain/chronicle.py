"""A ledger of one predicate in memory: commands go in as people say them, answers are short."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from domain.axes.answers import Declined, verdict_on
from domain.axes.axis import Axis
from domain.axes.commands import (
    AxisCommand,
    By,
    CorrectFact,
    DecideReview,
    Declare,
    EndFact,
    Invalidate,
    MakeClaim,
    Reinstate,
    ReportOutcome,
    Restore,
    Retract,
    Valued,
)
from domain.axes.decide import decide_on_axis
from domain.axes.events import AxisEvent, DuelResolved, Kind, Resolution, ReviewRequested
from domain.axes.hearing import Surroundings
from domain.duels.evidence import Dependant
from domain.duels.signals import Signal
from domain.duels.voices import Record, Voice, VoiceId
from domain.identity import IdentityMode, digest, refusal_key
from domain.keys import line_key
from domain.predicates import Cardinality, Declaration, Temporal
from domain.values import Text, value_refusal_key
from domain.words import Seq, Status, TokenId, Verdict
from domain.worldtime.bounds import Certainty
from domain.worldtime.stated import Stated, Until
from domain.worldtime.stating import parse_stated
from tests.domain.arguing import agent, person
from tests.domain.clocks import UTC_ZONE, instant

SINGLE = Cardinality.SINGLE
STATE = Declaration(cardinality=SINGLE)
CONSTANT = Declaration(cardinality=SINGLE, temporal=Temporal.CONSTANT)
EVENT = Declaration(cardinality=SINGLE, temporal=Temporal.EVENT)
UNDECLARED = Declaration()

DAY = timedelta(days=1)
REVIEWER = person("reviewer")


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """What became of a claim: its seq, and the verdict."""

    claim: Seq
    verdict: Verdict


def valued(value: str, *, subject: str = "Alice") -> Valued:
    """A value of the predicate, with its keys."""
    mode = IdentityMode.FOLDED
    key = f"{refusal_key(subject, mode=mode)}\0{value_refusal_key(Text(text=value), mode=mode)}"
    line = line_key(subject, "employer", Text(text=value), mode=mode)
    return Valued(line=line, refusal=digest("refusal", key))


def stated(observed_at: datetime, **fields: str | None) -> Stated:
    """What these fields state."""
    found = parse_stated(
        **{name: value for name, value in fields.items() if value is not None},
        zone=UTC_ZONE,
        observed_at=observed_at,
    )
    assert isinstance(found, Stated), found
    return found


@dataclass(kw_only=True)
class Chronicle:
    """The ledger: `now` is the record time of the next command, which passes by a second each."""

    declaration: Declaration = STATE
    window: timedelta = DAY
    now: datetime = field(default_factory=lambda: instant("2024-01-10"))
    records: Mapping[VoiceId, Record] = field(default_factory=dict[VoiceId, Record])
    step: timedelta = timedelta(seconds=1)

    def __post_init__(self) -> None:
        self.axis = Axis(declaration=self.declaration)
        self.states = [self.axis]
        self.events: list[AxisEvent] = []
        self.ends: list[int] = [0]
        self.names: dict[object, str] = {}
        self.dependants: dict[Seq, list[Dependant]] = defaultdict(list)

    @property
    def seq(self) -> Seq:
        return Seq(len(self.events))

    def asks(self, command: AxisCommand, voice: Voice = REVIEWER) -> list[AxisEvent] | Declined:
        """Decide a command and keep its events."""
        decided = decide_on_axis(
            self.axis,
            command,
            by=By(token=TokenId(voice.id), kind=voice.kind, voice=voice),
            after=self.seq,
            at=self.now,
            around=Surroundings(
                window=self.window,
                records=self.records,
                dependants={seq: tuple(each) for seq, each in self.dependants.items()},
            ),
        )
        self.now += self.step
        if isinstance(decided, Declined):
            return decided
        for event in decided:
            self.events.append(event)
            self.axis = self.axis.after(self.seq, event)
            self.states.append(self.axis)
        self.ends.append(len(self.events))
        return list(decided)

    def says(
        self,
        voice: Voice | str,
        value: str,
        start: str | None = None,
        until: str | None = None,
        *,
        through: str | None = None,
        valid: str | None = None,
        seen: str | datetime | None = None,
        echo: bool = False,
        subject: str = "Alice",
    ) -> Told:
        """Someone says a value; a name alone is an agent's."""
        voice = agent(voice) if isinstance(voice, str) else voice
        observed_at = instant(seen) if isinstance(seen, str) else (seen or self.now)
        what = valued(value, subject=subject)
        self.names.setdefault(what.line, value if subject == "Alice" else f"{subject}:{value}")
        bounds = stated(
            observed_at, valid_from=start, valid_to=until, valid_through=through, valid=valid
        )
        command = MakeClaim(value=what, stated=bounds, observed_at=observed_at, echo=echo)
        claim = Seq(self.seq + 1)
        events = self.asks(command, voice)
        assert isinstance(events, list)
        return Told(claim=claim, verdict=verdict_on(claim, events))

    def invalidates(self, fact: Seq, *, kind: Kind = Kind.FALSE, by: Voice = REVIEWER) -> None:
        self.carries_out(Invalidate(fact=fact, kind=kind, reason=""), by)

    def restores(self, fact: Seq) -> None:
        self.carries_out(Restore(fact=fact, reason=""))

    def retracts(self, *claims: Seq) -> None:
        self.carries_out(Retract(claims=claims, reason=""))

    def reinstates(self, *claims: Seq) -> None:
        self.carries_out(Reinstate(claims=claims, reason=""))

    def ends_at(self, fact: Seq, until: str, *, by: Voice = REVIEWER) -> None:
        end = stated(self.now, valid_to=until).end
        assert isinstance(end, Until)
        self.carries_out(EndFact(fact=fact, end=end, reason=""), by)

    def corrects(
        self,
        fact: Seq,
        *,
        value: str | None = None,
        start: str | None = None,
        until: str | None = None,
        by: Voice = REVIEWER,
    ) -> None:
        what = None if value is None else valued(value)
        if what is not None and value is not None:
            self.names.setdefault(what.line, value)
        self.carries_out(
            CorrectFact(
                fact=fact,
                reason="",
                value=what,
                start=None if start is None else stated(self.now, valid_from=start).start,
                end=None if until is None else stated(self.now, valid_to=until).end,
            ),
            by,
        )

    def asks_to_correct(self, fact: Seq, *, start: str) -> None:
        """Correct a start, whether it can be or not."""
        begins = stated(self.now, valid_from=start).start
        self.asks(CorrectFact(fact=fact, reason="", start=begins))

    def reports(self, fact: Seq, signal: Signal, voice: Voice, *, success: bool = True) -> None:
        self.carries_out(ReportOutcome(fact=fact, signal=signal, success=success), voice)

    def decides(self, fact: Seq, resolution: Resolution, *, until: str | None = None) -> None:
        end = None if until is None else stated(self.now, valid_to=until).end
        assert end is None or isinstance(end, Until)
        self.carries_out(DecideReview(fact=fact, resolution=resolution, reason="", end=end))

    def declares(self, declaration: Declaration) -> None:
        self.carries_out(Declare(declaration=declaration))

    def rests(self, voice: Voice, on: Seq) -> None:
        """Someone has something visible that rests on a fact."""
        self.dependants[on].append(Dependant(voice=voice, seq=self.seq))

    def carries_out(self, command: AxisCommand, voice: Voice = REVIEWER) -> None:
        assert isinstance(self.asks(command, voice), list), command

    def known(self, command: int) -> int:
        """The seq at which this command, from 1 on, was carried out."""
        return self.ends[command]

    def at(self, valid_at: str, known: int | None = None) -> list[str]:
        """What holds: `Acme D`, `Acme P`, with `!` where it is in contest; by name."""
        axis = self.axis if known is None else self.states[known]
        letters = {Certainty.DEFINITE: "D", Certainty.POSSIBLE: "P"}
        return sorted(
            f"{self.names[each.stint.line]} {letters[each.certainty]}{'!' * each.contested}"
            for each in axis.timeline.held(instant(valid_at))
        )

    def status(self, claim: Seq) -> Status:
        return self.axis.timeline.of(claim).status

    def verdict(self, claim: Seq) -> Verdict:
        """The last decision on the fact of this claim."""
        decided = [
            each for each in self.events if isinstance(each, DuelResolved) and claim in each.claims
        ]
        return decided[-1].verdict if decided else Verdict.RECORDED

    def facts(self) -> list[str]:
        """The facts in order of place, with their standings."""
        return [
            f"{self.names[each.line]} {each.status.value}" for each in self.axis.timeline.stints
        ]

    @property
    def asked(self) -> list[ReviewRequested]:
        return [each for each in self.events if isinstance(each, ReviewRequested)]

    def replayed(self) -> Axis:
        axis = Axis(declaration=self.declaration)
        for seq, event in enumerate(self.events, start=1):
            axis = axis.after(Seq(seq), event)
        return axis
