"""Waiting without limit, but not in silence."""

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

_FIRST_LINE_S = 2
_NEXT_LINE_S = 10
_FIRST_PAUSE_S = 0.01
_LONGEST_PAUSE_S = 0.5


def until(
    look: Callable[[float], Found | None], *, reason: str, progress: Callable[[str], None]
) -> Found:
    """Calls `look` with the seconds waited so far, at once and then after ever longer pauses, until
    it finds something true; tells `progress` the reason after 2 s and then every 10 s.
    """
    began, line_due_s, pause_s = time.monotonic(), _FIRST_LINE_S, _FIRST_PAUSE_S
    while True:
        waited_s = time.monotonic() - began
        found = look(waited_s)
        if found:
            return found
        if waited_s >= line_due_s:
            progress(f"{reason}; waiting for {waited_s:.0f} s now")
            line_due_s += _NEXT_LINE_S
        time.sleep(pause_s)
        pause_s = min(pause_s * 1.5, _LONGEST_PAUSE_S)
