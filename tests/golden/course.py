"""What is told in a golden ledger: every event there is, and most of what facts do to others."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from domain.commands import (
    AssertAll,
    AssertFact,
    CorrectFact,
    Dates,
    DecideReview,
    DeclarePredicate,
    EndFact,
    Invalidate,
    OpenLedger,
    RecordForeign,
    ReinstateClaim,
    ReinstateSource,
    ReportOutcome,
    Restore,
    RetractClaim,
    RetractSource,
)
from domain.duels.signals import Signal
from domain.events import ForeignContent, Quote
from domain.identity import IdentityMode
from domain.payloads import Kind, Resolution
from domain.predicates import Cardinality, Declaration, Temporal, ValueKind
from domain.values import Boolean, Date, Entity, Number, Text, Value
from domain.words import Actor, ActorKind, LedgerName, Seq, TokenId
from tests.golden.scribe import START, Scribe

LEDGER: Final = LedgerName("golden")
ZONE: Final = "Europe/Vienna"

ADA: Final = Actor(token=TokenId("t000000000ada"), name="ada", kind=ActorKind.AGENT)
BEN: Final = Actor(token=TokenId("t000000000ben"), name="ben", kind=ActorKind.AGENT)
CRM: Final = Actor(token=TokenId("t000000000crm"), name="crm", kind=ActorKind.SYSTEM)
RITA: Final = Actor(token=TokenId("t00000000rita"), name="Rita", kind=ActorKind.HUMAN)

SINGLE: Final = Declaration(cardinality=Cardinality.SINGLE)


def written_ledger() -> Scribe:
    """The whole course, written down by the rules of today behind what the first release wrote."""
    scribe = Scribe(ledger=LEDGER, time_zone=ZONE)
    first_release(scribe)
    declaring(scribe)
    succeeding(scribe)
    arguing(scribe)
    striking_out(scribe)
    taking_back(scribe)
    amending(scribe)
    wishing(scribe)
    reviewing(scribe)
    keeping_together(scribe)
    return scribe


def said(
    subject: str,
    predicate: str,
    value: str | Value,
    *,
    source: str | None = None,
    rests_on: tuple[Seq, ...] = (),
    **dates: str,
) -> AssertFact:
    """A claim with dates as they are written."""
    return AssertFact(
        subject=subject,
        predicate=predicate,
        object=Text(text=value) if isinstance(value, str) else value,
        source=source,
        dates=Dates(**dates),
        derived_from=rests_on,
    )


def first_release(scribe: Scribe) -> None:
    """What the first release wrote: no declarations, no world time, and a fact a value."""
    opening = OpenLedger(time_zone=ZONE, identity=IdentityMode.FOLDED, flip_back_hours=24)
    scribe.does(RITA, opening)
    tea = scribe.did_at_first(ADA, said("Zoë", "likes", 'tea, "green"\n茶'))
    scribe.did_at_first(BEN, said("ZOË", "Likes", 'Tea, "green" 茶', source="a book"))
    scribe.did_at_first(ADA, said("Zoë", "likes", "milk", rests_on=(tea,)))
    for value in (
        Number(number=Decimal("28000.5"), unit="CNY"),
        Number(number=Decimal("-0.5"), unit=None),
        Date(date=date(2024, 2, 29)),
        Boolean(value=False),
        Entity(name="Acme"),
    ):
        scribe.did_at_first(CRM, said("Acme", "reports", value, source="the press"))
    scribe.did_at_first(
        ADA,
        AssertFact(
            subject="Bob",
            predicate="lives_in",
            object=Text(text="Cork"),
            qualifiers=(("as", "東京"), ("at", "No. 7")),
            session="s-1",
            observed_at=START - timedelta(days=40),
            observed_text="forty days ago",
            evidence=(Quote(quote="he said so", uri=None), Quote(quote=None, uri="book:1")),
        ),
    )
    scribe.did_at_first(BEN, said("Bob", "lives_in", "Galway"))
    notes = (
        ForeignContent(type="Noted", tags=("note:1", "all"), data=bytes(range(9))),
        ForeignContent(type="Noted", tags=("note:2", "all"), data=b""),
    )
    scribe.did_at_first(CRM, RecordForeign(contents=notes))


def declaring(scribe: Scribe) -> None:
    """What predicates are: suggested by an agent, declared by a person, some of them late."""
    scribe.does(ADA, DeclarePredicate(predicate="lives_in", declaration=SINGLE))
    holder = Cardinality.SINGLE
    for predicate, declaration in {
        "lives_in": SINGLE,
        "born_in": Declaration(cardinality=Cardinality.SINGLE, temporal=Temporal.CONSTANT),
        "spoke_at": Declaration(cardinality=Cardinality.SINGLE, temporal=Temporal.EVENT),
        "leads": Declaration(cardinality=Cardinality.SINGLE, holders=holder),
        "weighs": Declaration(
            cardinality=Cardinality.SINGLE,
            value=ValueKind.NUMBER,
            unit="kg",
            half_life_days=30,
        ),
    }.items():
        scribe.does(RITA, DeclarePredicate(predicate=predicate, declaration=declaration))


def succeeding(scribe: Scribe) -> None:
    """One value follows another, in every spelling of a date that there is."""
    for claim in (
        said("Alice", "lives_in", "Oslo", valid_from="201X"),
        said("Alice", "lives_in", "Bergen", valid_from="2020-05~", valid_to="2021-05-17"),
        said("Alice", "lives_in", "Graz", valid="2021-07/2022?"),
        said(
            "Alice",
            "lives_in",
            "Linz",
            valid_from="2022-02-01T09:00:00+02:00",
            valid_through="2022-11",
        ),
        said("Alice", "lives_in", "Wien", valid_from="2023-03-26", valid_to=".."),
        said("Alice", "lives_in", "Enns", valid="../2009"),
    ):
        scribe.does(ADA, claim)
    scribe.does(ADA, said("Alice", "lives_in", "Wien"))
    scribe.does(CRM, said("Alice", "lives_in", "Krems", source="a letter"))
    scribe.does(ADA, said("Alice", "lives_in", "Wels", valid_from="2024-08", valid_to=""))
    for number in ("70.50", "70.5", "71"):
        weight = Number(number=Decimal(number), unit="kg")
        scribe.does(CRM, said("Alice", "weighs", weight, source="a scale"))


def arguing(scribe: Scribe) -> None:
    """Voices against each other, with outcomes, echoes and what rests on what."""
    dublin = scribe.does(ADA, said("Grace", "born_in", "Dublin"))
    scribe.does(BEN, said("Grace", "born_in", "Paris"))
    scribe.does(CRM, ReportOutcome(fact=dublin, signal=Signal.TEST_PASSED, success=True))
    scribe.does(
        BEN, ReportOutcome(fact=dublin, signal=Signal.CITED_BY, success=True, source="a paper")
    )
    scribe.does(BEN, said("Grace", "pays_tax_in", "Ireland", rests_on=(dublin,)))
    scribe.does(RITA, ReportOutcome(fact=dublin, signal=Signal.USER_CONFIRMED, success=True))
    scribe.does(BEN, said("Grace", "born_in", "Rome"))

    scribe.does(ADA, said("Heidi", "leads", "Acme", valid_from="2020"))
    scribe.does(CRM, said("Ivan", "leads", "Acme", source="the register", valid_from="2022"))
    scribe.does(RITA, said("Heidi", "leads", "Brand", valid_from="2021-06"))
    scribe.sees(BEN, "Ivan", "leads", "Acme")
    scribe.does(BEN, said("Ivan", "leads", "Acme"))

    scribe.does(RITA, said("Judy", "lives_in", "Bonn", valid_from="2020-01-01"))
    scribe.does(ADA, said("Judy", "lives_in", "Kiel", valid_from="2020-01-01"))
    scribe.does(ADA, said("Mallory", "lives_in", "Ulm", valid_from="2024-01-01"))
    scribe.does(RITA, said("Mallory", "lives_in", "Jena", valid_from="2024-01-01"))
    scribe.does(ADA, said("Mallory", "lives_in", "Ulm", valid_from="2024-01-01"))
    for who, town in ((ADA, "Nice"), (BEN, "Metz")):
        scribe.does(who, said("Niaj", "spoke_at", town, valid_from="2024-05-17"))


def striking_out(scribe: Scribe) -> None:
    """What is struck out stays refused on every way back, until a person lifts that."""
    rain = scribe.does(ADA, said("Olga", "likes", "rain"))
    sun = scribe.does(ADA, said("Olga", "likes", "sun"))
    scribe.does(RITA, Invalidate(fact=rain, kind=Kind.FALSE, reason="she never did"))
    scribe.does(BEN, said("Olga", "likes", "RAIN"))
    scribe.does(ADA, CorrectFact(fact=sun, reason="misread", object=Text(text="rain")))
    dated = scribe.does(ADA, said("Olga", "lives_in", "Pisa", valid_from="2019"))
    scribe.does(BEN, said("Olga", "lives_in", "Bari", valid_from="2021"))
    scribe.does(RITA, Invalidate(fact=dated, kind=Kind.WRONG_DATES, reason="not then"))
    scribe.does(BEN, said("Olga", "lives_in", "Pisa", valid_from="2019"))
    scribe.does(BEN, said("Olga", "lives_in", "Pisa", valid_from="2018"))
    hail = scribe.does(BEN, said("Olga", "likes", "hail"))
    scribe.does(BEN, Invalidate(fact=hail, kind=Kind.NOT_WORTH_KEEPING, reason="a joke"))
    scribe.does(RITA, Restore(fact=hail, reason="it was none"))
    snow = scribe.does(ADA, said("Olga", "likes", "snow"))
    scribe.does(ADA, RetractClaim(claim=snow, reason="a slip"))
    again = scribe.does(ADA, said("Olga", "likes", "snow"))
    scribe.does(ADA, Invalidate(fact=snow, kind=Kind.WRONG_ENTITY, reason="it was Oleg"))
    assert again != snow
    scribe.does(ADA, ReinstateClaim(claim=snow, reason="no slip"))


def taking_back(scribe: Scribe) -> None:
    """Claims that no longer count, one by one and by their source, and that count again."""
    scribe.does(CRM, said("Peggy", "lives_in", "Lyon", source="a memo", valid_from="2020"))
    scribe.does(CRM, said("Peggy", "lives_in", "Brest", source="a memo", valid_from="2022"))
    scribe.does(CRM, said("Peggy", "likes", "jam", source="a memo"))
    only = scribe.does(BEN, said("Peggy", "lives_in", "Dijon", valid_from="2023"))
    scribe.does(BEN, RetractClaim(claim=only, reason="misheard"))
    misread = scribe.does(BEN, said("Peggy", "lives_in", "Nevers", valid_from="2024"))
    scribe.does(BEN, RetractClaim(claim=misread, reason="misread"))
    scribe.does(CRM, RetractSource(source="A memo", reason="it was deleted"))
    scribe.does(CRM, ReinstateSource(source="a memo", reason="it was found"))
    scribe.does(RITA, ReinstateClaim(claim=only, reason="heard well"))


def amending(scribe: Scribe) -> None:
    """We were wrong, or the world changed."""
    first = scribe.does(ADA, said("Rupert", "lives_in", "Dover", valid_from="2015"))
    scribe.does(ADA, said("Rupert", "lives_in", "Leeds", valid_from="2018"))
    scribe.does(
        ADA, CorrectFact(fact=first, reason="misspelt", object=Text(text="Deal"), valid_from="2014")
    )
    scribe.does(ADA, EndFact(fact=first, valid_to="2017-06-01", reason="he moved"))
    scribe.does(RITA, CorrectFact(fact=first, reason="still there", valid_to=".."))
    scribe.does(ADA, said("Rupert", "lives_in", "Dover", valid_from="2015"))
    other = scribe.does(BEN, said("Rupert", "lives_in", "York", valid_from="2021"))
    scribe.does(BEN, CorrectFact(fact=other, reason="another one", subject="Roberta"))
    scribe.does(ADA, said("Rupert", "likes", "chess", valid_from="2020-01-01"))
    scribe.does(BEN, said("Rupert", "likes", "draughts", valid_from="2020-01-01"))
    scribe.does(RITA, DeclarePredicate(predicate="likes", declaration=SINGLE))


def wishing(scribe: Scribe) -> None:
    """Agents ask for what a person must decide, and a person does."""
    home = scribe.does(RITA, said("Sybil", "lives_in", "Bath", valid_from="2020"))
    end = scribe.does(ADA, EndFact(fact=home, valid_to="2023-02-01", reason="she left"))
    scribe.does(ADA, EndFact(fact=home, valid_to="2023-02-01", reason="she left"))
    correct = scribe.does(
        BEN, CorrectFact(fact=home, reason="misread", object=Text(text="Bude"), valid_from="2019")
    )
    strike = scribe.does(ADA, Invalidate(fact=home, kind=Kind.FALSE, reason="never"))
    fail = scribe.does(BEN, ReportOutcome(fact=home, signal=Signal.CITED_BY, success=False))
    scribe.does(BEN, said("Sybil", "lives_in", "Bath", valid_from="2020", valid_to="2022"))
    for item, resolution in (
        (strike, Resolution.REJECT),
        (end, Resolution.CONFIRM),
        (correct, Resolution.CONFIRM),
        (fail, Resolution.CONFIRM),
    ):
        scribe.does(RITA, DecideReview(item=item, resolution=resolution, reason="as I see it"))


def reviewing(scribe: Scribe) -> None:
    """Facts that wait for a person: each of the ways to decide of them."""
    waiting: list[Seq] = []
    for subject in ("Trent", "Uma", "Victor"):
        scribe.does(ADA, said(subject, "born_in", "Split"))
        waiting.append(scribe.does(BEN, said(subject, "born_in", "Zadar")))
    for item, resolution in zip(
        waiting, (Resolution.CONFIRM, Resolution.REJECT, Resolution.KEEP_BOTH), strict=True
    ):
        scribe.does(RITA, DecideReview(item=item, resolution=resolution, reason="looked it up"))
    scribe.does(RITA, said("Zeno", "lives_in", "Elea", valid_from="2020", valid_to="2024"))
    hidden = scribe.does(ADA, said("Zeno", "lives_in", "Paestum", valid_from="2020"))
    early = scribe.does(ADA, said("Zeno", "lives_in", "Paestum", valid="2010/2012"))
    scribe.does(RITA, Invalidate(fact=early, kind=Kind.FALSE, reason="never there"))
    scribe.does(RITA, DecideReview(item=hidden, resolution=Resolution.CONFIRM, reason="it is so"))
    scribe.does(ADA, said("Trent", "lives_in", "Arles", valid_from="2020"))
    later = scribe.does(BEN, said("Trent", "lives_in", "Sens", valid_from="2020"))
    scribe.does(
        RITA,
        DecideReview(
            item=later, resolution=Resolution.CLOSE, reason="until then", valid_to="2021-09-01"
        ),
    )


def keeping_together(scribe: Scribe) -> None:
    """Several facts as one act, and another program's events of today."""
    both = AssertAll(
        claims=(
            said("Xavier", "lives_in", "Nantes", valid_from="2020"),
            said("Xavier", "lives_in", "Rennes", valid_from="2022"),
            said("Xavier", "likes", "tea"),
        )
    )
    scribe.does(ADA, both)
    scribe.does(
        CRM, RecordForeign(contents=(ForeignContent(type="Sent", tags=("all",), data=b"\xff"),))
    )
