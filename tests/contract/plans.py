"""Plans as the service gets them: which indexes a statement scans, and by what it enters them."""

import re
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from typing import NamedTuple, cast

from psycopg import Connection, sql
from psycopg.rows import TupleRow

from adapters.postgres.pool import open_pool
from adapters.postgres.statements import statement
from tests.database import Database

Node = dict[str, object]

_PARAMETER = re.compile(rb"%\((\w+)\)")
_TABLE = re.compile(
    rb"\b(?:into (?:read\.\w+|access\.shown)"
    rb"|(?:from|join|update) (?:ledger|read|access)\.\w+\b(?!\())"
)
_COMPARED = re.compile(r"(ROW\([^)]*\)|[\w.]+) (?:=|<=|>=|<|>) ")

_OF_OTHER_TYPES: Mapping[str, Mapping[str, object]] = {
    "list_granted": {"after": "a"},
    "list_tokens": {"after": "t"},
    "read_predicates": {"after": b""},
}

_PREPARED = """
select name from pg_prepared_statements where split_part(statement, e'\\n', 1) = %s
order by prepare_time desc limit 1
"""

_WHOLE_INDEXES = """
select part.relname, whole.relname
from pg_inherits as i
join pg_class as part on part.oid = i.inhrelid
join pg_class as whole on whole.oid = i.inhparent
where part.relkind = 'i'
"""


class Scan(NamedTuple):
    """What is scanned, an index by its name on the whole table, and the columns that enter it."""

    name: str
    columns: frozenset[str]


def by(index: str, *columns: str) -> Scan:
    """A scan of this index, entered by these columns."""
    return Scan(index, frozenset(columns))


def statements_on_tables() -> set[str]:
    """The named statements that read or write tables of ours themselves."""
    queries = (each for each in (files("sql") / "queries").iterdir())
    return {each.name.removesuffix(".sql") for each in queries if _TABLE.search(each.read_bytes())}


@dataclass(frozen=True, kw_only=True, slots=True)
class Planner:
    """A session of the service, and a value for every parameter that its statements have."""

    connection: Connection[TupleRow]
    parameters: Mapping[str, object]
    whole_indexes: Mapping[str, str]

    def scans(self, name: str) -> set[Scan]:
        """Every scan in the plan that is kept for a statement, those of whole tables included."""
        return {self._scan(node) for node in _nodes(self._plan(name)) if _is_scan(node)}

    def _plan(self, name: str) -> Node:
        text = statement(name)
        names = dict.fromkeys(each.decode() for each in _PARAMETER.findall(text))
        known = {**self.parameters, **_OF_OTHER_TYPES.get(name, {})}
        given = {each: known[each] for each in names}
        with self.connection.transaction(force_rollback=True):
            self.connection.execute(statement("set_scope"), {"ledgers": self.parameters["ledger"]})
            # Carried out as the service does it, which prepares it with the types of its values.
            self.connection.execute(text, given)
            first_line = text.decode().split("\n", 1)[0]
            ((prepared,),) = self.connection.execute(_PREPARED, [first_line])
            values = sql.SQL(", ").join(map(sql.Literal, given.values()))
            explain = sql.SQL("explain (costs off, format json) execute {} {}").format(
                sql.Identifier(prepared), sql.SQL("({})").format(values) if given else sql.SQL("")
            )
            ((plans,),) = self.connection.execute(explain)
        return cast("Node", plans[0]["Plan"])

    def _scan(self, node: Node) -> Scan:
        if "Index Name" not in node:
            return by(f"{node['Node Type']} of {node['Relation Name']}")
        index = str(node["Index Name"])
        columns = _compared(str(node.get("Index Cond", "")))
        return by(self.whole_indexes.get(index, index), *columns)


@contextmanager
def planner(database: Database, parameters: Mapping[str, object]) -> Generator[Planner]:
    """A session of the service in which plans show every partition."""
    with open_pool(database.app_url, size=1) as pool, pool.connection() as connection:
        # Else the plan that is shown has lost what this ledger does not need.
        connection.execute("set enable_partition_pruning = off")
        whole = connection.execute(_WHOLE_INDEXES).fetchall()
        yield Planner(connection=connection, parameters=parameters, whole_indexes=dict(whole))


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in cast("list[Node]", node.get("Plans", [])):
        yield from _nodes(child)


def _is_scan(node: Node) -> bool:
    return "Index Name" in node or node["Node Type"] == "Seq Scan"


def _compared(condition: str) -> Iterator[str]:
    """The columns on the left sides of an index's condition."""
    for left in _COMPARED.findall(condition):
        for column in left.removeprefix("ROW(").removesuffix(")").split(", "):
            yield column.rpartition(".")[2]
