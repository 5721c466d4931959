-- Let all that is compared be of one moment, beside what the transaction writes itself; to be said before anything is asked.
set transaction isolation level repeatable read
