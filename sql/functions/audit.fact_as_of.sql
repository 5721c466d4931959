-- The visible facts as of both times, as the service answers them. Without a world time, whatever holds at any; without a
-- position, as of the head. An unknown or ungranted ledger is an error.
create or replace function audit.fact_as_of(p_ledger text, p_valid_at timestamptz, p_known_seq bigint)
returns table (
    fact bigint, status text, subject text, predicate text, object text, object_kind text, object_unit text,
    certainty text, contested boolean, valid jsonb, claims integer, sources text[], strength text, from_seq bigint
)
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
    if not exists (select from ledger.head as h where h.ledger = p_ledger) then
        raise exception 'there is no such ledger, or it is not granted' using errcode = 'FL006';
    end if;
    return query
    select
        f.fact, f.status, f.subject, f.predicate, f.object_text, f.object_kind, f.object_unit,
        case held.definite when true then 'definite' when false then 'possible' end,
        f.contested, f.valid, f.claims, f.sources, f.strength, f.from_seq
    from (select audit.command_end(p_ledger, p_known_seq) as seq) as known
    cross join read.version as f
    left join lateral (
        select s.definite
        from unnest(f.holds_from, f.holds_to, f.definite) as s (starts, ends, definite)
        where s.starts <= p_valid_at and (s.ends is null or p_valid_at < s.ends)
        limit 1
    ) as held on true
    where f.ledger = p_ledger
        and f.build = (select h.build from ledger.head as h where h.ledger = p_ledger)
        and f.from_seq <= known.seq and (f.to_seq is null or f.to_seq > known.seq)
        and f.status = any (audit.visible_statuses())
        and (p_valid_at is null or held.definite is not null)
    order by f.fact;
end
$$;

comment on function audit.fact_as_of(text, timestamptz, bigint) is
'What was believed at a position of what held at an instant; null for any instant, null for the head.';
