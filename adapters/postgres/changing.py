"""What the ledger came to believe otherwise: the changes that each command made, and why."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final, NamedTuple

from adapters.postgres.asking import Asking, HeadRow, instant_of, paged
from adapters.postgres.events import EventRow, recorded_of
from adapters.postgres.versions import Side, VersionRow, beside
from adapters.postgres.views import AsOf, ChangeQuestion, ChangeView, Page, Pair
from domain.changes import Telling, Version, at_instant, changes
from domain.events import DuelResolved, FactAsserted, Recorded
from domain.grants import Grant
from domain.keys import LineKey, subject_digest
from domain.limits import JSON_INTEGER_MAX
from domain.words import LedgerName, Seq
from projections.decisions import facts_named

_CHUNK_ROWS: Final = 500


LAST_FACT: Final = JSON_INTEGER_MAX
"""Behind every fact that a command can change."""


class _MovedRow(NamedTuple):
    fact: int
    seq: int


class _CommandRow(NamedTuple):
    seq: int
    prev: bytes
    leaf_hash: bytes
    recorded_at: datetime
    type: str
    body: bytes
    salts: list[bytes | None]
    contents: list[bytes | None]
    command: int

    def event(self) -> EventRow:
        return EventRow._make(self[: len(EventRow._fields)])


class Changing(Asking):
    """How beliefs changed from one record time to another."""

    def changes(
        self,
        grant: Grant,
        ledger: LedgerName,
        question: ChangeQuestion,
        *,
        after: Pair,
        limit: int,
    ) -> Page[ChangeView]:
        """What each command changed, by its last event and the fact."""
        rules = self.admit(grant, ledger)
        since, _ = self.position(ledger, question.since, field="since")
        until, _ = self.position(ledger, question.until, field="until")
        subject = question.subject
        at = None if question.valid_at is None else instant_of(question.valid_at, rules)
        asked = {
            "at": at,
            "since": since or 0,
            "until": until,
            "subject": None if subject is None else subject_digest(subject, mode=rules.identity),
        }
        found: list[ChangeView] = []
        # Whole commands are read, since what one fact took over from another is no change.
        last: Pair = (after[0], -1)
        while True:
            moved, head = self._moved(ledger, {**asked, "after_seq": last[0], "after": last[1]})
            views = self._told(ledger, moved, at)
            found += (each for each in views if (each.seq, each.fact) > after)
            if not moved or len(found) > limit:
                break
            last = (moved[-1].seq, LAST_FACT)
        self._shown.mark(grant, ledger, [key for each in found[:limit] for key in _keys(each)])
        as_of = AsOf(
            valid_at=at, known_at=Seq(head.seq) if until is None else until, seq=Seq(head.seq)
        )
        return paged(found, [f"{each.seq}:{each.fact}" for each in found], limit, as_of)

    def _moved(
        self, ledger: LedgerName, asked: Mapping[str, object]
    ) -> tuple[list[_MovedRow], HeadRow]:
        """Which facts the next commands changed: all of each command, in order."""
        name = "read_changes" if asked["subject"] is None else "read_changes_by_subject"
        limit = _CHUNK_ROWS
        while True:
            rows, head = self.rows(ledger, name, {**asked, "limit": limit}, _MovedRow)
            if len(rows) < limit:
                return rows, head
            whole = [row for row in rows if row.seq != rows[-1].seq]
            if whole:
                return whole, head
            limit *= 2

    def _told(
        self, ledger: LedgerName, moved: Sequence[_MovedRow], at: datetime | None
    ) -> Iterator[ChangeView]:
        """What became of these facts, command by command."""
        if not moved:
            return
        pairs = {"facts": [row.fact for row in moved], "seqs": [row.seq for row in moved]}
        sides, _ = self.each(ledger, "read_sides", pairs, beside(Side))
        commands = sorted({row.seq for row in moved})
        events, _ = self.rows(ledger, "read_commands", {"seqs": commands}, _CommandRow)
        told = {seq: list(rows) for seq, rows in groupby(events, key=lambda row: row.command)}
        views = {(side.seq, side.is_after, row.fact): row.view() for row, side in sides}
        versions = _versions(sides)
        for seq in commands:
            before, after = versions[seq, False], versions[seq, True]
            recorded = [recorded_of(row.event()) for row in told[seq]]
            found = changes(before, after, [_telling(each) for each in recorded])
            for change in found if at is None else at_instant(found, at):
                yield ChangeView(
                    change=change.turn,
                    fact=change.fact,
                    seq=Seq(seq),
                    at=recorded[-1].recorded_at,
                    events=tuple(each.seq for each in change.causes),
                    before=views.get((seq, False, change.fact)),
                    after=views.get((seq, True, change.fact)),
                )


def _versions(
    sides: Iterable[tuple[VersionRow, Side]],
) -> Mapping[tuple[int, bool], dict[Seq, Version]]:
    """By command, and whether it is after or before that, what was known of each fact."""
    found: defaultdict[tuple[int, bool], dict[Seq, Version]] = defaultdict(dict)
    for row, side in sides:
        found[side.seq, side.is_after][Seq(row.fact)] = side.version(row)
    return found


def _telling(recorded: Recorded) -> Telling:
    event = recorded.event
    # Its parts were not read, and without them a claim is taken for an erased one.
    said = {event.fact, *event.joined} if isinstance(event, FactAsserted) else ()
    return Telling(
        seq=recorded.seq,
        type=type(event).__name__,
        facts=frozenset({*facts_named(recorded), *said}),
        verdict=event.verdict if isinstance(event, DuelResolved) else None,
    )


def _keys(change: ChangeView) -> Iterator[LineKey]:
    for side in (change.before, change.after):
        if side is not None:
            yield side.key
