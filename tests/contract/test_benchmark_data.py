"""What the benchmarks make of real data before and after a ledger has it: no server is asked."""

from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

import pytest

from benchmarks import factconsolidation, yago
from benchmarks.beliefs import is_shown_alone, pairs
from benchmarks.chance import draws
from benchmarks.plain_fold import plain_fold
from benchmarks.report import Report, Table
from benchmarks.spelling import claim, read, sent, topic
from benchmarks.statements import Key, final_state, lines
from benchmarks.templates import Asked, Told, asked, told
from tests.contract.benchmark_data import SAID, write


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    write(folder)
    return folder


def at(day: int, hour: int, microsecond: int = 0) -> datetime:
    return datetime(2024, 5, day, hour, microsecond=microsecond, tzinfo=UTC)


def key(cycle: str, predicate: str) -> Key:
    return "quill", cycle, predicate


def test_what_was_said_of_a_key_in_one_second_was_said_in_turn(data: Path) -> None:
    said = [(each.at, each.value) for each in lines(data, limit=None) if each.key[2] == "eol"]
    assert said == [
        (at(1, 2), "false"),
        (at(3, 9), '"2026-05-01"'),
        (at(4, 9), '"2026-06-01"'),
        (at(4, 9, 1), '"2026-05-01"'),
        (at(5, 9), None),
    ]


def test_only_the_first_lines_are_read_where_so_many_are_asked_for(data: Path) -> None:
    assert len(lines(data, limit=None)) == len(SAID)
    assert lines(data, limit=3) == lines(data, limit=None)[:3]


def test_a_fold_has_what_was_said_last_by_then(data: Path) -> None:
    fold = plain_fold(lines(data, limit=None))
    latest = key("1", "latest")
    for when, value in [
        (at(1, 1), None),
        (at(1, 2), '"1.0"'),
        (at(2, 9), '"1.1"'),
        (at(2, 10), '"1.1 "'),
        (at(2, 10, 1), '"1.1"'),
        (at(5, 8), '"1.1"'),
        (at(5, 9), None),
        (at(7, 9), '"1.0"'),
    ]:
        assert fold.believed(latest, when) == value, when
    assert (fold.settled(latest), fold.settled(key("3", "latest"))) == ('"1.0"', None)


def test_a_fold_ends_as_the_maintainers_did_but_for_what_left_without_a_word(data: Path) -> None:
    folded, final = plain_fold(lines(data, limit=None)).final(), final_state(data)
    assert len(final) == 4
    assert final.items() < folded.items()
    assert folded.keys() - final.keys() == {key("gone", "latest")}


@pytest.mark.parametrize(
    ("value", "spelt"),
    [
        ('"1.0"', "1.0"),
        ('"1.0 "', '"1.0 "'),
        ('""', '""'),
        ('"a  b"', '"a  b"'),
        ('"\\"a\\""', '"\\"a\\""'),
        ('"für"', "für"),
        ("true", True),
        ("false", False),
        ("9.04", {"number": "9.04"}),
        ("9", {"number": "9"}),
    ],
)
def test_a_value_is_read_back_as_it_was_sent(value: str, spelt: object) -> None:
    assert sent(value) == spelt
    assert read(spelt) == value


def test_no_two_keys_have_one_topic(data: Path) -> None:
    keys = {each.key for each in lines(data, limit=None)}
    assert topic(key("2", "latest")) == ("quill 2", "latest")
    assert topic(key("2 ", "latest")) == ('quill "2 "', "latest")
    assert len(set(map(topic, keys))) == len(keys) == 7


def test_a_line_becomes_a_claim_that_holds_from_when_it_was_said(data: Path) -> None:
    first = lines(data, limit=1)[0]
    document = {
        "subject": "quill 1",
        "predicate": "latest",
        "object": "1.0",
        "valid_from": "2024-05-01T02:00:00+00:00",
        "observed_at": "2024-05-01T02:00:00+00:00",
    }
    assert claim(first, names_source=False) == document
    assert claim(first, names_source=True) == {**document, "source": "human:a"}


