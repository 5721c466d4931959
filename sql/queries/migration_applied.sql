-- The numbered migrations that this database has had.
select number, name, checksum from migration.applied order by number
