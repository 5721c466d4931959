-- Write rows of read.voice.
insert into read.voice as t (ledger, build, voice, successes, failures)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s) as r (voice text, successes integer, failures integer)
on conflict (ledger, build, voice) do update set successes = excluded.successes, failures = excluded.failures
