-- Delete rows of read.refusal. A range of one key, and its index's order: see load_claims. They are found first, and deleted by
-- where they lie, since a delete can't name an order.
delete from read.refusal as t
using json_to_recordset(%(keys)s) as r (refusal_key bytea, tombstone bigint)
cross join lateral (
    select each.tableoid, each.ctid from read.refusal as each
    where each.ledger = %(ledger)s and each.build = %(build)s
        and (each.refusal_key, each.tombstone) >= (r.refusal_key, r.tombstone)
        and (each.refusal_key, each.tombstone) <= (r.refusal_key, r.tombstone)
    order by each.refusal_key, each.tombstone
    limit 1
) as found
where t.ledger = %(ledger)s and t.tableoid = found.tableoid and t.ctid = found.ctid
