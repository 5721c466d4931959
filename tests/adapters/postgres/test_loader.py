"""What is loaded for a group of commands decides them as all events together would."""

import secrets
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from random import Random

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from adapters.errors import Conflict, Forbidden, Invalid, NotFound
from adapters.postgres.ledger import Request
from adapters.postgres.lookup import Desk, look_up
from adapters.postgres.orders import Written
from adapters.postgres.pool import set_scope
from adapters.postgres.verifier import Depth, Verifier
from adapters.services import Services
from domain.commands import (
    AssertFact,
    Command,
    CorrectFact,
    Dates,
    DecideReview,
    DeclarePredicate,
    EndFact,
    Invalidate,
    ReinstateClaim,
    ReinstateSource,
    ReportOutcome,
    Restore,
    RetractClaim,
    RetractSource,
)
from domain.duels.signals import Signal
from domain.events import DuelResolved, FactAsserted, PredicateDeclared, Refused
from domain.grants import Grant, Right, may
from domain.identity import IdentityMode
from domain.keys import line_key
from domain.payloads import Kind, Resolution
from domain.predicates import Cardinality, Declaration, Temporal
from domain.values import Text
from domain.wanting import Scope, Wanted
from domain.words import ActorKind, LedgerName, Seq
from tests.adapters.postgres.arguing import SINGLE, do, said, speaking_as
from tests.adapters.postgres.writing import WAIT_S
from tests.conftest import Caller, opening

GROUPS = 20
LINES = 5_000
STARTS = (None, None, "2020", "2021-05", "2022-03-01")
ENDS = (None, None, "2024-01-01", "..", "")
DECLARATIONS = [
    Declaration(cardinality=cardinality, holders=holders, temporal=temporal)
    for cardinality in Cardinality
    for holders in Cardinality
    for temporal in Temporal
]


def a_claim(chance: Random, base: Seq) -> AssertFact:
    claim = said(
        chance.choice(("Alice", "Bob", "Cid")),
        chance.choice(("p", "q", "r")),
        chance.choice(("x", "y", "z")),
    )
    return replace(
        claim,
        source=chance.choice((None, "crm", "web")),
        session=chance.choice((None, "s-1")),
        dates=Dates(valid_from=chance.choice(STARTS), valid_to=chance.choice(ENDS)),
        derived_from=(base,) if chance.random() < 0.2 else (),
    )


def a_change(chance: Random, seq: Seq) -> Command:
    source = chance.choice(("crm", "web"))
    value = chance.choice((None, Text(text="x"), Text(text="z")))
    start, end = chance.choice(STARTS), chance.choice(ENDS)
    return chance.choice(
        (
            Invalidate(fact=seq, kind=chance.choice(list(Kind)), reason="r"),
            Restore(fact=seq, reason="r"),
            EndFact(fact=seq, valid_to=end or "2021", reason="r"),
            CorrectFact(fact=seq, object=value, valid_from=start, valid_to=end, reason="r"),
            CorrectFact(fact=seq, subject=chance.choice(("Alice", "Bob")), reason="r"),
            ReportOutcome(
                fact=seq,
                signal=chance.choice(list(Signal)),
                success=chance.random() < 0.6,
                source=chance.choice((None, source)),
            ),
            RetractClaim(claim=seq, reason="r"),
            ReinstateClaim(claim=seq, reason="r"),
            RetractSource(source=source, reason="r"),
            ReinstateSource(source=source, reason="r"),
            DecideReview(
                item=seq, resolution=chance.choice(list(Resolution)), reason="r", valid_to="2024"
            ),
            DeclarePredicate(
                predicate=chance.choice(("p", "q")), declaration=chance.choice(DECLARATIONS)
            ),
        )
    )


def commands(chance: Random, *, head: Seq) -> Iterator[Command]:
    """A few commands on few values, that name what was written before, or what is not there."""
    for _ in range(chance.randint(1, 6)):
        named = Seq(chance.randint(2, head + 1))
        yield a_claim(chance, named) if chance.random() < 0.5 else a_change(chance, named)


def needs_a_reviewer(command: Command) -> bool:
    return isinstance(command, Restore | DecideReview)


