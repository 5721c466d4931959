-- Each statement of the transaction sees the last commit.
begin isolation level read committed
