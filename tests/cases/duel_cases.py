"""Who meets whom, and what comes of it: duels that people agree on, in a notation for them.

`3A` are three agents with a claim each, `A*3` one agent with three; `H` is a person, `S` a system.
`+test` is an outcome on the fact, `dep 10` are ten facts of others that rest on it, and with `800d`
the evidence is so many days older. `echo`: whoever speaks was shown the value before.
"""

import re
from dataclasses import dataclass

from domain.words import ActorKind

ROWS: tuple[tuple[int, str, str, str, str], ...] = (
    (1, "state", "A", "9A, dep 40", "quarantined"),
    (2, "state", "A", "3A, dep 10", "quarantined"),
    (3, "constant", "A", "4A, dep 20, 400d", "quarantined"),
    (4, "state", "A +test", "2A, dep 3", "supersedes"),
    (5, "state", "A +test +user", "9A, dep 40", "supersedes"),
    (6, "state", "5A +test", "2A, dep 3", "supersedes"),
    (7, "state", "5A +test", "3A, dep 10", "supersedes"),
    (8, "state", "A*3", "3A, dep 10", "contested"),
    (9, "state", "A*2", "9A, dep 40", "quarantined"),
    (10, "state", "A, echo", "3A, dep 10", "quarantined"),
    (11, "state", "A +compiled", "A, dep 3", "supersedes"),
    (12, "state", "5A", "9A, dep 40", "contested"),
    (13, "state", "2A", "A, dep 3", "supersedes"),
    (14, "state", "A +compiled +user", "2A, dep 3", "supersedes"),
    (15, "state", "5A +test +user, echo", "9A, dep 40", "contested"),
    (16, "state", "A", "A", "supersedes"),
    (17, "constant", "A", "A", "contested"),
    (18, "state", "A", "2A", "contested"),
    (19, "state", "A", "H", "quarantined"),
    (20, "state", "A", "H, 800d", "supersedes"),
    (21, "constant", "A", "H, 800d", "quarantined"),
    (22, "constant", "H", "A", "displaces"),
    (23, "constant", "H", "H", "contested"),
    (24, "state", "H", "9A, dep 40", "contested"),
    (25, "constant", "5A", "A", "displaces"),
    (26, "constant", "A*100", "A", "contested"),
    (27, "state", "30A", "H", "contested"),
    (27, "constant", "30A", "H", "contested"),
    (28, "state", "S", "A", "supersedes"),
    (29, "state", "A", "S", "contested"),
    (30, "state", "A, the same", "A", "supersedes"),
    (30, "constant", "A, the same", "A", "displaces"),
)
"""The number of a case, the predicate's kind, the newcomer, the incumbent, and the verdict."""

_SIDE = re.compile(
    r"(?P<voices>\d*)(?P<kind>[AHS])(?:\*(?P<each>\d+))?(?P<outcomes>(?: \+\w+)*)"
    r"(?:, dep (?P<dependants>\d+))?(?:, (?P<days>\d+)d)?(?P<echo>, echo)?(?P<same>, the same)?"
)
_KINDS = {"A": ActorKind.AGENT, "H": ActorKind.HUMAN, "S": ActorKind.SYSTEM}
_SIGNALS = {"test": "test_passed", "compiled": "code_compiled", "user": "user_confirmed"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Side:
    """One side of a duel: its voices, their claims, and what else there is on their fact."""

    kind: ActorKind
    voices: int
    claims_each: int
    signals: tuple[str, ...]
    dependants: int
    days: int
    is_echo: bool
    is_the_same: bool


def side(notation: str) -> Side:
    """What the notation says."""
    found = _SIDE.fullmatch(notation)
    assert found is not None, notation
    return Side(
        kind=_KINDS[found["kind"]],
        voices=int(found["voices"] or 1),
        claims_each=int(found["each"] or 1),
        signals=tuple(_SIGNALS[each.lstrip("+")] for each in found["outcomes"].split()),
        dependants=int(found["dependants"] or 0),
        days=int(found["days"] or 0),
        is_echo=bool(found["echo"]),
        is_the_same=bool(found["same"]),
    )
