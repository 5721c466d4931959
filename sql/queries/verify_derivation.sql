-- Which claims rest on which facts in one build, in the order of its key.
select d.base, d.claim
from read.derivation as d
where d.ledger = %(ledger)s and d.build = %(build)s
order by d.base, d.claim
