"""Trying a write until it is committed, or often enough; nothing is ever written twice."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import psycopg
from psycopg_pool import PoolClosed, PoolTimeout

from adapters.errors import Unavailable
from adapters.postgres.errors import Trouble, trouble
from adapters.postgres.orders import Order, Outcome
from domain.words import CommandId

PAUSES_S: Final = (0.0, 0.02, 0.04, 0.08, 0.16, 0.32)
"""Before each try. So many waits for a lock outlast a process that was stopped with a head."""

DECIDING_S_MAX: Final = 0.020

WriteGroup = Callable[[Sequence[Order], Sequence[CommandId], float], list[Outcome]]
"""Carries out the first of the orders and commits: (orders, unsure ids, seconds of deciding)."""


@dataclass(eq=False, kw_only=True, slots=True)
class Attempt:
    """An order under way; `unsure` once a try of it may have been committed without our knowing."""

    order: Order
    unsure: bool = False


def insist(write: WriteGroup, attempts: Sequence[Attempt]) -> list[Outcome]:
    """The outcomes of the first of the attempts, which are committed then.

    Raises what `write` raises where that lies in what was asked; where the database stays out of
    reach or locked, every attempt has that for its outcome.
    """
    orders = [each.order for each in attempts]
    for pause_s in PAUSES_S:
        time.sleep(pause_s)
        try:
            return write(
                orders, [each.order.id for each in attempts if each.unsure], DECIDING_S_MAX
            )
        except (PoolTimeout, PoolClosed):
            break
        except psycopg.Error as error:
            met = trouble(error)
            if met is Trouble.POISON:
                raise
            if met is Trouble.LOST:
                # The commit may have gone through before the connection went; the id can tell.
                for each in attempts:
                    each.unsure = True
    return [_given_up(each) for each in attempts]


def _given_up(attempt: Attempt) -> Unavailable:
    if attempt.unsure:
        return Unavailable(
            "the connection to the database was lost and it is not known whether this was written: "
            "ask again, under the same Idempotency-Key where there was one"
        )
    return Unavailable(
        "the database could not be reached, or stayed locked, and nothing was written: ask again"
    )
