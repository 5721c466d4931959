"""Replaying from the command line: the lines, the file that is there whole or not at all."""

import json
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import cast

import psycopg
import pytest

from adapters.postgres.administration import DATABASE
from adapters.postgres.embedded import running
from tests.adapters.cli.conftest import Home
from tests.console import PATIENCE_S, SCRIPT, surroundings

Document = dict[str, object]

OLD = "what was there before\n"


@pytest.fixture
def spoken(home: Home, ledger: str) -> str:
    """A ledger of five events; the last one struck out the last of three facts."""
    home.say(ledger, ("Alice", "lives_in", "Dublin"), ("Alice", "likes", "tea"))
    home.say(ledger, ("Bob", "likes", "gin"))
    words = ("fact", "invalidate", "4", "--reason", "he never did", "--ledger", ledger)
    assert home.run(*words).code == 0
    return ledger


def answered(home: Home, ledger: str, known_at: str) -> list[Document]:
    """What HTTP answers of that time."""
    asked = {"known_at": known_at, "valid_at": "any", "status": "all", "limit": "500"}
    with home.service.client(home.admin) as client:
        response = client.get(f"/v1/ledgers/{ledger}/facts", params=asked).raise_for_status()
        return cast("list[Document]", response.json()["facts"])


def lines(text: str) -> list[Document]:
    return [cast("Document", json.loads(line)) for line in text.splitlines()]


def test_what_was_known_then_is_a_line_a_fact_as_http_answers_it(home: Home, spoken: str) -> None:
    statuses: dict[str, set[object]] = {}
    for until in ("0", "1", "3", "4", "5"):
        done = home.run("replay", "--until", until, "--ledger", spoken)
        assert (done.code, done.err) == (0, "")
        assert lines(done.out) == answered(home, spoken, until)
        statuses[until] = {each["status"] for each in lines(done.out)}
    assert (statuses["1"], statuses["4"]) == (set(), {"active"})
    assert statuses["5"] == {"active", "invalidated"}
    with home.service.client(home.admin) as client:
        events = client.get(f"/v1/ledgers/{spoken}/events").json()["events"]
    then = home.run("replay", "--until", events[3]["recorded_at"], "--ledger", spoken)
    assert lines(then.out) == answered(home, spoken, "4")


def test_a_file_takes_the_place_of_the_old_one_and_is_told_of(
    home: Home, spoken: str, tmp_path: Path
) -> None:
    place = tmp_path / "then.jsonl"
    place.write_text(OLD)
    words = ("replay", "--until", "5", "--ledger", spoken, "--output", str(place))
    done = home.run(*words)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{spoken} as of event 5: 3 facts in {place}\n"
    assert lines(place.read_text()) == answered(home, spoken, "5")
    assert home.run(*words, "--json").document == {
        "ledger": spoken,
        "facts": 3,
        "output": str(place),
        "as_of": {"valid_at": "any", "known_at": 5, "seq": 5},
    }
    assert list(tmp_path.iterdir()) == [place]


@pytest.mark.parametrize(
    ("words", "ending"),
    [
        (["--until", "6"], (2, "until: can't lie ahead of what is recorded")),
        (["--until", "9999-12-31T00:00:00Z"], (2, "until: can't lie ahead")),
        (["--until", "yesterday"], (2, "until: not an instant")),
        (["--until", "-1"], (2, "until: not an instant")),
        (["--until", ""], (2, "until: not an instant")),
        (["--until", "5", "--ledger", "other"], (1, "there is no such ledger")),
        ([], (2, "Missing option '--until'")),
    ],
)
def test_a_replay_that_can_not_be_leaves_what_was_there(
    home: Home, spoken: str, tmp_path: Path, words: list[str], ending: tuple[int, str]
) -> None:
    place = tmp_path / "then.jsonl"
    place.write_text(OLD)
    named = [] if "--ledger" in words else ["--ledger", spoken]
    done = home.refusal("replay", *words, *named, "--output", str(place))
    code, said = ending
    assert (done.code, said in done.err) == (code, True), done.err
    assert [each.read_text() for each in tmp_path.iterdir()] == [OLD]


def test_what_is_no_file_is_refused_and_a_place_out_of_reach_is_named(
    home: Home, spoken: str, tmp_path: Path
) -> None:
    words = ("replay", "--until", "5", "--ledger", spoken, "--output")
    folder = home.refusal(*words, str(tmp_path))
    assert (folder.code, "output: is there and is no file" in folder.err) == (2, True)
    nowhere = tmp_path / "gone" / "then.jsonl"
    done = home.refusal(*words, str(nowhere))
    assert done.code == 3
    assert f"can't write {nowhere}: No such file or directory" in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_one_that_is_stopped_leaves_the_old_file_and_no_half_one(
    home: Home, spoken: str, tmp_path: Path, number: signal.Signals
) -> None:
    place = tmp_path / "then.jsonl"
    place.write_text(OLD)
    words = ["replay", "--until", "5", "--ledger", spoken, "--output", str(place)]
    with (
        running(home.data_dir) as cluster,
        psycopg.connect(cluster.admin_url(database=DATABASE)) as superuser,
    ):
        superuser.execute("lock table ledger.part in access exclusive mode")
        process = subprocess.Popen(
            [SCRIPT, *words, "--data-dir", home.data_dir],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=surroundings({}),
        )
        with process:
            waited_for(lambda: len(list(tmp_path.iterdir())) > 1)
            process.send_signal(number)
            assert process.wait(PATIENCE_S) == 128 + number
    assert [each.read_text() for each in tmp_path.iterdir()] == [OLD]
    assert home.run(*words).code == 0
    assert lines(place.read_text()) == answered(home, spoken, "5")


def waited_for(happened: Callable[[], bool]) -> None:
    by = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < by
        time.sleep(0.05)
