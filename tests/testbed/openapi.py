"""Checks recorded HTTP exchanges and webhooks against GitHub's own OpenAPI description.

    findings = violations(hub.exchanges() + hub.sink.recording())
    python -m tests.testbed.openapi RECORDING.json [--base http://localhost:4001] [--warnings]

A recording is a JSON list (or JSON lines) of {"method", "url", "request_body", "status",
"response_body"} and {"webhook": "issues", "payload": {...}}.  POST /graphql is no part of the
description: it is passed over and counted.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import json
import re
import sys
import urllib.parse
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonschema_rs

Json = dict[str, Any]

SLIM = Path(__file__).with_name("data") / "github_openapi_slim.json.gz"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
# Parameters that may hold slashes (x-multi-segment in the description).
MULTI = {"path", "ref", "branch", "basehead", "commit_sha", "tree_sha", "dir", "tag"}
WARNINGS = {
    "undocumented-media-type",
    "undocumented-status",
    "unknown-body-field",
    "unknown-query-param",
}
# Places where the description itself is wrong: valid real bodies violate it.
DESCRIPTION_ERRORS = (
    r"GET /app/installations -> 200\b.*account",
    r"GET /repos/\{owner\}/\{repo\}/pulls -> 200\b.*labels/\d+/description: null",
)
# Requests PyGithub makes that the description does not know and GitHub takes: a bare list of
# labels, the old path of a commit's statuses, `contents/` with a slash, nulls in a protection.
PYGITHUB_HABITS = (
    r"request-body (?:POST|PUT) /repos/\{owner\}/\{repo\}/issues/\{issue_number\}/labels: \[",
    r"no-such-method GET /repos/[^/]+/[^/]+/statuses/",
    r"no-such-path GET /repos/[^/]+/[^/]+/contents/:",
    r"request-body PUT .*branches/\{branch\}/protection.*(null is not of type|missing: contexts)",
)
PASSED_OVER = tuple(re.compile(pattern) for pattern in DESCRIPTION_ERRORS + PYGITHUB_HABITS)


@dataclass(frozen=True)
class Finding:
    """One place where a recording and the description differ."""

    kind: str
    operation: str
    at: str
    message: str
    exchange: int
    """Index of the exchange in the recording."""

    @property
    def is_warning(self) -> bool:
        """Whether GitHub is known to differ from its description in this way."""
        return self.kind in WARNINGS

    def __str__(self) -> str:
        place = f"{self.operation} {self.at}".rstrip()
        return f"{self.kind} {place}: {self.message} [{self.exchange}]"


@dataclass
class Report:
    """All findings of a recording, and how much of it was looked at."""

    findings: list[Finding] = field(default_factory=list)
    exchanges: int = 0
    webhooks: int = 0
    graphql: int = 0

    @property
    def errors(self) -> list[Finding]:
        """The findings that are no mere warnings."""
        return [finding for finding in self.findings if not finding.is_warning]


def violations(
    exchanges: Iterable[Json],
    description: Description | None = None,
    *,
    base: str | None = None,
    warnings: bool = False,
) -> list[Finding]:
    """Return where these exchanges and webhooks differ from GitHub's description."""
    report = check(exchanges, description, base=base)
    return report.findings if warnings else report.errors


def check(
    exchanges: Iterable[Json], description: Description | None = None, *, base: str | None = None
) -> Report:
    """Check a whole recording."""
    description = description or default_description()
    report = Report()
    for number, exchange in enumerate(exchanges):
        if "webhook" in exchange:
            report.webhooks += 1
            found = _check_webhook(description, exchange)
        elif _is_graphql(exchange):
            report.graphql += 1
            continue
        else:
            report.exchanges += 1
            found = _check_exchange(description, exchange, base)
        for kind, operation, at, message in found:
            finding = Finding(kind, operation, at, message, number)
            if not any(pattern.search(str(finding)) for pattern in PASSED_OVER):
                report.findings.append(finding)
    return report


# ---- the description


@functools.cache
def default_description() -> Description:
    """Return the packaged description, read once."""
    return Description.read(SLIM)


