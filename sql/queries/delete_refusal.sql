-- Delete rows of read.refusal.
delete from read.refusal as t
using json_to_recordset(%(keys)s) as r (refusal_key bytea, tombstone bigint)
where t.ledger = %(ledger)s and t.build = %(build)s
    and t.refusal_key = r.refusal_key and t.tombstone = r.tombstone
