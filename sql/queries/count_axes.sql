-- How many axes the claims of a predicate lie on, by their subjects, by their objects or by both. A range of one key, and its
-- index's order: see load_claims.
select count(*) as axes
from (
    select distinct
        case when %(by_subject)s then c.subject_key end as subject,
        case when %(by_object)s then c.object_key end as object
    from (
        select * from read.claim as each
        where each.ledger = %(ledger)s
            and each.build = (select coalesce(%(build)s::integer, h.build) from ledger.head as h where h.ledger = %(ledger)s)
            and each.predicate_key between %(predicate)s and %(predicate)s
        order by each.predicate_key
    ) as c
) as axis
