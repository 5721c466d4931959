"""The tables of the README say what the application does."""

from collections.abc import Iterable
from pathlib import Path

from api.app import Api
from tests.contract.readme import rows

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "api" / "README.md").read_text()


def test_the_table_of_routes_is_what_is_served(app: Api) -> None:
    served = {
        (f"{method.upper()} {path}", _successes(operation["responses"]))
        for path, operations in app.openapi()["paths"].items()
        for method, operation in operations.items()
    }
    told = {(row[0], frozenset(row[1].split(", "))) for row in rows(README, "Routes")}
    assert told == served
    assert len(rows(README, "Routes")) == len(served)


def test_the_table_of_statuses_has_every_one_that_is_answered(app: Api) -> None:
    answered = {
        status
        for operations in app.openapi()["paths"].values()
        for operation in operations.values()
        for status in operation["responses"]
    }
    # What answers a method that no operation is of, is documented by none.
    assert [row[0] for row in rows(README, "Statuses")] == sorted({*answered, "405"})


def test_the_table_of_headers_has_every_one_that_is_documented(app: Api) -> None:
    documented = {
        f"`{parameter['name']}`"
        for operations in app.openapi()["paths"].values()
        for operation in operations.values()
        for parameter in operation.get("parameters", [])
        if parameter["in"] == "header"
    }
    assert documented <= {row[0] for row in rows(README, "Headers")}
    assert documented


def _successes(statuses: Iterable[str]) -> frozenset[str]:
    return frozenset(each for each in statuses if each.startswith("2"))
