"""The command line: a face that turns words into commands and questions, and holds no rule."""
