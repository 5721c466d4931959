"""How a command ends: its exit code, and for every error one line, with --json a document too.

0    done
1    findings, or refused
2    used wrongly
3    can't reach or read
130  interrupted
"""

import logging
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NoReturn, cast

import typer
from typer.main import get_command

from adapters import log
from adapters.cli import output
from adapters.errors import (
    Behind,
    Busy,
    CannotStart,
    Conflict,
    FactledgerError,
    Fault,
    Forbidden,
    Invalid,
    NotAuthenticated,
    NotFound,
    PreconditionFailed,
    Refused,
    SchemaMismatch,
    Unavailable,
)
from domain.refusals import Refusal

if TYPE_CHECKING:
    import io

DONE: Final = 0
REFUSED: Final = 1
MISUSED: Final = 2
OUT_OF_REACH: Final = 3
INTERRUPTED: Final = 130
TERMINATED: Final = 143

CODES: Final[Mapping[type[FactledgerError], int]] = MappingProxyType(
    {
        NotAuthenticated: REFUSED,
        Forbidden: REFUSED,
        NotFound: REFUSED,
        Conflict: REFUSED,
        Refused: REFUSED,
        PreconditionFailed: REFUSED,
        Invalid: MISUSED,
        Busy: OUT_OF_REACH,
        Unavailable: OUT_OF_REACH,
        Behind: OUT_OF_REACH,
        CannotStart: OUT_OF_REACH,
        SchemaMismatch: OUT_OF_REACH,
        Fault: OUT_OF_REACH,
    }
)

NAME: Final = "factledger"

_HELP: Final = "Usage: "
"""How the help begins that answers a group called without a command."""

Described = Callable[[FactledgerError], Mapping[str, object]]
"""From an error to the problem document that tells of it, the same one that HTTP answers with."""


def run(app: typer.Typer, arguments: Sequence[str], *, described: Described) -> int:
    """Run a command line to its end; returns the exit code and raises nothing but SystemExit."""
    log.to_standard_error()
    # The pool complains here of what it raises anyway, with the names of hosts and logins.
    logging.getLogger("psycopg").addHandler(logging.NullHandler())
    logging.getLogger("psycopg").propagate = False
    cast("io.TextIOWrapper", sys.stdout).reconfigure(errors="backslashreplace")
    on_ending(_terminate)
    try:
        return ended(app, arguments, described=described)
    except KeyboardInterrupt:
        return INTERRUPTED


def on_ending(handler: Callable[[int, object], None]) -> None:
    """Have a handler called when the process is told to end, or its terminal goes away.

    A signal that whoever started us wants to be ignored, as nohup does, stays ignored.
    """
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def ended(app: typer.Typer, arguments: Sequence[str], *, described: Described) -> int:
    """Run a command line and tell of what it met; changes nothing of the process it runs in."""
    try:
        returned = get_command(app).main(list(arguments), prog_name=NAME, standalone_mode=False)
    except FactledgerError as error:
        failure, said = error, f"{NAME}: {output.plain(error.detail)}"
    except typer.TyperException as error:
        failure, said = _misused(error)
    except Exception as error:
        failure = Fault(reference=log.fault(error))
        said = f"{NAME}: {failure.detail}"
    else:
        return returned if isinstance(returned, int) else DONE
    if _wants_json(arguments):
        output.document(described(failure))
    output.aside(said)
    return CODES[type(failure)]


def _misused(error: typer.TyperException) -> tuple[Invalid, str]:
    said = error.format_message()
    if not said.startswith(_HELP):
        # A list of choices comes a line each.
        said = " ".join(said.rstrip(".").split())
    refused = Invalid(Refusal(code="misused", field="arguments", detail=said))
    return refused, said if said.startswith(_HELP) else f"{NAME}: {output.plain(said)}: see --help"


def _wants_json(arguments: Sequence[str]) -> bool:
    ours = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in ours


def _terminate(_number: int, _frame: object) -> NoReturn:
    # Raised, so that what is open is closed and a database that nobody else uses is stopped.
    raise SystemExit(TERMINATED)
