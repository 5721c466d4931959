"""Readers of stored documents: what each takes, and what it raises for the rest."""

import pytest

from domain import reading
from tests.domain.telling import NOON


@pytest.mark.parametrize(
    "text",
    [
        "2024-02-15T12:00:00Z",
        "2024-02-15T12:00:00.000000+00:00",
        "2024-02-15T12:00:00.000000",
        "2024-02-15T14:00:00.000000+02:00",
        "2024-02-15 12:00:00.000000Z",
        "2024-02-15t12:00:00.000000z",
        "20240215T120000.000000Z",
        "2024-W07-4T12:00:00.000000Z",
        "2024-02-30T12:00:00.000000Z",
        "2024-02-15",
        "",
    ],
)
def test_an_instant_has_one_spelling(text: str) -> None:
    assert reading.instant({"at": "2024-02-15T12:00:00.000000Z"}, "at") == NOON
    with pytest.raises(ValueError, match=r"spelt|isoformat|out of range"):
        reading.instant({"at": text}, "at")
