"""A ledger of one predicate in memory: commands go in as people say them, answers are short."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from domain.axes.answers import Declined, verdict_on
from domain.axes.axis import Axis
from domain.axes.commands import (
    AxisCommand,
    By,
    CorrectFact,
    DecideReview,
    EndFact,
    Invalidate,
    MakeClaim,
    Reinstate,
    ReportOutcome,
    Restore,
    Retract,
)
from domain.axes.decide import decide_on_axis
from domain.axes.declaring import settle_declared
from domain.axes.folding import folded
from domain.axes.hearing import Surroundings
from domain.chain import place
from domain.duels.evidence import Dependant
from domain.duels.signals import Signal
from domain.duels.voices import Record, Voice, VoiceId
from domain.events import (
    AxisEvent,
    DuelResolved,
    Event,
    PredicateDeclared,
    Recorded,
    ReviewRequested,
    Said,
)
from domain.identity import IdentityMode
from domain.keys import line_key
from domain.payloads import Kind, Resolution
from domain.predicates import Cardinality, Declaration, Temporal
from domain.values import Text
from domain.words import Actor, CommandId, LedgerName, Seq, Status, TokenId, Verdict
from domain.worldtime.bounds import MOMENT, Certainty
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
FOLDED = IdentityMode.FOLDED
LEDGER = LedgerName("a")
PREDICATE = "employer"
REVIEWER = person("reviewer")


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """What became of a claim: its seq, and the verdict."""

    claim: Seq
    verdict: Verdict


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
        self.recorded: list[Recorded] = []
        self.ends: list[int] = [0]
        self.names: dict[object, str] = {}
        self.dependants: dict[Seq, list[Dependant]] = defaultdict(list)

    @property
    def seq(self) -> Seq:
        return Seq(len(self.recorded))

    @property
    def events(self) -> list[Event]:
        return [each.event for each in self.recorded]

    def asks(self, command: AxisCommand, voice: Voice = REVIEWER) -> list[Recorded] | Declined:
        """Decide a command and keep its events."""
        decided = self.decided(self.axis, command, voice)
        if isinstance(decided, Declined):
            self.now += self.step
            return decided
        return self.keeps(decided, _actor(voice))

    def decided(
        self, axis: Axis, command: AxisCommand, voice: Voice
    ) -> tuple[AxisEvent, ...] | Declined:
        """What becomes of a command where this much is at hand."""
        actor = _actor(voice)
        return decide_on_axis(
            axis,
            command,
            by=By(token=actor.token, kind=actor.kind),
            after=self.seq,
            at=self.now,
            around=self.around,
            mode=FOLDED,
            ledger=LEDGER,
        )

    def keeps(self, events: Sequence[Event], actor: Actor) -> list[Recorded]:
        """Fold the events of a command."""
        placed = place(
            events,
            ledger=LEDGER,
            after=self.seq,
            recorded_after=None,
            clock=self.now,
            actor=actor,
            command=CommandId(""),
        )
        for each in placed:
            self.recorded.append(each)
            self.axis = folded(self.axis, each, mode=FOLDED)
            self.states.append(self.axis)
        self.now += self.step
        self.ends.append(len(self.recorded))
        return list(placed)

    @property
    def around(self) -> Surroundings:
        return Surroundings(
            window=self.window,
            records=self.records,
            dependants={seq: tuple(each) for seq, each in self.dependants.items()},
        )

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
        named: bool = False,
        subject: str = "Alice",
    ) -> Told:
        """Someone says a value, or has it from a source that is named; a name is an agent's."""
        voice = agent(voice) if isinstance(voice, str) else voice
        observed_at = instant(seen) if isinstance(seen, str) else (seen or self.now)
        self.named(value, subject)
        bounds = stated(
            observed_at, valid_from=start, valid_to=until, valid_through=through, valid=valid
        )
        said = Said(
            subject=subject,
            predicate=PREDICATE,
            object=Text(text=value),
            qualifiers=(),
            source=voice.id,
            session=None,
            stated=bounds,
            observed_at=observed_at,
            observed_text=None,
        )
        claim = Seq(self.seq + 1)
        shown_at = self.now if echo else None
        events = self.asks(MakeClaim(said=said, named=named, shown_at=shown_at), voice)
        assert isinstance(events, list)
        return Told(claim=claim, verdict=verdict_on(claim, events))

    def named(self, value: str, subject: str = "Alice") -> None:
        """Remember how a value was first spelt."""
        line = line_key(subject, PREDICATE, Text(text=value), mode=FOLDED)
        self.names.setdefault(line, value if subject == "Alice" else f"{subject}:{value}")

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
        if value is not None:
            self.named(value)
        self.carries_out(
            CorrectFact(
                fact=fact,
                reason="",
                object=None if value is None else Text(text=value),
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

    def decides(self, item: Seq, resolution: Resolution, *, until: str | None = None) -> None:
        end = None if until is None else stated(self.now, valid_to=until).end
        self.carries_out(DecideReview(item=item, resolution=resolution, reason="", end=end))

    def declares(self, declaration: Declaration) -> None:
        actor, declared = _actor(REVIEWER), Seq(self.seq + 1)
        decided = settle_declared(
            self.axis,
            declaration,
            declared=declared,
            by=By(token=actor.token, kind=actor.kind),
            after=declared,
            at=self.now + MOMENT,
            around=self.around,
            mode=FOLDED,
            ledger=LEDGER,
        )
        told = PredicateDeclared(predicate=PREDICATE, declaration=declaration, suggested=False)
        self.keeps([told, *decided], actor)

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
        for each in self.recorded:
            axis = folded(axis, each, mode=FOLDED)
        return axis


def _actor(voice: Voice) -> Actor:
    """Who speaks in a voice of his own."""
    name = voice.id.removeprefix("t:")
    return Actor(token=TokenId(name), name=name, kind=voice.kind)
