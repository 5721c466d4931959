"""Settings: an option before the environment, and nothing empty, misspelt or meant twice."""

from pathlib import Path

import pytest

from adapters.errors import Invalid
from adapters.settings import DEFAULT_DATA_DIR, ledger_name, settings

EVERYWHERE = {
    "FACTLEDGER_DATA_DIR": "/srv/a",
    "FACTLEDGER_TOKEN": "fl_a",
    "FACTLEDGER_LEDGER": "acme",
    "UNRELATED": "",
}


def test_without_a_word_it_is_the_folder_beside_us() -> None:
    found = settings({})
    assert (found.data_dir, found.database) == (DEFAULT_DATA_DIR, None)
    assert (found.token, found.ledger, found.sql_port) == (None, None, None)


def test_the_environment_is_taken() -> None:
    found = settings(EVERYWHERE)
    assert (found.data_dir, found.database) == (Path("/srv/a"), None)
    assert (found.token, found.ledger) == ("fl_a", "acme")
    assert settings({"FACTLEDGER_DATABASE": "postgresql:///b"}).database == "postgresql:///b"


def test_an_option_goes_before_the_environment() -> None:
    assert settings(EVERYWHERE, data_dir="/srv/b").data_dir == Path("/srv/b")
    assert settings(EVERYWHERE, ledger="other").ledger == "other"
    elsewhere = settings(EVERYWHERE, database="postgresql:///b")
    assert elsewhere.database == "postgresql:///b"
    database = {"FACTLEDGER_DATABASE": "postgresql:///b"}
    assert settings(database, data_dir="/srv/b", sql_port=5433).database is None


@pytest.mark.parametrize(
    ("environment", "options", "field"),
    [
        ({"FACTLEDGER_DATA_DIR": ""}, {}, "FACTLEDGER_DATA_DIR"),
        ({"FACTLEDGER_DATABASE": " "}, {}, "FACTLEDGER_DATABASE"),
        ({"FACTLEDGER_TOKEN": ""}, {}, "FACTLEDGER_TOKEN"),
        ({"FACTLEDGER_LEDGER": ""}, {}, "FACTLEDGER_LEDGER"),
        ({"FACTLEDGER_LEDGER": "Acme"}, {}, "ledger"),
        ({}, {"ledger": ""}, "ledger"),
        ({}, {"ledger": "*"}, "ledger"),
        ({}, {"data_dir": ""}, "data_dir"),
        ({}, {"database": ""}, "database"),
        ({}, {"database": "postgresql:///b", "data_dir": "a"}, "database"),
        ({"FACTLEDGER_DATABASE": "b", "FACTLEDGER_DATA_DIR": "a"}, {}, "database"),
    ],
)
def test_what_can_not_be_meant_is_named(
    environment: dict[str, str], options: dict[str, str], field: str
) -> None:
    with pytest.raises(Invalid) as refused:
        settings(
            environment,
            data_dir=options.get("data_dir"),
            database=options.get("database"),
            ledger=options.get("ledger"),
        )
    assert [each.field for each in refused.value.refusals] == [field]


def test_only_the_embedded_database_has_a_port_of_its_own() -> None:
    assert settings({}, data_dir="a", sql_port=5433).sql_port == 5433
    with pytest.raises(Invalid, match="sql_port"):
        settings({}, database="postgresql:///b", sql_port=5433)


def test_only_a_database_that_is_named_has_a_replica() -> None:
    primary, replica = "postgresql:///b", "postgresql:///c"
    environment = {"FACTLEDGER_DATABASE": primary, "FACTLEDGER_REPLICA": replica}
    assert settings(environment).replica == replica
    assert settings(environment, replica="postgresql:///d").replica == "postgresql:///d"
    assert settings({}, database=primary).replica is None
    # That of the environment is a replica of another database than the folder's.
    assert settings(environment, data_dir="a").replica is None
    with pytest.raises(Invalid, match="replica: the embedded database has none"):
        settings({}, data_dir="a", replica=replica)
    with pytest.raises(Invalid, match="replica: is empty"):
        settings({}, database=primary, replica=" ")


def test_a_ledger_has_a_name_of_few_letters() -> None:
    assert ledger_name("a" * 63, field="ledger") == "a" * 63
    for text in ("", "a" * 64, "_a", "A", "a b", "a\n", "ä"):
        with pytest.raises(Invalid):
            ledger_name(text, field="ledger")
