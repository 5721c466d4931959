-- Lay down, for the statement that makes the login, what it is to be like: a DO takes no parameters.
select set_config('factledger.login_order', %(order)s, true)
