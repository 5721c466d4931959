-- Which copy of a database this is: a standby or not, and what all copies of one database have in common.
select
    pg_is_in_recovery() as is_standby,
    c.system_identifier::text as system,
    d.oid::bigint as database
from pg_control_system() as c
cross join pg_database as d
where d.datname = current_database()
