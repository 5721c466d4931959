-- When the visible facts hold, as it is known now: a row for each stretch of world time.
create or replace view audit.timeline with (security_invoker = true) as
select
    f.ledger, f.subject, f.predicate, f.object_text as object, f.fact, f.status,
    s.starts, s.ends,
    case when s.definite then 'definite' else 'possible' end as certainty,
    f.contested
from read.fact as f
join ledger.head as h on h.ledger = f.ledger and h.build = f.build
cross join lateral unnest(f.holds_from, f.holds_to, f.definite) as s (starts, ends, definite)
where f.status = any (audit.visible_statuses());

comment on view audit.timeline is
'The stretches in which visible facts hold. Ask with "where ledger = ..., subject = ... and predicate = ..." and by starts.';
comment on column audit.timeline.ledger is 'The ledger that the fact belongs to.';
comment on column audit.timeline.subject is 'What the fact is about, as the first claim spelt it.';
comment on column audit.timeline.predicate is 'What is said of the subject, as the first claim spelt it.';
comment on column audit.timeline.object is 'The value, as the first claim spelt it.';
comment on column audit.timeline.fact is 'The id of the fact.';
comment on column audit.timeline.status is 'Where the fact stands: active, or contested by another one.';
comment on column audit.timeline.starts is 'Since when it holds; the year 1 where no start is known.';
comment on column audit.timeline.ends is 'From when on it does not hold; null while it goes on.';
comment on column audit.timeline.certainty is 'How surely it holds there: definite or possible.';
comment on column audit.timeline.contested is 'Whether it stands beside another value, undecided.';
