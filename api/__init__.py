"""The HTTP face: routers that turn requests into commands and questions, and answers back."""
