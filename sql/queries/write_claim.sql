-- Write rows of read.claim.
insert into read.claim as t (ledger, build, seq, fact, source_key)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s) as r (seq bigint, fact bigint, source_key bytea)
on conflict (ledger, build, fact, seq) do update set source_key = excluded.source_key
