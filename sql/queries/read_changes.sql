-- Which facts changed with which commands after one position up to another, in order, after a given one: a version began or ended
-- there, and one that only ended is of a fact that is gone. Of an instant, those that hold then, or held. Each arm has enough for
-- the whole.
with bounds as materialized (
    select
        h.build, greatest(%(since)s::bigint, %(after_seq)s::bigint - 1) as since, coalesce(%(until)s::bigint, h.seq) as until
    from ledger.head as h
    where h.ledger = %(ledger)s
)
select v.fact, v.seq
from bounds
cross join lateral (
    (
        select each.fact, each.from_seq as seq
        from read.version as each
        where each.ledger = %(ledger)s and each.build = bounds.build
            and each.from_seq > bounds.since and each.from_seq <= bounds.until
            and (each.from_seq, each.fact) > (%(after_seq)s::bigint, %(after)s::bigint)
            and (%(at)s::timestamptz is null or (each.from_earliest <= %(at)s and coalesce(%(at)s < each.to_latest, true)))
        order by each.from_seq, each.fact
        limit %(limit)s
    )
    union
    (
        select each.fact, each.to_seq
        from read.history as each
        where each.ledger = %(ledger)s and each.build = bounds.build
            and each.to_seq > bounds.since and each.to_seq <= bounds.until
            and (each.to_seq, each.fact) > (%(after_seq)s::bigint, %(after)s::bigint)
            and (%(at)s::timestamptz is null or (each.from_earliest <= %(at)s and coalesce(%(at)s < each.to_latest, true)))
        order by each.to_seq, each.fact
        limit %(limit)s
    )
) as v
order by v.seq, v.fact
limit %(limit)s
