-- Note a numbered migration.
insert into migration.applied (number, name, checksum) values (%(number)s, %(name)s, %(checksum)s)
