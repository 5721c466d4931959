"""Looking up what is wanted: all statements sent at once, and what they found put together.

What only few claims have, tombstones and what rests on them, is asked for behind these claims, and
so is everything of a source or a predicate, which is counted first.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeVar

from psycopg import Connection, Pipeline
from psycopg.rows import RowFactory, TupleRow, class_row

from adapters.postgres.lookup_rows import (
    AxesRow,
    CountRow,
    DeclarationRow,
    DependantRow,
    LineRow,
    LoadedClaim,
    SeqRow,
    ShownRow,
    TotalRow,
    WishRow,
    as_text,
    key_documents,
    loaded_claims,
)
from adapters.postgres.shown import session_reader, token_reader
from adapters.postgres.statements import statement
from domain.axes.pieces import Known
from domain.axes.standing import Claim
from domain.duels.evidence import Dependant
from domain.duels.voices import Record, VoiceId
from domain.keys import LineKey, TopicKey, line_digest
from domain.predicates import UNDECLARED, Cardinality, Declaration
from domain.shelf import scopes_around
from domain.wanting import AXES_MAX, Found, Scope, Showing, Shown, Wanted, scopes_of
from domain.words import VISIBLE, LedgerName, Seq
from projections.axes import known_of, known_without_row
from projections.claims import claim_of
from projections.rows import AxisRow, TombstoneRow
from projections.step import Since
from projections.tombstones import tombstone_of

T = TypeVar("T")

Fetch = Callable[[], list[T]]
"""Gives the rows of a statement that was sent, once."""

_STATUSES: Final = [each.value for each in VISIBLE]


class LookedUp(NamedTuple):
    """What was found, and since when each fact of its claims stands as it does."""

    found: Found
    since: Mapping[int, Since]


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


def _unless_empty(**parameters: Sequence[object]) -> Mapping[str, object] | None:
    return parameters if any(parameters.values()) else None


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
    """The statements under way for what is wanted; fetch them once.

    `topics` are in the order in which they were asked for.
    """

    desk: Desk
    wanted: Wanted
    topics: tuple[TopicKey, ...]
    declarations: Fetch[DeclarationRow]
    claims: Fetch[LoadedClaim]
    known: Fetch[AxisRow]
    tombstones: Fetch[TombstoneRow]
    references: Fetch[SeqRow]
    totals: Fetch[TotalRow]
    shown: Fetch[ShownRow]
    values: Fetch[CountRow]
    wishes: Fetch[WishRow]

    def fetch(self) -> LookedUp:
        """What they found, with what is asked for behind it."""
        wanted = self.wanted
        declared = {each.predicate_key: each.declaration() for each in self.declarations()}
        loaded = {each.claim.seq: each for each in self.claims()}
        claims = tuple(claim_of(each.claim) for each in loaded.values())
        lines = {*wanted.lines, *(each.line for each in claims if each.seq in wanted.claims)}
        covered = wanted.scopes.union(_scopes(lines, declared))
        tombstones = {each.seq: tombstone_of(each) for each in self.tombstones()}
        behind = _look_behind(self.desk, loaded.values(), tombstones.keys())
        predicates = wanted.declarations.union(each.predicate for each in lines)
        found = Found(
            declarations={key: declared.get(key) for key in predicates},
            covered=covered,
            claims=claims,
            known=_known(claims, covered, self.known()),
            tombstones=(*tombstones.values(), *map(tombstone_of, behind.tombstones)),
            totals={**_records(loaded.values()), **_totals(self.totals())},
            dependants=_dependants(behind.dependants),
            references=frozenset(Seq(each.seq) for each in self.references()),
            shown=_shown(wanted.shown, self.shown()),
            values={self.topics[each.place]: each.visible for each in self.values()},
            items={Seq(each.seq): Seq(each.fact) for each in self.wishes() if each.is_wish},
        )
        return LookedUp(found=found, since=_since(loaded.values()))


def send(desk: Desk, wanted: Wanted) -> Sent:
    """Send what looks up all that is wanted, sources and predicates left out."""
    lines, scopes, claims = sorted(wanted.lines), list(wanted.scopes), sorted(wanted.claims)
    predicates = wanted.declarations.union(each.predicate for each in lines)
    topics = tuple(wanted.topics)
    around = None
    if lines or scopes or claims:
        around = {
            "lines": json.dumps(key_documents(lines)),
            "scopes": json.dumps(key_documents(scopes)),
            "claims": claims,
        }
    return Sent(
        desk=desk,
        wanted=wanted,
        topics=topics,
        declarations=desk.ask(
            "load_declarations",
            class_row(DeclarationRow),
            _unless_empty(predicates=sorted(predicates), claims=claims),
        ),
        claims=desk.ask("load_claims", loaded_claims, around),
        known=desk.ask("load_axes", class_row(AxisRow), around),
        tombstones=_ask_tombstones(desk, refusals=sorted(wanted.refusals)),
        references=desk.ask(
            "load_known", class_row(SeqRow), _unless_empty(claims=sorted(wanted.references))
        ),
        totals=desk.ask(
            "load_voices", class_row(TotalRow), _unless_empty(voices=sorted(wanted.voices))
        ),
        shown=desk.ask("load_shown", class_row(ShownRow), _showings(wanted.shown)),
        values=desk.ask("load_values", class_row(CountRow), _values(topics, wanted.values_max)),
        wishes=desk.ask(
            "load_wishes", class_row(WishRow), _unless_empty(wishes=sorted(wanted.items))
        ),
    )


class _Behind(NamedTuple):
    """What is asked for behind claims, since few have it."""

    tombstones: list[TombstoneRow]
    dependants: list[DependantRow]


def _look_behind(desk: Desk, loaded: Collection[LoadedClaim], known: Collection[int]) -> _Behind:
    """The tombstones of these claims that aren't known yet, and what rests on them."""
    missing = {seq for each in loaded for seq in each.tombstones}.difference(known)
    bases = sorted(each.claim.seq for each in loaded if each.is_base)
    resting = {"claims": bases, "statuses": _STATUSES} if bases else None
    tombstones = _ask_tombstones(desk, positions=sorted(missing))
    dependants = desk.ask("load_dependants", class_row(DependantRow), resting)
    behind = _Behind(tombstones=tombstones(), dependants=dependants())
    if missing or bases:
        desk.rest()
    return behind


