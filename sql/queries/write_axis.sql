-- Write rows of read.axis.
insert into read.axis as t (ledger, build, subject_key, predicate_key, object_key, known, changed)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s) as r (
    subject_key bytea, predicate_key bytea, object_key bytea, known jsonb, changed bigint
)
on conflict (ledger, build, subject_key, predicate_key, object_key) do update set
    known = excluded.known, changed = excluded.changed