def test_pairs_are_asked_about_while_a_statement_was_the_last_one_on_its_key(data: Path) -> None:
    said = lines(data, limit=None)
    chosen = pairs(said)
    assert len(chosen) == len(said)
    assert chosen == pairs(said)
    assert len({each.key for each in chosen}) > 3
    for each in chosen:
        assert said[each.line].at < each.at
        assert all(later.at > each.at for later in said[each.line + 1 :])
        assert any(line.key == each.key for line in said[: each.line + 1])
        assert each.at.microsecond == timedelta(seconds=0.5) // timedelta(microseconds=1)


def test_draws_are_the_same_everywhere() -> None:
    assert list(islice(draws("pairs"), 2)) == [12021143600454099595, 3835823638724685364]
    assert next(draws("others")) != next(draws("pairs"))


def test_a_value_is_shown_alone_or_not_at_all() -> None:
    assert is_shown_alone("1", ("1",))
    assert is_shown_alone(None, ())
    assert not is_shown_alone("1", ())
    assert not is_shown_alone("1", ("1", "2"))
    assert not is_shown_alone(None, ("1",))


def test_a_table_is_printed_with_its_names_above_and_kept_as_rows() -> None:
    table = Table([{"name": "a", "count": 1}, {"name": "bcdef", "count": 10}])
    assert str(table) == "\n  name   count\n  a      1\n  bcdef  10"
    assert str(Table([])) == "none"
    report = Report(figures={"table": table})
    assert report.json() == (
        '{"table": [{"name": "a", "count": 1}, {"name": "bcdef", "count": 10}], "ratios": []}'
    )


def test_dates_of_an_encyclopedia_are_written_as_a_ledger_takes_them(data: Path) -> None:
    claims = yago.claims(data, limit=None)
    assert [each["valid_from"] for each in claims] == [
        *("2001", "2003", "1981-02-03", "2004", "2010-05-01", "199X", "0360"),
        # Not taken, and not mended.
        *("-044", "18##", "1900"),
    ]
    assert claims[2] == {
        "subject": "Ann",
        "predicate": "wasBornIn",
        "object": "Cork",
        "source": "line 3",
        "valid_from": "1981-02-03",
        "valid_through": "1981-02-03",
    }
    assert "valid_through" not in claims[4]
    assert yago.several_valued(claims) == 4


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("The author of What is Known is Ann.", ("What is Known", "author", "Ann")),
        (
            "The founder of Cork is St. Finbarr.",
            ("founder of Cork", "office_holder", "St. Finbarr"),
        ),
        ("The Mayor of Cork is Ben.", ("Mayor of Cork", "office_holder", "Ben")),
        ("Ann's child is Cid.", ("Ann", "child", "Cid")),
        ("Apple was founded by Ann.", ("Apple", "founder", "Ann")),
        ("Apple was founded in the city of Cork.", ("Apple", "founded_in", "Cork")),
    ],
)
def test_a_sentence_is_read_by_its_template(sentence: str, said: tuple[str, str, str]) -> None:
    assert told(sentence) == Told(*said)


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("Who is the author of What is Known?", ("What is Known", "author")),
        ("Who is the Mayor of Cork?", ("Mayor of Cork", "office_holder")),
        ("Who is Ann's child?", ("Ann", "child")),
        ("Which city was Ann born in?", ("Ann", "born_in")),
        ("What is the capital of Munster?", ("Munster", "capital")),
    ],
)
def test_a_question_is_read_by_its_template(question: str, about: tuple[str, str]) -> None:
    assert asked(question) == Asked(*about)


def test_what_no_template_makes_is_not_guessed_at() -> None:
    for read_by in (told, asked):
        with pytest.raises(ValueError, match="It rains"):
            read_by("It rains.")


def test_an_exam_is_of_one_hop_and_knows_what_was_said_last(data: Path) -> None:
    (exam,) = factconsolidation.exams(data, limit=None)
    assert exam.name == "factconsolidation_sh_1k"
    assert (len(exam.sentences), len(exam.last), len(exam.questions)) == (5, 4, 3)
    assert exam.last[Asked("Ann", "born_in")] == "Kinsale"
    (part,) = factconsolidation.exams(data, limit=2)
    assert part.last == {
        Asked("Ann", "born_in"): "Cork",
        Asked("Mayor of Cork", "office_holder"): "Ben",
    }
    assert [about for about, _ in part.questions] == list(part.last)
