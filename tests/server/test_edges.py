"""What strangers may send: nothing of it leads elsewhere, breaks an answer or is believed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from rich.console import Console

from matchwood.server.safety import Limits
from matchwood.server.serving import CannotServe, Place, serve
from tests.support.serving import Program, Served

LOW = Limits(requests=0.001, burst=2)
"""So low that the third request of an address is refused."""
ELSEWHERE = "evil.example"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture
def anna(served: Served) -> Iterator[Program]:
    with Program(served.url) as program:
        yield program


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
        serve(Console(quiet=True), Place("127.0.0.1", 0, ["10.0.0.x"]), tmp_path, open_page=False)
