-- Every version of every fact: those that stand, and those that are over.
create or replace view read.version with (security_invoker = true) as
select false as over, f.* from read.fact as f
union all
select true as over, h.* from read.history as h;

comment on view read.version is
'The versions of facts: one that stands is over in none, one that is over has its to_seq. Derived from the events alone.';
