-- The digest of the replaceable objects as they were last replaced.
select digest from migration.replaced
