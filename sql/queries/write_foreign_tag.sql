-- Write rows of read.foreign_tag.
insert into read.foreign_tag as t (ledger, build, tag_key, seq)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s) as r (tag_key bytea, seq bigint)
on conflict (ledger, build, tag_key, seq) do nothing
