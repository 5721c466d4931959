-- For each fact and command asked, its version before the command and the one after it, where there is one. `seqs` are the last
-- events of the commands. A range of one key, and its index's order: see load_claims.
select
    f.fact, f.from_seq, f.from_at, f.status, f.contested, f.rivals, f.subject, f.predicate,
    f.object_kind, f.object_text, f.object_unit, f.subject_key, f.predicate_key, f.object_key,
    f.claims, f.sources, f.valid, f.strength,
    null::boolean as definite, asked.seq, f.is_after, f.holds_from, f.holds_to, f.definite as surely
from (select h.build from ledger.head as h where h.ledger = %(ledger)s) as live
cross join unnest(%(facts)s::bigint[], %(seqs)s::bigint[]) as asked (fact, seq)
cross join lateral (
    (
        select f.*, true as is_after
        from (
            select each.* from read.fact as each
            where each.ledger = %(ledger)s and each.build = live.build and each.fact between asked.fact and asked.fact
            order by each.fact
            limit 1
        ) as f
        where f.from_seq = asked.seq
    )
    union all
    (
        select each.*, true
        from read.history as each
        where each.ledger = %(ledger)s and each.build = live.build
            and (each.fact, each.from_seq) >= (asked.fact, asked.seq)
            and (each.fact, each.from_seq) <= (asked.fact, asked.seq)
        order by each.fact, each.from_seq
        limit 1
    )
    union all
    (
        select h.*, false
        from (
            select each.* from read.history as each
            where each.ledger = %(ledger)s and each.build = live.build
                and (each.fact, each.from_seq) >= (asked.fact, 0)
                and (each.fact, each.from_seq) < (asked.fact, asked.seq)
            order by each.fact desc, each.from_seq desc
            limit 1
        ) as h
        where h.to_seq = asked.seq
    )
) as f
