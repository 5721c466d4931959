"""Facts from the command line: asserted, listed, shown and explained as over HTTP."""

from typing import cast

import pytest

from tests.adapters.cli.conftest import Home, spelled
from tests.console import Done

Document = dict[str, object]


def _rows(done: Done, name: str = "facts") -> list[Document]:
    return cast("list[Document]", done.document[name])


def _over_http(home: Home, path: str) -> Document:
    with home.service.client(home.admin) as client:
        return cast("Document", client.get(path).raise_for_status().json())


def _without_clock(document: Document) -> Document:
    # When it was asked, and where a list goes on: each face has cursors of its own.
    as_of = cast("Document", document["as_of"])
    return {**document, "as_of": {**as_of, "valid_at": None}, "next": None}


def test_an_asserted_fact_is_listed_shown_and_explained(home: Home, ledger: str) -> None:
    said = ("Alice", "lives_in", "Dublin", "--source", "crm", "--quote", "she moved")
    done = home.run("fact", "assert", *said, "--ledger", ledger)
    assert (done.code, done.out) == (0, "recorded: fact 2 by claim 2\n")
    assert done.err == ""

    listed = home.run("fact", "list", "--ledger", ledger)
    assert listed.code == 0
    assert listed.out.split()[:6] == ["2", "active", "definite", "Alice", "lives_in", "Dublin"]
    shown = home.run("fact", "show", "2", "--ledger", ledger)
    assert "crm" in shown.out
    why = home.run("fact", "why", "2", "--ledger", ledger)
    assert "she moved" in why.out


def test_the_documents_are_those_of_http(home: Home, ledger: str) -> None:
    home.run("fact", "assert", "Alice", "lives_in", "Dublin", "--uri", "u:1", "--ledger", ledger)
    for arguments, path in [
        (["fact", "list", "--subject", "alice"], "/facts?subject=alice"),
        (["fact", "show", "2"], "/facts/2"),
        (["fact", "why", "2"], "/facts/2/why"),
        (["fact", "history", "2"], "/facts/2/history"),
        (
            ["fact", "list", "--valid-at", "any", "--known-at", "2"],
            "/facts?valid_at=any&known_at=2",
        ),
        (["timeline", "Alice", "lives_in"], "/timeline?subject=Alice&predicate=lives_in"),
        (["changes", "--since", "1"], "/changes?since=1"),
        (["ledger", "show"], ""),
    ]:
        told = home.run(*arguments, "--json", "--ledger", ledger)
        over_http = _over_http(home, f"/v1/ledgers/{ledger}{path}")
        assert "2" in told.out
        assert _without_clock(told.document) == _without_clock(over_http)


def test_an_answer_is_the_document_of_http(home: Home, ledger: str) -> None:
    first = home.run("fact", "assert", "A", "b", "c", "--ledger", ledger, "--json").document
    body = {"subject": "A", "predicate": "b", "object": "d"}
    with home.service.client(home.admin) as client:
        second = client.post(f"/v1/ledgers/{ledger}/facts", json=body).json()
    assert first.keys() == second.keys()
    assert cast("Document", first["receipt"]).keys() == second["receipt"].keys()
    assert (first["verdict"], second["verdict"]) == ("recorded", "recorded")


@pytest.mark.parametrize(
    ("words", "sent"),
    [
        (["28000"], "28000"),
        (["--number", "28000.50", "--unit", "CNY"], {"number": "28000.5", "unit": "CNY"}),
        (["--number", "-5"], {"number": "-5"}),
        (["--date", "2024-02-29"], {"date": "2024-02-29"}),
        (["--boolean", "true"], True),
        (["--entity", "Acme"], {"entity": "Acme"}),
    ],
    ids=spelled,
)
def test_a_value_has_the_type_that_was_named(
    home: Home, words: list[str], sent: object, ledger: str
) -> None:
    assert home.run("fact", "assert", "S", "p", *words, "--ledger", ledger).code == 0
    (row,) = _rows(home.run("fact", "list", "--json", "--ledger", ledger))
    assert row["object"] == sent


def test_what_a_claim_brings_is_kept_with_it(home: Home, ledger: str) -> None:
    home.say(ledger, ("S", "p", "o"))
    home.run(
        *("fact", "assert", "S", "q", "o", "--ledger", ledger, "--session", "s-1"),
        *("--observed-at", "2024-03-01T09:00:00Z", "--derived-from", "2"),
        *("--quote", "one", "--uri", "u:1", "--quote", "two"),
        *("--qualifier", "currency=EUR", "--qualifier", "note=a=b"),
    )
    (claim,) = _rows(home.run("fact", "why", "3", "--ledger", ledger, "--json"), "claims")
    assert claim["evidence"] == [{"quote": "one", "uri": "u:1"}, {"quote": "two", "uri": None}]
    assert claim["derived_from"] == [2]
    said = cast("Document", claim["said"])
    assert said["session"] == "s-1"
    assert said["observed_at"] == "2024-03-01T09:00:00.000000Z"
    assert said["qualifiers"] == {"currency": "EUR", "note": "a=b"}


def test_a_claim_said_again_under_its_key_is_one_claim(home: Home, ledger: str) -> None:
    words = ("fact", "assert", "S", "p", "--ledger", ledger, "--idempotency-key", "k", "--json")
    first = home.run(*words, "--entity", "o").document
    assert home.run(*words, "--entity", "o").document == first
    other = home.run(*words, "--entity", "x")
    assert (other.code, other.document["title"]) == (1, "conflict")
    assert len(_rows(home.run("fact", "list", "--ledger", ledger, "--json"))) == 1


