"""What a rebuild has at hand of the tables that it writes, from one chunk to the next.

Nobody else writes them, so what was loaded or folded stays true. One that begins with nothing knows
all there is, until it holds too much: then it lets go of that, and looks up what it meets again.
"""

from collections.abc import Callable
from typing import Final

from adapters.postgres.loader import Touch, take_in
from adapters.postgres.lookup import LookedUp
from adapters.postgres.rebuild.marks import Marks
from domain.fold import Memory
from domain.needs import Needs
from domain.state import State
from domain.wanting import Found, Wanted
from domain.words import LedgerName
from projections.step import Since

HELD_MAX: Final = 20_000
"""How many events and claims are held; one of the usual size takes some 5 KB."""

Look = Callable[[Wanted], LookedUp]
"""Looks up what is wanted, in tables that have all that was folded."""


class Recollection:
    """The memory of a fold, and since when each fact in it stands as it does; for one thread.

    `held_max` is how many events and claims it holds.
    """

    def __init__(self, ledger: LedgerName) -> None:
        self.memory = Memory(ledger=ledger, complete=True)
        self.since = dict[int, Since]()
        self.held_max = HELD_MAX
        self._marks = Marks()
        self._held = 0

    def learn(self, touch: Touch, look: Look) -> None:
        """Have at hand what is touched, with all that it leads to."""
        if self.memory.complete:
            return
        needs = touch(self.memory)
        while wanted := self._unknown(needs):
            looked_up = look(wanted)
            take_in(self.memory, self.since, wanted, looked_up)
            self._held += len(looked_up.found.claims)
            if looked_up.found.leads_on:
                needs = touch(self.memory)

    def lacks(self, needs: Needs) -> bool:
        """Whether anything that is touched would have to be looked up."""
        return not self.memory.complete and bool(self._unknown(needs))

    def absorb(self, after: State) -> None:
        """Put back the slice that a command was folded on."""
        self._held += after.seq - self.memory.seq
        self.memory.absorb(after)
        self._marks.note(after)

    def shed(self) -> None:
        """Let go of everything if it is too much, which takes a while."""
        if self._held > self.held_max:
            was = self.memory
            self.memory = Memory(
                ledger=was.ledger,
                seq=was.seq,
                recorded_at=was.recorded_at,
                rules=was.rules,
                statistics=was.statistics,
            )
            self.since = dict[int, Since]()
            self._held = 0

    def _unknown(self, needs: Needs) -> Wanted:
        """What is to be looked up, and what there can't be is taken in as absent."""
        while wanted := self.memory.missing(needs):
            parted = self._marks.parted(wanted)
            if not parted.absent:
                return parted.rest
            self.memory.learn(parted.absent, Found())
        return Wanted()
