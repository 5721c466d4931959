"""Loading what a group of commands or events touches, as the memory of its decisions or its fold.

The statements are sent right behind the one that takes the head. Each sees the last commit, since
under READ COMMITTED a statement's snapshot is taken when it begins, after the lock is held. Nearly
always one round trip finds all; what is wanted only because of what was found takes another.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from psycopg.rows import class_row

from adapters.postgres.lookup import Desk, Fetch, LookedUp, Sent, can_be_sent, look_up, send
from adapters.postgres.matching import LAST, match_parameters
from adapters.postgres.orders import Head, Opening, Order
from adapters.zones import zone_of
from domain.commands import RecordForeign
from domain.fold import Memory
from domain.identity import IdentityMode
from domain.needs import Needs
from domain.state import Rules
from domain.wanting import Wanted
from domain.words import CommandId, Seq
from projections.step import Since


class OpeningRow(NamedTuple):
    """A row of load_rules."""

    command_key: bytes
    opened_seq: int
    time_zone: str
    identity: str
    identity_version: int
    flip_back_hours: int

    def opening(self) -> Opening:
        """How the ledger was opened."""
        rules = Rules(
            opened=Seq(self.opened_seq),
            time_zone=self.time_zone,
            identity=IdentityMode(self.identity),
            identity_version=self.identity_version,
            flip_back_hours=self.flip_back_hours,
        )
        return Opening(rules=rules, command_key=self.command_key)


class Earlier(NamedTuple):
    """A command carried out before: what it asked, as a digest, and where its events lie."""

    id: str
    digest: bytes | None
    first_seq: int
    last_seq: int


class MatchRow(NamedTuple):
    """A row of match_events."""

    seq: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Loaded:
    """What is known for deciding a group, and since when each fact at hand stands as it does."""

    memory: Memory
    since: dict[int, Since] = field(default_factory=dict)


Touch = Callable[[Memory], Needs]
"""What is touched, as far as can be told from what a memory has at hand."""


def take_in(memory: Memory, since: dict[int, Since], wanted: Wanted, looked_up: LookedUp) -> None:
    """Have a memory, and what is kept beside it, know what was found of what was wanted."""
    memory.statistics = dict(looked_up.counts)
    memory.learn(wanted, looked_up.found)
    since.update(looked_up.since)


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """The statements under way for the slices that are touched; load them once.

    `sent` is None where something must be counted before the rest can be asked for.
    """

    desk: Desk
    memory: Memory
    touch: Touch
    needs: Needs
    wanted: Wanted
    sent: Sent | None

    def load(self, seq: Seq, recorded_at: datetime | None) -> Loaded:
        """What was asked for with all that it leads to, as of the last event in the tables."""
        loaded = Loaded(memory=self.memory)
        memory, sent = self.memory, self.sent
        memory.seq, memory.recorded_at = seq, recorded_at
        needs, wanted = self.needs, self.wanted
        while True:
            looked_up = look_up(self.desk, wanted) if sent is None else sent.fetch()
            take_in(memory, loaded.since, wanted, looked_up)
            if looked_up.found.leads_on:
                needs = self.touch(memory)
            wanted, sent = memory.missing(needs), None
            if not wanted:
                return loaded


@dataclass(frozen=True, kw_only=True, slots=True)
class AskedFor:
    """The statements under way for a group of orders: fetch none before the head, ahead of them."""

    slices: Asked
    conflicts: Fetch[MatchRow]
    earlier: Fetch[Earlier]

    def loaded(self, head: Head) -> Loaded:
        """What the decisions of the group need, at the position of the head."""
        loaded = self.slices.load(head.seq, head.recorded_at)
        loaded.memory.conflicts = bool(self.conflicts())
        return loaded

    def carried_out(self) -> dict[CommandId, Earlier]:
        """The commands asked about that were carried out before, by their ids."""
        return {CommandId(each.id): each for each in self.earlier()}


def ask(desk: Desk, memory: Memory, touch: Touch) -> Asked:
    """Send what loads the slices that are touched into a memory that is empty."""
    needs = touch(memory)
    wanted = memory.missing(needs)
    return Asked(
        desk=desk,
        memory=memory,
        touch=touch,
        needs=needs,
        wanted=wanted,
        sent=send(desk, wanted) if can_be_sent(wanted) else None,
    )


def ask_for(
    desk: Desk, opening: Opening | None, orders: Sequence[Order], *, unsure: Sequence[CommandId]
) -> AskedFor:
    """Send what loads the slices that these orders touch; `unsure` are ids to look up besides."""
    rules = None if opening is None else opening.rules
    zone = None if rules is None else zone_of(rules.time_zone)
    touched = tuple((order.command, order.actor) for order in orders)
    ids = [*unsure, *(order.id for order in orders if order.digest is not None)]
    memory = Memory(ledger=desk.ledger, rules=rules, zone=zone)
    return AskedFor(
        slices=ask(desk, memory, lambda at_hand: at_hand.needs(touched)),
        conflicts=_ask_conflicts(desk, orders),
        earlier=desk.ask("load_commands", class_row(Earlier), {"ids": ids} if ids else None),
    )


def _ask_conflicts(desk: Desk, orders: Sequence[Order]) -> Fetch[MatchRow]:
    # A foreign append with a condition is a group of its own, so there is one at most.
    for order in orders:
        if isinstance(order.command, RecordForeign) and order.command.unless is not None:
            asked = match_parameters(desk.ledger, order.command.unless, until=LAST, limit=1)
            return desk.ask("match_events", class_row(MatchRow), asked)
    return list
