"""How what each voice said turned out."""

from domain.predicates import Declaration
from domain.words import Seq
from projections.rows import VoiceRow
from tests.domain.arguing import TEST, agent, system
from tests.projections.steps import opened, tables, written


def test_an_outcome_is_told_of_all_who_had_said_the_fact() -> None:
    told = opened(Declaration())
    told.says("one", "Acme", "2020-01-01")
    told.says("two", "Acme", "2020-01-01")
    assert written(told.recorded, "voice") == []
    told.reports(Seq(3), TEST, system("ci"))
    assert written(told.recorded, "voice") == [
        VoiceRow(voice="t:one", successes=1, failures=0),
        VoiceRow(voice="t:two", successes=1, failures=0),
    ]


def test_a_record_is_of_all_facts_and_follows_a_change_of_mind() -> None:
    told = opened(Declaration())
    told.says("one", "Acme", "2020-01-01")
    told.says("one", "Globex", "2020-01-01")
    told.reports(Seq(3), TEST, system("ci"))
    told.reports(Seq(3), TEST, agent("two"), success=False)
    assert tables(told.recorded)["voice"] == {
        ("t:one",): VoiceRow(voice="t:one", successes=1, failures=1)
    }
    told.reports(Seq(3), TEST, system("ci"), success=False)
    told.reports(Seq(4), TEST, system("ci"))
    assert written(told.recorded, "voice") == [VoiceRow(voice="t:one", successes=1, failures=2)]


def test_what_was_taken_back_turned_out_no_way() -> None:
    told = opened()
    told.says("one", "Acme", "2020-01-01")
    told.says("two", "Acme", "2020-01-01")
    told.reports(Seq(3), TEST, system("ci"))
    told.retracts(Seq(3))
    assert written(told.recorded, "voice") == [VoiceRow(voice="t:one", successes=0, failures=0)]
