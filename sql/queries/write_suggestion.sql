-- Write rows of read.suggestion.
insert into read.suggestion as t (
    ledger, build, seq, predicate_key, predicate, cardinality, holders, temporal, value, unit, half_life_days,
    token, suggested_at
)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s) as r (
    seq bigint, predicate_key bytea, predicate text, cardinality text, holders text, temporal text, value text,
    unit text, half_life_days integer, token text, suggested_at timestamptz
)
on conflict (ledger, build, seq) do update set
    predicate_key = excluded.predicate_key, predicate = excluded.predicate, cardinality = excluded.cardinality,
    holders = excluded.holders, temporal = excluded.temporal, value = excluded.value, unit = excluded.unit,
    half_life_days = excluded.half_life_days, token = excluded.token, suggested_at = excluded.suggested_at
