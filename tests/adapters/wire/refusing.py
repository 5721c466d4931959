"""What was refused, in short."""

from typing import cast

from domain.refusals import Refusal


def refused(outcome: object) -> dict[str, str]:
    """The codes of refusals by their fields."""
    assert isinstance(outcome, tuple)
    assert outcome
    found: dict[str, str] = {}
    for each in cast("tuple[object, ...]", outcome):
        assert isinstance(each, Refusal)
        found[each.field] = each.code
    return found
