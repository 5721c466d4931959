"""The store: one Postgres, reached by named statements and definer functions."""