def test_a_second_value_is_told_beside_the_answer(home: Home, ledger: str) -> None:
    home.say(ledger, ("S", "p", "one"))
    done = home.run("fact", "assert", "S", "p", "two", "--ledger", ledger)
    assert done.code == 0
    assert done.err.startswith("warning: the subject now has two values")
    assert done.out == "recorded: fact 3 by claim 3\n"


def test_a_list_goes_on_where_it_ended(home: Home, ledger: str) -> None:
    home.say(ledger, *(("S", "p", value) for value in "abcde"))
    narrow = ("fact", "list", "--ledger", ledger, "--limit", "2")
    first = home.run(*narrow, "--json").document
    assert first["next"] == "3"
    rest = home.run(*narrow, "--json", "--cursor", "3", "--all")
    assert [row["fact"] for row in _rows(rest)] == [4, 5, 6]
    assert rest.document["next"] is None
    assert home.run(*narrow).err == "there is more: --cursor 3, or --all\n"
    everything = home.run(*narrow, "--all")
    assert (len(everything.out.splitlines()), everything.err) == (5, "")


def test_every_status_is_listed_when_it_is_named(home: Home, ledger: str) -> None:
    home.say(ledger, ("S", "p", "o"))
    for words, count in [
        (("--status", "all"), 1),
        (("--status", "active", "--status", "displaced"), 1),
        (("--status", "displaced"), 0),
    ]:
        done = home.run("fact", "list", "--ledger", ledger, "--json", *words)
        assert len(_rows(done)) == count


def test_nothing_that_was_said_can_steer_a_terminal(home: Home, ledger: str) -> None:
    hostile = "a\x1b[31mb\u202ec"
    with home.service.client(home.admin) as client:
        sent = {"subject": "S", "predicate": "p", "object": "o", "source": "multi\nline"}
        assert client.post(f"/v1/ledgers/{ledger}/facts", json=sent).is_success
    listed = home.run("fact", "show", "2", "--ledger", ledger)
    assert "multi\\nline" in listed.out
    refused = home.run("fact", "show", "2", "--ledger", hostile)
    assert refused.code == 2
    assert refused.err
    for done in (listed, refused):
        assert "\x1b" not in done.out + done.err


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (["assert", "S", "p"], "object"),
        (["assert", "", "p", "o"], "subject"),
        (["assert", "S", "p", "o", "--number", "1"], "object"),
        (["assert", "S", "p", "--number", "1", "--date", "2024-01-01"], "object"),
        (["assert", "S", "p", "o", "--unit", "EUR"], "unit"),
        (["assert", "S", "p", "--number", "many"], "object.number"),
        (["assert", "S", "p", "--date", "2023-02-29"], "object.date"),
        (["assert", "S", "p", "--boolean", "yes"], "boolean"),
        (["assert", "S", "p", "o", "--observed-at", "yesterday"], "observed_at"),
        (["assert", "S", "p", "o", "--qualifier", "currency"], "qualifier"),
        (["assert", "S", "p", "o", "--qualifier", "a=1", "--qualifier", "a=2"], "qualifier"),
        (["assert", "S", "p", "o", "--derived-from", "9000000"], "derived_from[0]"),
        (["assert", "S", "p", "o", "--idempotency-key", ""], "idempotency_key"),
        (["assert", "S", "p", "o", "--ledger", "../etc"], "ledger"),
        (["list", "--subject", ""], "subject"),
        (["list", "--subject", "*"], "subject"),
        (["list", "--status", "alive"], "status"),
        (["list", "--status", ""], "status"),
        (["list", "--valid-at", "soon"], "valid_at"),
        (["list", "--known-at", "any"], "known_at"),
        (["list", "--certainty", "sure"], "arguments"),
        (["history", "2", "--cursor", "2"], "cursor"),
        (["invalidate", "2"], "arguments"),
        (["invalidate", "2", "--reason", ""], "reason"),
        (["end", "2", "2024", "--reason", ""], "reason"),
        (["correct", "2", "--reason", "why"], "object"),
        (["outcome", "2", "applause"], "arguments"),
        (["list", "--cursor", "here"], "cursor"),
        (["list", "--limit", "501"], "arguments"),
        (["list", "--subjekt", "S"], "arguments"),
        (["show", "two"], "arguments"),
    ],
    ids=spelled,
)
def test_what_is_used_wrongly_is_named_in_one_line(
    home: Home, words: list[str], field: str
) -> None:
    done = home.refusal("fact", *words)
    assert done.code == 2
    (error, *_) = cast("list[Document]", done.document["errors"])
    assert error["field"] == field
    assert done.document["status"] == 422
    assert len(done.err.splitlines()) == 1
    assert done.err.startswith("factledger: ")


@pytest.mark.parametrize("name", ["nowhere", "main"])
def test_an_unknown_fact_or_ledger_is_refused(home: Home, name: str) -> None:
    done = home.refusal("fact", "show", "9000000", "--ledger", name)
    assert (done.code, done.document["title"]) == (1, "not found")
    assert str(done.document["detail"]) in done.err


def test_a_misuse_is_told_in_one_line_where_no_document_was_asked_for(home: Home) -> None:
    done = home.run("fact", "list", "--subject", "*")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("factledger: subject: ")
    assert len(done.err.splitlines()) == 1
