"""What waits for a person: facts that are undecided, and what agents wished for."""

from domain.payloads import Resolution
from domain.words import Seq
from projections.rows import ReviewRow
from tests.domain.arguing import agent, person
from tests.domain.chronicle import Chronicle
from tests.projections.steps import opened, tables, written


def queue(told: Chronicle) -> list[tuple[int, int, str, int]]:
    """Which item, of which fact, why, and since when."""
    rows = tables(told.recorded).get("review", {}).values()
    found = [row for row in rows if isinstance(row, ReviewRow)]
    return sorted((row.seq, row.fact, row.kind, row.since) for row in found)


def test_a_contested_fact_waits_until_it_is_decided() -> None:
    told = opened()
    told.says("one", "Acme", "2020-01-01")
    assert queue(told) == []
    told.says("two", "Globex", "2020-01-01")
    assert queue(told) == [(4, 4, "contested", 5)]
    told.decides(Seq(4), Resolution.CONFIRM)
    assert queue(told) == []
    assert written(told.recorded, "review") == [(4,)]


def test_a_fact_that_is_decided_again_waits_since_it_stands_so() -> None:
    told = opened()
    told.says(person("ann"), "Globex", "2020-01-01")
    told.says(person("bob"), "Globex", "2020-01-01")
    told.says("one", "Acme", "2020-01-01")
    assert queue(told) == [(5, 5, "quarantined", 6)]
    told.says("two", "Acme", "2020-01-01")
    assert queue(told) == [(5, 5, "quarantined", 6)]
    told.retracts(Seq(4))
    assert queue(told) == [(5, 5, "contested", told.seq)]


def test_a_wish_waits_with_all_that_it_takes_to_carry_it_out() -> None:
    told = opened()
    fact = told.says(person("ann"), "Acme", "2020-01-01").claim
    told.ends_at(fact, "2023-01-01", by=agent("one"))
    (row,) = written(told.recorded, "review")
    assert isinstance(row, ReviewRow)
    assert row[:5] == (told.seq, fact, "end", "one", told.seq)
    assert row.at == told.recorded[-1].recorded_at
    assert row.asked is not None
    assert row.asked["reason"] == ""
    assert isinstance(row.asked["correction"], dict)
    assert row.asked["correction"]["end"]["text"] == "2023-01-01"


def test_a_wish_goes_when_it_is_carried_out_and_when_it_is_declined() -> None:
    for resolution in (Resolution.CONFIRM, Resolution.REJECT):
        told = opened()
        fact = told.says(person("ann"), "Acme", "2020-01-01").claim
        told.ends_at(fact, "2023-01-01", by=agent("one"))
        wish = told.seq
        assert [item[0] for item in queue(told)] == [wish]
        told.decides(wish, resolution)
        assert queue(told) == []
        assert (wish,) in written(told.recorded, "review")
