-- Make what comes next as the owner of all of it.
set local role factledger_owner
