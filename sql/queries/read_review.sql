-- What waits for a person, with the fact that it is about, in the order of its seqs, after a given one. A range of one key, and
-- its index's order: see load_claims.
select
    f.fact, f.from_seq, f.from_at, f.status, f.contested, f.rivals, f.subject, f.predicate,
    f.object_kind, f.object_text, f.object_unit, f.subject_key, f.predicate_key, f.object_key,
    f.claims, f.sources, f.valid, f.strength,
    held.definite, r.seq, r.kind, r.token, r.at, r.asked
from (
    select each.* from read.review as each
    where each.ledger = %(ledger)s
        and each.build = (select h.build from ledger.head as h where h.ledger = %(ledger)s)
        and each.seq > %(after)s
    order by each.seq
    limit %(limit)s
) as r
cross join lateral (
    select each.* from read.fact as each
    where each.ledger = %(ledger)s and each.build = r.build and each.fact between r.fact and r.fact
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
order by r.seq
