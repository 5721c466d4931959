-- The ledgers in scope whose last event lies ahead of the database's clock.
select ledger as name from ledger.head where recorded_at > clock_timestamp() order by ledger
