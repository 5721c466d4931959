-- Let all that is verified together be of one moment; to be said before anything is asked.
set transaction isolation level repeatable read, read only
