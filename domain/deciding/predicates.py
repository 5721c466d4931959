"""Declaring a predicate, for all its history."""

from typing import Final

from domain.commands import DeclarePredicate
from domain.deciding.decision import Decided, Decision, Declined, Forestalled
from domain.deciding.stage import Stage
from domain.events import PredicateDeclared
from domain.keys import predicate_digest
from domain.refusals import Refusal
from domain.wanting import AXES_MAX

_TOO_MANY: Final = Refusal(
    code="too_many",
    field="predicate",
    detail=f"its history has more than {AXES_MAX} axes, which can't be decided again at once: "
    "declare another predicate first, and say its claims by that name",
)


def suggest(stage: Stage, command: DeclarePredicate) -> Decision:
    """Keep what one suggests who may not declare; it changes nothing."""
    return _is_so_already(stage, command) or Decided(events=(_event(command, suggested=True),))


def declare(stage: Stage, command: DeclarePredicate) -> Decision:
    """Declare the predicate, then decide what now can't hold together, axis by axis.

    Those with the smallest lines come first.
    """
    key = predicate_digest(command.predicate, mode=stage.rules.identity)
    known = _is_so_already(stage, command)
    if known is not None:
        return known
    if key in stage.state.too_many:
        return Declined(refusals=(_TOO_MANY,))
    stage.write([_event(command, suggested=False)])
    declared = stage.state.seq
    lines = sorted(line for line in stage.state.places if line.predicate == key)
    for place in dict.fromkeys(stage.state.places[line] for line in lines):
        axis = stage.state.axes[place]
        stage.write(stage.settle(axis, command.declaration, declared=declared))
    return Decided(events=tuple(stage.events))


def _is_so_already(stage: Stage, command: DeclarePredicate) -> Forestalled | None:
    key = predicate_digest(command.predicate, mode=stage.rules.identity)
    if stage.state.declarations.get(key) != command.declaration:
        return None
    return Forestalled(detail="this predicate is declared so already")


def _event(command: DeclarePredicate, *, suggested: bool) -> PredicateDeclared:
    return PredicateDeclared(
        predicate=command.predicate, declaration=command.declaration, suggested=suggested
    )
