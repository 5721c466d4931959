"""World time: what a stated date or stretch of it may mean, and where it lies."""
