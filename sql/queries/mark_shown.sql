-- Note that these readers were shown these values now. In one order, so that no two who do it wait for each other.
insert into access.shown (ledger, reader, line, shown_at)
select %(ledger)s, r.reader, l.line, clock_timestamp()
from unnest(%(readers)s::text[]) as r (reader)
cross join unnest(%(shown)s::bytea[]) as l (line)
order by r.reader, l.line
on conflict (ledger, reader, line) do update set shown_at = excluded.shown_at
