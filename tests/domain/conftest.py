"""Generated examples are repeatable, and none fails for being slow on a busy machine."""

from hypothesis import settings

settings.register_profile("patient", deadline=None, derandomize=True)
settings.load_profile("patient")
