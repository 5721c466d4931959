-- What read_changes answers, of one subject: all its versions are found first and ordered then, since their index has them by
-- predicate. A fact that was of this subject before a command or is of it afterwards changed with it.
with bounds as materialized (
    select
        h.build, greatest(%(since)s::bigint, %(after_seq)s::bigint - 1) as since, coalesce(%(until)s::bigint, h.seq) as until
    from ledger.head as h
    where h.ledger = %(ledger)s
),
found as materialized (
    select each.fact, each.from_seq, each.to_seq
    from read.version as each
    where each.ledger = %(ledger)s and each.build = (select build from bounds)
        and each.subject_key between %(subject)s and %(subject)s
        and (%(at)s::timestamptz is null or (each.from_earliest <= %(at)s and coalesce(%(at)s < each.to_latest, true)))
    order by each.subject_key, each.predicate_key
)
select v.fact, v.seq
from bounds
cross join lateral (
    select found.fact, found.from_seq as seq from found
    union
    select found.fact, found.to_seq from found
) as v
where v.seq > bounds.since and v.seq <= bounds.until and (v.seq, v.fact) > (%(after_seq)s::bigint, %(after)s::bigint)
order by v.seq, v.fact
limit %(limit)s
