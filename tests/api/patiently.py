"""Questions that wait, and what others do meanwhile."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx

from adapters.services import Services
from api.app import create_app
from api.patience import Patience
from tests.api.client import Client, Sending, check
from tests.conftest import Caller

Act = Callable[[], Coroutine[None, None, None]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Waiting:
    """A client of an application with a patience of its own."""

    client: Client
    patience: Patience

    def get(self, *paths: str, then: Act) -> list[httpx.Response]:
        """The answers to questions; others act once all of them wait."""
        responses = self.client.runner.run(self._answered(paths, then))
        for each in responses:
            check(self.client.app, each)
        return responses

    async def _answered(self, paths: tuple[str, ...], then: Act) -> list[httpx.Response]:
        sent = [Sending(method="GET", path=each) for each in paths]
        waiting = asyncio.create_task(self.client.sent(sent))
        while self.patience.waiters < len(sent):
            assert not waiting.done(), waiting.result()
            await asyncio.sleep(0.01)
        await then()
        return await waiting


@contextmanager
def waiting(
    services: Services, caller: Caller, *, wait_s: float, waiters_max: int = 9
) -> Generator[Waiting]:
    """A caller's client, who waits so long and among so many."""
    patience = Patience(wait_s=wait_s, waiters_max=waiters_max)
    app = create_app(services, patience=patience)
    with asyncio.Runner() as runner:
        client = Client(app=app, runner=runner, secret=caller.secret)
        yield Waiting(client=client, patience=patience)
