"""What holds for every kind of document that is read."""

from collections.abc import Callable
from functools import partial

import pytest

from adapters.errors import Invalid
from adapters.wire.claims import batch_command, fact_command
from adapters.wire.decisions import (
    correct_command,
    end_command,
    invalidate_command,
    outcome_command,
    reinstate_claim_command,
    reinstate_source_command,
    restore_command,
    retract_claim_command,
    retract_source_command,
    review_command,
)
from adapters.wire.openings import ledger_command
from adapters.wire.predicates import predicate_command
from adapters.wire.taking import content_of, ledger_name, taken
from adapters.wire.tokens import token_order
from domain import limits
from domain.words import Seq
from tests.adapters.wire.refusing import refused

FACT: dict[str, object] = {"subject": "Alice", "predicate": "lives_in", "object": "Dublin"}

READERS = (
    fact_command,
    batch_command,
    ledger_command,
    token_order,
    retract_source_command,
    reinstate_source_command,
    partial(invalidate_command, fact=Seq(2)),
    partial(restore_command, fact=Seq(2)),
    partial(end_command, fact=Seq(2)),
    partial(correct_command, fact=Seq(2)),
    partial(outcome_command, fact=Seq(2)),
    partial(retract_claim_command, claim=Seq(2)),
    partial(reinstate_claim_command, claim=Seq(2)),
    partial(review_command, item=Seq(2)),
    partial(predicate_command, predicate="p"),
)


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("doc", [None, [], "text", 1, True])
def test_what_is_no_object_is_refused_as_a_whole(
    read: Callable[[object], object], doc: object
) -> None:
    assert refused(read(doc)) == {"": "wrong_type"}


def test_what_is_refused_is_raised_where_it_has_to_be_taken() -> None:
    assert taken(fact_command(FACT)) == fact_command(FACT)
    with pytest.raises(Invalid) as caught:
        taken(fact_command({**FACT, "subject": ""}))
    assert refused(caught.value.refusals) == {"subject": "empty"}


def test_a_request_is_the_same_whatever_the_order_of_its_fields_and_its_nulls() -> None:
    again = {**dict(reversed(FACT.items())), "source": None, "evidence": [{"uri": None}]}
    nothing: list[object] = [{}]
    assert content_of(again) == content_of({**FACT, "evidence": nothing})
    assert content_of(FACT) != content_of({**FACT, "object": "Cork"})


def test_a_ledger_is_called_by_the_limits_of_its_name() -> None:
    assert ledger_name("a" * 63) == "a" * 63
    for wrong in ("", "A", "a" * 64, "_a", "a\n", "a,b", "é", "*"):
        assert ledger_name(wrong) is None
        assert not limits.LEDGER_NAME.fullmatch(wrong)
