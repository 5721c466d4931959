"""The signals: what an outcome that is reported on a fact can be about."""

from enum import StrEnum


class Signal(StrEnum):
    """One kind of outcome; each can have succeeded or failed."""

    TEST_PASSED = "test_passed"
    """Something that relies on the fact was run and checked."""
    CODE_COMPILED = "code_compiled"
    """Code that was written by it compiled."""
    USER_CONFIRMED = "user_confirmed"
    """A person was shown it and agreed."""
    CITED_BY = "cited_by"
    """Something else refers to it."""
