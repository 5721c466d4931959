-- What is known of the values in these scopes beside their claims, and in the scopes that these lines and the lines of these
-- claims lie in, as their predicates are declared; the scopes are those of load_claims.
with live as materialized (
    select coalesce(%(build)s::integer, h.build) as build from ledger.head as h where h.ledger = %(ledger)s
),
asked as materialized (
    select line.subject, line.predicate, line.object
    from json_to_recordset(%(lines)s) as line (subject bytea, predicate bytea, object bytea)
    union
    select c.subject_key, c.predicate_key, c.object_key
    from live
    cross join unnest(%(claims)s::bigint[]) as named (seq)
    cross join lateral (
        select * from read.claim as each
        where each.ledger = %(ledger)s and each.build = live.build and each.seq between named.seq and named.seq
        order by each.seq
        limit 1
    ) as c
),
scope as materialized (
    select line.subject, asked.predicate, line.object
    from live
    cross join asked
    left join lateral (
        select each.cardinality = 'single' as subjects, each.holders = 'single' as objects
        from read.predicate as each
        where each.ledger = %(ledger)s and each.build = live.build
            and each.predicate_key between asked.predicate and asked.predicate
        order by each.predicate_key
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
    select given.subject, given.predicate, given.object
    from json_to_recordset(%(scopes)s) as given (subject bytea, predicate bytea, object bytea)
),
-- Where a scope is of any object, from the first to the last that a digest can be.
stretch as materialized (
    select
        subject, predicate,
        coalesce(object, '') as first, coalesce(object, decode(repeat('ff', 32), 'hex')) as last
    from scope
)
select a.subject_key, a.predicate_key, a.object_key, a.known, a.changed
from live
cross join stretch as s
cross join lateral (
    (
        select * from read.axis as each
        where s.subject is not null and each.ledger = %(ledger)s and each.build = live.build
            and (each.subject_key, each.predicate_key, each.object_key) >= (s.subject, s.predicate, s.first)
            and (each.subject_key, each.predicate_key, each.object_key) <= (s.subject, s.predicate, s.last)
        order by each.subject_key, each.predicate_key, each.object_key
    )
    union all
    (
        select * from read.axis as each
        where s.subject is null and each.ledger = %(ledger)s and each.build = live.build
            and (each.predicate_key, each.object_key) >= (s.predicate, s.first)
            and (each.predicate_key, each.object_key) <= (s.predicate, s.last)
        order by each.predicate_key, each.object_key
    )
) as a
