-- Count a refused call of a token.
update access.token set refused = refused + 1 where id = %(id)s
