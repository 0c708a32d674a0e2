"""The JSON API against its own description: whatever is asked, the answer is one it tells of."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from tests.support.serving import Program, Served, two_at

DESCRIPTION = "/api/schema/openapi.json"
EXAMPLES = 8
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]

pytestmark = pytest.mark.slow


def operations(url: str) -> list[APIOperation]:
    """All that the description tells of; a stream never ends, so it cannot be waited for here."""
    description = schemathesis.openapi.from_url(f"{url}{DESCRIPTION}")
    found = description.exclude(path_regex="/stream$").get_all_operations()
    return [operation.ok() for operation in found]


def check(operation: APIOperation, table: str | None = None, **headers: str) -> None:
    """Ask at random, at a certain table if one is given."""

    @given(case=operation.as_strategy())
    @settings(
        max_examples=EXAMPLES,
        suppress_health_check=list(HealthCheck),
        deadline=None,
        database=None,
        derandomize=True,
    )
    def ask(case: Case) -> None:
        if table is not None and "name" in case.path_parameters:
            case.path_parameters["name"] = table
        case.call_and_validate(headers=headers, checks=CHECKS)

    ask()


def test_a_stranger_gets_answers_as_described(served: Served) -> None:
    for operation in operations(served.url):
        check(operation)


def test_a_player_gets_answers_as_described(served: Served) -> None:
    with two_at(served.url, "baguettes") as (table, [anna, _]):
        for operation in operations(served.url):
            check(operation, table, authorization=anna.http.headers["authorization"])


def test_every_route_is_described_with_what_it_does_and_all_its_answers(served: Served) -> None:
    with Program(served.url) as program:
        described = program.get(DESCRIPTION).json()
    for path, methods in described["paths"].items():
        for method, route in methods.items():
            assert route["description"].endswith("."), f"{method} {path}"
            assert {"400", "429"} <= route["responses"].keys(), f"{method} {path}"
            for parameter in route.get("parameters", ()):
                assert parameter.get("description"), f"{method} {path}: {parameter['name']}"
    stream = described["paths"]["/api/tables/{name}/stream"]["get"]["responses"]["200"]
    assert list(stream["content"]) == ["text/event-stream"]
    record = described["paths"]["/api/tables/{name}/record"]["get"]["responses"]["200"]
    assert list(record["content"]) == ["text/plain"]
