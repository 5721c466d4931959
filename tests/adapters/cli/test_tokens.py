"""Tokens from the command line: shown once, listed without their secrets, revoked at once."""

import pytest

from tests.adapters.cli.conftest import Home, spelled


def test_a_token_comes_in_until_it_is_revoked(home: Home) -> None:
    words = ("crm", "--kind", "system", "--role", "agent", "--ledger", "main")
    made = home.run("token", "create", *words, "--json").document
    secret, identity = str(made["token"]), str(made["id"])
    assert home.run("ledger", "show", token=secret).code == 0

    listed = home.run("token", "list", "--all")
    assert identity in listed.out
    assert secret not in listed.out
    assert home.run("token", "revoke", identity).out == f"revoked {identity}\n"
    refused = home.run("ledger", "show", "--json", token=secret)
    assert (refused.code, refused.document["title"]) == (1, "not authenticated")
    assert "revoked" in home.run("token", "list", "--all").out


def test_a_token_is_shown_once(home: Home) -> None:
    words = ("ann", "--kind", "human", "--role", "reader", "--ledger", "main")
    made = home.run("token", "create", *words)
    assert made.code == 0
    assert "fl_" in made.out
    assert "not shown again" in made.err
    assert "fl_" not in home.run("token", "list", "--all", "--json").out


def test_an_auditor_gets_a_login_that_psql_takes(home: Home) -> None:
    words = ("eva", "--kind", "human", "--role", "auditor", "--ledger", "main", "--json")
    made = home.run("token", "create", *words).document
    login, password = str(made["login"]), str(made["password"])
    lines = [line.split() for line in home.run("token", "create", *words[:-1]).out.splitlines()]
    assert [name for name, _ in lines] == ["id", "token", "login", "password"]
    called = home.run("psql", "--as", login, "--", "-Atc", "select current_user", password=password)
    assert (called.code, called.out) == (0, f"{login}\n")


def test_only_an_admin_makes_tokens(home: Home) -> None:
    words = ("x", "--kind", "agent", "--role", "agent", "--ledger", "main", "--json")
    refused = home.run("token", "create", *words, token=home.agent)
    assert (refused.code, refused.document["title"]) == (1, "forbidden")


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (["x", "--kind", "agent", "--role", "agent"], "ledgers"),
        (["x", "--kind", "agent", "--role", "admin"], "kind"),
        (["x", "--kind", "agent", "--role", "agent", "--ledger", "*"], "ledgers[0]"),
        (["x", "--kind", "agent", "--role", "agent", "--ledger", "nowhere"], "ledgers"),
        (["x", "--kind", "human", "--role", "admin", "--expires", "soon"], "expires"),
        (["", "--kind", "human", "--role", "admin"], "name"),
        (["x", "--kind", "robot", "--role", "agent"], "arguments"),
        (["x", "--role", "agent"], "arguments"),
    ],
    ids=spelled,
)
def test_what_no_token_can_be_is_named(home: Home, words: list[str], field: str) -> None:
    done = home.refusal("token", "create", *words)
    assert done.code == 2
    errors = done.document["errors"]
    assert isinstance(errors, list)
    assert errors[0]["field"] == field
    assert len(done.err.splitlines()) == 1
    assert done.err.startswith("factledger: ")


@pytest.mark.parametrize("words", [["token", "list"], ["ledger", "list"]], ids=spelled)
@pytest.mark.parametrize("cursor", ["", "*", "\udcff"])
def test_what_no_list_of_names_ended_with_is_refused(
    home: Home, words: list[str], cursor: str
) -> None:
    done = home.refusal(*words, "--cursor", cursor)
    assert (done.code, done.err.startswith("factledger: cursor: ")) == (2, True)
    assert home.run(*words, "--cursor", "z" * 63).code == 0


def test_no_token_revokes_itself_or_one_that_is_not_there(home: Home) -> None:
    for other in ("t000000000000", "*", "t\udcff"):
        refused = home.refusal("token", "revoke", other)
        assert (refused.code, refused.document["title"]) == (1, "not found")
    own = next(
        line.split()[0]
        for line in home.run("token", "list", "--all").out.splitlines()
        if "every ledger" in line
    )
    done = home.run("token", "revoke", own, "--json")
    assert (done.code, done.document["title"]) == (1, "conflict")
