"""The API's description as a page of our own: the usual viewers load from elsewhere, and need scripts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from replays.api import api


@dataclass(frozen=True)
class Field:
    """A parameter, or a property of a schema."""

    name: str
    type: str
    description: str
    required: bool
    schema: str | None = None
    """The name of the schema it is made of, where it is."""


@dataclass(frozen=True)
class Answer:
    """What a call may be answered: the HTTP status, and the name of the schema of the body."""

    status: str
    schema: str
    type: str


@dataclass(frozen=True)
class Call:
    """Something one can ask for."""

    method: str
    path: str
    summary: str
    description: str
    parameters: list[Field]
    answers: list[Answer]


@dataclass(frozen=True)
class Shape:
    """A schema: what an object looks like."""

    name: str
    description: str
    fields: list[Field]


@require_safe
def api_docs(request: HttpRequest) -> HttpResponse:
    """Every call and every schema of `/api/`, from its OpenAPI description."""
    described = api.get_openapi_schema()
    context = {"calls": list(calls(described)), "shapes": list(shapes(described)), "version": described["openapi"]}
    return render(request, "api/docs.html", context)


def calls(described: Mapping[str, Any]) -> Iterator[Call]:
    """The calls of an OpenAPI description."""
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield Call(
                method=method.upper(),
                path=path,
                summary=operation["summary"],
                description=operation.get("description", ""),
                parameters=[parameter(described) for described in operation.get("parameters", ())],
                answers=[answer(status, body) for status, body in operation["responses"].items()],
            )


def parameter(described: Mapping[str, Any]) -> Field:
    """A parameter of a call."""
    schema = described["schema"]
    text = described.get("description") or schema.get("description", "")
    return Field(described["name"], type_of(schema), text, described.get("required", False))


def answer(status: object, described: Mapping[str, Any]) -> Answer:
    """One of the answers to a call."""
    schema = described["content"]["application/json"]["schema"]
    return Answer(str(status), schema_of(schema) or "", type_of(schema))


def shapes(described: Mapping[str, Any]) -> Iterator[Shape]:
    """The schemas of an OpenAPI description that are objects."""
    for name, schema in described["components"]["schemas"].items():
        if "properties" in schema:
            required = schema.get("required", ())
            fields = [
                Field(key, type_of(value), value.get("description", ""), key in required, schema_of(value))
                for key, value in schema["properties"].items()
            ]
            yield Shape(name, schema.get("description", ""), fields)


def type_of(schema: Mapping[str, Any]) -> str:
    """The type of a value, in words a programmer knows."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "enum" in schema:
        return " | ".join(repr(value) for value in schema["enum"])
    if "const" in schema:
        return repr(schema["const"])
    for several in ("anyOf", "allOf"):
        if several in schema:
            return " | ".join(type_of(one) for one in schema[several])
    if schema.get("type") == "array":
        return f"[{type_of(schema['items'])}]"
    return str(schema.get("type", "any"))


def schema_of(schema: Mapping[str, Any]) -> str | None:
    """The name of the schema that a value, or each of its items, or one of its kinds, is made of."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    inner = [*schema.get("anyOf", ()), *schema.get("allOf", ()), *([schema["items"]] if "items" in schema else [])]
    return next((name for name in map(schema_of, inner) if name), None)
