-- How many values of each topic are visible, counted no further than asked. A range of one key, and its index's order: see
-- load_claims.
with live as materialized (
    select coalesce(%(build)s::integer, h.build) as build from ledger.head as h where h.ledger = %(ledger)s
)
select asked.place, (
    select count(*) from (
        select distinct on (f.subject_key, f.predicate_key, f.object_key) true
        from read.fact as f
        where f.ledger = %(ledger)s and f.build = live.build
            and (f.subject_key, f.predicate_key) >= (asked.subject, asked.predicate)
            and (f.subject_key, f.predicate_key) <= (asked.subject, asked.predicate)
            and f.status = any (%(statuses)s)
        order by f.subject_key, f.predicate_key, f.object_key
        limit %(values_max)s
    ) as counted
) as visible
from live
cross join json_to_recordset(%(topics)s) as asked (place integer, subject bytea, predicate bytea)
