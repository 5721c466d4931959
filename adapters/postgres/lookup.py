"""Looking up what is wanted: all statements sent at once, and what they found put together.

What only few values have, tombstones and what rests on them, is asked for behind them, and so is
everything of a source or a predicate, which is counted first.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from psycopg import Connection, Pipeline
from psycopg.rows import RowFactory, TupleRow, class_row

from adapters.postgres import arrays
from adapters.postgres.beside import STATUSES, Question, ThingRow
from adapters.postgres.lookup_rows import (
    AxesRow,
    DependantRow,
    LineRow,
    LoadedClaim,
    key_documents,
    loaded,
)
from adapters.postgres.statements import statement
from domain.axes.pieces import Known
from domain.axes.standing import Claim
from domain.duels.evidence import Dependant
from domain.duels.voices import Record, VoiceId
from domain.keys import LineKey
from domain.predicates import UNDECLARED, Cardinality, Declaration
from domain.shelf import scopes_around
from domain.wanting import AXES_MAX, Found, Scope, Wanted, scopes_of
from domain.words import LedgerName, Seq
from projections.axes import known_of, known_without_row
from projections.claims import claim_of
from projections.rows import AxisRow, TombstoneRow
from projections.step import Since
from projections.tombstones import tombstone_of

T = TypeVar("T")

Fetch = Callable[[], list[T]]
"""Gives the rows of a statement that was sent, once."""


class LookedUp(NamedTuple):
    """What was found, since when each fact of its claims stands as it does, and running counts."""

    found: Found
    since: Mapping[int, Since]
    counts: Mapping[str, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Desk:
    """Where statements about one ledger are handed in, in a transaction and its pipeline.

    They are about the live build of its tables, or about `build` where one is named.
    """

    connection: Connection[TupleRow]
    pipeline: Pipeline
    ledger: LedgerName
    build: int | None = None

    def ask(
        self, name: str, row: RowFactory[T], parameters: Mapping[str, object] | None
    ) -> Fetch[T]:
        """Send a statement; without parameters there is nothing to ask for, and nothing is."""
        if parameters is None:
            return list
        cursor = self.connection.cursor(row_factory=row)
        named = {"ledger": self.ledger, "build": self.build, **parameters}
        return cursor.execute(statement(name), named).fetchall

    def rest(self) -> None:
        """Tell the server that nothing more comes for now; everything asked must be fetched.

        What fetches sends all there is to send. The driver's sync alone sends what the socket takes
        at once, and then waits for answers to what it has not sent.
        """
        self.pipeline.sync()


def look_up(desk: Desk, wanted: Wanted) -> LookedUp:
    """What there is of what is wanted."""
    widened, too_many = _widened(desk, wanted)
    looked_up = send(desk, widened).fetch()
    desk.rest()
    return looked_up._replace(found=replace(looked_up.found, too_many=too_many))


def can_be_sent(wanted: Wanted) -> bool:
    """Whether nothing must be counted before all of it is asked for."""
    return not wanted.sources and not wanted.predicates


def _widened(desk: Desk, wanted: Wanted) -> tuple[Wanted, frozenset[bytes]]:
    """What is wanted without sources and predicates, but with their lines, and those too large."""
    of_sources = {source: _lines_of(desk, source) for source in wanted.sources}
    of_predicates = {
        predicate: _axes_of(desk, predicate, declaration)
        for predicate, declaration in wanted.predicates.items()
    }
    too_many = frozenset(
        key for key, axes in (*_counts(of_sources), *of_predicates.items()) if axes > AXES_MAX
    )
    lines = (each for key, found in of_sources.items() if key not in too_many for each in found)
    scopes = (Scope(None, key, None) for key in of_predicates if key not in too_many)
    widened = replace(
        wanted,
        lines=wanted.lines.union(lines),
        scopes=wanted.scopes.union(scopes),
        declarations=wanted.declarations | wanted.predicates.keys(),
        sources=frozenset(),
        predicates={},
    )
    return widened, too_many


def _lines_of(desk: Desk, source: bytes) -> list[LineKey]:
    asked = {"source": source, "limit": AXES_MAX + 1}
    found = desk.ask("load_source_lines", class_row(LineRow), asked)()
    return [each.line() for each in found]


def _counts(lines: Mapping[bytes, Sequence[LineKey]]) -> Iterator[tuple[bytes, int]]:
    return ((key, len(each)) for key, each in lines.items())


def _axes_of(desk: Desk, predicate: bytes, declaration: Declaration) -> int:
    """How many axes there are of a predicate that is declared so."""
    by_subject = declaration.cardinality is Cardinality.SINGLE
    by_object = declaration.holders is Cardinality.SINGLE and not by_subject
    by_line = not by_subject and not by_object
    asked = {
        "predicate": predicate,
        "by_subject": by_subject or by_line,
        "by_object": by_object or by_line,
    }
    (counted,) = desk.ask("count_axes", class_row(AxesRow), asked)()
    return counted.axes


@dataclass(frozen=True, kw_only=True, slots=True)
class Sent:
    """The statements under way for what is wanted; fetch them once."""

    desk: Desk
    wanted: Wanted
    question: Question
    claims: Fetch[LoadedClaim | AxisRow]
    things: Fetch[ThingRow]

    def fetch(self) -> LookedUp:
        """What they found, with what is asked for behind it."""
        wanted = self.wanted
        rows = self.claims()
        loaded = {each.claim.seq: each for each in rows if isinstance(each, LoadedClaim)}
        beside = self.question.answer(self.things())
        claims = tuple(claim_of(each.claim) for each in loaded.values())
        lines = {*wanted.lines, *(each.line for each in claims if each.seq in wanted.claims)}
        covered = wanted.scopes.union(_scopes(lines, beside.declarations))
        behind = _look_behind(self.desk, loaded.values(), beside.tombstones)
        predicates = wanted.declarations.union(each.predicate for each in lines)
        found = Found(
            declarations={key: beside.declarations.get(key) for key in predicates},
            covered=covered,
            claims=claims,
            known=_known(claims, covered, (each for each in rows if isinstance(each, AxisRow))),
            tombstones=tuple(map(tombstone_of, behind.tombstones)),
            totals={**_records(loaded.values()), **beside.totals},
            dependants=_dependants(behind.dependants),
            references=beside.references,
            shown=beside.shown,
            values=beside.values,
            items=beside.items,
        )
        return LookedUp(found=found, since=_since(loaded.values()), counts=beside.counts)


def send(desk: Desk, wanted: Wanted) -> Sent:
    """Send what looks up all that is wanted, sources and predicates left out."""
    lines, scopes, claims = sorted(wanted.lines), list(wanted.scopes), sorted(wanted.claims)
    around = None
    if lines or scopes or claims:
        around = {
            "lines": json.dumps(key_documents(lines)),
            "scopes": json.dumps(key_documents(scopes)),
            "claims": arrays.of_numbers(claims),
        }
    question = Question(wanted)
    return Sent(
        desk=desk,
        wanted=wanted,
        question=question,
        claims=desk.ask("load_claims", loaded, around),
        things=desk.ask("load_beside", class_row(ThingRow), question.parameters()),
    )


class _Behind(NamedTuple):
    """What is asked for behind what was found, since little of it has any."""

    tombstones: list[TombstoneRow]
    dependants: list[DependantRow]


def _look_behind(desk: Desk, loaded: Collection[LoadedClaim], refusing: Iterable[int]) -> _Behind:
    """These tombstones and those of these claims, and what rests on the claims."""
    positions = {*refusing, *(seq for each in loaded for seq in each.tombstones)}
    bases = sorted(each.claim.seq for each in loaded if each.is_base)
    left = {"positions": sorted(positions)} if positions else None
    resting = {"claims": bases, "statuses": STATUSES} if bases else None
    tombstones = desk.ask("load_tombstones", class_row(TombstoneRow), left)
    dependants = desk.ask("load_dependants", class_row(DependantRow), resting)
    behind = _Behind(tombstones=tombstones(), dependants=dependants())
    if positions or bases:
        desk.rest()
    return behind


def _scopes(lines: Iterable[LineKey], declared: Mapping[bytes, Declaration]) -> Iterator[Scope]:
    for line in lines:
        yield from scopes_of(line, declared.get(line.predicate, UNDECLARED))


def _known(
    claims: Iterable[Claim], covered: frozenset[Scope], rows: Iterable[AxisRow]
) -> dict[LineKey, Known]:
    """What is known of each line of the covered scopes; of those without a row, by their claims."""
    by_line: dict[LineKey, list[Claim]] = {}
    for each in claims:
        by_line.setdefault(each.line, []).append(each)
    without_rows = {
        line: known_without_row(each)
        for line, each in by_line.items()
        if not covered.isdisjoint((Scope(*line), *scopes_around(line)))
    }
    return {**without_rows, **{_line(each): known_of(each) for each in rows}}


def _line(row: AxisRow) -> LineKey:
    return LineKey(row.subject_key, row.predicate_key, row.object_key)


def _records(loaded: Iterable[LoadedClaim]) -> dict[VoiceId, Record]:
    found = ((VoiceId(each.claim.voice), each.record()) for each in loaded)
    return {voice: record for voice, record in found if record is not None}


def _dependants(rows: Iterable[DependantRow]) -> dict[Seq, tuple[Dependant, ...]]:
    found: dict[Seq, tuple[Dependant, ...]] = {}
    for each in sorted(rows):
        base = Seq(each.base)
        found[base] = (*found.get(base, ()), each.dependant())
    return found


def _since(loaded: Iterable[LoadedClaim]) -> dict[int, Since]:
    found = ((each.claim.fact, each.since()) for each in loaded)
    return {fact: since for fact, since in found if since is not None}
