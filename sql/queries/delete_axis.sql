-- Delete rows of read.axis.
delete from read.axis as t
using json_to_recordset(%(keys)s) as r (subject_key bytea, predicate_key bytea, object_key bytea)
where t.ledger = %(ledger)s and t.build = %(build)s
    and t.subject_key = r.subject_key and t.predicate_key = r.predicate_key and t.object_key = r.object_key
