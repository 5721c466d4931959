"""What becomes of a command, one module for each kind of them."""
