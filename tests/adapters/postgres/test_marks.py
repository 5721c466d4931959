"""What a build can't hold: told of all that was never noted, and of nothing that was."""

from typing import Final

import pytest

from adapters.postgres.rebuild import marks as module
from adapters.postgres.rebuild.marks import Marks
from domain.axes.axis import Axis
from domain.axes.standing import Words
from domain.axes.tombstones import Tombstone
from domain.duels.voices import Record, VoiceId
from domain.keys import LineKey
from domain.payloads import Consequences, Kind
from domain.predicates import Cardinality, Declaration
from domain.state import State
from domain.values import Text
from domain.wanting import Scope, Wanted
from domain.words import LedgerName, Seq, TokenId
from tests.domain.telling import NOON

NOTED: Final = LineKey(b"subject", b"predicate", b"object")
BESIDE: Final = LineKey(b"subject", b"predicate", b"another object")
UNHEARD: Final = LineKey(b"subject", b"another predicate", b"object")
DECLARATIONS: Final = {
    "undeclared": None,
    "single": Declaration(cardinality=Cardinality.SINGLE),
    "held once": Declaration(holders=Cardinality.SINGLE),
}
SCOPES: Final = {
    "undeclared": Scope(*NOTED),
    "single": Scope(b"subject", b"predicate", None),
    "held once": Scope(None, b"predicate", b"object"),
}
LEFT: Final = Tombstone(
    seq=Seq(3),
    fact=Seq(2),
    kind=Kind.FALSE,
    words=Words(subject="subject", predicate="predicate", object=Text(text="object")),
    refusals=(b"refusal",),
    stated=(),
    claims=(),
    restandings=(),
    consequences=Consequences(),
    reason=None,
    token=TokenId("token"),
    recorded_at=NOON,
)


def noted(declaration: Declaration | None) -> Marks:
    """The marks of one line with a tombstone, and of a voice."""
    found = Marks()
    found.note(
        State(
            ledger=LedgerName("main"),
            seq=Seq(3),
            recorded_at=NOON,
            axes=(Axis(tombstones=(LEFT,)),),
            places={NOTED: 0},
            declarations={b"predicate": declaration},
            totals={VoiceId("voice"): Record(successes=1, failures=0)},
        )
    )
    return found


@pytest.mark.parametrize("declared", DECLARATIONS)
def test_what_was_noted_is_looked_up_and_of_what_was_not_there_is_nothing(declared: str) -> None:
    asked = Wanted(
        scopes=frozenset({*SCOPES.values(), Scope(None, b"another predicate", None)}),
        refusals=frozenset({b"refusal", b"another refusal"}),
        voices=frozenset({VoiceId("voice"), VoiceId("another voice")}),
    )
    parted = noted(DECLARATIONS[declared]).parted(asked)
    assert parted.rest == Wanted(
        scopes=frozenset({SCOPES[declared]}),
        refusals=frozenset({b"refusal"}),
        voices=frozenset({VoiceId("voice")}),
    )
    assert parted.absent == Wanted(
        scopes=asked.scopes - parted.rest.scopes,
        refusals=frozenset({b"another refusal"}),
        voices=frozenset({VoiceId("another voice")}),
    )


def test_a_predicate_is_asked_for_whole_where_anything_was_said_with_it() -> None:
    whole = Scope(None, b"predicate", None)
    assert noted(None).parted(Wanted(scopes=frozenset({whole}))).rest.scopes == {whole}


@pytest.mark.parametrize("declared", DECLARATIONS)
def test_a_line_is_looked_up_where_anything_may_be_on_it_and_else_its_declaration(
    declared: str,
) -> None:
    far = LineKey(b"another subject", b"predicate", b"another object")
    parted = noted(DECLARATIONS[declared]).parted(Wanted(lines=frozenset({NOTED, far, UNHEARD})))
    assert parted.rest == Wanted(lines=frozenset({NOTED}), declarations=frozenset({b"predicate"}))
    assert parted.absent == Wanted(lines=frozenset({UNHEARD}))


@pytest.mark.parametrize(
    "asked",
    [
        Wanted(claims=frozenset({Seq(9)})),
        Wanted(items=frozenset({Seq(9)})),
        Wanted(references=frozenset({Seq(9)})),
        Wanted(declarations=frozenset({b"another predicate"})),
        Wanted(sources=frozenset({b"another source"})),
    ],
)
def test_what_leaves_no_mark_is_looked_up(asked: Wanted) -> None:
    parted = noted(None).parted(asked)
    assert parted.rest == asked
    assert not parted.absent


def test_where_marks_are_shared_more_is_looked_up_and_never_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = Wanted(lines=frozenset({NOTED, BESIDE, UNHEARD}))
    monkeypatch.setattr(module, "MARKS", 1)
    assert noted(None).parted(asked).rest == asked
    assert Marks().parted(asked).absent == asked
