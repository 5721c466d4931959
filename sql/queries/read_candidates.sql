-- Undeclared predicates of which nearly every subject has one visible value at a time, those of most subjects first: of as many
-- predicates and facts of each as are looked at. A range of one key, and its index's order: see load_claims.
with recursive live as materialized (
    select h.build from ledger.head as h where h.ledger = %(ledger)s
),
used as (
    -- One step along the index for each predicate, however many facts it has.
    select '\x'::bytea as predicate_key, null::text as predicate, 0 as place
    union all
    select f.predicate_key, f.predicate, used.place + 1
    from used
    cross join live
    cross join lateral (
        select each.predicate_key, each.predicate
        from read.fact as each
        where each.ledger = %(ledger)s and each.build = live.build and each.predicate_key > used.predicate_key
        order by each.predicate_key, each.fact
        limit 1
    ) as f
    where used.place < %(predicates_max)s
),
undeclared as materialized (
    select used.predicate_key, used.predicate
    from used
    cross join live
    left join lateral (
        select true as is_so
        from read.predicate as each
        where each.ledger = %(ledger)s and each.build = live.build
            and each.predicate_key between used.predicate_key and used.predicate_key
        order by each.predicate_key
        limit 1
    ) as declared on true
    where used.place > 0 and declared.is_so is null
)
select counted.predicate, counted.subjects, counted.single
from (
    select undeclared.predicate, found.subjects, found.single
    from undeclared
    cross join live
    cross join lateral (
        select count(*) as subjects, count(*) filter (where subject.meets is not true) as single
        from (
            select stretch.subject_key, bool_or(stretch.starts < stretch.reached) as meets
            from (
                select
                    f.subject_key, s.starts,
                    max(coalesce(s.ends, 'infinity')) over (
                        partition by f.subject_key order by s.starts
                        rows between unbounded preceding and 1 preceding
                    ) as reached
                from (
                    select each.subject_key, each.holds_from, each.holds_to, each.definite
                    from read.fact as each
                    where each.ledger = %(ledger)s and each.build = live.build
                        and each.predicate_key between undeclared.predicate_key and undeclared.predicate_key
                        and each.status = any (%(statuses)s)
                    order by each.predicate_key, each.fact
                    limit %(facts_max)s
                ) as f
                cross join lateral unnest(f.holds_from, f.holds_to, f.definite) as s (starts, ends, definite)
                where s.definite
            ) as stretch
            group by stretch.subject_key
        ) as subject
    ) as found
) as counted
where counted.subjects >= %(subjects_min)s and counted.single * 100 >= counted.subjects * %(percent_min)s
order by counted.subjects desc, counted.predicate
limit %(limit)s
