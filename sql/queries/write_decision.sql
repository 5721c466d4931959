-- Write rows of read.decision.
insert into read.decision as t (ledger, build, fact, seq, type)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s) as r (fact bigint, seq bigint, type text)
on conflict (ledger, build, fact, seq) do update set type = excluded.type