def _ask_tombstones(
    desk: Desk, *, refusals: Sequence[bytes] = (), positions: Sequence[int] = ()
) -> Fetch[TombstoneRow]:
    asked = _unless_empty(refusals=list(refusals), positions=list(positions))
    return desk.ask("load_tombstones", class_row(TombstoneRow), asked)


def _showings(showings: Iterable[Showing]) -> Mapping[str, object] | None:
    asked = sorted(
        {(reader, line_digest(each.line)) for each in showings for reader in _readers(each)}
    )
    documents = [{"reader": reader, "line": as_text(line)} for reader, line in asked]
    return {"showings": json.dumps(documents)} if documents else None


def _readers(showing: Showing) -> Iterator[str]:
    yield token_reader(showing.token)
    if showing.session is not None:
        yield session_reader(showing.session)


def _values(topics: Sequence[TopicKey], values_max: int) -> Mapping[str, object] | None:
    if not topics:
        return None
    return {
        "topics": json.dumps(key_documents(topics)),
        "statuses": _STATUSES,
        "values_max": values_max,
    }


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


def _totals(rows: Iterable[TotalRow]) -> dict[VoiceId, Record]:
    return {
        VoiceId(each.voice): Record(successes=each.successes, failures=each.failures)
        for each in rows
    }


def _dependants(rows: Iterable[DependantRow]) -> dict[Seq, tuple[Dependant, ...]]:
    found: dict[Seq, tuple[Dependant, ...]] = {}
    for each in sorted(rows):
        base = Seq(each.base)
        found[base] = (*found.get(base, ()), each.dependant())
    return found


def _shown(showings: Iterable[Showing], rows: Iterable[ShownRow]) -> dict[Showing, Shown]:
    at = {(each.reader, each.line): each.shown_at for each in rows}
    if not at:
        return {}
    found: dict[Showing, Shown] = {}
    for each in showings:
        line = line_digest(each.line)
        to_token = at.get((token_reader(each.token), line))
        in_session = None
        if each.session is not None:
            in_session = at.get((session_reader(each.session), line))
        if to_token or in_session:
            found[each] = Shown(to_token=to_token, in_session=in_session)
    return found


def _since(loaded: Iterable[LoadedClaim]) -> dict[int, Since]:
    found = ((each.claim.fact, each.since()) for each in loaded)
    return {fact: since for fact, since in found if since is not None}
