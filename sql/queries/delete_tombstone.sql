-- Delete rows of read.tombstone. A range of one key, and its index's order: see load_claims. They are found first, and deleted by
-- where they lie, since a delete can't name an order.
delete from read.tombstone as t
using json_to_recordset(%(keys)s) as r (seq bigint)
cross join lateral (
    select each.tableoid, each.ctid from read.tombstone as each
    where each.ledger = %(ledger)s and each.build = %(build)s
        and each.seq between r.seq and r.seq
    order by each.seq
    limit 1
) as found
where t.ledger = %(ledger)s and t.tableoid = found.tableoid and t.ctid = found.ctid
