-- Write rows of read.derivation.
insert into read.derivation as t (ledger, build, base, claim)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s) as r (base bigint, claim bigint)
on conflict (ledger, build, base, claim) do nothing
