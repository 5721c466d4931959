-- The facts that hold now, as the service answers them: of a visible status, in the live build, at this instant of world time.
create or replace view audit.fact with (security_invoker = true) as
select
    f.ledger, f.fact, f.status, f.subject, f.predicate,
    f.object_text as object, f.object_kind, f.object_unit,
    f.claims, f.sources, f.observed_at, f.recorded_at, f.from_seq as last_seq,
    case when held.definite then 'definite' else 'possible' end as certainty,
    f.contested, f.rivals, f.valid, f.strength
from read.fact as f
join ledger.head as h on h.ledger = f.ledger and h.build = f.build
cross join lateral (
    select s.definite
    from unnest(f.holds_from, f.holds_to, f.definite) as s (starts, ends, definite)
    where s.starts <= greatest(now(), h.recorded_at) and (s.ends is null or greatest(now(), h.recorded_at) < s.ends)
    limit 1
) as held
where f.status = any (audit.visible_statuses());

comment on view audit.fact is
'The facts that hold now in the ledgers that you are granted; each is named by ledger and fact.';
comment on column audit.fact.ledger is 'The ledger that the fact belongs to.';
comment on column audit.fact.fact is 'The id of the fact: the lowest seq of the claims that carry it.';
comment on column audit.fact.status is 'Where the fact stands: active, or contested by another one.';
comment on column audit.fact.subject is 'What the fact is about, as the first claim spelt it.';
comment on column audit.fact.predicate is 'What is said of the subject, as the first claim spelt it.';
comment on column audit.fact.object is 'The value, as the first claim spelt it; numbers in normal form.';
comment on column audit.fact.object_kind is 'What the value is: text, number, date, boolean or entity.';
comment on column audit.fact.object_unit is 'The unit of a number, if it has one.';
comment on column audit.fact.claims is 'How many claims carry the fact and were not taken back.';
comment on column audit.fact.sources is 'The first few sources of these claims; the claims have them all.';
comment on column audit.fact.observed_at is 'The earliest time at which a source saw it.';
comment on column audit.fact.recorded_at is 'When the claim that opened the fact was recorded.';
comment on column audit.fact.last_seq is 'The last event of the command that made the fact what it is.';
comment on column audit.fact.certainty is 'How surely it holds now: definite, or possible where a bound is not known exactly.';
comment on column audit.fact.contested is 'Whether it stands beside another value, undecided.';
comment on column audit.fact.rivals is 'The facts that it is in contest with.';
comment on column audit.fact.valid is 'From when until when it holds, as it was stated and as it is derived.';
comment on column audit.fact.strength is 'What is known in its favour, in bits.';
