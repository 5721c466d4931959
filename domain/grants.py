"""What a token may do: roles, rights and the one function that asks."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from domain.words import Actor, ActorKind, LedgerName


class Role(StrEnum):
    """What a token is for."""

    READER = "reader"
    AGENT = "agent"
    REVIEWER = "reviewer"
    ADMIN = "admin"
    AUDITOR = "auditor"


class Right(StrEnum):
    """One thing that a role may be allowed to do."""

    READ = "read"
    """Ask any question about a ledger."""
    ASSERT = "assert"
    """Write claims and memories."""
    REVIEW = "review"
    """Decide what waits for a person, restore, declare predicates."""
    PROVE = "prove"
    """Read the log, its proofs and checkpoints."""
    ADMINISTER = "administer"
    """Open ledgers, make and revoke tokens, erase."""


_RIGHTS: Final[dict[Role, frozenset[Right]]] = {
    Role.READER: frozenset({Right.READ, Right.PROVE}),
    Role.AGENT: frozenset({Right.READ, Right.PROVE, Right.ASSERT}),
    Role.REVIEWER: frozenset({Right.READ, Right.PROVE, Right.ASSERT, Right.REVIEW}),
    Role.ADMIN: frozenset(Right),
    Role.AUDITOR: frozenset({Right.READ, Right.PROVE}),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Grant:
    """What a token brings: its actor, its role, and its ledgers, or every ledger where None.

    `session` is the one that its bearer says to be in, to which what is read is shown.
    """

    actor: Actor
    role: Role
    ledgers: frozenset[LedgerName] | None
    session: str | None = None


def covers(grant: Grant, ledger: LedgerName) -> bool:
    """Whether the grant names this ledger; a ledger it does not cover is answered as unknown."""
    return grant.ledgers is None or ledger in grant.ledgers


def reaches(grant: Grant, ledgers: frozenset[LedgerName] | None) -> bool:
    """Whether the grant covers all of these ledgers, or every ledger where None.

    Office reaches no further than the grant: an admin of some ledgers makes and sees tokens for
    these alone, and opens none.
    """
    return grant.ledgers is None or (ledgers is not None and ledgers <= grant.ledgers)


def may(grant: Grant, right: Right) -> bool:
    """Whether the grant's role has this right, in the ledgers that it covers."""
    return right in _RIGHTS[grant.role]


def misfit(*, role: Role, kind: ActorKind) -> str | None:
    """Why a token of this role can't be of this kind, or None; review and office are for people."""
    if role in {Role.REVIEWER, Role.ADMIN} and kind is not ActorKind.HUMAN:
        return f"a {role} token is a person's: kind must be human"
    return None
