"""Unicode as of version 14.0, whatever version the running Python brings.

Unicode promises that a text of assigned code points normalises and folds alike for ever. What
changes is what was unassigned: a later version may decompose, reorder, compose or fold it. So text
is changed only between such code points, and they stay as they are. For 14.0 they are starters that
compose with nothing, hence what is on their two sides never meets and the cut is exact.
"""

from bisect import bisect_right
from collections.abc import Callable
from itertools import groupby

from domain.assigned14 import BOUNDS


def is_assigned(char: str) -> bool:
    """Whether Unicode 14.0 assigns this code point, as it does surrogates and private use."""
    return bisect_right(BOUNDS, ord(char)) % 2 == 1


def between_unassigned(change: Callable[[str], str], text: str) -> str:
    """The text with each longest run of assigned code points changed, and all else as it is."""
    unassigned = {char for char in set(text) if not is_assigned(char)}
    if not unassigned:
        return change(text)
    runs = ((alien, "".join(run)) for alien, run in groupby(text, unassigned.__contains__))
    return "".join(run if alien else change(run) for alien, run in runs)
