"""`factledger migrate`: bring a Postgres of one's own to this program's schema."""

from typing import Annotated

import typer

from adapters.cli import output
from adapters.cli.options import AsJson, examples
from adapters.cli.progress import progress
from adapters.documents import Document
from adapters.postgres.logins import SERVICE_LOGIN
from adapters.wiring import Installed, install

EXAMPLES = examples(
    "factledger migrate --database postgresql://postgres:secret@db.example/facts",
    "factledger migrate --database postgresql://postgres@db.example/facts --new-password",
)


def migrate(
    *,
    database: Annotated[
        str,
        typer.Option(
            "--database",
            metavar="ADMIN_URL",
            help="As a superuser, or as the owner of the database with CREATEROLE.",
        ),
    ],
    new_password: Annotated[
        bool,
        typer.Option("--new-password", help="Give the service's login another password."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Bring a Postgres of one's own to this program's schema.

    Makes the service's login too, and prints the URL to serve with; it has the login's password
    only where that was set now. Where nobody can administer the ledgers yet, a first admin token
    is made and shown, once. A second run changes nothing.
    """
    with progress() as shown:
        installed = install(database, renew_password=new_password, progress=shown)
    if as_json:
        output.document(_document(installed))
    else:
        _tell(installed)


def _document(installed: Installed) -> Document:
    return {
        "applied": list(installed.applied),
        "database": installed.url,
        "login": SERVICE_LOGIN,
        "password_set": installed.password_set,
        "token": installed.token,
    }


def _tell(installed: Installed) -> None:
    for name in installed.applied:
        output.line(f"applied {name}")
    if not installed.applied:
        output.line("nothing to apply")
    output.line(f"FACTLEDGER_DATABASE={installed.url}")
    if not installed.password_set:
        output.aside(
            f"The login {SERVICE_LOGIN} keeps the password it has: put it into the URL, or make "
            "another with --new-password."
        )
    if installed.token is not None:
        output.line(f"FACTLEDGER_TOKEN={installed.token}")
        output.aside("The token is the first admin's. It is not shown again.")
