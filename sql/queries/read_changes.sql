-- The versions of facts that began or ended after one position up to another, in order, after a given one: each with the command
-- that brought it about. A version that only ended is of a fact that is gone.
with bounds as materialized (
    select
        h.build, greatest(%(since)s::bigint, %(after_seq)s::bigint - 1) as since, coalesce(%(until)s::bigint, h.seq) as until
    from ledger.head as h
    where h.ledger = %(ledger)s
),
moved as (
    select v.fact, v.from_seq as seq
    from bounds
    cross join lateral (
        select each.fact, each.from_seq, each.subject_key
        from read.version as each
        where each.ledger = %(ledger)s and each.build = bounds.build
            and each.from_seq > bounds.since and each.from_seq <= bounds.until
        order by each.from_seq, each.fact
    ) as v
    where %(subject)s::bytea is null or v.subject_key = %(subject)s
    union
    select v.fact, v.to_seq
    from bounds
    cross join lateral (
        select each.fact, each.to_seq, each.subject_key
        from read.history as each
        where each.ledger = %(ledger)s and each.build = bounds.build
            and each.to_seq > bounds.since and each.to_seq <= bounds.until
        order by each.to_seq, each.fact
    ) as v
    where %(subject)s::bytea is null or v.subject_key = %(subject)s
)
select fact, seq
from moved
where (seq, fact) > (%(after_seq)s::bigint, %(after)s::bigint)
order by seq, fact
limit %(limit)s
