-- Make the service's login as it was ordered, or change what differs: its password, its group, its settings in this database.
-- The order is read from a setting and its words are executed in here, so that no log of statements has the verifier.
do $$
declare
    ordered constant jsonb := current_setting('factledger.login_order')::jsonb;
    login constant text := ordered ->> 'login';
    wanted record;
begin
    if not exists (select from pg_catalog.pg_roles where rolname = login) then
        execute format('create role %I login inherit', login);
    end if;
    if ordered ->> 'verifier' is not null then
        execute format('alter role %I password %L', login, ordered ->> 'verifier');
    end if;
    if not pg_catalog.pg_has_role(login, 'factledger_app', 'usage') then
        execute format('grant factledger_app to %I with inherit true, set false', login);
    end if;
    for wanted in
        select o.key as name, o.value
        from jsonb_each_text(ordered -> 'settings') as o
        where not exists (
            select from pg_catalog.pg_db_role_setting as s
            where s.setrole = login::regrole and o.key || '=' || o.value = any (s.setconfig)
                and s.setdatabase = (select d.oid from pg_catalog.pg_database as d where d.datname = current_database())
        )
    loop
        execute format('alter role %I in database %I set %I = %L', login, current_database(), wanted.name, wanted.value);
    end loop;
end
$$
