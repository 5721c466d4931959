-- Make an auditor's login for these ledgers; its password arrives as a SCRAM verifier.
select access.create_auditor(%(login)s, %(verifier)s, %(ledgers)s, %(expires_at)s)
