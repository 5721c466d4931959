-- The facts of one subject's predicate that are visible and hold now, so many at most, in no order, each with the head before it; the
-- head alone where there is none. Asked oftener than all else, so it is one statement that sets the scope for itself, and has nothing in
-- it that is asked seldom: each step follows from the one before, and no row is looked at before the scope is set. A range of one key,
-- and its index's order: see load_claims.
select
    h.seq, h.clock,
    f.fact, f.from_seq, f.from_at, f.status, f.contested, f.rivals, f.subject, f.predicate,
    f.object_kind, f.object_text, f.object_unit, f.subject_key, f.predicate_key, f.object_key,
    f.claims, f.sources, f.valid, f.strength, f.is_definite
from (select set_config('factledger.ledgers', %(ledger)s, true) as ledger offset 0) as scope
cross join lateral (
    select each.build, each.seq, greatest(now(), each.recorded_at) as clock
    from ledger.head as each
    where each.ledger = scope.ledger
    limit 1
) as h
left join lateral (
    select
        each.*,
        -- Stretches lie one after another: the last that begins by then is the only one that can hold.
        case when coalesce(h.clock < each.holds_to[width_bucket(h.clock, each.holds_from)], true)
            then each.definite[width_bucket(h.clock, each.holds_from)]
        end as is_definite
    from read.fact as each
    where each.ledger = %(ledger)s and each.build = h.build
        and (each.subject_key, each.predicate_key) >= (%(subject)s::bytea, %(predicate)s::bytea)
        and (each.subject_key, each.predicate_key) <= (%(subject)s::bytea, %(predicate)s::bytea)
    order by each.subject_key, each.predicate_key
) as f on f.status = any (audit.visible_statuses()) and f.is_definite is not null
limit %(limit)s
