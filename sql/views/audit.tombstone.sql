-- The standing refusals of values, with how often each was tried.
create or replace view audit.tombstone with (security_invoker = true) as
select
    t.ledger, t.seq, t.fact, t.subject, t.predicate, t.object_text as object, t.object_kind,
    t.kind, t.reason, access.actor_name(t.token) as actor, t.at, t.tries, t.tried_by, t.token
from read.tombstone as t
join ledger.head as h on h.ledger = t.ledger and h.build = t.build;

comment on view audit.tombstone is 'What is refused in the ledgers that you are granted, until a reviewer restores it.';
comment on column audit.tombstone.ledger is 'The ledger that the fact belongs to.';
comment on column audit.tombstone.seq is 'The event that struck the fact out.';
comment on column audit.tombstone.fact is 'The fact that was struck out.';
comment on column audit.tombstone.subject is 'What the fact was about.';
comment on column audit.tombstone.predicate is 'What was said of the subject.';
comment on column audit.tombstone.object is 'The value that is refused, in every spelling that comes to the same.';
comment on column audit.tombstone.object_kind is 'What the value is: text, number, date, boolean or entity.';
comment on column audit.tombstone.kind is 'What was wrong: false, wrong_dates, wrong_entity or not_worth_keeping.';
comment on column audit.tombstone.reason is 'The reason given; null once it was erased.';
comment on column audit.tombstone.actor is 'The name of the token that struck it out, as it is now.';
comment on column audit.tombstone.at is 'When it was struck out.';
comment on column audit.tombstone.tries is 'How often the value was tried since.';
comment on column audit.tombstone.tried_by is 'How often by which token, by its id.';
comment on column audit.tombstone.token is 'The id of the token that struck it out.';
