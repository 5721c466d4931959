-- Write rows of read.ledger.
insert into read.ledger as t (ledger, build, opened_seq, time_zone, identity, identity_version, flip_back_hours, projections)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s)
    as r (
        opened_seq bigint, time_zone text, identity text, identity_version integer, flip_back_hours integer,
        projections jsonb
    )
on conflict (ledger, build) do update set
    opened_seq = excluded.opened_seq, time_zone = excluded.time_zone, identity = excluded.identity,
    identity_version = excluded.identity_version, flip_back_hours = excluded.flip_back_hours,
    projections = excluded.projections
