-- Delete rows of read.conflict.
delete from read.conflict as t
using json_to_recordset(%(keys)s) as r (fact bigint, rival bigint)
where t.ledger = %(ledger)s and t.build = %(build)s
    and t.fact = r.fact and t.rival = r.rival
