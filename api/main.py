"""The console script: the command line, and `serve`, which answers over HTTP."""

import os
import signal
import sys
from typing import Annotated, Final

import typer

from adapters import log
from adapters.cli import output
from adapters.cli.app import command_line
from adapters.cli.ending import DONE, INTERRUPTED, on_ending, run
from adapters.cli.options import Database, DataDir, examples
from adapters.cycles import seldom_collected
from adapters.settings import settings
from adapters.wiring import lasting_services
from api.problems import problem_document

HOST: Final = "127.0.0.1"
PORT: Final = 8420
_PORT_MAX: Final = 65_535

Host = Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")]
Port = Annotated[
    int, typer.Option(metavar="PORT", min=0, max=_PORT_MAX, help="0 takes any free one.")
]
AnswerTo = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        help="A host name that clients call it by, besides the address and localhost; again for "
        "more.",
    ),
]
SqlPort = Annotated[
    int | None,
    typer.Option(
        metavar="PORT",
        min=1,
        max=_PORT_MAX,
        help="Where the embedded database listens too, on 127.0.0.1.",
    ),
]
Replica = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="A hot standby of --database, by a URL of the same login: questions go to it.  "
        "[env: FACTLEDGER_REPLICA]",
    ),
]

EXAMPLES: Final = examples(
    "factledger serve",
    "factledger serve --data-dir /var/lib/factledger --port 8421",
    "factledger serve --database postgresql://factledger_service:secret@db.example/facts",
    "factledger serve --database postgresql://... --replica postgresql://...",
    "factledger serve --host 0.0.0.0 --answer-to ledger.example",
)


def main() -> None:
    """Run the command line of this process and exit with its code."""
    sys.exit(run(application(), sys.argv[1:], described=problem_document))


def application() -> typer.Typer:
    """Every command there is."""
    app = command_line()
    app.command("serve", epilog=EXAMPLES)(serve)
    return app


def serve(
    *,
    host: Host = HOST,
    port: Port = PORT,
    answer_to: AnswerTo = None,
    sql_port: SqlPort = None,
    data_dir: DataDir = None,
    database: Database = None,
    replica: Replica = None,
) -> int:
    """Start the service.

    The first start in an empty folder makes a database there, the ledger `main`, and two tokens.
    Any number of services can share a folder or a database.
    """
    # Only here: the other commands are quicker without the weight of a web framework.
    from api.app import create_app
    from api.listening import answered, bound
    from api.patience import Patience

    asked = settings(
        os.environ, data_dir=data_dir, database=database, sql_port=sql_port, replica=replica
    )
    # To be told to stop is how a service ends well, at its start too.
    on_ending(lambda _number, _frame: sys.exit(DONE))
    with (
        bound(host, port) as door,
        lasting_services(asked, progress=_log_progress, made=output.line) as services,
    ):
        patience = Patience()
        app = create_app(services, hosts=[host, *(answer_to or ())], patience=patience)

        def let_go() -> None:
            services.arrivals.release()
            patience.end()

        with seldom_collected():
            stopped_by = answered(app, door, say=output.line, stopping=let_go)
    return INTERRUPTED if stopped_by == signal.SIGINT else DONE


def _log_progress(line: str) -> None:
    log.entry("start", doing=line)


if __name__ == "__main__":
    main()
