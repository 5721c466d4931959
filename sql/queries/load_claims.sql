-- The claims of these scopes, by what they count for now and by what they said, and of the scopes that these lines and the lines
-- of these claims lie in, as their predicates are declared. With each claim since when its fact stands as it does, its
-- voice's totals, the tombstones of its refusal key, and whether anything rests on it. What is known of the values there
-- beside their claims has rows of its own, of the last columns alone. Both come as they are in their tables.
-- A key is asked for as a range of one and the rows in the order of its index, so that no other index will do: to a planner
-- without statistics all of them look alike, and most of them would be read for the whole ledger.
with live as materialized (
    select coalesce(%(build)s::integer, h.build) as build from ledger.head as h where h.ledger = %(ledger)s
),
asked as materialized (
    select * from json_to_recordset(%(lines)s) as line (subject bytea, predicate bytea, object bytea)
    union
    select c.subject_key, c.predicate_key, c.object_key
    from live
    cross join unnest(%(claims)s::bigint[]) as named (seq)
    cross join lateral (
        select * from read.claim
        where ledger = %(ledger)s and build = live.build and seq between named.seq and named.seq
        order by seq
        limit 1
    ) as c
),
scope as materialized (
    select line.subject, asked.predicate, line.object
    from live
    cross join asked
    left join lateral (
        select cardinality = 'single' as subjects, holders = 'single' as objects from read.predicate
        where ledger = %(ledger)s and build = live.build and predicate_key between asked.predicate and asked.predicate
        order by predicate_key
        limit 1
    ) as excluding on true
    cross join lateral (
        select asked.subject, asked.object where (excluding.subjects or excluding.objects) is not true
        union all
        select asked.subject, null where excluding.subjects
        union all
        select null, asked.object where excluding.objects
    ) as line
    union
    select * from json_to_recordset(%(scopes)s) as given (subject bytea, predicate bytea, object bytea)
),
-- Where a scope is of any object, from the first to the last that a digest can be.
stretch as materialized (
    select
        live.build, subject, predicate,
        coalesce(object, '') as first, coalesce(object, decode(repeat('ff', 32), 'hex')) as last
    from live
    cross join scope
),
claimed as (
    select
        c.*, f.from_seq, f.from_at, f.strength, v.successes, v.failures,
        array(
            select tombstone from read.refusal
            where ledger = %(ledger)s and build = s.build and refusal_key between c.refusal_key and c.refusal_key
            order by refusal_key
        ) as tombstones,
        coalesce((
            select true from read.derivation
            where ledger = %(ledger)s and build = s.build and base between c.seq and c.seq
            order by base
            limit 1
        ), false) as is_base
    from stretch as s
    cross join lateral (
        (select * from read.claim
        where s.subject is not null and ledger = %(ledger)s and build = s.build
            and (subject_key, predicate_key, object_key)
            between (s.subject, s.predicate, s.first) and (s.subject, s.predicate, s.last)
        order by subject_key, predicate_key, object_key)
        union all
        (select * from read.claim
        where s.subject is null and ledger = %(ledger)s and build = s.build
            and (predicate_key, object_key) between (s.predicate, s.first) and (s.predicate, s.last)
        order by predicate_key, object_key)
        union all
        (select * from read.claim
        where s.subject is not null and said_subject_key is not null and ledger = %(ledger)s and build = s.build
            and (said_subject_key, predicate_key, said_object_key)
            between (s.subject, s.predicate, s.first) and (s.subject, s.predicate, s.last)
        order by said_subject_key, predicate_key, said_object_key)
        union all
        (select * from read.claim
        where s.subject is null and said_object_key is not null and ledger = %(ledger)s and build = s.build
            and (predicate_key, said_object_key) between (s.predicate, s.first) and (s.predicate, s.last)
        order by predicate_key, said_object_key)
    ) as c
    left join lateral (
        select from_seq, from_at, strength from read.fact
        where ledger = %(ledger)s and build = s.build and fact between c.fact and c.fact
        order by fact
        limit 1
    ) as f on true
    left join lateral (
        select successes, failures from read.voice
        where ledger = %(ledger)s and build = s.build and voice between c.voice and c.voice
        order by voice
        limit 1
    ) as v on true
),
known as (
    select a.* from stretch as s
    cross join lateral (
        (select * from read.axis
        where s.subject is not null and ledger = %(ledger)s and build = s.build
            and (subject_key, predicate_key, object_key)
            between (s.subject, s.predicate, s.first) and (s.subject, s.predicate, s.last)
        order by subject_key, predicate_key, object_key)
        union all
        (select * from read.axis
        where s.subject is null and ledger = %(ledger)s and build = s.build
            and (predicate_key, object_key) between (s.predicate, s.first) and (s.predicate, s.last)
        order by predicate_key, object_key)
    ) as a
)
-- Neither has to do with the other: a line may have one without the other.
select * from claimed full join known on false
