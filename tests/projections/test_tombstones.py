"""Tombstones with their tries, and the refusal keys under which they are found."""

from domain.identity import IdentityMode
from domain.keys import refusal_digest
from domain.payloads import Kind
from domain.values import Text
from domain.words import Seq
from projections.rows import RefusalRow, TombstoneRow
from projections.tombstones import row, tombstone_of
from tests.domain.arguing import person
from tests.domain.chronicle import PREDICATE, Chronicle
from tests.projections.steps import opened, tables, written

ACME = refusal_digest("Alice", PREDICATE, Text(text="Acme"), mode=IdentityMode.FOLDED)


def struck_out() -> Chronicle:
    """A ledger in which a value was struck out by the event at 4."""
    told = opened()
    told.says("one", "Acme", "2020-01-01")
    told.invalidates(Seq(3), kind=Kind.WRONG_ENTITY)
    return told


def tombstone(told: Chronicle) -> TombstoneRow:
    (found,) = tables(told.recorded)["tombstone"].values()
    assert isinstance(found, TombstoneRow)
    return found


def test_a_tombstone_says_what_was_struck_out_why_by_whom_and_when() -> None:
    told = struck_out()
    found = tombstone(told)
    assert (found.seq, found.fact, found.kind, found.claims) == (4, 3, "wrong_entity", [3])
    assert (found.subject, found.predicate, found.object_text) == ("Alice", PREDICATE, "Acme")
    assert (found.token, found.at) == ("reviewer", told.recorded[3].recorded_at)
    assert (found.reason, found.tries, found.tried_by) == ("", 0, {})
    assert written(told.recorded, "refusal") == [RefusalRow(refusal_key=ACME, tombstone=4)]


def test_tries_are_counted_in_all_and_by_whom_and_change_nothing_else() -> None:
    told = struck_out()
    before = tombstone(told)
    told.says("one", "Acme", "2020-01-01")
    told.says("two", "ACME", "2021-01-01")
    told.says("one", "Аcme", "2022-01-01")
    assert tombstone(told) == before._replace(tries=3, tried_by={"one": 2, "two": 1})
    assert written(told.recorded, "refusal") == []
    assert written(told.recorded, "fact") == []


def test_a_tombstone_that_is_lifted_is_found_no_more() -> None:
    told = struck_out()
    told.restores(Seq(3))
    assert written(told.recorded, "tombstone") == [(4,)]
    assert written(told.recorded, "refusal") == [(ACME, 4)]
    held = tables(told.recorded)
    assert held["tombstone"] == held["refusal"] == {}


def test_a_fact_of_several_spellings_is_refused_under_the_key_of_each() -> None:
    told = opened()
    told.says("one", "Acme", "2020-01-01")
    told.says(person("ann"), "acme", "2020-01-01")
    told.invalidates(Seq(3))
    assert written(told.recorded, "refusal") == [RefusalRow(refusal_key=ACME, tombstone=told.seq)]


def test_a_tombstone_can_be_made_again_from_its_row() -> None:
    told = struck_out()
    told.says("two", "Acme", "2020-01-01")
    (known,) = told.axis.tombstones
    assert tombstone_of(tombstone(told)) == known
    assert row(known, mode=IdentityMode.FOLDED) == tombstone(told)
