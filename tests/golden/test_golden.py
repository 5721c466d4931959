"""Golden ledgers: what was written once is read, folded and rebuilt to what it was, for ever."""

from collections.abc import Callable, Iterator

import pytest

from domain.bodies import EVENT_TYPES
from domain.events import FactAsserted, Recorded, Refused, Reviewed, ReviewRequested
from domain.payloads import Act, Resolution, Wish
from domain.verification import ChainCheck, StoredHead
from domain.words import Status
from projections.replay import TABLES, Replay
from projections.rows import FactRow
from tests.golden.course import written_ledger
from tests.golden.kept import FOLDER, Golden, digests_of, every_golden, version_of
from tests.golden.make import expected_of
from tests.oracle import Oracle

golden = pytest.mark.parametrize("golden", every_golden(), ids=str)


def recorded(golden: Golden) -> Iterator[Recorded]:
    """Its events as they are read today."""
    check = ChainCheck(ledger=golden.ledger())
    for each in golden.events():
        read = check.examine(each).recorded
        assert read is not None, each.seq
        yield read


def oracle_of(golden: Golden) -> Oracle:
    oracle = Oracle(golden.ledger())
    for each in recorded(golden):
        oracle.apply(each)
    return oracle


def test_there_is_one() -> None:
    assert [each.name for each in every_golden()][:1] == ["ledger-1"]
    assert {each.lines for each in every_golden()} == {*FOLDER.glob("*.jsonl")}


@golden
def test_its_chain_is_sound_and_ends_as_it_did(golden: Golden) -> None:
    check = ChainCheck(ledger=golden.ledger())
    assert [each for event in golden.events() for each in check.examine(event).findings] == []
    kept = golden.expected()
    last = StoredHead(
        seq=check.tree.size,
        leaf_hash=bytes.fromhex(kept.leaf_hash),
        recorded_at=check.last.recorded_at,
    )
    assert check.end(last) == ()
    assert check.tree.root().hex() == kept.root


@golden
def test_every_table_is_what_it_was_by_the_projections_of_this_version(golden: Golden) -> None:
    kept = golden.expected().digests
    for table, by_version in expected_of(golden).digests.items():
        for version, digest in by_version.items():
            assert kept[table].get(version) == digest, f"{table}, version {version}"


@golden
def test_a_verification_derives_the_same_rows(golden: Golden) -> None:
    replay, oracle = Replay(golden.ledger()), oracle_of(golden)
    for each in recorded(golden):
        replay.apply(each)
    for table in TABLES:
        assert [*replay.differences(table, oracle.rows[table.name].values())] == []


def test_every_type_of_event_is_in_one_of_them() -> None:
    found = {type(each.event).__name__ for golden in every_golden() for each in recorded(golden)}
    assert found == set(EVENT_TYPES)


def test_claims_of_both_shapes_are_in_one_of_them() -> None:
    bodies = [each.body for golden in every_golden() for each in golden.events()]
    claims = [body for body in bodies if b'"type":"FactAsserted"' in body]
    first = [body for body in claims if b'"joined"' not in body]
    assert len(first) > 1
    assert len(claims) > len(first)


# What there is of each of these is in one of them, as the events tell it.
KINDS: list[tuple[Callable[[Recorded], object], set[object]]] = [
    (lambda each: isinstance(each.event, Refused) and each.event.act, {*Act}),
    (lambda each: isinstance(each.event, ReviewRequested) and each.event.wish, {*Wish}),
    (lambda each: isinstance(each.event, Reviewed) and each.event.resolution, {*Resolution}),
    (
        lambda each: (
            isinstance(each.event, FactAsserted)
            and tuple(
                map(bool, (each.event.shown_at, each.event.like, each.event.withheld)),
            )
        ),
        {(True, False, False), (False, True, False), (False, False, True)},
    ),
]


@pytest.mark.parametrize(("told", "kinds"), KINDS)
def test_every_kind_is_in_one_of_them(
    told: Callable[[Recorded], object], kinds: set[object]
) -> None:
    found = {told(each) for golden in every_golden() for each in recorded(golden)}
    assert kinds <= found


def test_every_table_has_rows_and_facts_of_every_standing() -> None:
    oracles = [oracle_of(each) for each in every_golden()]
    for table in TABLES:
        assert any(oracle.rows[table.name] for oracle in oracles), table.name
    rows = [row for oracle in oracles for row in oracle.rows["read.fact"].values()]
    standings = {row.status for row in rows if isinstance(row, FactRow)}
    # Nothing is erased in any of them.
    assert standings == {*Status} - {Status.ERASED}


def test_the_course_is_still_told_by_the_rules_of_today() -> None:
    scribe = written_ledger()
    oracle = Oracle(scribe.ledger)
    for each in scribe.recorded:
        oracle.apply(each)
    assert oracle.seq == len(scribe.sealed)
    assert {type(each.event).__name__ for each in scribe.recorded} == set(EVENT_TYPES)


def test_what_is_kept_is_not_written_again() -> None:
    (kept, *_) = every_golden()
    with pytest.raises(FileExistsError):
        kept.write(written_ledger().sealed)


def test_a_row_that_differs_has_another_digest() -> None:
    rows = {name: [*each.values()] for name, each in oracle_of(every_golden()[0]).rows.items()}
    for table in TABLES:
        fewer = {**rows, table.name: rows[table.name][1:]}
        (ours,), (theirs,) = (digests_of(each)[table.name].values() for each in (rows, fewer))
        assert ours != theirs, version_of(table)
