"""From answers and views to the JSON documents of all faces: their names and shapes are a contract.

Ids, positions and counts are whole numbers, every other number is a string. Bytes are base64url
with padding where they are content, and hexadecimal where they are hashes. An instant has one
spelling.
"""

import json
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from datetime import datetime
from typing import TypeVar, cast

from adapters.postgres.events import EventRow
from adapters.postgres.orders import Written
from adapters.postgres.tokens import NewToken, TokenView
from adapters.postgres.views import AsOf, ClaimView, FactView, LedgerView, Page
from domain.answers import ClaimAnswer, claim_answer
from domain.chain import Receipt
from domain.events import FactAsserted, Quote, Said
from domain.moments import instant_text
from domain.values import to_wire
from domain.words import LedgerName, Status

Document = dict[str, object]
T = TypeVar("T")


def answer_document(written: Written) -> Document:
    """The answer to a command that made one claim."""
    (document,) = answer_documents(written)
    return document


def answer_documents(written: Written) -> list[Document]:
    """An answer for each claim of a command, in order, each with the receipt of its own event."""
    return [
        _answer(claim_answer(each.recorded, event), each.receipt)
        for each in written.events
        if isinstance(event := each.recorded.event, FactAsserted)
    ]


def receipt_document(receipt: Receipt) -> Document:
    """What a writer keeps to prove later that the event stands."""
    return {
        "ledger": receipt.ledger,
        "seq": receipt.seq,
        "leaf_hash": receipt.leaf_hash.hex(),
    }


def fact_document(view: FactView) -> Document:
    """A fact as it stands; undated ones begin, exactly, when they were first observed."""
    return {
        "fact": view.fact,
        "subject": view.subject,
        "predicate": view.predicate,
        "object": to_wire(view.object),
        "status": view.status.value,
        "contested": view.status is Status.CONTESTED,
        "certainty": "definite",
        "valid": {
            "from": {
                "text": None,
                "precision": "undated",
                "earliest": None,
                "latest": instant_text(view.observed_at),
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
            "from_seq": view.fact,
            "to_seq": None,
            "from": instant_text(view.recorded_at),
            "to": None,
        },
        "sources": list(view.sources),
        "claims": view.claims,
    }


def claim_document(view: ClaimView) -> Document:
    """One claim with its evidence; what was erased of it is null."""
    return {
        "claim": view.seq,
        "recorded_at": instant_text(view.recorded_at),
        "actor": {"token": view.token, "kind": view.kind.value},
        "said": None if view.said is None else _said(view.said),
        "evidence": [None if each is None else _quote(each) for each in view.quotes],
        "derived_from": list(view.derived_from),
    }


def event_document(stored: EventRow) -> Document:
    """An event of the log: the exact bytes that were hashed, what they say, and the parts."""
    return {
        "seq": stored.seq,
        "recorded_at": instant_text(stored.recorded_at),
        "type": stored.type,
        "leaf_hash": stored.leaf_hash.hex(),
        "body": _base64(stored.body),
        "doc": cast("object", json.loads(stored.body)),
        "parts": [
            {"ord": ord_, "salt": _base64(salt), "content": _base64(content)}
            for ord_, (salt, content) in enumerate(zip(stored.salts, stored.contents, strict=True))
        ],
    }


def ledger_document(view: LedgerView) -> Document:
    """Where a ledger stands; every status is counted, those of no fact as 0."""
    return {
        "ledger": view.ledger,
        "seq": view.seq,
        "leaf_hash": view.leaf_hash.hex(),
        "recorded_at": instant_text(view.recorded_at),
        "counts": {status.value: view.counts.get(status, 0) for status in Status},
        "as_of": as_of_document(view.as_of),
    }


def opened_document(ledger: LedgerName, receipt: Receipt) -> Document:
    """A ledger just opened."""
    return {
        "ledger": ledger,
        "seq": receipt.seq,
        "leaf_hash": receipt.leaf_hash.hex(),
        "receipt": receipt_document(receipt),
    }


def token_document(view: TokenView) -> Document:
    """A token without its secret; `ledgers` null reaches every ledger."""
    return {
        "id": view.id,
        "name": view.name,
        "kind": view.kind.value,
        "role": view.role.value,
        "ledgers": None if view.ledgers is None else list(view.ledgers),
        "login": view.login,
        "created_at": instant_text(view.created_at),
        "expires_at": _instant(view.expires_at),
        "revoked_at": _instant(view.revoked_at),
    }


def new_token_document(token: NewToken) -> Document:
    """A token just made, with its secret: the only time that it is shown."""
    return {**token_document(token.view), "token": token.secret, "password": token.password}


def page_document(name: str, documents: Sequence[object], page: Page[T]) -> Document:
    """A list under its name, where it goes on, and what it was true of."""
    return {
        name: list(documents),
        "next": page.next,
        "as_of": None if page.as_of is None else as_of_document(page.as_of),
    }


def as_of_document(as_of: AsOf) -> Document:
    """What an answer was true of."""
    return {
        "valid_at": instant_text(as_of.valid_at),
        "known_at": as_of.known_at,
        "seq": as_of.seq,
    }


def _answer(answer: ClaimAnswer, receipt: Receipt) -> Document:
    return {
        "fact": answer.fact,
        "claim": answer.claim,
        "seq": answer.claim,
        "verdict": answer.verdict.value,
        "status": answer.status.value,
        "rivals": [],
        "why": {"rule": answer.rule, "margin": None, "terms": [], "reason": answer.reason},
        "receipt": receipt_document(receipt),
        "warnings": list(answer.warnings),
    }


def _said(said: Said) -> Document:
    return {
        "subject": said.subject,
        "predicate": said.predicate,
        "object": to_wire(said.object),
        "qualifiers": dict(said.qualifiers),
        "source": said.source,
        "session": said.session,
        "observed_at": instant_text(said.observed_at),
    }


def _quote(quote: Quote) -> Document:
    return {"quote": quote.quote, "uri": quote.uri}


def _instant(instant: datetime | None) -> str | None:
    return None if instant is None else instant_text(instant)


def _base64(content: bytes | None) -> str | None:
    return None if content is None else urlsafe_b64encode(content).decode("ascii")
