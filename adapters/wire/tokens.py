"""Tokens to be made."""

from typing import Final

from adapters.postgres.tokens import TokenOrder
from adapters.sheets import Sheet, sheet
from adapters.wire.taking import NAMED, ledger_name, text_of
from domain import limits
from domain.grants import Role
from domain.refusals import Refusal
from domain.words import ActorKind, LedgerName

TOKEN_FIELDS: Final = ("name", "kind", "role", "ledgers", "expires")

TOKEN_LEDGERS_MAX: Final = 1_000


def token_order(doc: object) -> TokenOrder | tuple[Refusal, ...]:
    """The token to be made; only an admin's may leave its ledgers out, and reaches every one."""
    token = sheet(doc)
    if isinstance(token, Refusal):
        return (token,)
    token.close(TOKEN_FIELDS)
    name = text_of(token, "name", chars_max=limits.TOKEN_NAME_CHARS_MAX)
    kind = token.word("kind", ActorKind) if token.required("kind") else None
    role = token.word("role", Role) if token.required("role") else None
    if role is not Role.ADMIN:
        token.required("ledgers")
    order = TokenOrder(
        name=name,
        kind=kind or ActorKind.AGENT,
        role=role or Role.READER,
        ledgers=frozenset(_ledgers(token)) if token.has("ledgers") else None,
        expires_at=token.instant("expires"),
    )
    return tuple(token.refusals) or order


def _ledgers(token: Sheet) -> list[LedgerName]:
    names: list[LedgerName] = []
    for place, item in enumerate(token.sequence("ledgers", least=1, most=TOKEN_LEDGERS_MAX)):
        field = f"ledgers[{place}]"
        name = ledger_name(item) if isinstance(item, str) else None
        if name is None:
            token.refuse(field, "not_a_name", NAMED)
        elif name in names:
            token.refuse(field, "twice", "is named before: leave it out")
        else:
            names.append(name)
    return names
