"""Measuring in windows: contenders take turns, so that a drift of the machine meets all alike."""

import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from benchmarks.ground import Ground
from benchmarks.machine import Processor, processor
from benchmarks.report import Size
from benchmarks.workload import Call


@dataclass(frozen=True, kw_only=True, slots=True)
class Stretch:
    """How much was done, and in how many seconds."""

    done: int
    seconds: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Contender:
    """What is measured: so many threads that each call again as soon as they are answered."""

    name: str
    call: Call
    callers: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Window:
    """One stretch, and the processor time that it took."""

    stretch: Stretch
    used: Processor


@dataclass(frozen=True, kw_only=True, slots=True)
class Figure:
    """What all windows of one contender come to."""

    windows: tuple[Window, ...]

    @property
    def median(self) -> float:
        """The rate to quote, a second."""
        return statistics.median(self._rates())

    def line(self) -> str:
        """One line for people: rates a second, and microseconds of processor time for each."""
        done = sum(each.stretch.done for each in self.windows)
        python_us = sum(each.used.python_s for each in self.windows) / done * 1e6
        postgres_us = sum(each.used.postgres_s for each in self.windows) / done * 1e6
        return (
            f"median {self.median:,.0f}/s, best {max(self._rates()):,.0f}/s, "
            f"processor {python_us:,.0f} us Python, {postgres_us:,.0f} us Postgres each"
        )

    def _rates(self) -> list[float]:
        return [each.stretch.done / each.stretch.seconds for each in self.windows]


def alternate(
    on: Ground, contenders: Sequence[Contender], *, size: Size, server: int | None = None
) -> dict[str, Figure]:
    """The figures of contenders, by name; `server` is the pid of a server that all of them call."""
    found: dict[str, list[Window]] = {each.name: [] for each in contenders}
    for _ in range(size.windows):
        for each in contenders:
            run = partial(called, each, seconds=size.seconds)
            found[each.name].append(measured(on, run, server=server))
    return {name: Figure(windows=tuple(each)) for name, each in found.items()}


def measured(on: Ground, run: Callable[[], Stretch], *, server: int | None = None) -> Window:
    """A stretch with the processor time that it takes; `server` is the pid of a server of ours."""
    before = processor(on, server=server)
    stretch = run()
    return Window(stretch=stretch, used=processor(on, server=server).since(before))


def called(contender: Contender, *, seconds: float) -> Stretch:
    """What a contender gets done in one window; raises what one of its calls raised."""
    begun = time.perf_counter()

    def run(_caller: int) -> int:
        done = 0
        while time.perf_counter() < begun + seconds:
            done += contender.call()
        return done

    with ThreadPoolExecutor(contender.callers) as callers:
        done = sum(callers.map(run, range(contender.callers)))
    return Stretch(done=done, seconds=time.perf_counter() - begun)
