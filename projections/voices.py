"""How what each voice said turned out, over all its facts."""

from collections.abc import Iterator

from domain.duels.voices import UNKNOWN
from projections.comparison import Comparison
from projections.rows import VoiceRow


def rows(found: Comparison) -> Iterator[VoiceRow]:
    """A row for every voice whose record moved."""
    before, after = found.step.before.totals, found.step.after.totals
    if before is after:
        return
    for voice, record in after.items():
        if before.get(voice, UNKNOWN) != record:
            yield VoiceRow(voice=voice, successes=record.successes, failures=record.failures)
