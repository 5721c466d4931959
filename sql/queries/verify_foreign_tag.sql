-- Every tag of other programs' events of one build, in the order of its key.
select t.tag_key, t.seq
from read.foreign_tag as t
where t.ledger = %(ledger)s and t.build = %(build)s
order by t.tag_key, t.seq
