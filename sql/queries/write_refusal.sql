-- Write rows of read.refusal.
insert into read.refusal as t (ledger, build, refusal_key, tombstone)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s) as r (refusal_key bytea, tombstone bigint)
on conflict (ledger, build, refusal_key, tombstone) do nothing
