-- Let the transaction that verifies take its time between two pages: what it compares is folded by then, and it holds no lock that
-- anybody waits for.
select set_config('idle_in_transaction_session_timeout', '0', true), set_config('statement_timeout', '0', true)
