-- One fact as of both times, whatever its status; one that has joined another is answered by that one.
select
    f.fact, f.from_seq, f.from_at, f.status, f.contested, f.rivals, f.subject, f.predicate,
    f.object_kind, f.object_text, f.object_unit, f.subject_key, f.predicate_key, f.object_key,
    f.claims, f.sources, f.valid, f.strength, held.definite
from (select h.build from ledger.head as h where h.ledger = %(ledger)s) as live
cross join lateral (
    select %(fact)s::bigint as id, 1 as place
    union all
    (
        -- A fact that joined another has no version any more: its first claim tells which one.
        select c.fact, 2
        from read.claim as c
        where c.ledger = %(ledger)s and c.build = live.build and c.seq between %(fact)s and %(fact)s
            and (
                select true from read.history as was
                where was.ledger = %(ledger)s and was.build = live.build and was.fact between %(fact)s and %(fact)s
                order by was.fact
                limit 1
            )
        order by c.seq
        limit 1
    )
) as named
cross join lateral (
    (
        select each.* from read.fact as each
        where each.ledger = %(ledger)s and each.build = live.build and each.fact between named.id and named.id
            and each.from_seq <= coalesce(%(known)s::bigint, each.from_seq)
        order by each.fact
        limit 1
    )
    union all
    (
        -- Of the versions that had begun by then, the last one: many more may have been over.
        select h.*
        from (
            select each.* from read.history as each
            where each.ledger = %(ledger)s and each.build = live.build
                and (each.fact, each.from_seq) >= (named.id, 0)
                and (each.fact, each.from_seq) <= (named.id, %(known)s::bigint)
            order by each.fact desc, each.from_seq desc
            limit 1
        ) as h
        where h.to_seq > %(known)s
    )
) as f
cross join lateral (
    select case when not %(whenever)s then coalesce(%(valid_at)s::timestamptz, greatest(now(), h.recorded_at)) end as instant
    from ledger.head as h
    where h.ledger = %(ledger)s
) as at
left join lateral (
    select s.definite
    from unnest(f.holds_from, f.holds_to, f.definite) as s (starts, ends, definite)
    where s.starts <= at.instant and (s.ends is null or at.instant < s.ends)
    limit 1
) as held on true
order by named.place
limit 1
