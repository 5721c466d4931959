"""Asking under a grant: what all questions share, and as of which times they are asked."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple, Protocol, Self, TypeVar

from psycopg import Cursor

from adapters.errors import Behind, Invalid
from adapters.postgres.copies import Copies, Question
from adapters.postgres.ledger import Ledger, require
from adapters.postgres.pool import Pool
from adapters.postgres.questions import Snapshot, asked_alone, asked_in
from adapters.postgres.shown import Shown
from adapters.postgres.views import AsOf, Day, KnownAt, Page, ValidAt, When, Whenever
from adapters.zones import zone_of
from domain.grants import Grant, Right
from domain.refusals import Refusal
from domain.state import Rules
from domain.words import LedgerName, Seq
from domain.worldtime.zones import first_instant_of

T = TypeVar("T")
A = TypeVar("A")
H = TypeVar("H", bound="Headed")

OPENED: Final = Seq(1)
"""The position that every ledger has come to, where it is known to be there."""

AHEAD_MAX: Final = timedelta(seconds=5)
"""How far a record time may lie ahead of the clock, since clocks differ a little."""


class Headed(Protocol):
    """A row that tells how far the ledger had come."""

    @property
    def seq(self) -> int:
        """The position of the head."""
        ...


class Standing(Headed, Protocol):
    """A row that tells what the clock said then, too: never earlier than the head was recorded."""

    @property
    def clock(self) -> datetime:
        """The clock of the database, or the instant of a head that lies ahead of it."""
        ...


class HeadRow(NamedTuple):
    """Where a ledger stands, and what the clock says."""

    seq: int
    leaf_hash: bytes
    recorded_at: datetime
    clock: datetime


class PositionRow(NamedTuple):
    """What a record time stands for: the last command's end by then, and when that was."""

    known: int
    known_at: datetime | None
    seq: int
    clock: datetime


class Moment(NamedTuple):
    """As of which times a question is asked: None is the head, and the clock or no world time."""

    known: Seq | None
    valid_at: datetime | None
    whenever: bool

    @property
    def parameters(self) -> dict[str, object]:
        """What the statements that read versions call these times."""
        return {
            "known": self.known,
            "past": self.known is not None,
            "valid_at": self.valid_at,
            "whenever": self.whenever,
        }

    def as_of(self, head: Standing) -> AsOf:
        """What an answer was true of."""
        seq = Seq(head.seq)
        now = None if self.whenever else self.valid_at or head.clock
        return AsOf(valid_at=now, known_at=seq if self.known is None else self.known, seq=seq)


