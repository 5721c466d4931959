"""Patience: asking again for a while, where what must be in an answer has not yet come.

No thread is held meanwhile, and only so many wait for one ledger at once: a position that no
event will ever have is easily named.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from adapters.errors import Behind

T = TypeVar("T")

WAIT_S: Final = 5.0
WAITERS_MAX: Final = 100

_PAUSE_S_MIN: Final = 0.01
_PAUSE_S_MAX: Final = 0.2


@dataclass(kw_only=True, slots=True)
class Patience:
    """How long one waits, and how many for a ledger; shared by all questions of an event loop."""

    wait_s: float = WAIT_S
    waiters_max: int = WAITERS_MAX
    is_over: bool = False
    _waiting: Counter[str] = field(init=False, default_factory=Counter[str])

    @property
    def waiters(self) -> int:
        """How many wait."""
        return self._waiting.total()

    def end(self) -> None:
        """Let nobody wait any more: who does is told within a moment how far it has come."""
        self.is_over = True

    async def insist(
        self, ledger: str, ask: Callable[[], Awaitable[T]], again: Callable[[], Awaitable[T]]
    ) -> T:
        """The answer as soon as the ledger has come far enough; else raises Behind.

        It is asked for with `ask`, and with `again` by who has waited.
        """
        try:
            return await ask()
        except Behind:
            if self._waiting[ledger] >= self.waiters_max:
                raise
        self._waiting[ledger] += 1
        try:
            return await self._answer(again)
        finally:
            self._waiting[ledger] -= 1
            if not self._waiting[ledger]:
                del self._waiting[ledger]

    async def _answer(self, again: Callable[[], Awaitable[T]]) -> T:
        until = time.monotonic() + self.wait_s
        pause_s = _PAUSE_S_MIN
        while True:
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, _PAUSE_S_MAX)
            try:
                return await again()
            except Behind:
                if self.is_over or time.monotonic() + pause_s > until:
                    raise
