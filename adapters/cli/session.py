"""Coming in: from options and the environment to open services and the caller's grant."""

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from adapters.cli.paging import pages
from adapters.cli.progress import progress
from adapters.data_folder import ADMIN_FILE, token_in
from adapters.errors import FactledgerError, Forbidden, NotAuthenticated, NotFound
from adapters.postgres.ledger import Request
from adapters.postgres.orders import Written
from adapters.postgres.views import Page
from adapters.services import Services
from adapters.settings import FIRST_LEDGER, Settings, settings
from adapters.wiring import services
from domain.grants import Grant
from domain.limits import PAGE_ROWS_MAX
from domain.words import LedgerName


@dataclass(frozen=True, kw_only=True, slots=True)
class Session:
    """The services as one caller uses them, and the ledger that is meant."""

    services: Services
    grant: Grant
    ledger: LedgerName
    secret: str = field(repr=False)

    def readmitted(self) -> Grant:
        """The grant as it stands now, for who has waited; raises NotAuthenticated."""
        return self.services.tokens.authenticate(self.secret)


def asked(*, data_dir: str | None, database: str | None, ledger: str | None = None) -> Settings:
    """The settings of a command; raises Invalid."""
    return settings(os.environ, data_dir=data_dir, database=database, ledger=ledger)


@contextmanager
def session(settings: Settings) -> Generator[Session]:
    """A session with the token that the settings come to; calls refused to it are counted."""
    with progress() as shown, services(settings, progress=shown) as found:
        shown.clear()
        secret = secret_of(settings)
        grant = found.tokens.authenticate(secret)
        ledger = settings.ledger or FIRST_LEDGER
        try:
            yield Session(services=found, grant=grant, ledger=ledger, secret=secret)
        except (Forbidden, NotFound):
            found.tokens.count_refusal(grant)
            raise


def carried_out(caller: Session, request: Request) -> Written:
    """What came of a request; raises the error that it met."""
    (outcome,) = caller.services.ledger.submit(caller.grant, caller.ledger, [request]).result()
    if isinstance(outcome, FactledgerError):
        raise outcome
    return outcome


def granted(services: Services, grant: Grant) -> Iterator[Page[LedgerName]]:
    """Every ledger that a token was granted, by name and page after page."""
    return pages(
        lambda after: services.reader.ledgers(grant, after=after, limit=PAGE_ROWS_MAX),
        after="",
        everything=True,
    )


def every_granted(caller: Session) -> Sequence[LedgerName]:
    """Every ledger that the token covers; that there is none is no reason to say all is well."""
    names = [name for page in granted(caller.services, caller.grant) for name in page.rows]
    if not names:
        raise NotFound("there is no ledger that this token was granted")
    return names


def secret_of(settings: Settings) -> str:
    """The token to come in with: that of the environment, else the folder's admin token."""
    if settings.token is not None:
        return settings.token
    if settings.database is not None:
        raise NotAuthenticated("no token: set FACTLEDGER_TOKEN to the one to come in with")
    secret = token_in(settings.data_dir, ADMIN_FILE)
    if secret is None:
        raise NotAuthenticated(
            f"{settings.data_dir / ADMIN_FILE} is gone: start `factledger serve`, which makes "
            "another, or set FACTLEDGER_TOKEN"
        )
    return secret
