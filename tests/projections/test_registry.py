"""The registry and the schema agree: which read tables there are, their columns and their keys."""

import types
import typing
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

import psycopg
import pytest

from adapters.postgres.rows import USUAL
from adapters.postgres.statements import statement
from domain.bodies import EVENT_TYPES
from domain.events import PredicateDeclared, Recorded
from projections.comparison import Comparison
from projections.registry import INLINE, Projection, project, stale, versions
from projections.rows import Document, LedgerRow, Row
from tests.database import Database
from tests.domain.arguing import TEST, agent, person, system
from tests.projections.steps import OPENER, asserted, foreign, opened, steps

COLUMNS = """
    select c.relname, a.attname, format_type(a.atttypid, null), a.attnotnull
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'read'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname, a.attnum
"""

KEYS = """
    select c.relname, array_agg(a.attname::text order by k.place)
    from pg_class as c
    join pg_index as i on i.indrelid = c.oid and i.indisprimary
    cross join unnest(i.indkey) with ordinality as k (number, place)
    join pg_attribute as a on a.attrelid = c.oid and a.attnum = k.number
    where c.relnamespace = 'read'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname
"""

SQL_TYPES: dict[object, set[str]] = {
    int: {"bigint", "integer"},
    str: {"text"},
    bytes: {"bytea"},
    bool: {"boolean"},
    datetime: {"timestamp with time zone"},
    Document: {"jsonb"},
    list[str]: {"text[]"},
    list[int]: {"bigint[]"},
    list[bool]: {"boolean[]"},
    list[datetime]: {"timestamp with time zone[]"},
    list[datetime | None]: {"timestamp with time zone[]"},
}


def columns_of(row: type[Row]) -> list[tuple[str, object, bool]]:
    """The fields of a row class: name, type, and whether a value must be there."""
    found: list[tuple[str, object, bool]] = []
    for name, hint in typing.get_type_hints(row).items():
        kinds = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
        (kind,) = [each for each in kinds if each is not types.NoneType]
        found.append((name, kind, types.NoneType not in kinds))
    return found


def test_the_registry_names_exactly_the_tables_of_the_schema_and_their_columns(
    database: Database,
) -> None:
    with psycopg.connect(database.admin_url) as connection:
        rows = connection.execute(COLUMNS).fetchall()
    tables: dict[str, list[tuple[str, str, bool]]] = {}
    for table, column, kind, needed in rows:
        tables.setdefault(table, []).append((column, kind, needed))
    assert set(tables) == {projection.table for projection in INLINE}
    for projection in INLINE:
        (ledger, build, *others) = tables[projection.table]
        assert (ledger, build) == (("ledger", "text", True), ("build", "integer", True))
        fields = columns_of(projection.row)
        assert [name for name, _, _ in others] == [name for name, _, _ in fields]
        for (name, kind, needed), (_, python, must) in zip(others, fields, strict=True):
            assert kind in SQL_TYPES[python], (projection.table, name)
            assert needed is must, (projection.table, name)


def test_a_projections_key_is_the_tables_behind_ledger_and_build(database: Database) -> None:
    with psycopg.connect(database.admin_url) as connection:
        rows = connection.execute(KEYS).fetchall()
    assert dict(rows) == {each.table: ["ledger", "build", *each.key] for each in INLINE}


@pytest.mark.parametrize("projection", INLINE, ids=lambda each: each.table)
def test_every_table_has_a_statement_that_writes_it(projection: Projection) -> None:
    name = "usual" if projection.table in USUAL else projection.table
    text = statement(f"write_{name}").decode()
    assert f"insert into read.{projection.table} " in text
    assert all(name in text for name in projection.row._fields)


def test_a_step_is_projected_to_rows_under_the_keys_that_the_rows_have() -> None:
    rows = [each for step in steps(_everything()) for each in project(step)]
    by_table = {projection.table: projection for projection in INLINE}
    for table, key, row in rows:
        if row is not None:
            assert type(row) is by_table[table].row
            assert key == tuple(getattr(row, name) for name in by_table[table].key)
    assert {table for table, _, row in rows if row is not None} == set(by_table)
    assert {table for table, _, row in rows if row is None} == {"review", "conflict"}


def test_a_projection_has_rows_for_no_other_events_than_it_names() -> None:
    asked_always = tuple(replace(each, events=frozenset(EVENT_TYPES.values())) for each in INLINE)
    for step in steps(_everything()):
        assert list(project(step)) == list(project(step, asked_always))


def test_a_key_is_the_first_columns_of_its_rows() -> None:
    for each in INLINE:
        assert each.row._fields[: len(each.key)] == each.key


def test_a_table_is_stale_that_was_made_by_another_version_or_by_none() -> None:
    (one, two, *others) = INLINE
    newer = (replace(one, version=2), two, *others)
    without = {table: each for table, each in versions().items() if table != two.table}
    assert stale(versions()) == ()
    assert stale(versions(), newer) == (one.table,)
    assert stale(without) == (two.table,)
    assert stale(without, newer) == (one.table, two.table)
    assert stale({}) == tuple(each.table for each in INLINE)
    # Nothing is to be made anew for what there is no projection for any more.
    assert stale({**versions(), "gone": 1}) == ()


def test_a_ledgers_row_says_which_versions_made_it() -> None:
    (step,) = steps(opened().recorded[:1])
    newer = tuple(replace(each, version=each.version + 1) for each in INLINE)
    for projections in (INLINE, newer):
        rows = [row for _, _, row in project(step, projections) if isinstance(row, LedgerRow)]
        assert [row.projections for row in rows] == [versions(projections)]


def test_what_a_projection_raises_comes_through() -> None:
    def stumbling(found: Comparison) -> Iterator[Row]:
        raise ZeroDivisionError(found.last.seq)

    (facts,) = [each for each in INLINE if each.table == "fact"]
    step = steps(_everything())[-1]
    with pytest.raises(ZeroDivisionError):
        list(project(step, [replace(facts, rows=stumbling)]))
    assert list(project(step, [facts]))


def _everything() -> list[Recorded]:
    """Events from which rows of every table follow."""
    told = opened()
    declared = told.recorded[1].event
    assert isinstance(declared, PredicateDeclared)
    fact = told.says(person("ann"), "Acme", "2020-01-01").claim
    told.says("one", "Globex", "2024-01-01", subject="Bob")
    rival = told.says("two", "Initech", "2024-01-01", subject="Bob").claim
    told.reports(fact, TEST, system("ci"))
    told.ends_at(fact, "2023-01-01", by=agent("one"))
    told.invalidates(rival)
    after = told.seq
    told.keeps([replace(declared, suggested=True), foreign("noted", "a", "b")], OPENER)
    told.keeps([asserted(after + 3, rests_on=[fact])], OPENER)
    return told.recorded
