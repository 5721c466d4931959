-- What waits for a person: facts that are undecided, and what agents may not do themselves.
create or replace view audit.review with (security_invoker = true) as
select
    r.ledger, r.seq, r.fact, r.kind, f.subject, f.predicate, f.object_text as object, f.status,
    access.actor_name(r.token) as actor, r.at, r.asked, r.token
from read.review as r
join ledger.head as h on h.ledger = r.ledger and h.build = r.build
join read.fact as f on f.ledger = r.ledger and f.build = r.build and f.fact = r.fact;

comment on view audit.review is 'The queue for people in the ledgers that you are granted.';
comment on column audit.review.ledger is 'The ledger that the fact belongs to.';
comment on column audit.review.seq is 'The item: the fact itself, or the event of an agent''s wish.';
comment on column audit.review.fact is 'The fact that it is about.';
comment on column audit.review.kind is 'contested, quarantined, end, correct, invalidate or report_failure.';
comment on column audit.review.subject is 'What the fact is about.';
comment on column audit.review.predicate is 'What is said of the subject.';
comment on column audit.review.object is 'The value.';
comment on column audit.review.status is 'Where the fact stands.';
comment on column audit.review.actor is 'The name of the token that asked, as it is now; null for an undecided fact.';
comment on column audit.review.at is 'Since when it waits.';
comment on column audit.review.asked is 'What was asked for, in full.';
comment on column audit.review.token is 'The id of the token that asked.';
