-- Makes a Postgres login that sees these ledgers and changes nothing; the password comes as a SCRAM verifier.
-- It belongs to the doorkeeper, who alone may make roles. Whoever owns the schema may drop it but not replace it.
drop function if exists access.create_auditor(text, text, text[], timestamptz);
create function access.create_auditor(
    p_login text, p_verifier text, p_ledgers text[], p_expires_at timestamptz
) returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    if (p_login ~ '^factledger_audit_[a-z0-9_]{1,40}$') is not true then
        raise exception 'an auditor''s login is factledger_audit_ and 1 to 40 of a-z, 0-9 and _' using errcode = 'FL008';
    end if;
    -- Postgres would take anything else for the password itself.
    if (
        p_verifier ~
        '^SCRAM-SHA-256\$[1-9][0-9]{3,6}:[A-Za-z0-9+/]{22,}={0,2}\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$'
    ) is not true then
        raise exception 'an auditor''s password comes as a SCRAM-SHA-256 verifier' using errcode = 'FL008';
    end if;
    if exists (select from pg_roles where rolname = p_login) then
        raise exception 'this login exists already' using errcode = 'FL008';
    end if;
    if (cardinality(p_ledgers) > 0) is not true
        or exists (select unnest(p_ledgers) except select ledger from ledger.head)
    then
        raise exception 'there is no such ledger' using errcode = 'FL006';
    end if;

    execute format(
        'create role %I login password %L valid until %L connection limit 5',
        p_login, p_verifier, coalesce(p_expires_at, 'infinity')
    );
    execute format('alter role %I set statement_timeout = ''15min''', p_login);
    execute format('alter role %I set idle_in_transaction_session_timeout = ''5min''', p_login);
    execute format('alter role %I set default_transaction_read_only = on', p_login);
    execute format('grant factledger_auditor to %I with inherit true, set false, admin false', p_login);
    insert into access.auditor_ledger (ledger, login) select distinct unnest(p_ledgers), p_login;
end
$$;
comment on function access.create_auditor(text, text, text[], timestamptz) is
'Makes the login of an auditor, with a SCRAM verifier for its password, and maps it to ledgers that exist.';
