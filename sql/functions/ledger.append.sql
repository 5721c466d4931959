-- The only way to write events: appends whole commands to a chain whose head the caller has taken, or raises.
-- p_bodies are the exact bytes in order; part k belongs to the body at place p_ats[k] (from 1) under p_ords[k];
-- p_commands and p_digests name each command in the bodies once, in order. Faults carry an SQLSTATE of class FL.
-- The service's login has joins by hash and sorts off, for its plans to keep to keys; here they join what was given.
create or replace function ledger.append(
    p_ledger text, p_bodies bytea[],
    p_ats integer[], p_ords smallint[], p_salts bytea[], p_contents bytea[],
    p_commands text[], p_digests bytea[]
) returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set enable_hashjoin = on
set enable_sort = on
as $$
declare
    head ledger.head;
    fault record;
begin
    select h.* into head from ledger.head as h
    where h.ledger = p_ledger and h.ledger = any (access.scope())
    for update;
    if not found then
        raise exception 'this ledger is not in scope' using errcode = 'FL006';
    end if;

    with parsed as materialized (
        select
            given.at::integer, given.body, convert_from(given.body, 'UTF8')::jsonb as doc,
            sha256('\x00'::bytea || given.body) as leaf_hash
        from unnest(p_bodies) with ordinality as given (body, at)
    ),
    chained as materialized (
        select
            at, body, doc, leaf_hash, head.seq + at as seq,
            lag(leaf_hash, 1, head.leaf_hash) over places as prev,
            (doc ->> 'recorded_at')::timestamptz as recorded_at,
            lag((doc ->> 'recorded_at')::timestamptz, 1, head.recorded_at) over places as recorded_before,
            doc #>> '{command,id}' as command
        from parsed
        window places as (order by at)
    ),
    promised as (
        select chained.at, (each.place - 1)::smallint as ord, each.commitment
        from chained, jsonb_array_elements_text(doc -> 'parts') with ordinality as each (commitment, place)
    ),
    parts as materialized (
        select
            at, ord, salt, content,
            encode(sha256('factledger/part/v1'::bytea || '\x00'::bytea || salt || content), 'hex') as commitment
        from unnest(p_ats, p_ords, p_salts, p_contents) as given (at, ord, salt, content)
    ),
    commands as materialized (
        select command, min(seq) as first_seq, max(seq) as last_seq, min(at) as at,
            count(*) = max(seq) - min(seq) + 1
            and bool_and(jsonb_typeof(doc #> '{command,id}') = 'string')
            and bool_and((doc #> '{command,i}')::text = (seq - first_value + 1)::text)
            and bool_and((doc #> '{command,n}')::text = (last_value - first_value + 1)::text) as whole
        from (
            select *, min(seq) over (partition by command) as first_value, max(seq) over (partition by command) as last_value
            from chained
        ) as framed
        group by command
    ),
    written as (
        insert into ledger.event (ledger, seq, prev, leaf_hash, recorded_at, type, body)
        select p_ledger, seq, prev, leaf_hash, recorded_at, doc ->> 'type', body from chained
    ),
    kept as (
        insert into ledger.part (ledger, seq, ord, salt, content)
        select p_ledger, head.seq + at, ord, salt, content from parts
    ),
    noted as (
        insert into ledger.command (ledger, id, digest, first_seq, last_seq)
        select p_ledger, given.command, given.digest, commands.first_seq, commands.last_seq
        from unnest(p_commands, p_digests) as given (command, digest)
        left join commands using (command)
    ),
    moved as (
        update ledger.head as h
        set seq = last.seq, leaf_hash = last.leaf_hash, recorded_at = last.recorded_at
        from (select * from chained order by at desc limit 1) as last
        where h.ledger = p_ledger
    )
    select found.at, found.code, found.what into fault
    from (
        select at, 'FL001' as code, 'is not of this shape: v 1, a known type, its ledger, an actor, data and parts' as what
        from chained
        where (doc -> 'v')::text is distinct from '1'
            or doc -> 'ledger' is distinct from to_jsonb(p_ledger)
            or not coalesce(doc ->> 'type' = any (ledger.event_types()), false)
            or jsonb_typeof(doc #> '{actor,token}') is distinct from 'string'
            or not coalesce(doc #>> '{actor,kind}' in ('agent', 'human', 'system'), false)
            or jsonb_typeof(doc -> 'data') is distinct from 'object'
            or jsonb_typeof(doc -> 'parts') is distinct from 'array'
        union all
        select at, 'FL002', 'does not follow the one before it: seq or prev' from chained
        -- As text, since 2.0 is the same number and no whole one to those who read the body.
        where (doc -> 'seq')::text is distinct from seq::text
            or doc -> 'prev' is distinct from to_jsonb(encode(prev, 'hex'))
        union all
        select at, 'FL003', 'has a recorded_at that does not rise, runs ahead, or is spelt otherwise' from chained
        where (recorded_at > recorded_before) is not true
            or recorded_at > greatest(clock_timestamp(), recorded_before) + interval '1 second'
            or to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
            is distinct from doc ->> 'recorded_at'
        union all
        select coalesce(promised.at, parts.at), 'FL004', 'has a part without its commitment, or the reverse'
        from promised full join parts using (at, ord)
        where promised.commitment is distinct from parts.commitment or octet_length(salt) is distinct from 32
        union all
        select commands.at, 'FL005', 'belongs to a command that is not whole or not named once'
        from commands full join unnest(p_commands) as named (command) using (command)
        where whole is not true or named.command is null
        union all
        select 0, 'FL005', 'is missing: nothing was given, or not a digest for each command'
        where coalesce(cardinality(p_bodies), 0) = 0
            or cardinality(p_digests) is distinct from cardinality(p_commands)
    ) as found
    order by found.at nulls first, found.code
    limit 1;

    if found then
        raise exception 'event % %', head.seq + coalesce(fault.at, 0), fault.what using errcode = fault.code;
    end if;
    perform pg_notify(ledger.channel(p_ledger), (head.seq + cardinality(p_bodies))::text);
end
$$;
