-- What the doorkeeper may do: make and drop auditors' logins through its two functions, for the service alone.
grant usage on schema access, ledger to factledger_doorkeeper;
grant select, insert, delete on access.auditor_ledger to factledger_doorkeeper;
grant select (ledger) on ledger.head to factledger_doorkeeper;

-- To be given a function one must be able to make functions there: for as long as that takes.
grant create on schema access to factledger_doorkeeper;
alter function access.create_auditor(text, text, text[], timestamptz) owner to factledger_doorkeeper;
alter function access.drop_auditor(text) owner to factledger_doorkeeper;
revoke create on schema access from factledger_doorkeeper;

grant execute on function
    access.create_auditor(text, text, text[], timestamptz), access.drop_auditor(text)
to factledger_app;
