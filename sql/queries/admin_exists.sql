-- Whether any token may still administer: else the next migration makes one.
select exists (
    select from access.token
    where role = 'admin' and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())
)
