-- The standing refusals in the order of their seqs, after a given one.
select
    t.seq, t.fact, t.subject, t.predicate, t.object_kind, t.object_text, t.object_unit,
    t.kind, t.reason, t.token, t.at, t.tries, t.tried_by
from read.tombstone as t
where t.ledger = %(ledger)s
    and t.build = (select h.build from ledger.head as h where h.ledger = %(ledger)s)
    and t.seq > %(after)s
order by t.seq
limit %(limit)s
