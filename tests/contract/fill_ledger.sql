-- Fills a new ledger, past the service, with as many facts as are asked for: five a subject, of ten predicates.
insert into ledger.head (ledger, seq, leaf_hash, recorded_at, build, command_key)
values (%(ledger)s, %(facts)s + 1, sha256('leaf'), now(), 1, sha256('key'));

insert into read.ledger (ledger, build, opened_seq, time_zone, identity, identity_version, flip_back_hours)
values (%(ledger)s, 1, 1, 'UTC', 'folded', 1, 24);

insert into read.statistic (ledger, build, name, value)
values (%(ledger)s, 1, 'claims', %(facts)s), (%(ledger)s, 1, 'facts.active', %(facts)s);

insert into read.fact
select
    %(ledger)s, 1, n, 'active', 'subject ' || n / 5, 'predicate ' || n %% 10, 'text', 'object ' || n, null,
    sha256(('subject' || n / 5)::bytea), sha256(('predicate' || n %% 10)::bytea), sha256(('object' || n / 3)::bytea),
    1, '{crm}', now(), now(), n
from generate_series(2, %(facts)s + 1) as n;

insert into read.claim
select %(ledger)s, 1, n, n, sha256(('source' || n %% 20)::bytea) from generate_series(2, %(facts)s + 1) as n;

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
