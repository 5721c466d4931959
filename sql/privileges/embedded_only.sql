-- In a cluster of our own nobody but the superuser needs advisory locks or large objects: PUBLIC loses both.
do $$
declare
    spare regprocedure;
begin
    for spare in
        select p.oid::regprocedure
        from pg_catalog.pg_proc as p
        where p.pronamespace = 'pg_catalog'::regnamespace
            and (p.proname ~ '^pg_(try_)?advisory_' or p.proname ~ '^(lo_|lo[a-z]+$)')
            and p.proname not in ('lower', 'lower_inc', 'lower_inf', 'log', 'log10', 'loread_stats')
    loop
        execute format('revoke execute on function %s from public', spare);
    end loop;
end
$$;
