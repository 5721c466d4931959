-- The facts in contest, the newcomer of each contest first and its rival behind it, in the order of both, after a given contest.
-- A range of one key, and its index's order: see load_claims.
select
    f.fact, f.from_seq, f.from_at, f.status, f.contested, f.rivals, f.subject, f.predicate,
    f.object_kind, f.object_text, f.object_unit, f.subject_key, f.predicate_key, f.object_key,
    f.claims, f.sources, f.valid, f.strength,
    held.definite, c.decided, c.fact as newcomer, c.rival, f.fact = c.fact as is_newcomer
from (
    select each.* from read.conflict as each
    where each.ledger = %(ledger)s
        and each.build = (select h.build from ledger.head as h where h.ledger = %(ledger)s)
        and (each.fact, each.rival) > (%(after)s::bigint, %(after_rival)s::bigint)
    order by each.fact, each.rival
    limit %(limit)s
) as c
cross join lateral unnest(array[c.fact, c.rival]) as side (fact)
cross join lateral (
    select each.* from read.fact as each
    where each.ledger = %(ledger)s and each.build = c.build and each.fact between side.fact and side.fact
    order by each.fact
    limit 1
) as f
cross join lateral (select greatest(now(), h.recorded_at) as instant from ledger.head as h where h.ledger = %(ledger)s) as at
left join lateral (
    select s.definite
    from unnest(f.holds_from, f.holds_to, f.definite) as s (starts, ends, definite)
    where s.starts <= at.instant and (s.ends is null or at.instant < s.ends)
    limit 1
) as held on true
order by c.fact, c.rival, is_newcomer desc
