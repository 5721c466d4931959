"""Patience: asking again for a while, where what must be in an answer has not yet come.

No thread is held meanwhile, and only so many wait at once: a position that no event will ever
have is easily named.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from adapters.errors import Behind

T = TypeVar("T")

WAIT_S: Final = 5.0
WAITERS_MAX: Final = 100

_PAUSE_S_MIN: Final = 0.01
_PAUSE_S_MAX: Final = 0.2


@dataclass(kw_only=True, slots=True)
class Patience:
    """How long one waits, and how many at once; shared by all questions of an event loop."""

    wait_s: float = WAIT_S
    waiters_max: int = WAITERS_MAX
    waiters: int = 0
    is_over: bool = False

    def end(self) -> None:
        """Let nobody wait any more: who does is told within a moment how far it has come."""
        self.is_over = True

    async def insist(self, ask: Callable[[], Awaitable[T]]) -> T:
        """The answer as soon as what is asked has come far enough; else raises Behind."""
        try:
            return await ask()
        except Behind:
            if self.waiters >= self.waiters_max:
                raise
        self.waiters += 1
        try:
            return await self._answer(ask)
        finally:
            self.waiters -= 1

    async def _answer(self, ask: Callable[[], Awaitable[T]]) -> T:
        until = time.monotonic() + self.wait_s
        pause_s = _PAUSE_S_MIN
        while True:
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, _PAUSE_S_MAX)
            try:
                return await ask()
            except Behind:
                if self.is_over or time.monotonic() + pause_s > until:
                    raise
