-- Every duel: a row for each rival that a newcomer fought, with every number that went into it, as the event has it.
create or replace view audit.duel with (security_invoker = true) as
select
    e.ledger, e.seq, e.recorded_at,
    (body.doc #>> '{data,newcomer}')::bigint as newcomer,
    (fight.doc ->> 'rival')::bigint as rival,
    fight.doc ->> 'relation' as relation,
    fight.doc ->> 'verdict' as verdict,
    fight.doc #>> '{judgement,reason}' as reason,
    (fight.doc #>> '{judgement,margin}')::numeric as margin,
    fight.doc #> '{judgement,newcomer}' as newcomer_terms,
    fight.doc #> '{judgement,rival}' as rival_terms,
    (fight.doc #>> '{judgement,rule}')::integer as rule
from ledger.event as e
cross join lateral (select audit.document(e.body) as doc) as body
cross join lateral jsonb_array_elements(body.doc #> '{data,fights}') as fight (doc)
where e.type = any (array['DuelResolved', 'Quarantined']);

comment on view audit.duel is
'The duels of the ledgers that you are granted, as they were decided then: no verdict is ever decided again.';
comment on column audit.duel.ledger is 'The ledger that the facts belong to.';
comment on column audit.duel.seq is 'The event that decided it.';
comment on column audit.duel.recorded_at is 'When it was decided.';
comment on column audit.duel.newcomer is 'The fact that was decided.';
comment on column audit.duel.rival is 'The fact that it fought.';
comment on column audit.duel.relation is 'How they met: succession, contradiction, or overlap of a stated end.';
comment on column audit.duel.verdict is 'What became of the newcomer beside this rival.';
comment on column audit.duel.reason is 'What decided it; margin where the margin alone did.';
comment on column audit.duel.margin is 'The strength of the newcomer less that of the rival, in bits.';
comment on column audit.duel.newcomer_terms is 'What spoke for the newcomer: bits, and the terms that sum to them.';
comment on column audit.duel.rival_terms is 'What spoke for the rival, at the time of the newcomer.';
comment on column audit.duel.rule is 'The version of the rule that it was decided by.';
