"""No path that can assert brings a refused value back, and every path there is was thought of."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import httpx
import pytest
from eventsourcing.dcb.api import DCBEvent
from eventsourcing.persistence import DataError

from adapters.postgres.recorder import PostgresDCBRecorder
from domain.words import LedgerName
from tests.adapters.cli.test_help import COMMANDS
from tests.api.client import Sending
from tests.api.test_every_route import routes
from tests.cases.story import House, Story, claim
from tests.console import factledger
from tests.database import Database

X = "Xenon"


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """A ledger in which Xenon was refused, and all through which it may come back.

    `refused` is the fact that was struck out. `retracted` is a claim of it that was taken back
    before, as was all that a page said; `waiting` a fact of it that waits behind a person's word,
    `persons`; `wish` an agent's to correct that word to it; `other` an agent's fact that is not it.
    """

    story: Story
    refused: int
    retracted: int
    waiting: int
    persons: int
    wish: int
    other: int


def scene(story: Story) -> Scene:
    story.declares()
    refused = story.says("a", X, valid_from="2010-01-01").fact
    retracted = story.says("r", X, valid_from="2000-01-01", valid_to="2001-01-01")
    story.retracts(retracted.claim, by="r")
    story.says("p", X, valid_from="2002-01-01", valid_to="2003-01-01", source="a page")
    story.decides("sources/retract", {"source": "a page", "reason": "it was deleted"})
    persons = story.says(story.person("h"), "Zinc", valid_from="2016-01-01").fact
    waiting = story.says("q", X, valid_from="2017-01-01")
    assert waiting.verdict == "quarantined"
    sent = {"object": X, "reason": "misheard"}
    wish = story.orders("w", f"facts/{persons}/correct", sent)
    assert wish.status_code == 202
    other = story.says("b", "Boron", subject="Bob", valid_from="2010-01-01")
    assert shown(story) == {X, "Zinc"}
    story.invalidates(refused)
    assert shown(story) == {"Zinc"}
    return Scene(
        story=story,
        refused=refused,
        retracted=retracted.claim,
        waiting=waiting.fact,
        persons=persons,
        wish=wish.json()["review"],
        other=other.fact,
    )


def shown(story: Story) -> set[str]:
    """Every value of the axis that is shown at any time."""
    return {each["object"] for each in story.facts(valid_at="any")}


Attempt = Callable[[Scene], httpx.Response]


def asserting(there: Scene) -> httpx.Response:
    return there.story.sends("c", X, valid_from="2021-05-05", evidence=[{"quote": "Xenon!"}])


def batching(there: Scene) -> httpx.Response:
    sent = {"facts": [claim(X, subject="ALICE "), claim({"entity": X})]}
    return there.story.orders("c", "facts/batch", sent)


def correcting(there: Scene) -> httpx.Response:
    sent = {"object": X, "subject": "Alice", "reason": "misheard"}
    return there.story.orders(there.story.reviewer, f"facts/{there.other}/correct", sent)


def reinstating(there: Scene) -> httpx.Response:
    path = f"claims/{there.retracted}/reinstate"
    return there.story.orders(there.story.reviewer, path, {"reason": "no slip"})


def reinstating_a_source(there: Scene) -> httpx.Response:
    sent = {"source": "a page", "reason": "it is back"}
    return there.story.orders(there.story.reviewer, "sources/reinstate", sent)


def confirming_what_waits(there: Scene) -> httpx.Response:
    sent = {"decision": "confirm", "reason": "seen"}
    return there.story.orders(there.story.reviewer, f"review/{there.waiting}", sent)


def invalidating_what_it_waits_behind(there: Scene) -> httpx.Response:
    path = f"facts/{there.persons}/invalidate"
    return there.story.orders(there.story.reviewer, path, {"reason": "untrue"})


def ending_what_it_waits_behind(there: Scene) -> httpx.Response:
    sent = {"valid_to": "2016-06-01", "reason": "it ended"}
    return there.story.orders(there.story.reviewer, f"facts/{there.persons}/end", sent)


def retracting_what_it_waits_behind(there: Scene) -> httpx.Response:
    path = f"claims/{there.persons}/retract"
    return there.story.orders(there.story.reviewer, path, {"reason": "a slip"})


def retracting_the_source_it_waits_behind(there: Scene) -> httpx.Response:
    sent = {"source": "h", "reason": "gone"}
    return there.story.orders(there.story.reviewer, "sources/retract", sent)


def backing_it_with_an_outcome(there: Scene) -> httpx.Response:
    sent = {"signal": "test_passed", "success": True}
    story = there.story
    return story.orders(story.system("ci"), f"facts/{there.waiting}/outcome", sent)


def restoring_without_the_right(there: Scene) -> httpx.Response:
    return there.story.orders("a", f"facts/{there.refused}/restore", {"reason": "please"})


def declaring_anew(there: Scene) -> httpx.Response:
    sending = Sending(
        method="PUT",
        path=f"{there.story.path}/predicates/employer",
        json={"cardinality": "multi"},
    )
    return there.story.reviewer.send(sending)


# How each route that writes is tried, what it answers, and how many refusals are counted for it.
ATTEMPTS: Mapping[tuple[str, str], tuple[Attempt, int, int]] = {
    ("POST", "facts"): (asserting, 409, 1),
    ("POST", "facts/batch"): (batching, 200, 2),
    ("POST", "facts/{fact}/correct"): (correcting, 409, 1),
    ("POST", "claims/{claim}/reinstate"): (reinstating, 409, 1),
    ("POST", "sources/reinstate"): (reinstating_a_source, 409, 1),
    ("POST", "review/{seq}"): (confirming_what_waits, 409, 1),
    ("POST", "facts/{fact}/invalidate"): (invalidating_what_it_waits_behind, 200, 0),
    ("POST", "facts/{fact}/end"): (ending_what_it_waits_behind, 200, 0),
    ("POST", "claims/{claim}/retract"): (retracting_what_it_waits_behind, 200, 0),
    ("POST", "sources/retract"): (retracting_the_source_it_waits_behind, 200, 0),
    ("POST", "facts/{fact}/outcome"): (backing_it_with_an_outcome, 200, 0),
    ("POST", "facts/{fact}/restore"): (restoring_without_the_right, 403, 0),
    ("PUT", "predicates/{predicate}"): (declaring_anew, 200, 0),
}


def test_every_route_that_writes_to_a_ledger_is_tried(house: House) -> None:
    below = "/v1/ledgers/{ledger}/"
    found = {
        (method, template.removeprefix(below).replace(":path}", "}"))
        for method, template in routes(house.nobody.app)
        if template.startswith(below) and method not in {"GET", "HEAD"}
    }
    assert found == set(ATTEMPTS)


@pytest.mark.parametrize(
    ("attempt", "status", "tries"), ATTEMPTS.values(), ids=[" ".join(each) for each in ATTEMPTS]
)
def test_no_route_brings_a_refused_value_back(
    blank: Story, attempt: Attempt, status: int, tries: int
) -> None:
    there = scene(blank)
    response = attempt(there)
    assert response.status_code == status, response.text
    assert_away(there, tries=tries)


def test_an_agent_s_wish_is_not_confirmed_into_a_refused_value(blank: Story) -> None:
    there = scene(blank)
    sent = {"decision": "confirm", "reason": "seen"}
    response = blank.orders(blank.reviewer, f"review/{there.wish}", sent)
    assert response.status_code == 409
    assert_away(there, tries=1)
    assert shown(blank) == {"Zinc"}


def assert_away(there: Scene, *, tries: int) -> None:
    """The value is shown nowhere, one tombstone stands, and each try of it was counted."""
    story = there.story
    assert X not in shown(story)
    assert story.value_at("2021-06-01").get(X) is None
    (tombstone,) = [each for each in story.rows("tombstones") if each["object"] == X]
    assert (tombstone["fact"], tombstone["tries"]) == (there.refused, tries)
    assert story.types().count("Refused") == tries
    assert story.says("z", X, valid_from="2031-01-01").verdict == "refused"
    assert story.says("z", "Argon", subject="Carol").verdict == "recorded"
    assert story.verified().findings == ()


def test_one_value_is_tried_along_every_path_and_one_tombstone_counts_the_tries(
    blank: Story,
) -> None:
    there = scene(blank)
    counted = 0
    for attempt, status, tries in ATTEMPTS.values():
        if tries and status in {200, 409}:
            assert attempt(there).status_code == status
            counted += tries
    (tombstone,) = blank.rows("tombstones")
    assert tombstone["tries"] == counted == blank.types().count("Refused")
    assert shown(blank) == {"Zinc"}


def test_the_recorder_s_port_brings_no_refused_value_back(blank: Story) -> None:
    there = scene(blank)
    house = blank.house
    port = PostgresDCBRecorder(
        house.services.pool, house.services.ledger, house.admin.grant, LedgerName(blank.ledger)
    )
    said = json.dumps(claim(X)).encode()
    with pytest.raises(DataError):
        port.append([DCBEvent(type="FactAsserted", data=said, tags=["employer"])])
    assert blank.types()[-1] == "Invalidated"
    assert port.append([DCBEvent(type="SaidOf", data=said, tags=["employer"])]) == blank.head
    assert blank.types()[-1] == "Foreign"
    assert_away(there, tries=0)


# What each command does to what is shown; a command that is new has to be thought of here.
ASSERTING = {"fact assert", "fact correct", "review decide", "predicate declare", "fact restore"}
MAKING_ANEW = {"rebuild"}
NOT_ASSERTING = {
    "calibrate",
    "claim reinstate",
    "claim retract",
    "conflicts",
    "changes",
    "doctor",
    "events",
    "fact end",
    "fact history",
    "fact invalidate",
    "fact list",
    "fact outcome",
    "fact show",
    "fact why",
    "ledger list",
    "ledger open",
    "ledger show",
    "migrate",
    "predicate list",
    "predicate suggestions",
    "psql",
    "replay",
    "review list",
    "serve",
    "source reinstate",
    "source retract",
    "timeline",
    "token create",
    "token list",
    "token revoke",
    "tombstones",
    "verify",
}


def test_every_command_was_thought_of() -> None:
    found = {" ".join(path) for path in COMMANDS}
    assert found >= ASSERTING | MAKING_ANEW
    assert found <= ASSERTING | MAKING_ANEW | NOT_ASSERTING


def test_no_command_brings_a_refused_value_back(blank: Story, shared_database: Database) -> None:
    there = scene(blank)
    secret = blank.reviewer.secret
    assert secret is not None
    environment = {"FACTLEDGER_TOKEN": secret, "FACTLEDGER_DATABASE": shared_database.app_url}
    reason = ["--reason", "seen"]
    tries = [
        ["fact", "assert", "alice", "employer", X],
        ["fact", "correct", str(there.other), "--subject", "Alice", "--object", X, *reason],
        ["review", "decide", str(there.waiting), "confirm", *reason],
    ]
    for words in tries:
        done = factledger(*words, "--ledger", blank.ledger, environment=environment)
        assert done.code == 1, (done.out, done.err)
    again = ["predicate", "declare", "employer", "multi"]
    assert factledger(*again, "--ledger", blank.ledger, environment=environment).code == 0
    in_office = {**environment, "FACTLEDGER_TOKEN": blank.house.admin.secret}
    assert factledger("rebuild", "--ledger", blank.ledger, environment=in_office).code == 0
    assert_away(there, tries=len(tries))
