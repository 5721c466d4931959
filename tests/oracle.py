"""A ledger's tables in memory, as its events alone say they are, and how they are told apart."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from hashlib import sha256

from domain.events import Recorded
from domain.fold import Memory
from domain.moments import instant_text
from domain.words import LedgerName
from projections.registry import project
from projections.replay import COMMANDS, TABLES, CommandRow, Derived, Key, Table
from projections.rows import FactRow, LedgerRow
from projections.step import Since, Step, note_since


class Oracle:
    """What every table holds once these events are applied, and what of facts it held before."""

    def __init__(self, ledger: LedgerName) -> None:
        self._memory = Memory(ledger=ledger, complete=True)
        self._since: dict[int, Since] = {}
        self._command: list[Recorded] = []
        self.rows: dict[str, dict[Key, Derived]] = {each.name: {} for each in TABLES}
        self.facts: dict[int, dict[int, FactRow]] = {0: {}}
        """The facts as they were known, by the last event of every command."""

    @property
    def seq(self) -> int:
        """The last event that was applied."""
        return max(self.facts)

    def apply(self, recorded: Recorded) -> None:
        """Take in the next event; a command counts once all of it is there."""
        self._command.append(recorded)
        if recorded.command.i == recorded.command.n:
            self._fold(tuple(self._command))
            self._command.clear()

    def _fold(self, command: tuple[Recorded, ...]) -> None:
        first, last = command[0], command[-1]
        self.rows[COMMANDS.name][first.command.id,] = CommandRow(
            id=first.command.id, first_seq=first.seq, last_seq=last.seq
        )
        before, after = self._memory.apply(command)
        for table, key, row in list(project(Step(before, command, after, self._since))):
            rows = self.rows[f"read.{table}"]
            if row is None:
                del rows[key]
            else:
                rows[key] = row
            if table == "fact":
                note_since(self._since, row, key)
        current = self.rows["read.fact"].values()
        self.facts[last.seq] = {row.fact: row for row in current if isinstance(row, FactRow)}


def written_out(row: Derived) -> str:
    """A row as one line of text, the same wherever it was read or made, and by whatever version."""
    named: dict[str, object] = row._asdict()
    if isinstance(row, LedgerRow):
        del named["projections"]
    return json.dumps(
        named, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=_plain
    )


def digest(table: Table, rows: Iterable[Derived]) -> str:
    """The digest of a table's rows, in the order of its key."""
    by_key = {key_of(table, row): written_out(row) for row in rows}
    hashed = sha256()
    for key in sorted(by_key):
        hashed.update(by_key[key].encode() + b"\n")
    return hashed.hexdigest()


def key_of(table: Table, row: Derived) -> str:
    """What a row is found by, as text that sorts."""
    named: Mapping[str, object] = row._asdict()
    return json.dumps([named[each] for each in table.key], default=_plain)


def _plain(value: object) -> str:
    match value:
        case bytes():
            return value.hex()
        case datetime():
            return instant_text(value)
        case _:
            raise TypeError(f"no column holds a {type(value).__name__}")
