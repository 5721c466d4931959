"""The documents that faces give, field by field."""

import json
from base64 import urlsafe_b64encode
from datetime import UTC, date, datetime
from itertools import repeat

import pytest

from adapters.documents import (
    answer_document,
    answer_documents,
    claim_document,
    event_document,
    fact_document,
    ledger_document,
    new_token_document,
    page_document,
    token_document,
)
from adapters.postgres.events import EventRow
from adapters.postgres.orders import Kept, Written
from adapters.postgres.tokens import NewToken, TokenView
from adapters.postgres.views import AsOf, ClaimView, FactView, LedgerView, Page
from domain.answers import WARNINGS
from domain.chain import GENESIS, Sealed, seal
from domain.events import CommandFrame, FactAsserted, Quote, Recorded, Said, Warned
from domain.grants import Role
from domain.values import Date, Text, Value
from domain.words import ActorKind, CommandId, LedgerName, Seq, Status, TokenId

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
    observed_at=SEEN,
    observed_text="2024-03-01T10:00:00+01:00",
)


def recorded(seq: int, fact: int, *warned: Warned, i: int = 1, n: int = 1) -> Recorded:
    return Recorded(
        ledger=MAIN,
        seq=Seq(seq),
        recorded_at=WRITTEN,
        token=TokenId("t1"),
        kind=ActorKind.AGENT,
        command=CommandFrame(id=CommandId("0" * 32), i=i, n=n),
        event=FactAsserted(
            fact=Seq(fact),
            said=SAID,
            quotes=(Quote(quote="q", uri=None),),
            derived_from=(Seq(2),),
            warned=warned,
        ),
    )


def written(*events: Recorded) -> Written:
    kept = tuple(Kept(recorded=each, leaf_hash=hash_of(each.seq)) for each in events)
    return Written(events=kept, repeated=False)


def hash_of(seq: int) -> bytes:
    return bytes([seq]) * 32


def fact_view(value: Value, status: Status = Status.ACTIVE) -> FactView:
    return FactView(
        fact=Seq(5),
        status=status,
        subject="Alice",
        predicate="born_on",
        object=value,
        claims=3,
        sources=("crm", "hr"),
        observed_at=SEEN,
        recorded_at=WRITTEN,
        last_seq=Seq(8),
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


def test_a_first_claim_is_answered_as_recorded() -> None:
    assert answer_document(written(recorded(6, 6, Warned.SECOND_VALUE))) == {
        "fact": 6,
        "claim": 6,
        "seq": 6,
        "verdict": "recorded",
        "status": "active",
        "rivals": [],
        "why": {"rule": 1, "margin": None, "terms": [], "reason": "no_rival"},
        "receipt": {"ledger": "main", "seq": 6, "leaf_hash": "06" * 32},
        "warnings": [WARNINGS[Warned.SECOND_VALUE]],
    }


def test_a_second_claim_of_a_value_is_answered_as_confirming_it() -> None:
    answer = answer_document(written(recorded(6, 4)))
    told = (answer["fact"], answer["claim"], answer["verdict"], answer["warnings"])
    assert told == (4, 6, "confirmed", [])


def test_claims_made_as_one_act_have_the_receipts_of_their_own_events() -> None:
    first, second = answer_documents(written(recorded(5, 5, i=1, n=2), recorded(6, 5, i=2, n=2)))
    assert (first["seq"], second["seq"]) == (5, 6)
    assert first["receipt"] == {"ledger": "main", "seq": 5, "leaf_hash": "05" * 32}
    assert second["receipt"] == {"ledger": "main", "seq": 6, "leaf_hash": "06" * 32}


def test_an_undated_fact_holds_from_when_it_was_first_observed() -> None:
    assert fact_document(fact_view(Date(date=date(1990, 1, 2)))) == {
        "fact": 5,
        "subject": "Alice",
        "predicate": "born_on",
        "object": {"date": "1990-01-02"},
        "status": "active",
        "contested": False,
        "certainty": "definite",
        "valid": {
            "from": {
                "text": None,
                "precision": "undated",
                "earliest": None,
                "latest": "2024-03-01T09:00:00.000000Z",
            },
            "to": {
                "text": None,
                "open": True,
                "earliest": None,
                "latest": None,
                "derived_from_fact": None,
            },
        },
        "recorded": {
            "from_seq": 5,
            "to_seq": None,
            "from": "2024-03-02T10:30:00.000005Z",
            "to": None,
        },
        "sources": ["crm", "hr"],
        "claims": 3,
    }


def test_a_claim_says_who_said_what_on_which_grounds() -> None:
    view = ClaimView(
        seq=Seq(6),
        recorded_at=WRITTEN,
        token=TokenId("t1"),
        kind=ActorKind.AGENT,
        said=SAID,
        quotes=(Quote(quote="q", uri=None),),
        derived_from=(Seq(2),),
    )
    assert claim_document(view) == {
        "claim": 6,
        "recorded_at": "2024-03-02T10:30:00.000005Z",
        "actor": {"token": "t1", "kind": "agent"},
        "said": {
            "subject": "Alice",
            "predicate": "lives_in",
            "object": "Dublin",
            "qualifiers": {"since": "May"},
            "source": "crm",
            "session": None,
            "observed_at": "2024-03-01T09:00:00.000000Z",
        },
        "evidence": [{"quote": "q", "uri": None}],
        "derived_from": [2],
    }


def test_what_was_erased_of_a_claim_is_null() -> None:
    view = ClaimView(
        seq=Seq(6),
        recorded_at=WRITTEN,
        token=TokenId("t1"),
        kind=ActorKind.AGENT,
        said=None,
        quotes=(None,),
        derived_from=(),
    )
    document = claim_document(view)
    assert (document["said"], document["evidence"]) == (None, [None])


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
    sealed = seal(recorded(6, 6), prev=GENESIS, salts=repeat(bytes(32)))
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
