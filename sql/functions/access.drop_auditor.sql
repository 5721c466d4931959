-- Takes everything from an auditor's login at once: its ledgers, its sessions and the role; false where there is none.
-- It belongs to the doorkeeper, as access.create_auditor does.
drop function if exists access.drop_auditor(text);
create function access.drop_auditor(p_login text) returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    if (p_login ~ '^factledger_audit_[a-z0-9_]{1,40}$') is not true then
        raise exception 'this is no auditor''s login' using errcode = 'FL008';
    end if;
    delete from access.auditor_ledger where login = p_login;
    if not exists (select from pg_roles where rolname = p_login) then
        return false;
    end if;
    execute format('alter role %I nologin password null', p_login);
    -- Only who has a role's rights may end its sessions.
    execute format('grant %I to factledger_doorkeeper with inherit true, set false', p_login);
    perform pg_terminate_backend(pid) from pg_stat_activity where usename = p_login;
    begin
        execute format('drop role %I', p_login);
    exception
        -- Where PUBLIC may make large objects or temporary tables, it can own some; it can't come in any more.
        when dependent_objects_still_exist then null;
    end;
    return true;
end
$$;
comment on function access.drop_auditor(text) is
'Takes its ledgers, its sessions and its role from the login of an auditor; false where there is no such login.';