@dataclass(frozen=True)
class _Route:
    template: str
    methods: frozenset[str]
    pattern: re.Pattern[str]
    names: tuple[str, ...]

    @property
    def rank(self) -> tuple[bool, int, int]:
        """Most literal first, catch-alls last."""
        return bool(MULTI & set(self.names)), self.template.count("{"), -len(self.template)


class Description:
    """GitHub's operations, schemas and webhooks, with compiled validators."""

    def __init__(self, document: Json) -> None:
        self.operations: dict[str, Json] = document["operations"]
        self.schemas: dict[str, Json] = document["schemas"]
        self.webhooks: dict[str, Json] = document["webhooks"]
        self._definitions: dict[str, Json] = {}
        self._validators: dict[str, Any] = {}
        self._routes = self._build_routes()

    @classmethod
    def read(cls, path: Path) -> Description:
        """Read a description from a JSON file, compressed or not."""
        data = path.read_bytes()
        return cls(json.loads(gzip.decompress(data) if path.suffix == ".gz" else data))

    def _build_routes(self) -> list[_Route]:
        methods: dict[str, set[str]] = defaultdict(set)
        for key in self.operations:
            method, template = key.split(" ", 1)
            methods[template].add(method)
        routes = [_route(template, known) for template, known in methods.items()]
        return sorted(routes, key=lambda route: route.rank)

    def find(self, method: str, path: str) -> tuple[str | None, dict[str, str], str | None]:
        """Return (template, parameters, template known for other methods only)."""
        other = None
        for route in self._routes:
            match = route.pattern.fullmatch(path)
            if match and method in route.methods:
                values = map(urllib.parse.unquote, match.groups())
                return route.template, dict(zip(route.names, values, strict=True)), None
            if match:
                other = other or route.template
        return None, {}, other

    def faults(self, key: str, schema: Json, value: Any) -> list[tuple[str, str]]:
        """Return (place, message) for each way in which the value breaks the schema."""
        if key not in self._validators:
            self._validators[key] = self._compile(schema)
        validator = self._validators[key]
        if validator.is_valid(value):
            return []
        errors = validator.iter_errors(value)
        return _gather(("/".join(map(str, e.instance_path)), e.message) for e in errors)

    def _compile(self, schema: Json) -> Any:
        converted = to_json_schema(schema)
        full = {"$schema": DRAFT, "allOf": [converted], "$defs": self._closure(converted)}
        return jsonschema_rs.Draft202012Validator(full, validate_formats=False)

    def _closure(self, schema: Json) -> dict[str, Json]:
        """Return all definitions a schema needs, by name."""
        needed: dict[str, Json] = {}
        waiting = set(_references(schema))
        while waiting:
            name = waiting.pop()
            if name not in self._definitions:
                self._definitions[name] = to_json_schema(self.schemas[name])
            needed[name] = self._definitions[name]
            waiting |= set(_references(needed[name])) - needed.keys()
        return needed

    def fields(self, schema: Json) -> set[str] | None:
        """Return the top-level names a request body may have; None when any may."""
        if "$ref" in schema:
            return self.fields(self.schemas[_name(schema["$ref"])])
        if schema.get("additionalProperties"):
            return None
        names = set(schema.get("properties", {}))
        for part in (s for word in ("oneOf", "anyOf", "allOf") for s in schema.get(word, [])):
            more = self.fields(part)
            if more is None:
                return None
            names |= more
        return names


def _route(template: str, methods: set[str]) -> _Route:
    parts = re.split(r"(\{[^}]+\})", template)
    names = tuple(part[1:-1] for part in parts if part.startswith("{"))
    text = "".join(_part_pattern(part) for part in parts)
    return _Route(template, frozenset(methods), re.compile(text), names)


def _part_pattern(part: str) -> str:
    if not part.startswith("{"):
        return re.escape(part)
    return "(.+)" if part[1:-1] in MULTI else "([^/]+)"


def _name(reference: str) -> str:
    return reference.rsplit("/", 1)[-1]


def _references(node: Any) -> Iterator[str]:
    """Yield the names of all schemas referred to."""
    if isinstance(node, list):
        for item in node:
            yield from _references(item)
    elif isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield _name(node["$ref"])
        for value in node.values():
            yield from _references(value)


