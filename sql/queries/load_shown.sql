-- When these readers were last shown these values, where they were. A range of one key, and its index's order: see load_claims.
select asked.reader, asked.line, s.shown_at
from json_to_recordset(%(showings)s) as asked (reader text, line bytea)
cross join lateral (
    select * from access.shown as each
    where each.ledger = %(ledger)s and (each.reader, each.line) >= (asked.reader, asked.line)
        and (each.reader, each.line) <= (asked.reader, asked.line)
    order by each.reader, each.line
    limit 1
) as s
