"""The SQL, as data: one object or one named statement a file, read with importlib.resources."""
