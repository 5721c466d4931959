"""What a build can't hold, told without asking it: in as much memory for any size of a ledger.

Of what was written a mark is left, by its key. Where there is none, nothing was written; where
there is one it may be another key's, and the tables are asked.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Final

from domain.keys import LineKey
from domain.predicates import UNDECLARED
from domain.shelf import scopes_around
from domain.state import State
from domain.wanting import Scope, Wanted, scopes_of

MARKS: Final = 1 << 25
"""A byte each, of which the system gives what is written to; a million keys leave 3 % marked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Parted:
    """What is wanted: that of which there is nothing, and the rest, which must be looked up."""

    absent: Wanted
    rest: Wanted


@dataclass(kw_only=True, slots=True)
class Marks:
    """A mark for every key under which a build may hold something; for one thread."""

    _marks: bytearray = field(default_factory=lambda: bytearray(MARKS))

    def note(self, after: State) -> None:
        """Mark what a slice has on it, which holds all that a command may have written."""
        for predicate in after.declarations:
            self._mark(predicate)
        for line in after.places:
            # A declaration has all lines of its predicate on its slice: they are marked anew.
            for scope in scopes_of(line, after.declarations.get(line.predicate) or UNDECLARED):
                self._mark(scope)
        for axis in after.axes:
            for tombstone in axis.tombstones:
                for refusal in tombstone.refusals:
                    self._mark(refusal)
        for voice in after.totals:
            self._mark(voice)

    def parted(self, wanted: Wanted) -> Parted:
        """Which of what is wanted there is nothing of, so that it need not be looked up.

        Of a line with nothing on it the rest has the declaration alone, which tells its scopes.
        """
        absent = Wanted(
            lines=frozenset(each for each in wanted.lines if not self._is_marked(each.predicate)),
            scopes=frozenset(each for each in wanted.scopes if not self._may_hold(each)),
            refusals=frozenset(each for each in wanted.refusals if not self._is_marked(each)),
            voices=frozenset(each for each in wanted.voices if not self._is_marked(each)),
        )
        lines = wanted.lines - absent.lines
        held = frozenset(each for each in lines if self._may_be_said(each))
        rest = replace(
            wanted,
            lines=held,
            declarations=wanted.declarations.union(each.predicate for each in lines - held),
            scopes=wanted.scopes - absent.scopes,
            refusals=wanted.refusals - absent.refusals,
            voices=wanted.voices - absent.voices,
        )
        return Parted(absent=absent, rest=rest)

    def _may_be_said(self, line: LineKey) -> bool:
        """Whether anything may be there, however the predicate of the line is declared."""
        scopes = (Scope(*line), *scopes_around(line))
        return any(self._is_marked(each) for each in scopes)

    def _may_hold(self, scope: Scope) -> bool:
        whole = scope == scope.whole_predicate
        return self._is_marked(scope.predicate if whole else scope)

    def _mark(self, key: Hashable) -> None:
        self._marks[hash(key) % len(self._marks)] = 1

    def _is_marked(self, key: Hashable) -> bool:
        return self._marks[hash(key) % len(self._marks)] == 1
