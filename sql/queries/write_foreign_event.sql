-- Write rows of read.foreign_event.
insert into read.foreign_event as t (ledger, build, seq, type, tags)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s) as r (seq bigint, type text, tags text[])
on conflict (ledger, build, seq) do update set type = excluded.type, tags = excluded.tags