class Asking:
    """One database's ledgers, asked under grants; safe to use from any thread.

    Each question raises NotFound for a ledger that is not there or was not granted, alike,
    Forbidden for a role without the right to read, and Behind where the copy of the database that
    it is put to has not come to `least`.
    """

    def __init__(
        self, copies: Copies, ledger: Ledger, shown: Shown, *, least: Seq = OPENED
    ) -> None:
        self._copies = copies
        self._ledger = ledger
        self._shown = shown
        self._least = max(least, OPENED)
        # What the parts of one answer saw must not go back, or they would contradict each other.
        self._seen: dict[LedgerName, Seq] = {}

    def having_seen(self, least: Seq) -> Self:
        """The same, whose answers have seen a position, and all before it."""
        return type(self)(self._copies, self._ledger, self._shown, least=least)

    def admit(self, grant: Grant, ledger: LedgerName, right: Right = Right.READ) -> Rules:
        """How the ledger was opened, for who may ask."""
        require(grant, right, ledger)
        return self._ledger.opening(ledger).rules

    def rows(
        self, ledger: LedgerName, name: str, parameters: Mapping[str, object], row: type[T]
    ) -> tuple[list[T], HeadRow]:
        """The rows of one statement, and the head beside them."""
        asked = {"ledger": ledger, **parameters}
        return self._beside_head(ledger, lambda snapshot: snapshot.ask(name, asked, row))

    def each(
        self,
        ledger: LedgerName,
        name: str,
        parameters: Mapping[str, object],
        made: Callable[..., T],
    ) -> tuple[list[T], HeadRow]:
        """The rows of one statement, made of their columns in order, and the head beside them."""
        asked = {"ledger": ledger, **parameters}
        return self._beside_head(ledger, lambda snapshot: snapshot.ask_each(name, asked, made))

    def alone(
        self,
        ledger: LedgerName,
        name: str,
        parameters: Mapping[str, object],
        made: Callable[..., H],
    ) -> list[H]:
        """The rows of one statement that is a transaction by itself; the first tells the head."""
        asked = {"ledger": ledger, **parameters}

        def ask(pool: Pool) -> tuple[list[H], Seq]:
            rows = asked_alone(pool, name, asked, made)
            return rows, _head_of(rows)

        return self._asked(ledger, ask)

    def _beside_head(
        self, ledger: LedgerName, send: Callable[[Snapshot], Cursor[T]]
    ) -> tuple[list[T], HeadRow]:
        def sent(snapshot: Snapshot) -> tuple[Cursor[T], Cursor[HeadRow]]:
            return send(snapshot), snapshot.ask("read_head", {"ledger": ledger}, HeadRow)

        def ask(pool: Pool) -> tuple[tuple[list[T], list[HeadRow]], Seq]:
            rows, head = asked_in(pool, (ledger,), sent)
            heads = head.fetchall()
            return (rows.fetchall(), heads), _head_of(heads)

        rows, heads = self._asked(ledger, ask)
        return rows, heads[0]

    def _asked(self, ledger: LedgerName, question: Question[A]) -> A:
        answer, seq = self._copies.ask(ledger, question, seen=self._seen.get(ledger, Seq(0)))
        if seq < self._least:
            raise Behind(seq=seq, wanted=self._least)
        self._seen[ledger] = seq
        return answer

    def moment(
        self,
        ledger: LedgerName,
        rules: Rules,
        when: When,
        *,
        otherwise: Whenever | None = None,
        field: str = "known_at",
    ) -> Moment:
        """The times that a question is asked as of; raises Invalid for a record time to come.

        Without a world time, that is the record time if it was given, else now; or `otherwise`.
        """
        known, known_at = self.position(ledger, when.known_at, field=field)
        valid_at = when.valid_at or otherwise
        if valid_at is Whenever.ANY:
            return Moment(known=known, valid_at=None, whenever=True)
        return Moment(
            known=known,
            valid_at=known_at if valid_at is None else instant_of(valid_at, rules),
            whenever=False,
        )

    def position(
        self, ledger: LedgerName, known_at: KnownAt | None, *, field: str = "known_at"
    ) -> tuple[Seq | None, datetime | None]:
        """The last command's end by a record time, 0 where there was none yet, and its instant."""
        if known_at is None:
            return None, None
        found = self.alone(ledger, "read_position", record_time(known_at), PositionRow)[0]
        return come_to(known_at, found, field=field)


def record_time(known_at: KnownAt) -> dict[str, object]:
    """What the statements that look for a record time's position call it."""
    if isinstance(known_at, datetime):
        return {"instant": known_at, "seq": None}
    return {"instant": None, "seq": known_at}


def come_to(
    known_at: KnownAt, found: PositionRow, *, field: str = "known_at"
) -> tuple[Seq, datetime | None]:
    """The position that was found for a record time, and its instant; raises Invalid if to come."""
    if isinstance(known_at, datetime):
        # The clock is never behind the head.
        if known_at > found.clock + AHEAD_MAX:
            raise Invalid(_to_come(field))
        return Seq(found.known), known_at
    if known_at > found.seq:
        raise Invalid(_to_come(field))
    return Seq(found.known), found.known_at


def instant_of(valid_at: ValidAt, rules: Rules) -> datetime | None:
    """The instant that is meant: a day stands for its first one, in the ledger's zone.

    Raises Invalid for a day that begins there before the first instant that is kept.
    """
    match valid_at:
        case datetime():
            return valid_at
        case Day():
            return _first_instant(valid_at, rules)
        case Whenever.ANY:
            return None


def _first_instant(day: Day, rules: Rules) -> datetime:
    try:
        return first_instant_of(day.day, zone_of(rules.time_zone))
    except OverflowError as error:
        raise Invalid(
            Refusal(
                code="out_of_range",
                field="valid_at",
                detail="begins outside the years 0001 to 9999 of UTC: give another day",
            )
        ) from error


def paged(views: Sequence[T], keys: Sequence[object], limit: int, as_of: AsOf) -> Page[T]:
    """A page of at most `limit` of these views, and where it goes on if there are more."""
    more = len(keys) > limit
    return Page(rows=tuple(views[:limit]), next=str(keys[limit - 1]) if more else None, as_of=as_of)


def _to_come(field: str) -> Refusal:
    return Refusal(
        code="in_the_future",
        field=field,
        detail="can't lie ahead of what is recorded: leave it out to mean the head",
    )


def _head_of(rows: Sequence[Headed]) -> Seq:
    """How far the ledger had come; 0 where the copy that was asked does not know it yet."""
    return Seq(rows[0].seq if rows else 0)
