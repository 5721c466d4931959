-- Delete rows of read.axis. A range of one key, and its index's order: see load_claims. They are found first, and deleted by
-- where they lie, since a delete can't name an order.
delete from read.axis as t
using json_to_recordset(%(keys)s) as r (subject_key bytea, predicate_key bytea, object_key bytea)
cross join lateral (
    select each.tableoid, each.ctid from read.axis as each
    where each.ledger = %(ledger)s and each.build = %(build)s
        and (each.subject_key, each.predicate_key, each.object_key) >= (r.subject_key, r.predicate_key, r.object_key)
        and (each.subject_key, each.predicate_key, each.object_key) <= (r.subject_key, r.predicate_key, r.object_key)
    order by each.subject_key, each.predicate_key, each.object_key
    limit 1
) as found
where t.ledger = %(ledger)s and t.tableoid = found.tableoid and t.ctid = found.ctid
