-- What is asked for beside claims, a row for each thing that there is, with the kind of thing that it is: what these predicates
-- and those of these claims are declared to be; the tombstones under these refusal keys; how what these voices said turned out;
-- when values were shown, of these readers and values; how many values of these topics are visible, counted no further
-- than asked; which of these claims there are; which facts these wishes are about, of those that wait for a person; and the
-- running counts. A range of one key, and its index's order: see load_claims.
with live as materialized (
    select coalesce(%(build)s::integer, h.build) as build from ledger.head as h where h.ledger = %(ledger)s
),
predicates as materialized (
    select unnest(%(predicates)s::bytea[]) as key
    union
    select c.predicate_key
    from live
    cross join unnest(%(claims)s::bigint[]) as named (seq)
    cross join lateral (
        select * from read.claim as each
        where each.ledger = %(ledger)s and each.build = live.build and each.seq between named.seq and named.seq
        order by each.seq
        limit 1
    ) as c
)
select 'declaration' as kind, to_json(p) as thing
from live
cross join predicates
cross join lateral (
    select predicate_key, cardinality, holders, temporal, value, unit, half_life_days from read.predicate as each
    where each.ledger = %(ledger)s and each.build = live.build
        and each.predicate_key between predicates.key and predicates.key
    order by each.predicate_key
    limit 1
) as p
union all
select 'refusal', to_json(r)
from live
cross join unnest(%(refusals)s::bytea[]) as refused (key)
cross join lateral (
    select tombstone from read.refusal as each
    where each.ledger = %(ledger)s and each.build = live.build
        and each.refusal_key between refused.key and refused.key
    order by each.refusal_key
) as r
union all
select 'voice', to_json(v)
from live
cross join unnest(%(voices)s::text[]) as asked (voice)
cross join lateral (
    select voice, successes, failures from read.voice as each
    where each.ledger = %(ledger)s and each.build = live.build and each.voice between asked.voice and asked.voice
    order by each.voice
    limit 1
) as v
union all
select 'shown', to_json(s)
from json_to_recordset(%(showings)s) as asked (place integer, reader text, line bytea)
cross join lateral (
    select asked.place, shown_at from access.shown as each
    where each.ledger = %(ledger)s and (reader, line) between (asked.reader, asked.line) and (asked.reader, asked.line)
    order by each.reader, each.line
    limit 1
) as s
union all
select 'topic', to_json(t)
from live
cross join json_to_recordset(%(topics)s) as asked (place integer, subject bytea, predicate bytea)
cross join lateral (
    select asked.place, count(*) as visible from (
        select distinct on (f.subject_key, f.predicate_key, f.object_key) true
        from read.fact as f
        where f.ledger = %(ledger)s and f.build = live.build
            and (f.subject_key, f.predicate_key)
            between (asked.subject, asked.predicate) and (asked.subject, asked.predicate)
            and f.status = any (%(statuses)s)
        order by f.subject_key, f.predicate_key, f.object_key
        limit %(values_max)s
    ) as counted
    having count(*) > 0
) as t
union all
select 'claim', to_json(c)
from live
cross join unnest(%(references)s::bigint[]) as asked (seq)
cross join lateral (
    select seq from read.claim as each
    where each.ledger = %(ledger)s and each.build = live.build and each.seq between asked.seq and asked.seq
    order by each.seq
    limit 1
) as c
union all
select 'wish', to_json(w)
from live
cross join unnest(%(wishes)s::bigint[]) as asked (seq)
cross join lateral (
    select seq, fact, kind from read.review as each
    where each.ledger = %(ledger)s and each.build = live.build and each.seq between asked.seq and asked.seq
    order by each.seq
    limit 1
) as w
union all
select 'count', to_json(s)
from (
    select name, value from read.statistic as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
) as s
