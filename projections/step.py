"""What a projection reads: an event, and the slices of state before and after it."""

from typing import NamedTuple

from domain.events import Recorded
from domain.state import State


class Step(NamedTuple):
    """One step of the fold."""

    before: State
    recorded: Recorded
    after: State
