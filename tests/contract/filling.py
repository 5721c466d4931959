"""A database with many facts in it, and statistics that were taken too early."""

from dataclasses import dataclass
from pathlib import Path

import psycopg

FACTS = 100_000
FEW_FACTS = 10_000

# The first names that lie in the first two of the partitions.
_NAMES = """
select array_agg(name order by number) filter (
    where satisfies_hash_partition('read.fact'::regclass, 8, 0, name)
), array_agg(name order by number) filter (
    where satisfies_hash_partition('read.fact'::regclass, 8, 1, name)
)
from generate_series(1, 100) as number, concat('ledger-', number) as name
"""

_NO_AUTOVACUUM = """
do $$
declare
    part regclass;
begin
    for part in
        select c.oid from pg_class as c
        where c.relnamespace in ('ledger'::regnamespace, 'read'::regnamespace) and c.relkind = 'r'
    loop
        execute format('alter table %s set (autovacuum_enabled = off)', part);
    end loop;
end
$$
"""

_FILL = Path(__file__).with_name("fill_ledger.sql").read_bytes()


@dataclass(frozen=True, kw_only=True, slots=True)
class Filled:
    """Ledgers that were filled: one before the statistics were taken, and two after."""

    old: str
    young: str
    apart: str


def fill(admin_url: str) -> Filled:
    """An old ledger, then statistics, then a young one in the same partition and one in another.

    To the planner neither of the later ones has a row.
    """
    with psycopg.connect(admin_url, autocommit=True, cursor_factory=psycopg.ClientCursor) as admin:
        admin.execute(_NO_AUTOVACUUM)
        (((old, young, *_), (apart, *_)),) = admin.execute(_NAMES)
        admin.execute(_FILL, {"ledger": old, "facts": FEW_FACTS})
        admin.execute("analyze")
        admin.execute(_FILL, {"ledger": young, "facts": FACTS})
        admin.execute(_FILL, {"ledger": apart, "facts": FEW_FACTS})
    return Filled(old=old, young=young, apart=apart)
