-- Go on as whoever came in to migrate.
reset role
