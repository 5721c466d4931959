"""Verdicts to statuses."""

from api.answers import status_of
from domain.words import Verdict


def test_every_verdict_has_its_status() -> None:
    assert {verdict.value: status_of(verdict).value for verdict in Verdict} == {
        "refused": 409,
        "confirmed": 200,
        "quarantined": 201,
        "contested": 201,
        "displaces": 201,
        "supersedes": 201,
        "recorded": 201,
    }
