-- For each line asked: its fact where it has one, and how many values its topic has, counted no further than two.
-- A key is asked for as a range of one and the rows in the order of its index, so that no other index will do: to a
-- planner without statistics all of them look alike, and most of them would be read for the whole ledger.
select
    asked.place,
    f.fact, f.status, f.subject, f.predicate, f.object_kind, f.object_text, f.object_unit,
    f.claims, f.sources, f.observed_at, f.recorded_at, f.last_seq,
    case when f.fact is not null then 1 else (
        select count(*) from (
            select from read.fact as v
            where v.ledger = %(ledger)s and v.build = live.build
                and (v.subject_key, v.predicate_key) >= (asked.subject, asked.predicate)
                and (v.subject_key, v.predicate_key) <= (asked.subject, asked.predicate)
            order by v.subject_key, v.predicate_key
            limit 2
        ) as counted
    ) end as topic_values
from (select h.build from ledger.head as h where h.ledger = %(ledger)s) as live
cross join json_to_recordset(%(lines)s) as asked (place integer, subject bytea, predicate bytea, object bytea)
left join lateral (
    select line.* from read.fact as line
    where line.ledger = %(ledger)s and line.build = live.build
        and (line.subject_key, line.predicate_key, line.object_key)
        >= (asked.subject, asked.predicate, asked.object)
        and (line.subject_key, line.predicate_key, line.object_key)
        <= (asked.subject, asked.predicate, asked.object)
    order by line.subject_key, line.predicate_key, line.object_key
    limit 1
) as f on true
