"""What was known at a time is what the events until then come to, whatever was told afterwards."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.events import Recorded
from projections.replay import Replay
from projections.rows import FactRow
from tests.domain.arguing import TEST, agent, person, system
from tests.domain.remembering import Order
from tests.domain.telling import LEDGER
from tests.projections.steps import opened, tables
from tests.properties.test_remembering import asked, begun, groups


def replayed(events: Sequence[Recorded], until: int) -> list[FactRow]:
    """The facts after the events up to this one."""
    replay = Replay(LEDGER, tables=[])
    for each in events[:until]:
        replay.apply(each)
    return list(replay.facts())


def versions(events: Sequence[Recorded]) -> list[FactRow]:
    """Every version that the tables have after all of the events."""
    found = tables(events)
    rows = [*found.get("fact", {}).values(), *found.get("history", {}).values()]
    return [each for each in rows if isinstance(each, FactRow)]


def known(rows: Sequence[FactRow], seq: int) -> list[FactRow]:
    """Those that stood after this event, as was known then."""
    standing = (
        each for each in rows if each.from_seq <= seq and (each.to_seq is None or each.to_seq > seq)
    )
    return sorted(each._replace(to_seq=None, to_at=None) for each in standing)


@settings(max_examples=100, deadline=None)
@given(groups, st.data())
def test_the_versions_of_a_time_are_the_facts_of_the_events_until_then(
    ledger: list[list[Order]], data: st.DataObject
) -> None:
    library = begun()
    for group in ledger:
        library.decide(*asked(library, group))
    commands = library.recorded
    events = [each for command in commands for each in command]
    seq = data.draw(st.sampled_from([command[-1].seq for command in commands]))
    assert known(versions(events), seq) == replayed(events, seq)


def test_how_strong_a_fact_was_told_to_be_stays_so_for_that_time() -> None:
    told = opened()
    believed = told.says(agent("one"), "Acme", "2020-01-01").claim
    before = told.recorded[-1].seq
    elsewhere = told.says(agent("one"), "Globex", "2020-01-01", subject="Bob").claim
    told.reports(elsewhere, TEST, system("ci"))
    told.invalidates(believed, by=person("ann"))
    events = told.recorded
    (first,) = (each for each in replayed(events, before) if each.fact == believed)
    (ended,) = (
        each for each in versions(events) if each.fact == believed and each.to_seq is not None
    )
    again = told.says(agent("one"), "Initech", "2020-01-01", subject="Carol").claim
    (later,) = (each for each in replayed(told.recorded, len(told.recorded)) if each.fact == again)
    assert first.strength == ended.strength != later.strength
