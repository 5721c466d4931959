"""The command line as a whole: one group or command from each module beside this one."""

import typer

from adapters.cli import (
    calibrate,
    claims,
    doctor,
    events,
    facts,
    ledgers,
    migrate,
    predicates,
    psql,
    rebuild,
    replay,
    reviews,
    timelines,
    tokens,
    verify,
)

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
    app.add_typer(claims.claims, name="claim")
    app.add_typer(claims.sources, name="source")
    app.add_typer(predicates.app, name="predicate")
    app.add_typer(reviews.app, name="review")
    app.command("timeline", epilog=timelines.TIMELINE_EXAMPLES)(timelines.timeline)
    app.command("changes", epilog=timelines.CHANGES_EXAMPLES)(timelines.changes)
    app.command("conflicts", epilog=reviews.CONFLICTS_EXAMPLES)(reviews.conflicts)
    app.command("tombstones", epilog=reviews.TOMBSTONES_EXAMPLES)(reviews.tombstones)
    app.command("events", epilog=events.EXAMPLES)(events.events)
    app.command("migrate", epilog=migrate.EXAMPLES)(migrate.migrate)
    app.command("psql", epilog=psql.EXAMPLES, context_settings=psql.CONTEXT)(psql.psql)
    app.command("doctor", epilog=doctor.EXAMPLES)(doctor.doctor)
    app.command("verify", epilog=verify.EXAMPLES)(verify.verify)
    app.command("rebuild", epilog=rebuild.EXAMPLES)(rebuild.rebuild)
    app.command("replay", epilog=replay.EXAMPLES)(replay.replay)
    app.command("calibrate", epilog=calibrate.EXAMPLES)(calibrate.calibrate)
    return app
