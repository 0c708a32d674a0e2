"""Requests of strangers: nothing of it leads elsewhere, breaks an answer or is believed."""

from __future__ import annotations

from pathlib import Path
from typing import get_args
from urllib.parse import urljoin, urlsplit

import httpx
import msgspec
import pytest
from rich.console import Console

from matchwood.server.http.limits import Limits
from matchwood.server.routes.lessons import MoveForm
from matchwood.server.routes.replay import PlayOnForm
from matchwood.server.routes.table import RematchForm
from matchwood.server.run.serve import CannotServe, ServeOptions, serve
from matchwood.server.table import commands
from tests.support.serving import ME, SCREEN, Program, Served

LOW = Limits(requests=0.001, burst=2)
"""So low that the third request of an address is refused."""
ELSEWHERE = "evil.example"


def asked_raw(program: Program, target: str, **headers: str) -> httpx.Response:
    """Ask for a path as it stands here; httpx would put it in order."""
    request = program.http.build_request("GET", "/", headers=headers)
    request.url = request.url.copy_with(raw_path=target.encode())
    return program.http.send(request)


# Where a redirection leads


@pytest.mark.parametrize(
    "path",
    [
        f"//{ELSEWHERE}/",
        f"///{ELSEWHERE}/",
        f"/\\{ELSEWHERE}/",
        f"/%5C{ELSEWHERE}/",
        f"/%2F{ELSEWHERE}/",
        f"/%2F%2F{ELSEWHERE}/",
        f"/%09/{ELSEWHERE}/",
        f"/%0A/{ELSEWHERE}/",
        f"/%20/{ELSEWHERE}/",
        f"/.//{ELSEWHERE}/",
    ],
)
def test_to_choose_a_language_leads_to_no_other_host(
    served: Served, anna: Program, path: str
) -> None:
    answer = asked_raw(anna, f"{path}?lang=fr")
    assert answer.status_code == httpx.codes.SEE_OTHER
    location = answer.headers["location"]
    # Browsers take a stroke to the left for one to the right, and leave tabs and line ends out.
    as_browsers_read = location.replace("\\", "/").translate(dict.fromkeys(map(ord, "\t\r\n")))
    target = urljoin(served.url, as_browsers_read)
    assert urlsplit(target).netloc == urlsplit(served.url).netloc, location
    page = asked_raw(anna, path)
    assert f'href="//{ELSEWHERE}' not in page.text


# Whom proxies ask for


@pytest.mark.parametrize(("proxies", "believed"), [((), False), (("127.0.0.1",), True)])
def test_only_a_proxy_that_was_named_is_believed_whom_it_asks_for(
    tmp_path: Path, proxies: tuple[str, ...], believed: bool
) -> None:
    with Served(tmp_path, LOW, proxies=proxies) as server, Program(server.url) as program:
        answers = [
            program.http.get("/api/games", headers={"x-forwarded-for": f"192.0.2.{number}"})
            for number in range(LOW.burst + 1)
        ]
    refused = httpx.codes.TOO_MANY_REQUESTS
    assert answers[-1].status_code == (httpx.codes.OK if believed else refused)


def test_a_proxy_that_is_no_address_is_refused_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match=r"“10\.0\.0\.x” is no address of a proxy"):
        serve(
            Console(quiet=True),
            ServeOptions("127.0.0.1", 0, ["10.0.0.x"]),
            tmp_path,
            open_page=False,
        )


# What breaks no answer

MANY_DIGITS = "1" * 4301
"""More than Python is ready to read as a number."""
DEEP = 10_000


@pytest.fixture
def finished(anna: Program) -> str:
    """A table whose game is over."""
    table: str = anna.open("baguettes", ME, SCREEN, options={"size": "2x2x2", "sticks": "2"})[
        "table"
    ]
    anna.post(f"/api/tables/{table}/deal")
    while offers := (view := anna.view(table))["offers"]:
        anna.move(table, offers[0]["move"], view["seq"])
    return table


