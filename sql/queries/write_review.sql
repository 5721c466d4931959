-- Write rows of read.review.
insert into read.review as t (ledger, build, seq, fact, kind, token, since, at, asked)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s) as r (
    seq bigint, fact bigint, kind text, token text, since bigint, at timestamptz, asked jsonb
)
on conflict (ledger, build, seq) do update set
    fact = excluded.fact, kind = excluded.kind, token = excluded.token, since = excluded.since,
    at = excluded.at, asked = excluded.asked
