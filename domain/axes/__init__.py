"""The axes: which facts there are where values exclude each other, and what commands do to them."""
