"""The OpenAPI document: whole, true to the readers, and with examples that work."""

import json
import re
from collections.abc import Iterator
from functools import partial

import pytest
from fastapi.openapi.models import OpenAPI
from pydantic import ValidationError

from adapters.services import Services
from adapters.wire import claims, decisions, openings, predicates, tokens
from adapters.wire.taking import taken
from api import questions
from api.app import Api, create_app
from api.documentation import schemas
from api.models import asked, decided, sent
from api.models.shapes import Shape
from api.problems import STATUSES
from domain.commands import AssertFact
from domain.words import Seq
from tests.api.client import Client, Json
from tests.api.test_every_route import LEAST, routes


def operations(app: Api) -> Iterator[tuple[str, str, Json]]:
    for path, found in app.openapi()["paths"].items():
        for method, operation in found.items():
            yield method.upper(), path, operation


def shape_of(reference: str) -> type[Shape]:
    name = reference.removeprefix("#/components/schemas/")
    (found,) = (each for each in _below(Shape) if each.__name__ == name)
    return found


def _below(shape: type[Shape]) -> list[type[Shape]]:
    return [each for child in shape.__subclasses__() for each in (child, *_below(child))]


def references(document: Json) -> list[str]:
    return re.findall(r'"\$ref": "([^"]*)"', json.dumps(document))


def test_it_is_answered_to_who_has_a_token_and_is_valid(app: Api, boss: Client) -> None:
    document = boss.get("/openapi.json").json()
    assert document == json.loads(json.dumps(app.openapi()))
    assert OpenAPI.model_validate(document).openapi.startswith("3.1")


def test_every_route_is_in_it(app: Api) -> None:
    told = {(method, path) for method, path, _ in operations(app)}
    assert told == set(routes(app)) - {("GET", "/openapi.json")}
    assert told >= LEAST - {("GET", "/openapi.json")}


def test_every_reference_leads_somewhere(app: Api) -> None:
    document = app.openapi()
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    used = set(references(document))
    assert len(used) > 20
    assert used <= known


