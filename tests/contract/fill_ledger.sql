-- Fills a new ledger, past the service, with as many facts as are asked for: five a subject, of ten predicates.
-- Digests of our own are made of a name and a number; every hundredth claim is corrected, and every tenth refused or waited for.
insert into ledger.head (ledger, seq, leaf_hash, recorded_at, build, command_key)
values (%(ledger)s, %(facts)s + 1, sha256('leaf'), now(), 1, sha256('key'));

insert into read.ledger (ledger, build, opened_seq, time_zone, identity, identity_version, flip_back_hours, projections)
values (%(ledger)s, 1, 1, 'UTC', 'folded', 1, 24, '{}');

insert into read.statistic (ledger, build, name, value)
values (%(ledger)s, 1, 'claims', %(facts)s), (%(ledger)s, 1, 'facts.active', %(facts)s);

insert into read.predicate
select
    %(ledger)s, 1, sha256(('predicate' || n)::bytea), 'predicate ' || n, 'single', 'multi', 'state', null, null, 240,
    n, 'token', now()
from generate_series(0, 4) as n;

insert into read.fact
select
    %(ledger)s, 1, n, n, now(), null, null, 'active', false, '{}', 'subject ' || n / 5, 'predicate ' || n %% 10,
    'text', 'object ' || n, null,
    sha256(('subject' || n / 5)::bytea), sha256(('predicate' || n %% 10)::bytea), sha256(('object' || n / 3)::bytea),
    1, '{crm}', now(), now(), '{}', now(), null, array[now()], array[null]::timestamptz[], '{true}', null
from generate_series(2, %(facts)s + 1) as n;

insert into read.history
select
    ledger, build, fact, from_seq - 1, from_at, from_seq, from_at, status, contested, rivals, subject, predicate,
    object_kind, object_text, object_unit, subject_key, predicate_key, object_key, claims, sources, observed_at,
    recorded_at, valid, from_earliest, to_latest, holds_from, holds_to, definite, strength
from read.fact
where ledger = %(ledger)s;

insert into read.claim
select
    ledger, build, fact, fact, 'token', 'agent', 't:' || fact %% 7, 'agent', subject_key, predicate_key, object_key,
    sha256(('refusal' || fact)::bytea),
    case when fact %% 100 = 0 then subject_key end, case when fact %% 100 = 0 then sha256('before') end,
    subject, predicate, object_kind, object_text, object_unit, 'crm', sha256(('source' || fact %% 20)::bytea),
    observed_at, recorded_at, '{}', null, 'active', false, false, false, null, null, '{}', fact
from read.fact
where ledger = %(ledger)s;

insert into read.axis
select distinct on (subject_key, predicate_key, object_key) ledger, build, subject_key, predicate_key, object_key, '{}'::jsonb, fact
from read.fact
where ledger = %(ledger)s;

insert into read.tombstone
select
    ledger, build, fact, fact, 'false', subject, predicate, object_kind, object_text, object_unit, subject_key,
    predicate_key, 'wrong', 'token', recorded_at, 0, '{}', array[fact], '{}'
from read.fact
where ledger = %(ledger)s and fact %% 10 = 0;

insert into read.refusal
select ledger, build, sha256(('refusal' || fact)::bytea), fact from read.fact where ledger = %(ledger)s and fact %% 10 = 0;

insert into read.conflict
select ledger, build, fact, fact - 1, fact, subject_key, predicate_key, object_key
from read.fact
where ledger = %(ledger)s and fact %% 10 = 0;

insert into read.review
select ledger, build, fact, fact, 'contested', null, fact, recorded_at, null
from read.fact
where ledger = %(ledger)s and fact %% 10 = 0;

insert into read.suggestion
select %(ledger)s, 1, n, sha256(n::text::bytea), n::text, 'single', 'multi', 'state', null, null, 240, 'token', now()
from generate_series(2, %(facts)s / 10) as n;

insert into read.voice select %(ledger)s, 1, 't:' || n, 1, 0 from generate_series(1, %(facts)s / 10) as n;

insert into read.decision
select %(ledger)s, 1, n, n, 'FactAsserted' from generate_series(2, %(facts)s + 1) as n;

insert into read.derivation select %(ledger)s, 1, n / 2, n from generate_series(4, %(facts)s / 10) as n;

insert into access.shown
select %(ledger)s, 't:' || n %% 7, sha256(n::text::bytea), now() from generate_series(1, %(facts)s / 10) as n;

insert into ledger.event
select %(ledger)s, n, sha256(n::text::bytea), sha256(n::text::bytea), now(), 'FactAsserted', '\x00'
from generate_series(1, %(facts)s + 1) as n;

insert into ledger.part
select %(ledger)s, n, 0, sha256('salt'), '\x00' from generate_series(2, %(facts)s + 1) as n;

insert into ledger.command
select %(ledger)s, md5(n::text), null, n, n from generate_series(1, %(facts)s + 1) as n;

insert into read.foreign_event
select %(ledger)s, 1, n, 'type ' || n %% 10, '{tag}' from generate_series(2, %(facts)s / 10) as n;

insert into read.foreign_tag
select %(ledger)s, 1, sha256(('tag' || n %% 100)::bytea), n from generate_series(2, %(facts)s / 10) as n
