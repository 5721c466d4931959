-- Make the ledger's database in the embedded server.
create database factledger
