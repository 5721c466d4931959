-- Drop an auditor's login and its ledgers.
select access.drop_auditor(%(login)s)
