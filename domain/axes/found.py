"""What was worked out of a timeline, each thing once and only if it is asked for."""

from collections.abc import Mapping
from typing import NamedTuple

from domain.axes.segments import Segment
from domain.axes.stints import Stint
from domain.keys import LineKey
from domain.words import Seq
from domain.worldtime.bounds import Stretch


class Enders(NamedTuple):
    """The fact where another one ends, and the one where it would end were it not for that."""

    first: Stint | None
    second: Stint | None


class Found:
    """What was worked out so far; mutable, and owned by one timeline."""

    __slots__ = (
        "by_claim",
        "by_fact",
        "enders",
        "own",
        "place",
        "rivals",
        "segments",
        "stretches",
        "visible",
    )

    visible: tuple[Stint, ...] | None
    by_claim: Mapping[Seq, Stint] | None
    by_fact: Mapping[Seq, Stint] | None
    place: Mapping[Seq, int] | None
    rivals: dict[LineKey, tuple[Stint, ...]]
    enders: dict[Seq, Enders]
    stretches: dict[Seq, Stretch | None]
    own: dict[Seq, tuple[Segment, ...]]
    segments: dict[Seq, tuple[Segment, ...]]

    def __init__(self) -> None:
        self.visible = self.by_claim = self.by_fact = self.place = None
        self.rivals = {}
        self.enders = {}
        self.stretches = {}
        self.own = {}
        self.segments = {}
