-- Note the digest of the replaceable objects.
insert into migration.replaced (digest) values (%(digest)s)
on conflict (one) do update set digest = excluded.digest, replaced_at = clock_timestamp()
