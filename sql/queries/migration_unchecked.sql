-- Take functions as they come until the transaction ends.
set local check_function_bodies = off
