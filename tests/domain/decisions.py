"""The stored shape of every event that is no claim: an event, its data in the body, its parts."""

from datetime import UTC, datetime

from domain.duels.bits import bits
from domain.duels.duel import Judgement, Reason, Relation
from domain.duels.signals import Signal
from domain.duels.strength import (
    Cause,
    CutTerm,
    DependantsTerm,
    OutcomeTerm,
    Strength,
    VoiceTerm,
)
from domain.events import (
    ClaimReinstated,
    ClaimRetracted,
    DuelResolved,
    Event,
    FactCorrected,
    FactEnded,
    Invalidated,
    OutcomeReported,
    PredicateDeclared,
    Quarantined,
    Refused,
    Restored,
    Reviewed,
    ReviewRequested,
)
from domain.payloads import (
    Act,
    Amended,
    Asked,
    Beaten,
    Consequences,
    Correction,
    Fight,
    Kind,
    PutBack,
    Resolution,
    Restanding,
    Restated,
    Ruling,
    Settled,
    Wish,
)
from domain.predicates import Cardinality, Declaration
from domain.reading import Doc
from domain.values import Text
from domain.words import ActorKind, Seq, Status, Verdict
from domain.worldtime.bounds import exactly
from domain.worldtime.dates import Precision
from domain.worldtime.stated import Until

DAY = datetime(2024, 2, 15, tzinfo=UTC)

STRONG = Strength(
    bits=bits("4.3071"),
    terms=(
        VoiceTerm(
            bits=bits("1.7432"),
            first=Seq(2),
            kind=ActorKind.AGENT,
            claims=1,
            weight=bits("1.7432"),
            place=0,
        ),
        OutcomeTerm(bits=bits("2.8"), signal=Signal.TEST_PASSED, entitled=True, net=1),
        DependantsTerm(bits=bits("0.32"), voices=1),
        CutTerm(bits=bits("-0.5561"), cause=Cause.FADING),
    ),
)
STRONG_DOC: Doc = {
    "bits": "4.3071",
    "terms": [
        {
            "type": "VoiceTerm",
            "bits": "1.7432",
            "first": 2,
            "kind": "agent",
            "claims": 1,
            "weight": "1.7432",
            "place": 0,
        },
        {"type": "OutcomeTerm", "bits": "2.8", "signal": "test_passed", "entitled": True, "net": 1},
        {"type": "DependantsTerm", "bits": "0.32", "voices": 1},
        {"type": "CutTerm", "bits": "-0.5561", "cause": "fading"},
    ],
}
WEAK = Strength(bits=bits("0"), terms=())

FIGHT = Fight(
    rival=Seq(2),
    claims=(Seq(2), Seq(3)),
    relation=Relation.SUCCESSION,
    judgement=Judgement(
        verdict=Verdict.SUPERSEDES,
        reason=Reason.MARGIN,
        margin=bits("4.3071"),
        newcomer=STRONG,
        rival=WEAK,
        rule=1,
    ),
    verdict=Verdict.SUPERSEDES,
)


def duel(kind: type[DuelResolved], verdict: Verdict, status: Status) -> DuelResolved:
    """A decision that came out so."""
    return kind(
        newcomer=Seq(5),
        claims=(Seq(5),),
        verdict=verdict,
        status=status,
        trades_places=False,
        fights=(FIGHT,),
        beaten=(Beaten(rival=Seq(2), by=Seq(5)),),
    )


DUEL_DOC: Doc = {
    "newcomer": 5,
    "claims": [5],
    "trades_places": False,
    "fights": [
        {
            "rival": 2,
            "claims": [2, 3],
            "relation": "succession",
            "judgement": {
                "verdict": "supersedes",
                "reason": "margin",
                "margin": "4.3071",
                "newcomer": STRONG_DOC,
                "rival": {"bits": "0", "terms": []},
                "rule": 1,
            },
            "verdict": "supersedes",
        }
    ],
    "beaten": [{"rival": 2, "by": 5}],
}

RULING = Ruling(
    verdict=Verdict.CONTESTED, newcomer=(Seq(5),), rival=(Seq(2),), decided=Seq(6), kept=True
)
RULING_DOC: Doc = {
    "verdict": "contested",
    "newcomer": [5],
    "rival": [2],
    "decided": 6,
    "trims": False,
    "kept": True,
}
MOVED = Restanding(claim=Seq(5), before=Status.ACTIVE, after=Status.DISPLACED)
MOVED_DOC: Doc = {"claim": 5, "before": "active", "after": "displaced"}
FOLLOWED = Consequences(restandings=(MOVED,), given_up=(RULING,), given=(), events=2)
FOLLOWED_DOC: Doc = {
    "restandings": [MOVED_DOC],
    "given_up": [RULING_DOC],
    "given": [],
    "events": 2,
}
BACK = PutBack(restandings=(MOVED,), given_up=(), given=(RULING,))
BACK_DOC: Doc = {"restandings": [MOVED_DOC], "given_up": [], "given": [RULING_DOC]}