@pytest.mark.parametrize(
    "query", [f"seat={MANY_DIGITS}", f"around={MANY_DIGITS}", "seat=%D9%A0", "seat=-1"]
)
def test_a_number_without_end_in_the_address_of_a_table_is_ignored(
    anna: Program, query: str
) -> None:
    table = anna.open("baguettes", ME, SCREEN)["table"]
    assert anna.http.get(f"/t/{table}?{query}").status_code == httpx.codes.OK


@pytest.mark.parametrize("number", [MANY_DIGITS, "\N{ARABIC-INDIC DIGIT ONE}", "-1", "x"])
def test_a_number_without_end_in_the_address_of_a_replay_is_ignored(
    anna: Program, finished: str, number: str
) -> None:
    for name in ("move", "eyes", "seat"):
        answer = anna.get(f"/t/{finished}/replay", **{name: number})
        assert answer.status_code == httpx.codes.OK, name


def test_a_replay_cannot_go_past_its_end(anna: Program, finished: str) -> None:
    last = anna.get(f"/t/{finished}/replay", move=len(anna.view(finished)["told"]))
    beyond = anna.get(f"/t/{finished}/replay", move=999_999)
    assert last.text.partition("<main")[2] == beyond.text.partition("<main")[2].replace(
        "move=999999", f"move={len(anna.view(finished)['told'])}"
    )


@pytest.mark.parametrize("value", [MANY_DIGITS, 2.5, "x"])
def test_a_seat_that_is_none_is_a_broken_request_of_the_api(anna: Program, value: object) -> None:
    table = anna.open("baguettes", ME, SCREEN)["table"]
    for path in ("", "/legal", "/stream"):
        answer = anna.get(f"/api/tables/{table}{path}", seat=value)
        assert answer.status_code == httpx.codes.BAD_REQUEST, path


@pytest.mark.parametrize("number", [MANY_DIGITS, "0", "-1", "999999", "1e3"])
def test_a_step_that_no_lesson_has_is_not_found(anna: Program, number: str) -> None:
    answer = anna.http.get(f"/learn/baguettes/first/{number}")
    assert answer.status_code == httpx.codes.NOT_FOUND


@pytest.mark.parametrize("kind", [*get_args(commands.Command), RematchForm, PlayOnForm, MoveForm])
def test_every_number_and_text_that_a_form_sends_has_bounds(kind: type) -> None:
    for field in msgspec.inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        for each in getattr(field.type, "types", (field.type,)):
            match each:
                case msgspec.inspect.IntType():
                    assert None not in (each.ge, each.le), field.name
                case msgspec.inspect.StrType():
                    assert each.max_length or each.pattern, field.name


ODD = ["-1", "99999999999999999999999", "1e9", "\N{ARABIC-INDIC DIGIT ONE}", "", "\x00"]


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize(
    "path",
    ["get-up", "move", "undo", "stand-in", "give-up", "end", "sit", "deal", "again", "play-on"],
)
def test_no_form_of_a_table_can_be_filled_in_so_that_the_server_is_at_fault(
    anna: Program, finished: str, path: str, odd: str
) -> None:
    fields = ("seat", "move", "after", "tie", "level", "name", "invite", "digest", "contribution")
    answer = anna.http.post(f"/t/{finished}/{path}", data=dict.fromkeys(fields, odd))
    assert answer.is_client_error or answer.is_redirect, answer.text


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_what_is_nested_without_end_is_a_broken_request(anna: Program, opening: str) -> None:
    for content in (opening * DEEP, opening * DEEP + "1" + {"[": "]"}.get(opening, "}") * DEEP):
        answer = anna.http.post(
            "/api/tables", content=content, headers={"content-type": "application/json"}
        )
        assert answer.status_code == httpx.codes.BAD_REQUEST
        assert answer.json()["sentence"] == "The request is incomplete or wrong."


@pytest.mark.parametrize("name", ["origin", "referer"])
@pytest.mark.parametrize("value", ["http://[x", "http://[::1", "http://a]b", "//", "\xff"])
def test_an_origin_that_is_no_address_is_another_site(anna: Program, name: str, value: str) -> None:
    headers = {name.encode(): value.encode("latin-1")}
    answer = anna.http.post("/play/baguettes", headers=headers)  # type: ignore[arg-type]
    assert answer.status_code == httpx.codes.FORBIDDEN
