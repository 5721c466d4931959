-- Take an auditor's login away; false where there is none.
select access.drop_auditor(%(login)s)
