-- Make an auditor's login, mapped to ledgers.
select access.create_auditor(%(login)s, %(verifier)s, %(ledgers)s)
