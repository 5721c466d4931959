"""`factledger psql`: from curl to psql on a bare machine, with the psql that comes along."""

import os
import signal
import subprocess
from typing import Annotated, Final

import typer

from adapters.cli.options import Database, DataDir, InLedger, examples
from adapters.cli.progress import progress
from adapters.cli.session import asked, granted, secret_of
from adapters.postgres.embedded import shipped
from adapters.postgres.terminal import Call, come_in_as, look_round
from adapters.settings import Settings
from adapters.wiring import service_url, services_at
from domain.words import LedgerName

EXAMPLES = examples(
    "factledger psql",
    "factledger psql --ledger main -- -c 'select count(*) from read.fact'",
    "PGPASSWORD=... factledger psql --as factledger_audit_t0123456789ab",
)
CONTEXT: Final = {"allow_extra_args": True}

_SIGNALLED: Final = 128


def psql(
    context: typer.Context,
    *,
    login: Annotated[
        str | None,
        typer.Option("--as", metavar="LOGIN", help="Another login, with PGPASSWORD or when asked."),
    ] = None,
    ledger: InLedger = None,
    data_dir: DataDir = None,
    database: Database = None,
) -> int:
    """Open psql on the database.

    What stands behind -- is handed to it, and its exit code is ours. Without --as it sees the
    ledgers that the token was granted, or the one that is named, and can write nothing.
    """
    settings = asked(data_dir=data_dir, database=database, ledger=ledger)
    with progress() as shown, service_url(settings, progress=shown) as url:
        if login is None:
            call = look_round(
                shipped().psql,
                url=url,
                ledgers=_in_sight(settings, url),
                arguments=context.args,
                environment=os.environ,
            )
        else:
            call = come_in_as(
                login, shipped().psql, url=url, arguments=context.args, environment=os.environ
            )
        shown.clear()
        return _ended(call)


def _in_sight(settings: Settings, url: str) -> list[LedgerName]:
    with services_at(url, connections=1) as found:
        grant = found.tokens.authenticate(secret_of(settings))
        if settings.ledger is not None:
            return [found.reader.ledger(grant, settings.ledger).ledger]
        return [name for page in granted(found, grant) for name in page.rows]


def _ended(call: Call) -> int:
    # Not in our place but below us: we hold the lock that keeps the database up. A Ctrl-C is for
    # psql, which ends a statement by it; a handler, unlike SIG_IGN, is not inherited.
    before = signal.signal(signal.SIGINT, lambda _number, _frame: None)
    try:
        code = subprocess.run(call.command, env=call.environment, check=False).returncode
    finally:
        signal.signal(signal.SIGINT, before)
    return code if code >= 0 else _SIGNALLED - code
