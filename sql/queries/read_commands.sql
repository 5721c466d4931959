-- The events of the commands whose last events these are, without what people said; in order. A range of one key, and its
-- index's order: see load_claims.
select
    e.seq, e.prev, e.leaf_hash, e.recorded_at, e.type, e.body,
    '{}'::bytea[] as salts,
    array(select null::bytea from jsonb_array_elements(doc.body -> 'parts')) as contents,
    last.seq as command
from unnest(%(seqs)s::bigint[]) as asked (seq)
cross join lateral (
    select each.seq, (audit.document(each.body) #>> '{command,n}')::bigint as n
    from ledger.event as each
    where each.ledger = %(ledger)s and each.seq between asked.seq and asked.seq
    order by each.seq
    limit 1
) as last
cross join lateral (
    select * from ledger.event as each
    where each.ledger = %(ledger)s and each.seq between last.seq - last.n + 1 and last.seq
    order by each.seq
) as e
cross join lateral (select audit.document(e.body) as body) as doc
order by e.seq
