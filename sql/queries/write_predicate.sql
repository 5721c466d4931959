-- Write rows of read.predicate.
insert into read.predicate as t (
    ledger, build, predicate_key, predicate, cardinality, holders, temporal, value, unit, half_life_days,
    declared_seq, token, declared_at
)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s) as r (
    predicate_key bytea, predicate text, cardinality text, holders text, temporal text, value text, unit text,
    half_life_days integer, declared_seq bigint, token text, declared_at timestamptz
)
on conflict (ledger, build, predicate_key) do update set
    predicate = excluded.predicate, cardinality = excluded.cardinality, holders = excluded.holders,
    temporal = excluded.temporal, value = excluded.value, unit = excluded.unit,
    half_life_days = excluded.half_life_days, declared_seq = excluded.declared_seq, token = excluded.token,
    declared_at = excluded.declared_at
