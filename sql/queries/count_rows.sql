-- How many rows each table of the live build of a ledger has. An index's order names it: see load_claims.
with live as materialized (
    select h.build from ledger.head as h where h.ledger = %(ledger)s
)
select 'ledger' as name, count(*) as rows from (
    select from read.ledger as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
    order by each.build
) as counted
union all
select 'predicate' as name, count(*) as rows from (
    select from read.predicate as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
    order by each.predicate_key
) as counted
union all
select 'suggestion' as name, count(*) as rows from (
    select from read.suggestion as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
    order by each.seq
) as counted
union all
select 'fact' as name, count(*) as rows from (
    select from read.fact as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
    order by each.fact
) as counted
union all
select 'history' as name, count(*) as rows from (
    select from read.history as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
    order by each.fact, each.from_seq
) as counted
union all
select 'claim' as name, count(*) as rows from (
    select from read.claim as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
    order by each.seq
) as counted
union all
select 'axis' as name, count(*) as rows from (
    select from read.axis as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
    order by each.subject_key, each.predicate_key, each.object_key
) as counted
union all
select 'tombstone' as name, count(*) as rows from (
    select from read.tombstone as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
    order by each.seq
) as counted
union all
select 'refusal' as name, count(*) as rows from (
    select from read.refusal as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
    order by each.refusal_key, each.tombstone
) as counted
union all
select 'conflict' as name, count(*) as rows from (
    select from read.conflict as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
    order by each.fact, each.rival
) as counted
union all
select 'review' as name, count(*) as rows from (
    select from read.review as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
    order by each.seq
) as counted
union all
select 'voice' as name, count(*) as rows from (
    select from read.voice as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
    order by each.voice
) as counted
union all
select 'decision' as name, count(*) as rows from (
    select from read.decision as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
    order by each.fact, each.seq
) as counted
union all
select 'derivation' as name, count(*) as rows from (
    select from read.derivation as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
    order by each.base, each.claim
) as counted
union all
select 'statistic' as name, count(*) as rows from (
    select from read.statistic as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
    order by each.name
) as counted
union all
select 'foreign_event' as name, count(*) as rows from (
    select from read.foreign_event as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
    order by each.seq
) as counted
union all
select 'foreign_tag' as name, count(*) as rows from (
    select from read.foreign_tag as each
    where each.ledger = %(ledger)s and each.build = (select live.build from live)
    order by each.tag_key, each.seq
) as counted
