-- The schemas, all of the owner's; PUBLIC gets nothing in this database but what it needs to connect.
do $$
begin
    execute format('revoke all on database %I from public', current_database());
    execute format(
        'grant connect on database %I to factledger_owner, factledger_app, factledger_auditor', current_database()
    );
    execute format('grant create on database %I to factledger_owner', current_database());
end
$$;
revoke all on schema public from public;

create schema ledger authorization factledger_owner;
create schema read authorization factledger_owner;
create schema access authorization factledger_owner;
create schema audit authorization factledger_owner;

-- A new function is executable by PUBLIC unless its owner's defaults say otherwise.
alter default privileges for role factledger_owner revoke execute on functions from public;
alter default privileges for role factledger_doorkeeper revoke execute on functions from public;
