"""A row for every claim: what it says now, where it stands, which fact it carries."""

import pytest

from domain.events import Event
from domain.identity import IdentityMode
from domain.keys import line_key, refusal_digest, source_digest
from domain.values import Text
from projections.claims import claim_of, row
from projections.rows import ClaimRow
from tests.domain.arguing import person
from tests.domain.chronicle import Chronicle
from tests.projections.steps import (
    EXACT,
    NOON,
    OPENED,
    OPENER,
    asserted,
    erased,
    foreign,
    opened,
    recorded,
    tables,
    written,
)

TEA = asserted(2, source="A Book")
FOLDED, AS_SPELT = IdentityMode.FOLDED, IdentityMode.EXACT

# Given events, and the claims that the last of them wrote: seq, fact, source.
STEPS: list[tuple[tuple[Event, ...], list[tuple[int, int, bytes]]]] = [
    ((OPENED,), []),
    ((OPENED, TEA), [(2, 2, source_digest("a book", mode=FOLDED))]),
    ((OPENED, TEA, asserted(3, fact=2)), [(3, 2, source_digest("opener", mode=FOLDED))]),
    ((EXACT, TEA), [(2, 2, source_digest("A Book", mode=AS_SPELT))]),
    ((OPENED, erased(TEA)), []),
    ((OPENED, foreign()), []),
]


@pytest.mark.parametrize(("events", "rows"), STEPS)
def test_a_claim_is_written_with_its_fact_and_its_source(
    events: tuple[Event, ...], rows: list[tuple[int, int, bytes]]
) -> None:
    found = [each for each in written(recorded(*events), "claim") if isinstance(each, ClaimRow)]
    assert [(each.seq, each.fact, each.source_key) for each in found] == rows


def test_a_row_has_all_that_is_known_of_a_claim() -> None:
    line = line_key("Alice", "likes", Text(text="tea"), mode=FOLDED)
    events = recorded(OPENED, asserted(2, rests_on=[1]))
    assert written(events, "claim") == [
        ClaimRow(
            seq=2,
            fact=2,
            token=OPENER.token,
            kind="human",
            voice="t:t0",
            voice_kind="human",
            subject_key=line.subject,
            predicate_key=line.predicate,
            object_key=line.object,
            refusal_key=refusal_digest("Alice", "likes", Text(text="tea"), mode=FOLDED),
            said_subject_key=None,
            said_object_key=None,
            subject="Alice",
            predicate="likes",
            object_kind="text",
            object_text="tea",
            object_unit=None,
            source="opener",
            source_key=source_digest("opener", mode=FOLDED),
            observed_at=NOON,
            recorded_at=events[-1].recorded_at,
            stated={
                "start": {"kind": "undated", "said": False},
                "end": {"kind": "open", "said": False},
            },
            said_stated=None,
            status="active",
            echo=False,
            confirms=False,
            retracted=False,
            amended=None,
            invalidated=None,
            derived_from=[1],
            changed=2,
        )
    ]


def claims(told: Chronicle) -> dict[int, ClaimRow]:
    rows = tables(told.recorded)["claim"].values()
    return {each.seq: each for each in rows if isinstance(each, ClaimRow)}


def test_what_was_said_is_kept_where_a_correction_overrides_it() -> None:
    told = opened()
    claim = told.says("one", "Acmee", "2020-01-01").claim
    said = claims(told)[claim]
    told.corrects(claim, value="Acme", start="2021-01-01")
    corrected = claims(told)[claim]
    assert (corrected.object_text, corrected.amended) == ("Acme", told.seq)
    assert corrected.said_object_key == said.object_key != corrected.object_key
    assert corrected.said_subject_key == said.subject_key == corrected.subject_key
    assert corrected.said_stated == said.stated != corrected.stated
    assert (said.said_object_key, said.said_subject_key, said.said_stated) == (None, None, None)


def test_a_claim_is_written_again_where_it_stands_otherwise_and_only_then() -> None:
    told = opened()
    told.says("one", "Acme", "2020-01-01")
    told.says(person("ann"), "Globex", "2020-01-01")
    found = [each for each in written(told.recorded, "claim") if isinstance(each, ClaimRow)]
    assert [(each.seq, each.status) for each in found] == [(3, "displaced"), (4, "active")]
    told.says(person("ann"), "Globex", "2020-01-01")
    again = [each for each in written(told.recorded, "claim") if isinstance(each, ClaimRow)]
    assert [each.seq for each in again] == [told.seq]


def test_a_claim_is_written_again_where_it_comes_to_carry_another_fact() -> None:
    told = opened()
    told.says("one", "Acme", seen="2020-01-01")
    other = told.says("two", "Globex", seen="2021-01-01").claim
    second = told.says("one", "Acme", seen="2022-01-01").claim
    assert claims(told)[second].fact == second
    told.invalidates(other)
    assert claims(told)[second].fact == 3
    assert claims(told)[other].invalidated == claims(told)[other].changed


def test_a_claim_can_be_made_again_from_its_row() -> None:
    told = opened()
    told.says("one", "Acmee", "2020-01-01", "2023")
    told.says(person("ann"), "Globex", echo=True)
    told.says("two", "Acmee", seen="2023-05-01")
    told.corrects(told.axis.timeline.stints[0].fact, value="Acme")
    told.retracts(told.axis.timeline.stints[-1].fact)
    rows = claims(told)
    assert sorted(rows) == sorted(told.axis.claims)
    assert {seq: claim_of(each) for seq, each in rows.items()} == told.axis.claims
    for seq, claim in told.axis.claims.items():
        found = rows[seq]
        fact = told.axis.timeline.of(seq).fact
        assert (
            row(claim, fact, changed=told.axis.changes[claim.line], mode=FOLDED)[:-1]
            == (found[:-1])
        )
