"""The command line as a whole: one group or command from each module beside this one."""

import typer

from adapters.cli import calibrate, doctor, facts, ledgers, migrate, psql, tokens, verify

_HELP = """An event-sourced ledger of facts for agents, on Postgres.

Exit codes: 0 done, 1 findings or refused, 2 used wrongly, 3 can't reach or read, 130 interrupted.
"""


def command_line() -> typer.Typer:
    """Every command but `serve`, which the HTTP face adds."""
    app = typer.Typer(
        help=_HELP,
        add_completion=False,
        no_args_is_help=True,
        # Plain text: examples are copied from it, and a box is no place to copy from.
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.add_typer(ledgers.app, name="ledger")
    app.add_typer(tokens.app, name="token")
    app.add_typer(facts.app, name="fact")
    app.command("migrate", epilog=migrate.EXAMPLES)(migrate.migrate)
    app.command("psql", epilog=psql.EXAMPLES, context_settings=psql.CONTEXT)(psql.psql)
    app.command("doctor", epilog=doctor.EXAMPLES)(doctor.doctor)
    app.command("verify", epilog=verify.EXAMPLES)(verify.verify)
    app.command("calibrate", epilog=calibrate.EXAMPLES)(calibrate.calibrate)
    return app
