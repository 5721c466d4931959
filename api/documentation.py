"""What the OpenAPI document says of a route: the shapes it takes and gives, each with an example.

Bodies and queries are read by our own strict readers, so FastAPI can't infer them: each route says
what it takes, and tests hold it to that.
"""

from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final, cast

from pydantic.json_schema import JsonSchemaMode, models_json_schema

from api.models.answers import Problem
from api.models.asked import NoQuery, Query
from api.models.shapes import Shape
from api.problems import MEDIA_TYPE, STATUSES, document
from domain.limits import IDEMPOTENCY_KEY_CHARS_MAX, SESSION_CHARS_MAX

_ALWAYS: Final = (403, 421, 422, 500, 503)
_SENT: Final = (400, 413, 415)

_REF: Final = "#/components/schemas/{model}"

Header = Mapping[str, object]

KEY: Final[Header] = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "A name for this request: sent again under it, the same request is not carried "
    "out again and gets the same answer.",
    "schema": {"type": "string", "minLength": 1, "maxLength": IDEMPOTENCY_KEY_CHARS_MAX},
    "example": "import-7-row-12",
}
UNCHANGED: Final[Header] = {
    "name": "If-Match",
    "in": "header",
    "description": "A seq: where the axis has changed after it, nothing is done and 412 answered.",
    "schema": {"type": "string", "pattern": "^(0|[1-9][0-9]{0,15})$"},
    "example": "43",
}
SESSION: Final[Header] = {
    "name": "Factledger-Session",
    "in": "header",
    "description": "The session that is asked or said in: what was shown to it, and is said in it "
    "again, is an echo.",
    "schema": {"type": "string", "minLength": 1, "maxLength": SESSION_CHARS_MAX},
    "example": "s-1",
}


def documented(
    *answers: tuple[int, type[Shape]],
    body: type[Shape] | None = None,
    query: type[Query] = NoQuery,
    problems: Sequence[int] = (401,),
    headers: Sequence[Header] = (),
) -> dict[str, Any]:
    """The arguments of a route that document it; the first answer is the usual one.

    `problems` are those that not every route has, as are `headers`.
    """
    refused = {*_ALWAYS, *problems, *(_SENT if body else ())}
    extra: dict[str, object] = {"parameters": [*_parameters(query), *headers]}
    if body is not None:
        extra["requestBody"] = {"required": True, "content": _content(body)}
    return {
        "status_code": answers[0][0],
        "responses": {
            **{status: _answer(shape) for status, shape in answers},
            **{status: _problem(status) for status in sorted(refused)},
        },
        "openapi_extra": extra,
    }


def schemas() -> dict[str, Any]:
    """Every shape under its name, as the components of the document."""
    shapes: list[tuple[type[Shape], JsonSchemaMode]] = [
        (shape, "validation") for shape in _below(Shape) if not issubclass(shape, Query)
    ]
    _, found = models_json_schema(shapes, ref_template=_REF)
    definitions = cast("dict[str, dict[str, Any]]", found["$defs"])
    for shape, _ in shapes:
        if shape.example:
            definitions[shape.__name__]["examples"] = [shape.example]
    return definitions


def _below(shape: type[Shape]) -> Iterator[type[Shape]]:
    for each in shape.__subclasses__():
        yield each
        yield from _below(each)


def _answer(shape: type[Shape]) -> dict[str, object]:
    return {"description": shape.__doc__, "content": _content(shape)}


def _problem(status: int) -> dict[str, object]:
    titles = {found.value: kind.title for kind, found in STATUSES.items()}
    phrase = HTTPStatus(status).phrase
    title = titles.get(status, phrase.lower())
    told = document(HTTPStatus(status), title=title, detail=phrase)
    example = Problem.example if status == HTTPStatus.UNPROCESSABLE_ENTITY else told
    return {
        "description": phrase,
        "content": {MEDIA_TYPE: {"schema": _reference(Problem), "example": example}},
    }


def _content(shape: type[Shape]) -> dict[str, object]:
    # FastAPI drops what is null from an example that stands here; it is in the shape's own schema.
    return {"application/json": {"schema": _reference(shape)}}


def _reference(shape: type[Shape]) -> dict[str, str]:
    return {"$ref": _REF.format(model=shape.__name__)}


def _parameters(query: type[Query]) -> Sequence[Mapping[str, object]]:
    whole = query.model_json_schema()
    properties: dict[str, dict[str, Any]] = whole["properties"]
    required: list[str] = whole.get("required", [])
    definitions: dict[str, dict[str, Any]] = whole.get("$defs", {})
    return [
        {**_parameter(name, schema, definitions), "required": name in required}
        for name, schema in properties.items()
    ]


def _parameter(
    name: str, schema: dict[str, Any], definitions: Mapping[str, dict[str, Any]]
) -> Mapping[str, object]:
    """A parameter; one that may be left out is null nowhere, since a query has no null."""
    description = schema.pop("description", None)
    if "anyOf" in schema:
        (given,) = (each for each in schema.pop("anyOf") if each != {"type": "null"})
        known = definitions.get(given.get("$ref", "").removeprefix("#/$defs/"), given)
        schema = {**known, "title": schema["title"]} if "title" in schema else known
    described = {} if description is None else {"description": description}
    return {"name": name, "in": "query", **described, "schema": schema}
