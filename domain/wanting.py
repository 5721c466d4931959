"""What a group of commands must know of a ledger, and what was found: pure data, keys and values.

A *scope* is what must be known whole before anything in it is decided. The loader is asked for
`Wanted` and answers `Found`, until nothing is wanted any more.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Final, NamedTuple

from domain.axes.pieces import Known
from domain.axes.standing import Claim
from domain.axes.tombstones import Tombstone
from domain.duels.evidence import Dependant
from domain.duels.voices import Record, VoiceId
from domain.keys import LineKey, TopicKey
from domain.predicates import Cardinality, Declaration
from domain.words import Seq, TokenId

AXES_MAX: Final = 10_000
"""How many axes one command may decide again; with more of them it has to be done in steps."""


class Scope(NamedTuple):
    """Lines that must be known together: those of a predicate with this subject, this object.

    None is any of them. A claim lies in a scope by its line, and by the line that it said: where a
    correction has moved it, "the same again" has to find it.
    """

    subject: bytes | None
    predicate: bytes
    object: bytes | None

    @property
    def whole_predicate(self) -> "Scope":
        """All lines of its predicate."""
        return Scope(None, self.predicate, None)


def scopes_of(line: LineKey, declaration: Declaration) -> tuple[Scope, ...]:
    """The scopes that a line lies in: itself where its values exclude nothing."""
    found: list[Scope] = []
    if declaration.cardinality is Cardinality.SINGLE:
        found.append(Scope(line.subject, line.predicate, None))
    if declaration.holders is Cardinality.SINGLE:
        found.append(Scope(None, line.predicate, line.object))
    return tuple(found) or (Scope(*line),)


class Showing(NamedTuple):
    """That a value may have been shown before it is claimed: to this token, or in this session."""

    line: LineKey
    token: TokenId
    session: str | None


class Shown(NamedTuple):
    """When a value was shown last: to the token, and to whoever was in the session."""

    to_token: datetime | None
    in_session: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """What is still to be looked up; `if wanted` tells whether there is anything.

    - `lines`: by their keys; what their predicates are declared to be tells which scopes that asks
      for (`scopes_of`), and all of it is best loaded in one go: `Found.covered` says what was.
    - `scopes`: asked for by themselves, once the declaration is known.
    - `claims`: by seq, with the scopes of their lines if that can be done in the same go.
    - `items`: what waits for a person, by the seq of the wish; a fact that waits is no wish.
    - `references`: claims of which only the existence matters.
    - `refusals`: refusal keys whose tombstones matter.
    - `sources`: source keys of which every claim is asked for.
    - `predicates`: predicate keys of which all is asked for, with the declaration by which its axes
      are counted: by subjects where cardinality is single, else by objects where holders are, else
      by lines.
    - `declarations`: predicate keys of which only the declaration is asked for.
    - `voices`: whose totals are asked for.
    - `shown`: values of which is asked when they were shown.
    - `topics`: whose visible values are counted, exactly up to `values_max`.
    """

    lines: frozenset[LineKey] = frozenset()
    scopes: frozenset[Scope] = frozenset()
    claims: frozenset[Seq] = frozenset()
    items: frozenset[Seq] = frozenset()
    references: frozenset[Seq] = frozenset()
    refusals: frozenset[bytes] = frozenset()
    sources: frozenset[bytes] = frozenset()
    predicates: Mapping[bytes, Declaration] = field(default_factory=dict[bytes, Declaration])
    declarations: frozenset[bytes] = frozenset()
    voices: frozenset[VoiceId] = frozenset()
    shown: frozenset[Showing] = frozenset()
    topics: frozenset[TopicKey] = frozenset()
    values_max: int = 2

    def __bool__(self) -> bool:
        """Whether anything is wanted."""
        return any(getattr(self, each) for each in _ASKED)

    def with_all(self, other: "Wanted") -> "Wanted":
        """What is wanted by either."""
        return Wanted(
            lines=self.lines | other.lines,
            scopes=self.scopes | other.scopes,
            claims=self.claims | other.claims,
            items=self.items | other.items,
            references=self.references | other.references,
            refusals=self.refusals | other.refusals,
            sources=self.sources | other.sources,
            declarations=self.declarations | other.declarations,
            voices=self.voices | other.voices,
            shown=self.shown | other.shown,
            topics=self.topics | other.topics,
            predicates={**self.predicates, **other.predicates},
            values_max=max(self.values_max, other.values_max),
        )


_ASKED: Final = tuple(each.name for each in fields(Wanted) if each.name != "values_max")


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """What there is of what was wanted; what is left out of it does not exist.

    - `declarations`: of every predicate of a line wanted or a claim found; None is undeclared.
    - `covered`: scopes of which all claims (by line and by said line) and all `known` is here.
    - `claims`: those of the covered scopes, of the sources and predicates wanted, and those wanted
      by seq; each once.
    - `known`: what stands of the lines in the covered scopes beside their claims.
    - `tombstones`: those under the refusal keys wanted *and* under those of the claims here.
    - `totals`: of the voices wanted *and* of those of the claims here.
    - `dependants`: by the claim that they rest on, of every claim here: the voices of claims whose
      fact is visible now and whose `derived_from` names it, each with that claim's seq.
    - `references`: those that exist.
    - `shown`: the last times, where there are any.
    - `values`: how many visible values the topics have.
    - `items`: the fact of each wish that waits.
    - `too_many`: keys of predicates and sources wanted that have more than `AXES_MAX` axes (lines,
      of a source); of these nothing else is here.
    """

    declarations: Mapping[bytes, Declaration | None] = field(
        default_factory=dict[bytes, Declaration | None]
    )
    covered: frozenset[Scope] = frozenset()
    claims: tuple[Claim, ...] = ()
    known: Mapping[LineKey, Known] = field(default_factory=dict[LineKey, Known])
    tombstones: tuple[Tombstone, ...] = ()
    totals: Mapping[VoiceId, Record] = field(default_factory=dict[VoiceId, Record])
    dependants: Mapping[Seq, tuple[Dependant, ...]] = field(
        default_factory=dict[Seq, tuple[Dependant, ...]]
    )
    references: frozenset[Seq] = frozenset()
    shown: Mapping[Showing, Shown] = field(default_factory=dict[Showing, Shown])
    values: Mapping[TopicKey, int] = field(default_factory=dict[TopicKey, int])
    items: Mapping[Seq, Seq] = field(default_factory=dict[Seq, Seq])
    too_many: frozenset[bytes] = frozenset()

    @property
    def leads_on(self) -> bool:
        """Whether what a command touches may be more now that this is known."""
        return bool(self.claims or self.known or self.items)
