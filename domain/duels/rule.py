"""The rule of the duel, version 1: every constant that a verdict depends on, and why it is that.

The figures were chosen together, so that each of the calibration's cases has the verdict that
people expect of it, by a margin that is at least `SLACK_MIN` away from another. A change of any of
them is another version of the rule; verdicts that were given stand. How fast evidence fades is not
the rule's: a predicate declares it, and `HALF_LIFE_DAYS` is what an undeclared one has.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from domain.duels.bits import Bits, bits
from domain.duels.signals import Signal
from domain.words import ActorKind

RULE_VERSION: Final = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Trust:
    """How likely a voice of a kind is right: before any outcome, at least, and at most."""

    prior: Fraction
    least: Fraction
    most: Fraction


TRUST: Final[Mapping[ActorKind, Trust]] = {
    # A lone agent is right three times in four; the best is a system that nothing is known of.
    ActorKind.AGENT: Trust(prior=Fraction("0.77"), least=Fraction("0.5"), most=Fraction("0.88")),
    ActorKind.SYSTEM: Trust(prior=Fraction("0.88"), least=Fraction("0.5"), most=Fraction("0.95")),
    # A person is not scored: what agents and systems report moves no person's word.
    ActorKind.HUMAN: Trust(
        prior=Fraction("0.975"), least=Fraction("0.975"), most=Fraction("0.975")
    ),
}
"""A coin's toss is the least: who is always wrong says nothing, and not the contrary."""

PRIOR_OBSERVATIONS: Final = 10
"""How many outcomes the prior weighs as much as (a Beta prior's pseudo-observations)."""

CORRELATION: Final = Fraction("0.62")
"""How much each further voice counts beside the one before, since they read one another."""

OUTCOME_BITS: Final[Mapping[Signal, Bits]] = {
    # A test that passed is as good as a system's word: it looked at the thing itself.
    Signal.TEST_PASSED: bits("2.8"),
    # That code compiles says little about what it does.
    Signal.CODE_COMPILED: bits("1"),
    # A person who only nods weighs less than one who says it.
    Signal.USER_CONFIRMED: bits("2.2"),
    Signal.CITED_BY: bits("0.5"),
}

_OBSERVERS: Final = frozenset({ActorKind.SYSTEM, ActorKind.HUMAN})

OUTCOME_ENTITLED: Final[Mapping[Signal, frozenset[ActorKind]]] = {
    Signal.TEST_PASSED: _OBSERVERS,
    Signal.CODE_COMPILED: _OBSERVERS,
    Signal.USER_CONFIRMED: frozenset({ActorKind.HUMAN}),
    Signal.CITED_BY: _OBSERVERS,
}
"""Whose tokens' reports weigh in full."""

OUTCOME_BITS_UNENTITLED: Final = bits("0.25")
"""What any other's weigh: an agent's word that a test passed is an agent's word."""

DEPENDANT_BITS: Final = Fraction("0.32")
"""For each doubling of the voices that rest on a fact, and one: use is a weak sign of truth."""

DEPENDANTS_MAX: Final = 40

AGENTS_BITS_MAX: Final = bits("4.6")
"""What agents alone can bring against a person's word, which is 5.2854 bits while it is fresh."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Band:
    """From which margin on a newcomer wins, and down from which it is quarantined."""

    wins: Bits
    quarantined: Bits


SUCCESSION: Final = Band(wins=bits("-0.4"), quarantined=bits("-2.4"))
"""Where the world can change, the newer of two equal voices wins."""

CONTRADICTION: Final = Band(wins=bits("1.95"), quarantined=bits("-2.8"))
"""Where it can't, newness proves nothing, and one voice that says it a hundred times too little."""

SLACK_MIN: Final = bits("0.2")
"""How far a calibrated case's margin stays away from every threshold."""
