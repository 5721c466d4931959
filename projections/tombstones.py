"""The standing refusals of values: each tombstone, with who tried to bring the value back.

A row has all that the fold knows of a tombstone, and gives it back.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from domain.axes.standing import Words
from domain.axes.tombstones import Tombstone
from domain.events import Invalidated, Refused, Restored
from domain.identity import IdentityMode
from domain.keys import predicate_digest, subject_digest
from domain.payloads import Consequences, Kind, Restanding
from domain.reading import as_doc, as_whole
from domain.shaping import read, written
from domain.values import value_columns, value_from_columns
from domain.words import Seq, TokenId
from domain.worldtime.stated import Stated
from projections.comparison import Comparison, Gone
from projections.rows import TombstoneRow


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """What is only needed to refuse values by a tombstone, and to lift it."""

    refusals: tuple[bytes, ...]
    stated: tuple[Stated, ...]
    restandings: tuple[Restanding, ...]
    consequences: Consequences


def rows(found: Comparison) -> Iterator[TombstoneRow | Gone]:
    """A row for every tombstone that was left, or tried."""
    touched: dict[Seq, None] = {}
    for each in found.step.recorded:
        match each.event:
            case Invalidated():
                touched[each.seq] = None
            case Refused(tombstone=seq):
                touched[seq] = None
            case Restored(tombstone=seq):
                yield Gone((seq,))
            case _:
                pass
    for seq in touched:
        tombstone = found.after.tombstone(seq)
        if tombstone is not None:
            yield row(tombstone, mode=found.mode)


def row(tombstone: Tombstone, *, mode: IdentityMode) -> TombstoneRow:
    """The row of a tombstone."""
    kind, text, unit = value_columns(tombstone.words.object)
    kept = Kept(
        refusals=tombstone.refusals,
        stated=tombstone.stated,
        restandings=tombstone.restandings,
        consequences=tombstone.consequences,
    )
    return TombstoneRow(
        seq=tombstone.seq,
        fact=tombstone.fact,
        kind=tombstone.kind.value,
        subject=tombstone.words.subject,
        predicate=tombstone.words.predicate,
        object_kind=kind,
        object_text=text,
        object_unit=unit,
        subject_key=subject_digest(tombstone.words.subject, mode=mode),
        predicate_key=predicate_digest(tombstone.words.predicate, mode=mode),
        reason=tombstone.reason,
        token=tombstone.token,
        at=tombstone.recorded_at,
        tries=sum(tombstone.tries.values()),
        tried_by=dict(sorted(tombstone.tries.items())),
        claims=list[int](tombstone.claims),
        known=as_doc(written(kept, Kept)),
    )


def tombstone_of(row: TombstoneRow) -> Tombstone:
    """The tombstone that `row` made the row of."""
    kept = read(row.known, Kept)
    return Tombstone(
        seq=Seq(row.seq),
        fact=Seq(row.fact),
        kind=Kind(row.kind),
        words=Words(
            subject=row.subject,
            predicate=row.predicate,
            object=value_from_columns(row.object_kind, row.object_text, row.object_unit),
        ),
        refusals=kept.refusals,
        stated=kept.stated,
        claims=tuple(map(Seq, row.claims)),
        restandings=kept.restandings,
        consequences=kept.consequences,
        reason=row.reason,
        token=TokenId(row.token),
        recorded_at=row.at,
        tries={TokenId(token): as_whole(count) for token, count in row.tried_by.items()},
    )
