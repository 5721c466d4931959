-- Delete rows of read.review.
delete from read.review as t
using json_to_recordset(%(keys)s) as r (seq bigint)
where t.ledger = %(ledger)s and t.build = %(build)s
    and t.seq = r.seq
