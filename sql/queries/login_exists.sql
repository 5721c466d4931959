-- Whether a login of this name exists in the cluster.
select exists (select from pg_catalog.pg_roles where rolname = %(login)s)
