"""Everything that touches the world: Postgres, files, the terminal, other processes."""
