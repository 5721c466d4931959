"""Timing calls one by one, in windows that contenders take in turns, as rates are measured."""

import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from benchmarks.ground import Ground
from benchmarks.machine import Processor, processor
from benchmarks.workload import Call

_PERCENT = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class Timed:
    """What is timed: a call that comes again as soon as it was answered, and on which ground."""

    name: str
    on: Ground
    call: Call


@dataclass(frozen=True, kw_only=True, slots=True)
class TimedWindow:
    """How long each call took, in seconds, and the processor time of all."""

    seconds: tuple[float, ...]
    used: Processor


@dataclass(frozen=True, kw_only=True, slots=True)
class Times:
    """What all windows of one contender come to."""

    windows: tuple[TimedWindow, ...]

    @property
    def p50(self) -> float:
        """The time to quote, in seconds: the median of the windows' medians."""
        return statistics.median(self._medians())

    @property
    def p99(self) -> float:
        """The time that 99 of 100 calls keep within, in seconds, over all windows."""
        return percentile([each for window in self.windows for each in window.seconds], 99)

    def line(self) -> str:
        """One line for people: milliseconds, and microseconds of processor time for each call."""
        calls = sum(len(each.seconds) for each in self.windows)
        python_us = sum(each.used.python_s for each in self.windows) / calls * 1e6
        postgres_us = sum(each.used.postgres_s for each in self.windows) / calls * 1e6
        return (
            f"p50 {self.p50 * 1e3:.2f} ms, best {min(self._medians()) * 1e3:.2f} ms, "
            f"p99 {self.p99 * 1e3:.2f} ms, "
            f"processor {python_us:,.0f} us Python, {postgres_us:,.0f} us Postgres each"
        )

    def _medians(self) -> list[float]:
        return [statistics.median(each.seconds) for each in self.windows]


def timed_in_turns(
    contenders: Sequence[Timed], *, windows: int, seconds: float
) -> dict[str, Times]:
    """The times of contenders, one caller each, by name."""
    found: dict[str, list[TimedWindow]] = {each.name: [] for each in contenders}
    for _ in range(windows):
        for each in contenders:
            found[each.name].append(_window(each, seconds))
    return {name: Times(windows=tuple(each)) for name, each in found.items()}


def timed_together(
    calls: Sequence[tuple[str, Call, int]], *, seconds: float
) -> dict[str, tuple[float, ...]]:
    """How long each call took where all go on at once, by name, each with so many callers.

    Raises what one of the calls raised.
    """
    found: dict[str, list[float]] = {name: [] for name, _, _ in calls}
    begun = time.perf_counter()
    with ThreadPoolExecutor(sum(callers for _, _, callers in calls)) as threads:
        under_way = [
            (name, threads.submit(timings, call, lambda: time.perf_counter() < begun + seconds))
            for name, call, callers in calls
            for _ in range(callers)
        ]
        for name, taken in under_way:
            found[name].extend(taken.result())
    return {name: tuple(each) for name, each in found.items()}


def timings(call: Call, going_on: Callable[[], bool]) -> list[float]:
    """The seconds of each call while it goes on, and of one at least."""
    found: list[float] = []
    while not found or going_on():
        begun = time.perf_counter()
        call()
        found.append(time.perf_counter() - begun)
    return found


def percentile(seconds: Sequence[float], percent: int) -> float:
    """The least time that so many of a hundred calls keep within."""
    place = -(-len(seconds) * percent // _PERCENT)
    return sorted(seconds)[max(place, 1) - 1]


def _window(contender: Timed, seconds: float) -> TimedWindow:
    before = processor(contender.on)
    begun = time.perf_counter()
    taken = timings(contender.call, lambda: time.perf_counter() < begun + seconds)
    return TimedWindow(seconds=tuple(taken), used=processor(contender.on).since(before))
