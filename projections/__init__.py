"""Pure functions from events to rows of the read tables."""
