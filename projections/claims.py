"""The claims of a ledger as they count now: what each says, where it stands, which fact it carries.

A row has all that the fold knows of a claim, and gives it back.
"""

from collections.abc import Iterator

from domain.axes.standing import Claim, Words
from domain.duels.voices import Voice, VoiceId
from domain.identity import IdentityMode
from domain.keys import LineKey, source_digest
from domain.reading import as_doc
from domain.values import value_columns, value_from_columns
from domain.words import ActorKind, Seq, Status, TokenId
from domain.worldtime.stated_shapes import from_part, to_part
from projections.comparison import Comparison
from projections.rows import ClaimRow
from projections.sides import Side


def rows(found: Comparison) -> Iterator[ClaimRow]:
    """A row for every claim that counts otherwise, or carries another fact."""
    for axis in found.after.axes:
        for stint in axis.timeline.stints:
            for claim in stint.claims:
                if _known(found.before, claim.seq) != (claim, stint.fact):
                    changed = axis.changes.get(claim.line, claim.seq)
                    yield row(claim, stint.fact, changed=changed, mode=found.mode)


def row(claim: Claim, fact: Seq, *, changed: Seq, mode: IdentityMode) -> ClaimRow:
    """The row of a claim that carries this fact."""
    kind, text, unit = value_columns(claim.words.object)
    is_moved = claim.said_line != claim.line
    return ClaimRow(
        seq=claim.seq,
        fact=fact,
        token=claim.token,
        kind=claim.kind.value,
        voice=claim.voice.id,
        voice_kind=claim.voice.kind.value,
        subject_key=claim.line.subject,
        predicate_key=claim.line.predicate,
        object_key=claim.line.object,
        refusal_key=claim.refusal,
        said_subject_key=claim.said_line.subject if is_moved else None,
        said_object_key=claim.said_line.object if is_moved else None,
        subject=claim.words.subject,
        predicate=claim.words.predicate,
        object_kind=kind,
        object_text=text,
        object_unit=unit,
        source=claim.source,
        source_key=source_digest(claim.source, mode=mode),
        observed_at=claim.observed_at,
        recorded_at=claim.recorded_at,
        stated=to_part(claim.stated),
        said_stated=None if claim.said == claim.stated else to_part(claim.said),
        status=claim.status.value,
        echo=claim.echo,
        confirms=claim.confirms,
        retracted=claim.retracted,
        amended=claim.amended,
        invalidated=claim.invalidated,
        derived_from=list[int](claim.derived_from),
        changed=changed,
    )


def claim_of(row: ClaimRow) -> Claim:
    """The claim that `row` made the row of."""
    line = LineKey(row.subject_key, row.predicate_key, row.object_key)
    stated = from_part(row.stated)
    return Claim(
        seq=Seq(row.seq),
        token=TokenId(row.token),
        kind=ActorKind(row.kind),
        recorded_at=row.recorded_at,
        source=row.source,
        words=Words(
            subject=row.subject,
            predicate=row.predicate,
            object=value_from_columns(row.object_kind, row.object_text, row.object_unit),
        ),
        line=line,
        stated=stated,
        refusal=row.refusal_key,
        said_line=LineKey(
            row.said_subject_key or line.subject,
            line.predicate,
            row.said_object_key or line.object,
        ),
        said=stated if row.said_stated is None else from_part(as_doc(row.said_stated)),
        voice=Voice(id=VoiceId(row.voice), kind=ActorKind(row.voice_kind)),
        observed_at=row.observed_at,
        echo=row.echo,
        confirms=row.confirms,
        status=Status(row.status),
        derived_from=tuple(map(Seq, row.derived_from)),
        retracted=row.retracted,
        amended=None if row.amended is None else Seq(row.amended),
        invalidated=None if row.invalidated is None else Seq(row.invalidated),
    )


def _known(side: Side, claim: Seq) -> tuple[Claim, Seq] | None:
    """A claim and the fact that it carried."""
    axis = side.axis_of(claim)
    return None if axis is None else (axis.claims[claim], axis.timeline.of(claim).fact)
