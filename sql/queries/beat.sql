-- Nothing, but that someone is there who asks it.
select