UNTIL = Until(
    text="2024-02-15", precision=Precision.DAY, qualifier=None, zone=None, bound=exactly(DAY)
)
ENDING = Correction(end=UNTIL)
ENDING_DOC: Doc = {
    "subject": None,
    "predicate": None,
    "object": None,
    "start": None,
    "end": {
        "kind": "until",
        "text": "2024-02-15",
        "precision": "day",
        "qualifier": None,
        "zone": None,
        "earliest": "2024-02-15T00:00:00.000000Z",
        "latest": "2024-02-15T00:00:00.000000Z",
    },
}
VALUED = Correction(subject="Alice", predicate="lives_in", object=Text(text="Cork"))
VALUED_DOC: Doc = {
    "subject": "Alice",
    "predicate": "lives_in",
    "object": {"kind": "text", "text": "Cork"},
    "start": None,
    "end": None,
}
AMENDED = (Amended(claim=Seq(5), value=True, start=Restated.DROPPED, end=False),)
AMENDED_DOC: list[object] = [{"claim": 5, "value": True, "start": "dropped", "end": False}]

DECISIONS: list[tuple[Event, Doc, list[Doc]]] = [
    (
        PredicateDeclared(
            predicate="lives_in",
            declaration=Declaration(cardinality=Cardinality.SINGLE),
            suggested=False,
        ),
        {
            "declaration": {
                "cardinality": "single",
                "holders": "multi",
                "temporal": "state",
                "value": None,
                "unit": None,
                "half_life_days": 240,
            },
            "suggested": False,
        },
        [{"predicate": "lives_in"}],
    ),
    (
        Refused(tombstone=Seq(9), struck=Seq(3), act=Act.REINSTATEMENT, fact=Seq(5), said=None),
        {"tombstone": 9, "struck": 3, "act": "reinstatement", "fact": 5},
        [],
    ),
    (
        duel(DuelResolved, Verdict.SUPERSEDES, Status.ACTIVE),
        {**DUEL_DOC, "verdict": "supersedes", "status": "active"},
        [],
    ),
    (
        duel(Quarantined, Verdict.QUARANTINED, Status.QUARANTINED),
        {**DUEL_DOC, "verdict": "quarantined", "status": "quarantined"},
        [],
    ),
    (
        Invalidated(
            fact=Seq(5),
            claims=(Seq(5),),
            kind=Kind.WRONG_DATES,
            restandings=(MOVED,),
            consequences=FOLLOWED,
            reason="misread",
        ),
        {
            "fact": 5,
            "claims": [5],
            "kind": "wrong_dates",
            "restandings": [MOVED_DOC],
            "consequences": FOLLOWED_DOC,
        },
        [{"reason": "misread"}],
    ),
    (
        Restored(tombstone=Seq(9), fact=Seq(5), claims=(Seq(5),), put_back=BACK, reason="right"),
        {"tombstone": 9, "fact": 5, "claims": [5], "put_back": BACK_DOC},
        [{"reason": "right"}],
    ),
    (
        ClaimRetracted(
            fact=Seq(5),
            claims=(Seq(5),),
            status=Status.UNSUPPORTED,
            consequences=FOLLOWED,
            reason="deleted",
        ),
        {"fact": 5, "claims": [5], "status": "unsupported", "consequences": FOLLOWED_DOC},
        [{"reason": "deleted"}],
    ),
    (
        ClaimReinstated(
            fact=Seq(5), claims=(Seq(5),), status=Status.ACTIVE, put_back=BACK, reason="found"
        ),
        {"fact": 5, "claims": [5], "status": "active", "put_back": BACK_DOC},
        [{"reason": "found"}],
    ),
    (
        FactCorrected(
            fact=Seq(5), status=Status.ACTIVE, amended=AMENDED, correction=VALUED, reason="misspelt"
        ),
        {"fact": 5, "status": "active", "amended": AMENDED_DOC},
        [{"correction": VALUED_DOC}, {"reason": "misspelt"}],
    ),
    (
        FactEnded(fact=Seq(5), status=Status.ACTIVE, amended=(), correction=ENDING, reason=""),
        {"fact": 5, "status": "active", "amended": []},
        [{"correction": ENDING_DOC}, {"reason": ""}],
    ),
    (
        OutcomeReported(
            fact=Seq(5),
            status=Status.ACTIVE,
            signal=Signal.CITED_BY,
            success=False,
            named=True,
            source="the press",
        ),
        {
            "fact": 5,
            "status": "active",
            "signal": "cited_by",
            "success": False,
            "named": True,
        },
        [{"source": "the press"}],
    ),
    (
        ReviewRequested(
            fact=Seq(5),
            wish=Wish.INVALIDATE,
            asked=Asked(reason="wrong", kind=Kind.FALSE),
            repeats=None,
        ),
        {"fact": 5, "wish": "invalidate", "repeats": None},
        [{"asked": {"reason": "wrong", "kind": "false", "correction": None, "signal": None}}],
    ),
    (
        Reviewed(
            item=Seq(5),
            fact=Seq(5),
            resolution=Resolution.KEEP_BOTH,
            claims=(Seq(5),),
            status=Status.ACTIVE,
            settled=(Settled(claims=(Seq(2),), verdict=Verdict.CONTESTED, trims=False),),
            confirmed=(),
            reason="both",
        ),
        {
            "item": 5,
            "fact": 5,
            "resolution": "keep_both",
            "claims": [5],
            "status": "active",
            "settled": [{"claims": [2], "verdict": "contested", "trims": False}],
            "confirmed": [],
        },
        [{"reason": "both"}],
    ),
]
