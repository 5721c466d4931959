"""Deciding a group: its commands one after another, each seeing what the ones before it did.

Nothing here touches the database. A command that raises, in a decision or in a projection, fails
alone: its slice is put back and its rows are kept only when all of it has been worked out.
"""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, assert_never

from adapters.errors import (
    Conflict,
    FactledgerError,
    Forbidden,
    Invalid,
    NotFound,
    PreconditionFailed,
)
from adapters.postgres.errors import fault
from adapters.postgres.loader import Earlier, Loaded
from adapters.postgres.orders import Head, Kept, Order, Outcome, Written
from adapters.postgres.rows import Rows, keep
from domain.chain import SALT_BYTES, Sealed, place, seal
from domain.commands import AssertAll, AssertFact
from domain.decide import Barred, Changed, Decided, Declined, Forestalled, Unknown, decide
from domain.events import Recorded
from domain.evolve import evolve
from domain.needs import Needs
from domain.state import State
from domain.words import CommandId
from projections.registry import project
from projections.step import Step

_SALTS_FIRST: Final = 16
_SALTS_MAX: Final = 256
"""How many salts are drawn at once, to begin with and at most."""


def _salts() -> Iterator[bytes]:
    # Whoever draws lets other threads run first: for a few bytes at a time it would wait for each.
    # Most that is drawn for a large group would be drawn for nothing in a small one.
    several = _SALTS_FIRST
    while True:
        drawn = os.urandom(SALT_BYTES * several)
        for start in range(0, len(drawn), SALT_BYTES):
            yield drawn[start : start + SALT_BYTES]
        several = min(2 * several, _SALTS_MAX)


@dataclass(kw_only=True, slots=True)
class Deliberation:
    """A group under decision: what it has come to so far, to be appended and written at once."""

    head: Head
    loaded: Loaded
    earlier: Mapping[CommandId, Earlier]
    sealed: list[Sealed] = field(default_factory=list)
    rows: Rows = field(default_factory=Rows)
    orders: list[Order] = field(default_factory=list)
    salts: Iterator[bytes] = field(default_factory=_salts)
    answered: dict[CommandId, tuple[Order, Written]] = field(default_factory=dict)

    def decide_all(self, orders: Sequence[Order], *, budget_s: float) -> list[Outcome | Earlier]:
        """The outcomes of the first orders, as many as the budget allows, at least one.

        An order that was carried out before is answered with where its events lie. One that the
        orders before it let touch what was not loaded is left for another group.
        """
        outcomes: list[Outcome | Earlier] = []
        until = time.monotonic() + budget_s
        memory, only_claims = self.loaded.memory, True
        for order in orders:
            needs = memory.needs([(order.command, order.actor)])
            # All that claims come to lie beside was loaded with them, whatever they do to it.
            only_claims = only_claims and isinstance(order.command, AssertFact | AssertAll)
            if outcomes and not only_claims and memory.missing(needs):
                break
            outcomes.append(self._outcome(order, needs))
            if time.monotonic() > until:
                break
        return outcomes

    def _outcome(self, order: Order, needs: Needs) -> Outcome | Earlier:
        earlier = self.earlier.get(order.id)
        if earlier is not None:
            return earlier if earlier.digest == order.digest else _reused()
        if order.id in self.answered:
            first, written = self.answered[order.id]
            return replace(written, repeated=True) if first.digest == order.digest else _reused()
        try:
            return self._decided(order, needs)
        except Exception as error:
            return fault(error)

    def _decided(self, order: Order, needs: Needs) -> Outcome:
        state = self.loaded.memory.slice_of(needs)
        decision = decide(
            order.command,
            state,
            actor=order.actor,
            may_review=order.may_review,
            clock=self.head.clock,
        )
        match decision:
            case Decided():
                recorded = place(
                    decision.events,
                    ledger=self.head.ledger,
                    after=state.seq,
                    recorded_after=state.recorded_at,
                    clock=self.head.clock,
                    actor=order.actor,
                    command=order.id,
                )
                return self._keep(order, state, tuple(recorded))
            case Declined():
                return Invalid(*decision.refusals)
            case Forestalled():
                return Conflict(decision.detail)
            case Unknown():
                return NotFound(decision.detail)
            case Changed():
                return PreconditionFailed(decision.detail)
            case Barred():
                return Forbidden(decision.detail)
            case _:
                assert_never(decision)

    def _keep(self, order: Order, before: State, recorded: tuple[Recorded, ...]) -> Written:
        after = before
        sealed: list[Sealed] = []
        prev = self.sealed[-1].leaf_hash if self.sealed else self.head.leaf_hash
        for each in recorded:
            after = evolve(after, each)
            sealed.append(seal(each, prev=prev, salts=self.salts))
            prev = sealed[-1].leaf_hash
        # All of it is worked out before any of it is kept.
        rows = list(project(Step(before, recorded, after, self.loaded.since)))
        self.loaded.memory.absorb(after)
        keep(self.rows, rows, self.loaded.since)
        self.sealed.extend(sealed)
        self.orders.append(order)
        written = Written(
            events=tuple(
                Kept(recorded=each, leaf_hash=one.leaf_hash)
                for each, one in zip(recorded, sealed, strict=True)
            ),
            repeated=False,
        )
        self.answered[order.id] = (order, written)
        return written


def _reused() -> FactledgerError:
    return Conflict("this Idempotency-Key was used before with other content: use a new one")
