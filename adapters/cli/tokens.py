"""`factledger token`: make tokens, list them, revoke one."""

from typing import Annotated

import typer

from adapters.cli import output, paging
from adapters.cli.options import (
    AsJson,
    Cursor,
    Database,
    DataDir,
    Everything,
    Limit,
    examples,
)
from adapters.cli.session import asked, session
from adapters.documents import new_token_document, token_document
from adapters.errors import NotFound
from adapters.postgres.tokens import NewToken, TokenView
from adapters.wire.taking import taken
from adapters.wire.tokens import token_order
from domain.grants import Role
from domain.words import ActorKind, TokenId

app = typer.Typer(help="Make tokens, list them, revoke one.", no_args_is_help=True)


@app.command(
    "create",
    epilog=examples(
        "factledger token create crm --kind system --role agent --ledger main",
        "factledger token create ann --kind human --role auditor --ledger main",
        "factledger token create root --kind human --role admin",
    ),
)
def create(
    *,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who writes with it.")],
    kind: Annotated[ActorKind, typer.Option(help="What kind of being that is.")],
    role: Annotated[Role, typer.Option(help="What it may do.")],
    ledgers: Annotated[
        list[str] | None,
        typer.Option(
            "--ledger",
            metavar="LEDGER",
            help="A ledger it is granted; again for more. Without any, an admin token is granted "
            "every ledger.",
        ),
    ] = None,
    expires: Annotated[
        str | None,
        typer.Option(metavar="INSTANT", help="When it ends, like 2027-01-01T00:00:00Z."),
    ] = None,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Make a token and show it, once. An auditor's comes with a Postgres login of its own."""
    doc = {"name": name, "kind": kind, "role": role, "ledgers": ledgers, "expires": expires}
    order = taken(token_order(doc))
    with session(asked(data_dir=data_dir, database=database)) as caller:
        token = caller.services.tokens.create(caller.grant, order)
    if as_json:
        output.document(new_token_document(token))
    else:
        _show_once(token)


@app.command("list", epilog=examples("factledger token list", "factledger token list --all --json"))
def list_(
    *,
    limit: Limit = 100,
    cursor: Cursor = None,
    everything: Everything = False,
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List all tokens, without their secrets."""
    with session(asked(data_dir=data_dir, database=database)) as caller:
        paging.show(
            "tokens",
            paging.pages(
                lambda after: caller.services.tokens.page(caller.grant, after=after, limit=limit),
                after=paging.after_name(cursor),
                everything=everything,
            ),
            as_json=as_json,
            document=token_document,
            lines=lambda view: (_line(view),),
        )


@app.command("revoke", epilog=examples("factledger token revoke t0123456789ab"))
def revoke(
    *,
    token: Annotated[str, typer.Argument(metavar="ID", help="As `factledger token list` has it.")],
    data_dir: DataDir = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Revoke a token: its next call is refused."""
    with session(asked(data_dir=data_dir, database=database)) as caller:
        if paging.NAME.fullmatch(token) is None:
            raise NotFound("there is no such token")
        view = caller.services.tokens.revoke(caller.grant, TokenId(token))
    if as_json:
        output.document(token_document(view))
    else:
        output.line(f"revoked {view.id}")


def _show_once(token: NewToken) -> None:
    output.line(f"id        {token.view.id}")
    output.line(f"token     {token.secret}")
    if token.view.login is not None:
        output.line(f"login     {token.view.login}")
        output.line(f"password  {token.password}")
    output.aside("It is not shown again.")


def _line(view: TokenView) -> str:
    ledgers = "every ledger" if view.ledgers is None else ", ".join(view.ledgers)
    state = _state(view)
    return f"{view.id}  {view.role:<8}  {view.kind:<6}  {output.plain(view.name)}  {ledgers}{state}"


def _state(view: TokenView) -> str:
    if view.revoked_at is not None:
        return f"  revoked {view.revoked_at:%Y-%m-%d}"
    return "" if view.expires_at is None else f"  expires {view.expires_at:%Y-%m-%d}"
