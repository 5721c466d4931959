"""What the OpenAPI document promises, held against the answers to requests made up from it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, cast

from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy
from schemathesis import GenerationMode, checks, openapi

from domain.words import LedgerName
from tests.api.client import HOST, Client, Sending

EXAMPLES = 10

Check = Callable[..., bool | None]

CONFORMANCE = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)

# It answers a problem in the place of each claim that can't be taken, and 200 to the whole.
BY_THE_ITEM = "POST /v1/ledgers/{ledger}/facts/batch"


class Made(Protocol):
    """A request that was made up."""

    path_parameters: dict[str, object]
    query: dict[str, object] | None

    def call(self, *, base_url: str, headers: dict[str, str]) -> object: ...

    def validate_response(self, response: object, checks: Sequence[Check]) -> None: ...


class Operation(Protocol):
    """An operation of the document."""

    label: str
    body: Sequence[object]

    def iter_parameters(self) -> Iterable[object]: ...

    def as_strategy(self, *, generation_mode: GenerationMode) -> SearchStrategy[Made]: ...


def operations(boss: Client) -> list[Operation]:
    # The library's own types leave out the parameters of their generics.
    schema = cast("Any", openapi.from_dict(boss.app.openapi()))
    schema.app = boss.app
    found = [each.ok() for each in schema.get_all_operations()]
    assert len(found) >= 30
    return found


def populate(boss: Client, ledger: LedgerName) -> None:
    """A few facts of one axis, so that small numbers lead somewhere."""
    path = f"/v1/ledgers/{ledger}"
    declared = Sending(
        method="PUT", path=f"{path}/predicates/employer", json={"cardinality": "single"}
    )
    assert boss.send(declared).status_code in {200, 201}
    for value in ("Acme", "Globex", "Initech"):
        fact = {"subject": "Alice", "predicate": "employer", "object": value, "valid_from": "2020"}
        assert boss.post(f"{path}/facts", fact).status_code == 201


def test_what_fits_the_document_is_answered_as_it_says(
    boss: Client, ledger_name: LedgerName
) -> None:
    populate(boss, ledger_name)
    for operation in operations(boss):
        check_answers(boss, operation, mode=GenerationMode.POSITIVE, names=CONFORMANCE)


def test_what_does_not_fit_the_document_is_refused(boss: Client, ledger_name: LedgerName) -> None:
    populate(boss, ledger_name)
    refusing = (*CONFORMANCE, "negative_data_rejection")
    for operation in operations(boss):
        if operation.body or list(operation.iter_parameters()):
            names = CONFORMANCE if operation.label == BY_THE_ITEM else refusing
            check_answers(boss, operation, mode=GenerationMode.NEGATIVE, names=names)


def check_answers(
    boss: Client, operation: Operation, *, mode: GenerationMode, names: Sequence[str]
) -> None:
    """Send what is made up for an operation, as the ledger's admin, and check each answer."""
    registry = cast("Any", checks).CHECKS
    chosen: list[Check] = registry.get_by_names(names)
    assert len(chosen) == len(names)

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    @given(operation.as_strategy(generation_mode=mode))
    def check(made: Made) -> None:
        if mode is GenerationMode.POSITIVE and "ledger" in made.path_parameters:
            made.path_parameters["ledger"] = "main"
            # What a ledger comes to only later is waited for, and then no fault of the answer's.
            for name in ("min_seq", "wait"):
                (made.query or {}).pop(name, None)
        authorization = {"Authorization": f"Bearer {boss.secret}"}
        made.validate_response(made.call(base_url=HOST, headers=authorization), checks=chosen)

    check()
