-- Whether the embedded server has the ledger's database yet.
select exists (select from pg_catalog.pg_database where datname = 'factledger')
