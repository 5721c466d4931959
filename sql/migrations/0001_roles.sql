-- The roles that own, write, read and audit. They belong to the cluster, so each is made only where it is missing.
do $$
declare
    wanted record;
begin
    for wanted in
        select * from (values
            ('factledger_owner', 'nologin'),
            ('factledger_app', 'nologin'),
            ('factledger_auditor', 'nologin'),
            ('factledger_eraser', 'nologin'),
            ('factledger_doorkeeper', 'nologin createrole')
        ) as role(name, attributes)
    loop
        if not exists (select from pg_catalog.pg_roles where rolname = wanted.name) then
            execute format('create role %I %s', wanted.name, wanted.attributes);
        end if;
    end loop;
end
$$;

-- Whoever migrates must be able to act as the owner; a superuser is able already.
do $$
begin
    if not pg_catalog.pg_has_role(current_user, 'factledger_owner', 'set') then
        execute format('grant factledger_owner to %I with set true', current_user);
    end if;
    if not pg_catalog.pg_has_role(current_user, 'factledger_doorkeeper', 'set') then
        execute format('grant factledger_doorkeeper to %I with set true', current_user);
    end if;
end
$$;

-- The doorkeeper makes auditors' logins members of their group and can do nothing else with the group.
grant factledger_auditor to factledger_doorkeeper with admin true, inherit false, set false;
