"""The documents that faces give, field by field."""

import json
from base64 import urlsafe_b64encode
from datetime import UTC, datetime
from itertools import repeat

import pytest

from adapters.documents import (
    event_document,
    ledger_document,
    new_token_document,
    page_document,
    token_document,
)
from adapters.postgres.events import EventRow
from adapters.postgres.tokens import NewToken, TokenView
from adapters.postgres.views import AsOf, LedgerView, Page
from domain.chain import GENESIS, Sealed, seal
from domain.events import CommandFrame, FactAsserted, Quote, Recorded, Said
from domain.grants import Role
from domain.values import Text
from domain.words import ActorKind, CommandId, LedgerName, Seq, Status, TokenId
from domain.worldtime.stated import Open, Stated, Undated

MAIN = LedgerName("main")
SEEN = datetime(2024, 3, 1, 9, tzinfo=UTC)
WRITTEN = datetime(2024, 3, 2, 10, 30, 0, 5, tzinfo=UTC)
AS_OF = AsOf(valid_at=WRITTEN, known_at=Seq(9), seq=Seq(9))
AS_OF_DOCUMENT = {"valid_at": "2024-03-02T10:30:00.000005Z", "known_at": 9, "seq": 9}

SAID = Said(
    subject="Alice",
    predicate="lives_in",
    object=Text(text="Dublin"),
    qualifiers=(("since", "May"),),
    source="crm",
    session=None,
    stated=Stated(start=Undated(said=False), end=Open(said=False)),
    observed_at=SEEN,
    observed_text="2024-03-01T10:00:00+01:00",
)


def recorded(seq: int) -> Recorded:
    return Recorded(
        ledger=MAIN,
        seq=Seq(seq),
        recorded_at=WRITTEN,
        token=TokenId("t1"),
        kind=ActorKind.AGENT,
        command=CommandFrame(id=CommandId("0" * 32), i=1, n=1),
        event=FactAsserted(
            fact=Seq(seq),
            said=SAID,
            quotes=(Quote(quote="q", uri=None),),
            derived_from=(Seq(2),),
            warned=(),
            joined=(),
            status=Status.ACTIVE,
            confirms=False,
            like=None,
            withheld=False,
            named=True,
            shown_at=None,
        ),
    )


def token_view(ledgers: tuple[LedgerName, ...] | None) -> TokenView:
    return TokenView(
        id=TokenId("t1"),
        name="bot",
        kind=ActorKind.AGENT,
        role=Role.AGENT,
        ledgers=ledgers,
        login=None,
        created_at=WRITTEN,
        expires_at=None,
        revoked_at=None,
    )


def spelt(content: bytes) -> str:
    return urlsafe_b64encode(content).decode()


def stored(sealed: Sealed, *, erased: bool) -> EventRow:
    return EventRow(
        seq=sealed.recorded.seq,
        prev=GENESIS,
        leaf_hash=sealed.leaf_hash,
        recorded_at=sealed.recorded.recorded_at,
        type="FactAsserted",
        body=sealed.body,
        salts=[None if erased else part.salt for part in sealed.parts],
        contents=[None if erased else part.content for part in sealed.parts],
    )


@pytest.mark.parametrize("erased", [False, True])
def test_an_event_comes_with_the_bytes_that_were_hashed(*, erased: bool) -> None:
    sealed = seal(recorded(6), prev=GENESIS, salts=repeat(bytes(32)))
    document = event_document(stored(sealed, erased=erased))
    assert document["body"] == spelt(sealed.body)
    assert document["doc"] == json.loads(sealed.body)
    assert document["parts"] == [
        {
            "ord": ord_,
            "salt": None if erased else spelt(bytes(32)),
            "content": None if erased else spelt(part.content),
        }
        for ord_, part in enumerate(sealed.parts)
    ]
    assert len(sealed.parts) == 2


def test_a_ledger_counts_every_status() -> None:
    view = LedgerView(
        ledger=MAIN,
        seq=Seq(9),
        leaf_hash=bytes(32),
        recorded_at=WRITTEN,
        counts={Status.ACTIVE: 2},
        as_of=AS_OF,
    )
    document = ledger_document(view)
    assert document["counts"] == {status.value: 0 for status in Status} | {"active": 2}
    assert document["leaf_hash"] == "00" * 32
    assert document["as_of"] == AS_OF_DOCUMENT


def test_a_token_is_shown_without_its_secret_but_when_it_is_made() -> None:
    listed = token_document(token_view((MAIN,)))
    secret = "fl_" + "x" * 43
    made = new_token_document(NewToken(view=token_view(None), secret=secret, password=None))
    assert "token" not in listed
    assert listed["ledgers"] == ["main"]
    assert made["token"] == secret
    assert made["ledgers"] is None


def test_a_page_says_where_it_goes_on_and_what_it_was_true_of() -> None:
    page = Page(rows=("a", "b"), next="b", as_of=AS_OF)
    assert page_document("letters", ["A", "B"], page) == {
        "letters": ["A", "B"],
        "next": "b",
        "as_of": AS_OF_DOCUMENT,
    }
    assert page_document("letters", [], Page(rows=(), next=None))["as_of"] is None
