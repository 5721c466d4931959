"""The cases that a rule is calibrated by: who meets whom, and what people expect of it.

Written `3A` for three agents with a claim each, `A*3` for one agent claiming three times, `H` for a
person, `S` for a system, `+test` for an outcome, `dep 10` for ten other voices that rest something
on the fact, `800d` for evidence so many days older than the newcomer's, which else is a second.
"""

from dataclasses import dataclass
from typing import Final

from domain.duels.signals import Signal
from domain.predicates import Temporal
from domain.words import ActorKind, Verdict


@dataclass(frozen=True, kw_only=True, slots=True)
class Side:
    """So many voices of a kind, with so many claims each, and what else there is on their fact.

    `revises`: the voice is the one that the other side has.
    """

    kind: ActorKind
    voices: int = 1
    claims_each: int = 1
    reported: tuple[Signal, ...] = ()
    dependants: int = 0
    days: int = 0
    echo: bool = False
    revises: bool = False

    def __str__(self) -> str:
        parts = [
            f"{self.voices if self.voices > 1 else ''}{_LETTERS[self.kind]}",
            f"*{self.claims_each}" if self.claims_each > 1 else "",
            "".join(f" +{_SHORT[signal]}" for signal in self.reported),
            f", dep {self.dependants}" if self.dependants else "",
            f", {self.days}d" if self.days else "",
            ", echo" if self.echo else "",
            ", the same" if self.revises else "",
        ]
        return "".join(parts)


_LETTERS: Final = {ActorKind.AGENT: "A", ActorKind.SYSTEM: "S", ActorKind.HUMAN: "H"}

_SHORT: Final = {
    Signal.TEST_PASSED: "test",
    Signal.CODE_COMPILED: "compiled",
    Signal.USER_CONFIRMED: "user",
    Signal.CITED_BY: "cited",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """A newcomer that meets an incumbent, and the verdict that people expect.

    Of a state the newcomer comes after; the values of a constant contradict one another.
    """

    number: int
    kind: Temporal
    newcomer: Side
    incumbent: Side
    expected: Verdict


def _agents(
    voices: int = 1,
    *reported: Signal,
    claims_each: int = 1,
    dependants: int = 0,
    days: int = 0,
    echo: bool = False,
    revises: bool = False,
) -> Side:
    return Side(
        kind=ActorKind.AGENT,
        voices=voices,
        claims_each=claims_each,
        reported=reported,
        dependants=dependants,
        days=days,
        echo=echo,
        revises=revises,
    )


def _person(*, days: int = 0) -> Side:
    return Side(kind=ActorKind.HUMAN, days=days)


_SYSTEM: Final = Side(kind=ActorKind.SYSTEM)

_STATE, _CONSTANT = Temporal.STATE, Temporal.CONSTANT
_TEST, _COMPILED, _USER = Signal.TEST_PASSED, Signal.CODE_COMPILED, Signal.USER_CONFIRMED
_QUARANTINED, _CONTESTED = Verdict.QUARANTINED, Verdict.CONTESTED
_DISPLACES, _SUPERSEDES = Verdict.DISPLACES, Verdict.SUPERSEDES

_CROWD: Final = _agents(9, dependants=40)
_GROUP: Final = _agents(3, dependants=10)
_PAIR: Final = _agents(2, dependants=3)

_TABLE: Final[tuple[tuple[int, Temporal, Side, Side, Verdict], ...]] = (
    (1, _STATE, _agents(), _CROWD, _QUARANTINED),
    (2, _STATE, _agents(), _GROUP, _QUARANTINED),
    (3, _CONSTANT, _agents(), _agents(4, dependants=20, days=400), _QUARANTINED),
    (4, _STATE, _agents(1, _TEST), _PAIR, _SUPERSEDES),
    (5, _STATE, _agents(1, _TEST, _USER), _CROWD, _SUPERSEDES),
    (6, _STATE, _agents(5, _TEST), _PAIR, _SUPERSEDES),
    (7, _STATE, _agents(5, _TEST), _GROUP, _SUPERSEDES),
    (8, _STATE, _agents(claims_each=3), _GROUP, _CONTESTED),
    (9, _STATE, _agents(claims_each=2), _CROWD, _QUARANTINED),
    (10, _STATE, _agents(echo=True), _GROUP, _QUARANTINED),
    (11, _STATE, _agents(1, _COMPILED), _agents(dependants=3), _SUPERSEDES),
    (12, _STATE, _agents(5), _CROWD, _CONTESTED),
    (13, _STATE, _agents(2), _agents(dependants=3), _SUPERSEDES),
    (14, _STATE, _agents(1, _COMPILED, _USER), _PAIR, _SUPERSEDES),
    (15, _STATE, _agents(5, _TEST, _USER, echo=True), _CROWD, _CONTESTED),
    (16, _STATE, _agents(), _agents(), _SUPERSEDES),
    (17, _CONSTANT, _agents(), _agents(), _CONTESTED),
    (18, _STATE, _agents(), _agents(2), _CONTESTED),
    (19, _STATE, _agents(), _person(), _QUARANTINED),
    (20, _STATE, _agents(), _person(days=800), _SUPERSEDES),
    (21, _CONSTANT, _agents(), _person(days=800), _QUARANTINED),
    (22, _CONSTANT, _person(), _agents(), _DISPLACES),
    (23, _CONSTANT, _person(), _person(), _CONTESTED),
    (24, _STATE, _person(), _CROWD, _CONTESTED),
    (25, _CONSTANT, _agents(5), _agents(), _DISPLACES),
    (26, _CONSTANT, _agents(claims_each=100), _agents(), _CONTESTED),
    (27, _STATE, _agents(30), _person(), _CONTESTED),
    (27, _CONSTANT, _agents(30), _person(), _CONTESTED),
    (28, _STATE, _SYSTEM, _agents(), _SUPERSEDES),
    (29, _STATE, _agents(), _SYSTEM, _CONTESTED),
    (30, _STATE, _agents(revises=True), _agents(), _SUPERSEDES),
    (30, _CONSTANT, _agents(revises=True), _agents(), _DISPLACES),
)

CASES: Final = tuple(
    Case(number=number, kind=kind, newcomer=newcomer, incumbent=incumbent, expected=expected)
    for number, kind, newcomer, incumbent, expected in _TABLE
)
"""Every case, in order; one that is of both kinds is there for each."""
