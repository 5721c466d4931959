-- Delete rows of read.fact.
delete from read.fact as t
using json_to_recordset(%(keys)s) as r (fact bigint)
where t.ledger = %(ledger)s and t.build = %(build)s
    and t.fact = r.fact
