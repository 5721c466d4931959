"""Events folded again in groups, on tables written on the way, leave what folding them all does."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.events import Recorded
from domain.fold import Memory
from projections.registry import project
from projections.rows import Row
from projections.step import Since, Step, note_since
from tests.domain.remembering import ROUNDS_MAX
from tests.domain.telling import LEDGER
from tests.projections.read_tables import Key, ReadTables
from tests.properties.test_remembering import Order, asked, begun, groups

Commands = Sequence[tuple[Recorded, ...]]
Rows = dict[tuple[str, Key], Row | None]

sizes = st.lists(st.integers(1, 12), min_size=1, max_size=5)


@dataclass(kw_only=True)
class Folding:
    """A memory that folds one command after another, and what their facts stand since."""

    memory: Memory
    since: dict[int, Since] = field(default_factory=dict[int, Since])

    def fold(self, command: tuple[Recorded, ...]) -> Rows:
        """The rows that a command writes."""
        before, after = self.memory.apply(command)
        rows: Rows = {}
        for table, key, row in list(project(Step(before, command, after, self.since))):
            rows[table, key] = row
            if table == "fact":
                note_since(self.since, row, key)
        return rows


@dataclass(kw_only=True)
class Refold:
    """The making of tables from events, group by group, each with a memory of its own."""

    tables: ReadTables = field(default_factory=ReadTables)
    last: Memory = field(default_factory=lambda: Memory(ledger=LEDGER))
    memories: int = 0

    def fold(self, group: Commands) -> Iterator[Rows]:
        """The rows of these commands; one that needs what was not looked up begins anew."""
        ahead = list(group)
        while ahead:
            folding = self._told(ahead)
            self.memories += 1
            assert not folding.memory.missing(folding.memory.needs_of(ahead[:1]))
            while ahead and not folding.memory.missing(folding.memory.needs_of(ahead[:1])):
                rows = folding.fold(ahead.pop(0))
                self.tables.write((table, key, row) for (table, key), row in rows.items())
                yield rows
            self.last = folding.memory

    def _told(self, commands: Commands) -> Folding:
        """A memory with nothing but what the events of these commands touch."""
        last = self.last
        memory = Memory(
            ledger=LEDGER,
            seq=last.seq,
            recorded_at=last.recorded_at,
            rules=last.rules,
            statistics=self.tables.statistics(),
        )
        folding = Folding(memory=memory)
        for _ in range(ROUNDS_MAX):
            wanted = memory.missing(memory.needs_of(commands))
            if not wanted:
                return folding
            found, since = self.tables.look_up(wanted)
            memory.learn(wanted, found)
            folding.since.update(since)
        raise AssertionError(memory.missing(memory.needs_of(commands)))


@settings(max_examples=200, deadline=None)
@given(groups, sizes)
def test_each_command_writes_what_it_writes_for_who_remembers_everything(
    ledger: list[list[Order]], of: list[int]
) -> None:
    library = begun()
    for group in ledger:
        library.decide(*asked(library, group))
    whole = Folding(memory=Memory(ledger=LEDGER, complete=True))
    refold, tables = Refold(), ReadTables()
    for group in parted(library.recorded, of):
        for command, rows in zip(group, refold.fold(group), strict=True):
            awaited = whole.fold(command)
            assert rows == awaited, command
            tables.write((table, key, row) for (table, key), row in awaited.items())
    assert refold.tables == tables


def parted(commands: Commands, of: Sequence[int]) -> Iterator[Commands]:
    """The commands in groups of these sizes, over and over."""
    ahead = iter(commands)
    for size in cycle(of):
        group = tuple(islice(ahead, size))
        if not group:
            return
        yield group
