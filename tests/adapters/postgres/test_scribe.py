"""The scribe of a rebuild: whoever folds beside it leaves it only when it is at rest."""

import time
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, NoReturn

import pytest

from adapters.postgres.events import EventRow
from adapters.postgres.lookup import Desk
from adapters.postgres.rebuild import scribe
from adapters.postgres.rebuild.chunks import read_chunk
from adapters.postgres.rebuild.making import making
from adapters.postgres.stored import in_silence
from adapters.services import Services
from domain.words import Seq
from tests.adapters.postgres.rebuilding import MAIN, Site
from tests.conftest import Caller
from tests.database import Database
from tests.ledgers import write_fifty_events


@pytest.fixture
def site(services: Services, admin: Caller, database: Database) -> Site:
    write_fifty_events(services, admin.grant, MAIN)
    return Site(services=services, grant=admin.grant, database=database)


class Interrupted(Future[Any]):
    """What is interrupted whenever it is waited for."""

    def result(self, timeout: float | None = None) -> NoReturn:
        """Raises what Ctrl-C does."""
        raise KeyboardInterrupt(timeout)


def test_who_is_interrupted_leaves_the_connection_when_nobody_works_with_it_any_more(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[int] = []

    def slowly(desk: Desk, after: Seq) -> Sequence[EventRow]:
        time.sleep(0.3)
        found = read_chunk(desk, after)
        done.append(len(found))
        return found

    monkeypatch.setattr(scribe, "Future", Interrupted)
    monkeypatch.setattr(scribe, "read_chunk", slowly)
    seq, _ = site.live()
    with making(site.services.pool, MAIN, progress=in_silence) as made:
        with pytest.raises(KeyboardInterrupt):
            made.catch_up()
        assert done == [seq]
        made.discard(made.build)
