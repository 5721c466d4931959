-- Append whole commands to a chain whose head is taken.
select ledger.append(
    %(ledger)s, %(bodies)b::bytea[],
    %(ats)s::integer[], %(ords)s::smallint[], %(salts)b::bytea[], %(contents)b::bytea[],
    %(commands)s::text[], %(digests)b::bytea[]
)
