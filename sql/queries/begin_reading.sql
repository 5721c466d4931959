-- One snapshot for all that is asked together.
begin isolation level repeatable read read only
