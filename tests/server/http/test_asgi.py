"""Whatever can be got answers HEAD too: with the same head, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.support.serving import ME, SCREEN, Program, Served

CHANGING = {"date"}
PATHS = [
    "/",
    "/mine",
    "/mine.zip",
    "/new/baguettes",
    "/rules/baguettes",
    "/learn/baguettes",
    "/static/matchwood.css",
    "/static/games/baguettes.svg",
    "/en/manifest.webmanifest",
    "/icons/192.png",
    "/worker.js",
    "/offline",
    "/games/stream",
    "/t/{table}",
    "/t/{table}/board",
    "/t/{table}/stream",
    "/t/{table}/picture.svg",
    "/t/{table}/picture.png",
    "/t/{table}/replay",
    "/t/{table}/delete",
    "/t/nowhere",
    "/nowhere",
    "/?lang=de",
    "/api/games",
    "/api/records",
    "/api/schema/openapi.json",
    "/api/tables/{table}",
    "/api/tables/{table}/stream",
    "/api/tables/nowhere",
]


@pytest.fixture(scope="module")
def anna(served: Served) -> Iterator[Program]:
    with Program(served.url) as program:
        yield program


@pytest.fixture(scope="module")
def table(anna: Program) -> str:
    name: str = anna.open("baguettes", ME, SCREEN)["table"]
    anna.post(f"/api/tables/{name}/deal")
    return name


def head_of(answer: httpx.Response) -> dict[str, str]:
    """What an answer says before its body; how the body is cut up hangs on there being one."""
    left_out = {*CHANGING, "transfer-encoding"}
    return {name: value for name, value in answer.headers.items() if name not in left_out}


@pytest.mark.parametrize("path", PATHS)
def test_a_head_is_that_of_the_whole(anna: Program, table: str, path: str) -> None:
    address = path.format(table=table)
    with anna.http.stream("GET", address) as whole:
        expected = whole.status_code, head_of(whole)
    head = anna.http.head(address)
    assert (head.status_code, head_of(head)) == expected
    assert head.content == b""


def test_what_only_takes_something_has_no_head(anna: Program, table: str) -> None:
    assert anna.http.head(f"/t/{table}/move").status_code == httpx.codes.METHOD_NOT_ALLOWED


def test_a_stream_whose_head_was_asked_for_is_over(
    served: Served, anna: Program, table: str
) -> None:
    before = served.actor(table).attendance.viewers
    assert anna.http.head(f"/t/{table}/stream").status_code == httpx.codes.OK
    assert served.actor(table).attendance.viewers == before
