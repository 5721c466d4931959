-- The log as an auditor reads it: each event with its body parsed, who wrote it, and what was said.
create or replace view audit.event with (security_invoker = true) as
select
    e.ledger, e.seq, e.recorded_at, e.type,
    access.actor_name(body.doc #>> '{actor,token}') as actor,
    body.doc,
    e.leaf_hash,
    (
        select coalesce(jsonb_agg(audit.document(p.content) order by p.ord), '[]')
        from ledger.part as p
        where p.ledger = e.ledger and p.seq = e.seq
    ) as parts,
    body.doc #>> '{actor,token}' as token
from ledger.event as e
cross join lateral (select audit.document(e.body) as doc) as body;

comment on view audit.event is
'Every event of the ledgers that you are granted. Ask with "where ledger = ..." and by seq: both are indexed.';
comment on column audit.event.ledger is 'The ledger that the event belongs to.';
comment on column audit.event.seq is 'The position of the event in its ledger: 1, 2, 3, without gaps.';
comment on column audit.event.recorded_at is 'When the event was recorded; it rises with seq.';
comment on column audit.event.type is 'What happened, in the past tense; sql/README.md says what each type means.';
comment on column audit.event.actor is 'The name of the token that wrote the event, as it is now.';
comment on column audit.event.doc is
'The body that was hashed, parsed; null where it is no JSON, and then audit.verify has a fault at this seq.';
comment on column audit.event.leaf_hash is 'sha256(0x00 || body), the leaf hash of RFC 6962.';
comment on column audit.event.parts is
'What people said or wrote, in the order of the commitments in doc -> parts; null in the place of what is no JSON.';
comment on column audit.event.token is 'The id of the token that wrote the event; it says nothing of its secret.';