def to_json_schema(node: Any) -> Any:
    """Turn an OpenAPI 3.0 schema into JSON Schema.

    `oneOf` is read as `anyOf`: GitHub's description has alternatives that overlap.
    """
    if isinstance(node, list):
        return [to_json_schema(item) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return {"$ref": f"#/$defs/{_name(node['$ref'])}"}
    schema = dict(_convert(key, value) for key, value in node.items() if key != "nullable")
    return _nullable(schema) if node.get("nullable") else schema


def _convert(key: str, value: Any) -> tuple[str, Any]:
    if key in ("properties", "patternProperties"):
        return key, {name: to_json_schema(schema) for name, schema in value.items()}
    if key in ("enum", "default", "required", "const"):
        return key, value
    return "anyOf" if key == "oneOf" else key, to_json_schema(value)


def _nullable(schema: Json) -> Json:
    if isinstance(schema.get("type"), str):
        schema["type"] = [schema["type"], "null"]
        if "enum" in schema and None not in schema["enum"]:
            schema["enum"] = [*schema["enum"], None]
        return schema
    return {"anyOf": [schema, {"type": "null"}]} if schema else schema


def _gather(errors: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Put the missing properties of one place into one message."""
    missing: dict[str, list[str]] = defaultdict(list)
    others = []
    for at, message in dict.fromkeys(errors):
        required = re.fullmatch(r"""["'](.+)["'] is a required property""", message)
        if required:
            missing[at].append(required[1])
        else:
            others.append((at, _shorten(message)))
    return [(at, "missing: " + " ".join(sorted(names))) for at, names in missing.items()] + others


def _shorten(message: str, most: int = 160) -> str:
    message = re.sub(r"\{.{60,}?\}(?= is| does)", "{…}", message, flags=re.DOTALL)
    return message if len(message) <= most else f"{message[:60]} … {message[65 - most :]}"


# ---- the check: each function yields (kind, operation, place, message)

Found = Iterator[tuple[str, str, str, str]]


def _is_graphql(exchange: Json) -> bool:
    path = urllib.parse.urlsplit(exchange["url"]).path
    return exchange["method"].upper() == "POST" and path in ("/graphql", "/api/graphql")


def _check_webhook(description: Description, exchange: Json) -> Found:
    event, payload = exchange["webhook"], exchange["payload"]
    action = str(payload.get("action", ""))
    name = f"{event}-{action}".replace("_", "-")
    if name not in description.webhooks:
        name = event.replace("_", "-")
    if name not in description.webhooks:
        yield "no-such-path", f"webhook {event}/{action}", "", "not in the description"
        return
    for at, message in description.faults(f"hook {name}", description.webhooks[name], payload):
        yield "webhook-payload", f"webhook {name}", at, message


def _check_exchange(description: Description, exchange: Json, base: str | None) -> Found:
    method = exchange["method"].upper()
    url = exchange["url"]
    if base and url.startswith(base):
        url = url[len(base) :] or "/"
    parts = urllib.parse.urlsplit(url)
    path = parts.path.removeprefix("/api/v3")
    shown = "GET" if method == "HEAD" else method
    template, values, other = description.find(shown, path)
    if template is None:
        kind = "no-such-method" if other else "no-such-path"
        yield kind, f"{method} {path}", "", f"known: {other}" if other else "not in the description"
        return
    key = f"{shown} {template}"
    query = urllib.parse.parse_qs(parts.query, keep_blank_values=True)
    yield from _check_parameters(description, key, values, query)
    yield from _check_request_body(description, key, exchange)
    if exchange["status"]:
        yield from _check_response(description, key, method, exchange)


def _check_parameters(
    description: Description, key: str, values: dict[str, str], query: dict[str, list[str]]
) -> Found:
    operation = description.operations[key]
    query = {name.removesuffix("[]"): given for name, given in query.items()}
    declared = set()
    for parameter in operation["parameters"]:
        name, place = parameter["name"].removesuffix("[]"), parameter["in"]
        if place not in ("path", "query"):
            continue
        declared.add((place, name))
        given = [values[name]] if place == "path" and name in values else query.get(name)
        if given is None:
            if parameter["required"]:
                yield f"{place}-param", key, name, "required, absent"
            continue
        typed = _typed(parameter["schema"], given)
        for _, message in description.faults(f"{key} {place} {name}", parameter["schema"], typed):
            yield f"{place}-param", key, name, message
    for name in query:
        if ("query", name) not in declared:
            yield "unknown-query-param", key, name, "not a parameter of this operation"


def _typed(schema: Json, given: list[str]) -> Any:
    """Read a parameter's text as the type the schema asks for."""
    kind, text = schema.get("type"), given[-1]
    if kind == "array":
        items = [part for value in given for part in value.split(",")]
        return [_typed(schema.get("items", {}), [item]) for item in items]
    if kind == "boolean":
        return {"true": True, "false": False}.get(text.lower(), text)
    try:
        return {"integer": int, "number": float}.get(kind or "", str)(text)
    except ValueError:
        return text


def _decode(body: Any) -> tuple[Any, bool]:
    """Return the decoded body and whether it was JSON (or nothing)."""
    if body in (None, "", b""):
        return None, True
    if not isinstance(body, str | bytes):
        return body, True
    try:
        return json.loads(body), True
    except ValueError:
        return body, False


def _check_request_body(description: Description, key: str, exchange: Json) -> Found:
    expected = description.operations[key].get("requestBody")
    body, is_json = _decode(exchange.get("request_body"))
    if expected is None:
        if body not in (None, {}):
            yield "unexpected-body", key, "", "the operation takes no body"
        return
    if body is None:
        if expected["required"]:
            yield "missing-body", key, "", "a request body is required"
        return
    if not is_json:
        yield "request-body", key, "", "not JSON"
        return
    content = expected["content"]
    schema = content.get("application/json") or next(iter(content.values()))
    yield from _check_json_body(description, key, schema, body)


def _check_json_body(description: Description, key: str, schema: Json, body: Any) -> Found:
    for at, message in description.faults(f"{key} request", schema, body):
        yield "request-body", key, at, message
    known = description.fields(schema)
    if isinstance(body, dict) and known:
        for name in sorted(body.keys() - known):
            yield "unknown-body-field", key, name, "not a field of this operation's body"


def _check_response(description: Description, key: str, method: str, exchange: Json) -> Found:
    status = str(exchange["status"])
    body, is_json = _decode(exchange.get("response_body"))
    if (status in ("204", "304") or method == "HEAD") and body not in (None, {}):
        yield "response-body", key, "", f"{status} with a body"
    content = description.operations[key]["responses"].get(status)
    if content is None:
        yield "undocumented-status", key, "", status
        return
    schema = next((s for media, s in content.items() if "json" in media), None)
    wants_raw = "vnd.github.raw" in json.dumps(exchange.get("request_headers") or {}).lower()
    if schema is None or method == "HEAD" or status == "304" or wants_raw:
        return
    if not is_json:
        yield "response-body", key, "", "not JSON"
    elif body is None:
        if _name(schema.get("$ref", "")) != "empty-object":
            yield "response-body", key, "", "empty, the schema expects a body"
    else:
        for at, message in description.faults(f"{key} {status}", schema, body):
            yield "response-body", f"{key} -> {status}", at, message


# ---- the command


def load(path: Path) -> list[Json]:
    """Read a recording: a JSON list, or one JSON object per line."""
    text = path.read_text(encoding="utf-8")
    try:
        data = json.loads(text)
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    return data if isinstance(data, list) else [data]


def main(arguments: list[str] | None = None) -> int:
    """Check recordings given on the command line; return 1 when there are errors."""
    parser = argparse.ArgumentParser(prog="python -m tests.testbed.openapi", description=__doc__)
    parser.add_argument("recordings", nargs="+", type=Path)
    parser.add_argument("--base", help="what the recorded addresses begin with")
    parser.add_argument("--warnings", action="store_true", help="count warnings as errors")
    options = parser.parse_args(arguments)
    failed = False
    for path in options.recordings:
        report = check(load(path), base=options.base)
        found = report.findings if options.warnings else report.errors
        failed = failed or bool(found)
        for finding in found:
            print(finding)
        seen = f"{report.exchanges} exchanges, {report.webhooks} webhooks"
        print(f"{path}: {seen}, {report.graphql} GraphQL passed over, {len(found)} findings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
