-- Write rows of read.statistic.
insert into read.statistic as t (ledger, build, name, value)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s) as r (name text, value bigint)
on conflict (ledger, build, name) do update set value = excluded.value