def test_every_operation_says_what_it_does_and_what_can_go_wrong(app: Api) -> None:
    names: list[str] = []
    for _, path, operation in operations(app):
        names.append(operation["operationId"])
        statuses = {int(status) for status in operation["responses"]}
        assert operation["summary"]
        assert operation["description"]
        assert len([status for status in statuses if status < 300]) >= 1
        assert {403, 421, 422, 500, 503} <= statuses
        assert (401 in statuses) == bool(operation.get("security")) == path.startswith("/v1")
        assert (404 in statuses) == ("{" in path)
        assert ({400, 413, 415} <= statuses) == ("requestBody" in operation)
    assert len(names) == len(set(names))
    assert app.openapi()["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_every_status_of_an_error_is_documented_somewhere(app: Api) -> None:
    told = {int(status) for _, _, each in operations(app) for status in each["responses"]}
    assert {status.value for status in STATUSES.values()} <= told


def test_every_example_has_the_shape_that_is_documented(app: Api) -> None:
    checked = 0
    for _, _, operation in operations(app):
        bodies = [operation["requestBody"]] if "requestBody" in operation else []
        for each in [*operation["responses"].values(), *bodies]:
            for content in each["content"].values():
                shape = shape_of(content["schema"]["$ref"])
                (usual,) = app.openapi()["components"]["schemas"][shape.__name__]["examples"]
                example = json.dumps(content.get("example", usual))
                shape.model_validate_json(example, strict=True)
                checked += 1
    assert checked > 100


def test_what_is_documented_of_a_body_is_what_is_read() -> None:
    assert set(sent.FactBody.model_fields) == set(claims.FACT_FIELDS)
    assert set(sent.QuoteBody.model_fields) == set(claims.QUOTE_FIELDS)
    assert set(sent.BatchBody.model_fields) == set(claims.BATCH_FIELDS)
    assert set(sent.LedgerBody.model_fields) == set(openings.LEDGER_FIELDS)
    assert set(sent.PolicyBody.model_fields) == set(openings.POLICY_FIELDS)
    assert set(sent.TokenBody.model_fields) == set(tokens.TOKEN_FIELDS)
    assert set(decided.InvalidateBody.model_fields) == set(decisions.INVALIDATE_FIELDS)
    assert set(decided.ReasonBody.model_fields) == set(decisions.REASON_FIELDS)
    assert set(decided.EndBody.model_fields) == set(decisions.END_FIELDS)
    assert set(decided.CorrectBody.model_fields) == set(decisions.CORRECT_FIELDS)
    assert set(decided.OutcomeBody.model_fields) == set(decisions.OUTCOME_FIELDS)
    assert set(decided.SourceBody.model_fields) == set(decisions.SOURCE_FIELDS)
    assert set(decided.ReviewBody.model_fields) == set(decisions.REVIEW_FIELDS)
    assert set(decided.PredicateBody.model_fields) == set(predicates.PREDICATE_FIELDS)


def test_what_is_documented_of_a_query_is_what_is_read() -> None:
    assert set(asked.NoQuery.model_fields) == set()
    assert set(asked.PageQuery.model_fields) == set(questions.PAGE_PARAMETERS)
    for shape, own in (
        (asked.LedgerQuery, ()),
        (asked.ListQuery, questions.PAGE_PARAMETERS),
        (asked.FactsQuery, questions.FACT_PARAMETERS),
        (asked.WhenQuery, questions.WHEN_PARAMETERS),
        (asked.VersionsQuery, (*questions.WHEN_PARAMETERS, *questions.PAGE_PARAMETERS)),
        (asked.TimelineQuery, questions.TIMELINE_PARAMETERS),
        (asked.ChangesQuery, questions.CHANGE_PARAMETERS),
        (asked.EventsQuery, questions.EVENT_PARAMETERS),
    ):
        assert set(shape.model_fields) == {*own, questions.LEAST_PARAMETER}


def test_every_question_to_a_ledger_says_what_its_answer_must_have_seen(app: Api) -> None:
    patient: set[str] = set()
    for method, path, operation in operations(app):
        names = {each["name"] for each in operation.get("parameters", ())}
        assert ("min_seq" in names) == (method == "GET" and "{ledger}" in path)
        patient |= {path} if "min_seq" in names else set()
    assert len(patient) >= 14


def test_examples_of_bodies_are_taken() -> None:
    assert isinstance(claims.fact_command(sent.FactBody.example), AssertFact)
    assert isinstance(claims.batch_command(sent.BatchBody.example), claims.Batch)
    assert isinstance(openings.ledger_command(sent.LedgerBody.example), openings.LedgerOrder)
    assert taken(tokens.token_order(sent.TokenBody.example)).name == "crm bot"
    for read, example in (
        (partial(decisions.invalidate_command, fact=TWO), decided.InvalidateBody.example),
        (partial(decisions.restore_command, fact=TWO), decided.ReasonBody.example),
        (partial(decisions.end_command, fact=TWO), decided.EndBody.example),
        (partial(decisions.correct_command, fact=TWO), decided.CorrectBody.example),
        (partial(decisions.outcome_command, fact=TWO), decided.OutcomeBody.example),
        (decisions.retract_source_command, decided.SourceBody.example),
        (partial(decisions.review_command, item=TWO), decided.ReviewBody.example),
        (partial(predicates.predicate_command, predicate="p"), decided.PredicateBody.example),
    ):
        assert not isinstance(read(example), tuple)


TWO = Seq(2)

ALICE: Json = {"subject": "Alice", "predicate": "lives_in", "object": "Dublin"}
BODIES: list[Json] = [
    {},
    {"subject": ""},
    {"subject": None},
    {"subject": 7},
    {"subject": "s" * 1_001},
    {"object": True},
    {"object": 7},
    {"object": {"number": "7"}},
    {"object": {"number": 7, "unit": "kg"}},
    {"object": {"number": 7.5}},
    {"object": {"date": "2024-02-15"}},
    {"object": {"date": "15.2.2024"}},
    {"object": {"entity": "Acme"}},
    {"object": {"thing": "Acme"}},
    {"object": ["Acme"]},
    {"qualifiers": {"per": "month"}},
    {"qualifiers": {"per": 1}},
    {"source": None},
    {"source": ""},
    {"evidence": [{"quote": "q"}]},
    {"evidence": [{"quote": "q"}] * 33},
    {"evidence": [{"page": "q"}]},
    {"derived_from": [1]},
    {"derived_from": [0]},
    {"derived_from": ["1"]},
    {"observed_at": 1},
    {"session": "s"},
    {"valid_from": "2024"},
    {"valid_to": ""},
    {"valid_through": 2024},
    {"valid": "2019/.."},
    {"valid": "2" * 101},
    {"valid_until": "2024"},
]


@pytest.mark.parametrize("change", BODIES, ids=str)
def test_the_shape_of_a_fact_takes_what_is_taken(change: Json) -> None:
    document = {**ALICE, **change}
    taken = isinstance(claims.fact_command(document), AssertFact)
    try:
        sent.FactBody.model_validate_json(json.dumps(document), strict=True)
    except ValidationError:
        assert not taken
    else:
        assert taken


def test_every_shape_is_a_component() -> None:
    told = schemas()
    assert {"FactBody", "AnswerShape", "Problem", "WhyAnswer"} <= set(told)
    objects = [schema for schema in told.values() if schema.get("type") == "object"]
    assert len(objects) > 30
    assert all(schema["additionalProperties"] is False for schema in objects)


def test_two_applications_in_one_process_document_themselves_alike(
    app: Api, services: Services
) -> None:
    assert create_app(services).openapi() == app.openapi()
