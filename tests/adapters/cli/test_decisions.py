"""Decisions from the command line: on facts, claims, sources, predicates and what waits."""

import pytest

from tests.adapters.cli.conftest import Home

WHY = ("--reason", "why")


def test_a_fact_is_struck_out_refused_and_restored(home: Home, ledger: str) -> None:
    said = ("fact", "assert", "Alice", "lives_in", "Dublin", "--ledger", ledger)
    assert home.run(*said).code == 0
    struck = home.run("fact", "invalidate", "2", *WHY, "--kind", "wrong_entity", "--ledger", ledger)
    assert (struck.code, struck.out) == (0, "invalidated: fact 2 by 3\n")
    again = home.run(*said)
    assert (again.code, again.out) == (1, "")
    assert again.err.startswith("factledger: this value was struck out by 3")
    told = home.run(*said, "--json")
    assert (told.code, told.document["verdict"]) == (1, "refused")
    assert told.document["tombstone"] == {"fact": 2, "seq": 3}
    (line, why) = home.run("tombstones", "--ledger", ledger).out.splitlines()
    assert line.split() == [
        *("3", "wrong_entity", "fact", "2", "tries", "2"),
        *("Alice", "lives_in", "Dublin"),
    ]
    assert why.strip() == "why"
    restored = home.run("fact", "restore", "2", *WHY, "--ledger", ledger)
    assert (restored.code, restored.out) == (0, "active: fact 2 by 6\n")
    assert home.run("tombstones", "--ledger", ledger).out == ""
    assert home.run(*said).out == "confirmed: fact 2 by claim 7\n"


def test_a_fact_is_dated_ended_and_corrected(home: Home, ledger: str) -> None:
    dates = ("--valid-from", "2020", "--observed-at", "2024-01-01T00:00:00Z")
    home.run("fact", "assert", "Alice", "lives_in", "Dublin", *dates, "--ledger", ledger)
    ended = home.run("fact", "end", "2", "2024-05-17", "--ledger", ledger)
    assert (ended.code, ended.out) == (0, "active: fact 2 by 3\n")
    past = home.run("fact", "list", "--valid-at", "2022-01-01", "--ledger", ledger)
    assert past.out.rstrip().endswith("Dublin  from 2020 until 2024-05-17")
    assert home.run("fact", "list", "--valid-at", "2025-01-01", "--ledger", ledger).out == ""
    corrected = home.run(
        *("fact", "correct", "2", *WHY, "--object", "Cork", "--valid-to", ".."), "--ledger", ledger
    )
    assert corrected.code == 0
    now = home.run("fact", "show", "2", "--ledger", ledger)
    assert "Cork  from 2020 on" in now.out
    before = home.run("fact", "show", "2", "--known-at", "2", "--ledger", ledger)
    assert "Dublin  from 2020 on" in before.out
    history = home.run("fact", "history", "2", "--ledger", ledger).out.splitlines()
    assert history[0].split()[:4] == ["known", "2", "to", "3"]
    assert history[-1].split()[:4] == ["known", "4", "to", "now"]
    changes = home.run("changes", "--since", "2", "--ledger", ledger).out.splitlines()
    assert [each.split()[1] for each in changes] == ["ended", "corrected"]


def test_claims_and_sources_are_taken_back_and_count_again(home: Home, ledger: str) -> None:
    said = ("fact", "assert", "Alice", "lives_in", "Dublin", "--source", "crm", "--ledger", ledger)
    home.run(*said)
    back = home.run("claim", "retract", "2", *WHY, "--ledger", ledger)
    assert (back.code, back.out) == (0, "unsupported: fact 2 by 3\n")
    again = home.run("claim", "reinstate", "2", *WHY, "--ledger", ledger)
    assert (again.code, again.out) == (0, "active: fact 2 by 4\n")
    gone = home.run("source", "retract", "crm", *WHY, "--ledger", ledger)
    assert (gone.code, gone.out) == (0, "1 claims taken back, by 5\n")
    there = home.run("source", "reinstate", "crm", *WHY, "--ledger", ledger)
    assert (there.code, there.out) == (0, "1 claims that count again, by 6\n")
    unknown = home.run("source", "retract", "nobody", *WHY, "--ledger", ledger)
    assert unknown.code == 1


def test_values_are_in_contest_and_a_person_decides(home: Home, ledger: str) -> None:
    single = ("predicate", "declare", "born", "single", "--temporal", "constant")
    assert home.run(*single, "--ledger", ledger).out == "declared by 2\n"
    listed = home.run("predicate", "list", "--ledger", ledger)
    assert listed.out.split() == ["2", "single", "multi", "constant", "born"]
    said = ("fact", "assert", "Alice", "born", "--ledger", ledger, "--json")
    answers = [
        home.run(*said, "--source", source, "--", value).document
        for source, value in (("crm", "Cork"), ("hr", "Dublin"))
    ]
    assert [each["verdict"] for each in answers] == ["recorded", "contested"]
    timeline = home.run("timeline", "Alice", "born", "--ledger", ledger).out.splitlines()
    assert len(timeline) == 2
    assert all("definite!" in each and "against" in each for each in timeline)
    conflicts = home.run("conflicts", "--ledger", ledger).out.splitlines()
    assert [each.split()[0] for each in conflicts[1:]] == ["4", "3"]
    waiting = home.run("review", "list", "--ledger", ledger).out.splitlines()
    assert waiting[0].split()[:2] == ["4", "contested"]
    why = home.run("fact", "why", "4", "--ledger", ledger).out
    assert "against 3: contested by" in why
    decided = home.run("review", "decide", "4", "confirm", *WHY, "--ledger", ledger)
    assert (decided.code, decided.out.split(":")[0]) == (0, "active")
    assert home.run("review", "list", "--ledger", ledger).out == ""


@pytest.mark.parametrize(
    "words",
    [
        ("fact", "invalidate", "9000000", *WHY),
        ("fact", "restore", "9000000", *WHY),
        ("fact", "end", "9000000", "2024"),
        ("fact", "correct", "9000000", "--object", "x", *WHY),
        ("fact", "outcome", "9000000", "test_passed"),
        ("claim", "retract", "9000000", *WHY),
        ("claim", "reinstate", "9000000", *WHY),
        ("review", "decide", "9000000", "confirm", *WHY),
        ("fact", "history", "9000000"),
    ],
    ids=" ".join,
)
def test_what_is_not_there_is_not_found(home: Home, words: tuple[str, ...]) -> None:
    done = home.refusal(*words)
    assert (done.code, done.document["title"]) == (1, "not found")


def test_a_condition_keeps_a_decision_from_what_has_changed(home: Home, ledger: str) -> None:
    said = ("fact", "assert", "Alice", "lives_in", "Dublin", "--ledger", ledger)
    home.run(*said)
    home.run(*said)
    late = home.refusal("fact", "invalidate", "2", *WHY, "--if-match", "2", "--ledger", ledger)
    assert (late.code, late.document["title"]) == (1, "precondition failed")
    again = home.refusal(*said, "--if-match", "2")
    assert (again.code, again.document["title"]) == (1, "precondition failed")
    done = home.run("fact", "invalidate", "2", *WHY, "--if-match", "3", "--ledger", ledger)
    assert done.code == 0
