-- How each of these settings stands in this session, in the unit it is written with.
select name, current_setting(name) as value from unnest(%(names)s::text[]) as name
