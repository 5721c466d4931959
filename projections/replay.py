"""The replay: what every table must hold, derived from the events alone, and where it differs."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from domain.events import Recorded
from domain.fold import Memory
from domain.verification import Finding, Flaw
from domain.words import LedgerName, Seq
from projections.registry import INLINE, project
from projections.rows import FactRow, Row
from projections.step import Since, Step, note_since


class CommandRow(NamedTuple):
    """Where the events of a command lie, as `ledger.command` says it."""

    id: str
    first_seq: int
    last_seq: int


Derived = Row | CommandRow
"""A row that follows from the events."""

Key = tuple[object, ...]


class Table(NamedTuple):
    """A table whose rows follow from the events: its name, its row class, and its key."""

    name: str
    row: type[Derived]
    key: tuple[str, ...]


COMMANDS: Final = Table(name="ledger.command", row=CommandRow, key=("id",))

TABLES: Final = (
    COMMANDS,
    *(Table(name=f"read.{each.table}", row=each.row, key=each.key) for each in INLINE),
)
"""The tables that a replay derives, in the order in which they are compared."""

FACTS: Final = next(each for each in TABLES if each.name == "read.fact")


class Replay:
    """A ledger's tables in memory, or its facts and those that are wanted, grown from its events.

    For one thread.
    """

    def __init__(self, ledger: LedgerName, *, tables: Iterable[Table] = TABLES) -> None:
        self._memory = Memory(ledger=ledger, complete=True)
        self._command: list[Recorded] = []
        self._since: dict[int, Since] = {}
        self._rows: dict[str, dict[Key, Derived]] = {each.name: {} for each in (FACTS, *tables)}
        self._projections = [each for each in INLINE if f"read.{each.table}" in self._rows]

    def apply(self, recorded: Recorded) -> None:
        """Take in the next event; the rows of a command are kept with its last one."""
        frame = recorded.command
        self._command.append(recorded)
        commands = self._rows.get(COMMANDS.name)
        if commands is not None:
            first = recorded.seq - frame.i + 1
            commands[frame.id,] = CommandRow(
                id=frame.id, first_seq=first, last_seq=first + frame.n - 1
            )
        if frame.i >= frame.n:
            self._fold(tuple(self._command))
            self._command.clear()

    def _fold(self, command: tuple[Recorded, ...]) -> None:
        before, after = self._memory.apply(command)
        step = Step(before, command, after, self._since)
        for table, key, row in list(project(step, self._projections)):
            rows = self._rows[f"read.{table}"]
            if row is None:
                del rows[key]
            else:
                rows[key] = row
            if table == "fact":
                note_since(self._since, row, key)

    def facts(self) -> Iterator[FactRow]:
        """The facts as they stand after the last whole command, in the order of their ids.

        The replay lets go of each, so it is asked once, when all events are applied.
        """
        rows = self._rows.pop(FACTS.name)
        return (FactRow._make(rows.pop((fact,))) for fact in sorted(self._since))

    def differences(self, table: Table, found: Iterable[Derived]) -> Iterator[Finding]:
        """How the rows that were found in a table differ from those that it must hold.

        The replay lets go of the table's rows, so it is asked once, when all events are applied.
        """
        awaited = self._rows.pop(table.name)
        for row in found:
            key = tuple(getattr(row, name) for name in table.key)
            right = awaited.pop(key, None)
            if right is None:
                yield _finding(table, key, Flaw.ROW_SPARE, "follows from no event")
            elif row != right:
                wrong = [
                    name
                    for name, ours, theirs in zip(row._fields, right, row, strict=True)
                    if ours != theirs
                ]
                yield _finding(table, key, Flaw.ROW_CHANGED, f"differs in {', '.join(wrong)}")
        for key in awaited:
            yield _finding(table, key, Flaw.ROW_MISSING, "is missing")


def _finding(table: Table, key: Sequence[object], flaw: Flaw, what: str) -> Finding:
    names = dict(zip(table.key, key, strict=True))
    spelt = ", ".join(f"{name} {_plain(value)}" for name, value in names.items())
    seq = names.get("seq", names.get("fact"))
    return Finding(
        seq=Seq(seq) if isinstance(seq, int) else None,
        flaw=flaw,
        detail=f"the row of {table.name} {f'with {spelt} ' if spelt else ''}{what}",
    )


def _plain(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else repr(value)
