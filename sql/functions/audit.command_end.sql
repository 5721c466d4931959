-- The last event of the last command that was whole by this position: no answer shows half a command. Null means the head.
create or replace function audit.command_end(p_ledger text, p_seq bigint) returns bigint
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select case
        when command.doc ->> 'i' = command.doc ->> 'n' then e.seq
        else e.seq - (command.doc ->> 'i')::bigint
    end
    from ledger.event as e
    cross join lateral (select audit.document(e.body) -> 'command' as doc) as command
    where e.ledger = p_ledger and (p_seq is null or e.seq <= p_seq)
    order by e.seq desc
    limit 1;
$$;

comment on function audit.command_end(text, bigint) is
'The position that a record time stands for: the last event of the last command that was whole by then.';
