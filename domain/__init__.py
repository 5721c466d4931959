"""The pure core: what a fact is, what is decided about it, and what the bytes of a decision are."""