# Each example has a ledger of its own, and is told by its seed: there is nothing to make smaller.
@settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(chance=st.randoms(use_true_random=True))
def test_whatever_is_commanded_the_tables_hold_what_all_events_together_come_to(
    services: Services, admin: Caller, chance: Random
) -> None:
    ledger = LedgerName(f"l-{secrets.token_hex(6)}")
    services.ledger.open(admin.grant, ledger, opening())
    speakers = [
        admin.grant,
        *(speaking_as(admin.grant, ActorKind.AGENT, name) for name in ("one", "other")),
        speaking_as(admin.grant, ActorKind.SYSTEM, "probe"),
    ]
    head, written = Seq(1), 0
    for _ in range(GROUPS):
        spoken = [(chance.choice(speakers), each) for each in commands(chance, head=head)]
        under_way = [
            services.ledger.submit(grant, ledger, [Request(command=command)])
            for grant, command in spoken
            if may(grant, Right.REVIEW) or not needs_a_reviewer(command)
        ]
        for each in under_way:
            (outcome,) = each.result(WAIT_S)
            assert isinstance(outcome, Written | Conflict | Forbidden | Invalid | NotFound), outcome
            written += isinstance(outcome, Written)
        head = Seq(services.reader.ledger(admin.grant, ledger).seq)
    assert written > GROUPS
    verified = Verifier(services.pool).verify(admin.grant, ledger, depth=Depth.TABLES)
    assert (verified.size, verified.findings, len(verified.unchecked)) == (head, (), 1)


def types_of(written: Written) -> list[type]:
    return [type(each.event) for each in written.recorded]


def test_a_declaration_decides_what_was_said_of_all_subjects_before_it(
    services: Services, admin: Caller, ledger_name: LedgerName
) -> None:
    def by(grant: Grant, command: Command) -> Written:
        return do(services, grant, ledger_name, command)

    one, other = (speaking_as(admin.grant, ActorKind.AGENT, name) for name in ("one", "other"))
    for subject in ("Alice", "Bob"):
        by(one, said(subject, "lives_in", "Dublin", since="2020"))
        by(other, said(subject, "lives_in", "Paris", since="2020"))
    by(other, said("Carol", "likes", "tea"))
    declared = by(admin.grant, DeclarePredicate(predicate="lives_in", declaration=SINGLE))
    assert types_of(declared) == [PredicateDeclared, DuelResolved, DuelResolved]
    later = by(one, said("Bob", "lives_in", "Rome", since="2022"))
    assert types_of(later)[0] is FactAsserted
    assert DuelResolved in types_of(later)


def test_a_tombstone_is_found_by_another_spelling_on_another_line(
    services: Services, admin: Caller, ledger_name: LedgerName
) -> None:
    agent = speaking_as(admin.grant, ActorKind.AGENT, "one")
    fact = do(services, agent, ledger_name, said("Alice", "likes", "coffee")).recorded[0].seq
    invalidate = Invalidate(fact=fact, kind=Kind.FALSE, reason="no")
    do(services, admin.grant, ledger_name, invalidate)
    cyrillic = "с\u043effee"
    assert cyrillic != "coffee"
    for value, events in ((cyrillic, [Refused]), ("coffee", [Refused]), ("tea", [FactAsserted])):
        done = do(services, agent, ledger_name, said("Alice", "likes", value))
        assert types_of(done) == events


def test_far_more_can_be_wanted_than_is_sent_at_once(
    services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    do(services, agent.grant, ledger_name, said("Alice", "likes", "tea"))
    line = line_key("Alice", "likes", Text(text="tea"), mode=IdentityMode.FOLDED)
    others = {line._replace(subject=sha256(b"%d" % number).digest()) for number in range(LINES)}
    with (
        services.pool.connection() as connection,
        connection.pipeline() as pipeline,
        connection.transaction(),
    ):
        set_scope(connection, ledger_name)
        desk = Desk(connection=connection, pipeline=pipeline, ledger=ledger_name)
        found = look_up(desk, Wanted(lines=frozenset({line, *others}))).found
    assert [each.line for each in found.claims] == [line]
    assert found.covered == {Scope(*each) for each in (line, *others)}
