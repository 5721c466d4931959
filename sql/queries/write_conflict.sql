-- Write rows of read.conflict.
insert into read.conflict as t (ledger, build, fact, rival, decided, subject_key, predicate_key, object_key)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s) as r (
    fact bigint, rival bigint, decided bigint, subject_key bytea, predicate_key bytea, object_key bytea
)
on conflict (ledger, build, fact, rival) do update set
    decided = excluded.decided, subject_key = excluded.subject_key, predicate_key = excluded.predicate_key,
    object_key = excluded.object_key
