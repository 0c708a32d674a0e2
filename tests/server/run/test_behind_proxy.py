"""The site behind a real nginx, with TLS and under a path: as deploy/nginx-site.conf has it."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
import pytest

from matchwood.server.http.hosts import Hosts
from tests.support.nginx import NAME, Nginx, why_none
from tests.support.processes import ServerProcess
from tests.support.serving import BOT, HOST, LINK, ME, Program

PREFIX = "/club/games"
LINKS = re.compile(r"""\s(?:href|src|action|data-[a-z]+)=["'](/[^"']*)["']""")
IN_SCRIPT = re.compile(r"""["'`](/[^"'`]*)["'`]""")
EXPENSIVE = re.compile(r"/stream|\.(gif|png)")
"""Not to be fetched just to see whether it is there."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(why_none() is not None, reason=str(why_none())),
]


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    server = ServerProcess(tmp_path_factory.mktemp("data"), proxies=[HOST])
    proxy = Nginx(tmp_path_factory.mktemp("nginx"), [server.port], PREFIX)
    server.hosts = Hosts(public=proxy.site)
    server.start()
    try:
        with proxy:
            yield proxy
    finally:
        server.kill()


@pytest.fixture
def anna(nginx: Nginx) -> Iterator[Program]:
    with Program(f"{nginx.url}{PREFIX}", host=f"{NAME}:{nginx.port}") as program:
        yield program


def test_every_address_of_every_page_lies_under_the_path_and_leads_somewhere(
    anna: Program,
) -> None:
    table = anna.open("baguettes", ME, LINK)["table"]
    practice = anna.open("colorfox", ME, BOT)["table"]
    anna.post(f"/api/tables/{practice}/deal")
    begin = ["/", f"/t/{table}", f"/t/{table}/board", f"/t/{practice}", "/offline"]
    found, seen = [f"{PREFIX}{path}" for path in begin], set()
    while found:
        path = found.pop()
        if path in seen or EXPENSIVE.search(path):
            continue
        seen.add(path)
        assert path.startswith(f"{PREFIX}/"), path
        answer = anna.http.get(path.removeprefix(PREFIX), follow_redirects=True)
        # An address that takes only what forms send says so, and so it is there.
        there = (httpx.codes.OK, httpx.codes.METHOD_NOT_ALLOWED)
        assert answer.status_code in there, f"{path}: {answer.status_code}"
        assert answer.url.path.startswith(f"{PREFIX}/"), f"{path} leads to {answer.url}"
        if answer.headers.get("content-type", "").startswith("text/html"):
            links = [unescape(link) for link in LINKS.findall(answer.text)]
            found += {link.partition("#")[0] for link in links}
    assert any("/static/scripts/" in path for path in seen)
    assert any("/rules/" in path for path in seen)


def test_scripts_and_style_sheets_name_no_path_of_their_own(anna: Program) -> None:
    page = anna.get("/").text
    for script in re.findall(rf'"({PREFIX}/static/[^"]+\.(?:js|css)[^"]*)"', page):
        assert not IN_SCRIPT.findall(anna.get(script.removeprefix(PREFIX)).text), script


def test_the_manifest_and_the_worker_know_where_the_site_begins(anna: Program) -> None:
    told = anna.get("/de/manifest.webmanifest").json()
    assert told["start_url"] == f"{PREFIX}/"
    assert all(icon["src"].startswith(f"{PREFIX}/icons/") for icon in told["icons"])
    worker = anna.get("/worker.js").text
    kept = re.findall(r'"(/[^"]+)"', worker)
    assert f"{PREFIX}/offline" in kept
    assert all(path.startswith(f"{PREFIX}/") for path in kept)


def test_a_form_leads_on_and_its_cookies_are_secure_and_of_this_site_only(anna: Program) -> None:
    origin = f"https://{NAME}:{anna.http.base_url.port}"
    answer = anna.http.post("/play/baguettes", headers={"origin": origin})
    assert answer.status_code == httpx.codes.SEE_OTHER, answer.text
    assert answer.headers["location"].startswith(f"{PREFIX}/t/")
    [cookie] = answer.headers.get_list("set-cookie")
    assert cookie.startswith("__Secure-matchwood=")
    assert f"Path={PREFIX}/;" in cookie
    assert "Secure" in cookie
    assert "HttpOnly" in cookie
    liked = anna.http.get("/rules/baguettes?theme=dark")
    assert liked.headers["location"] == f"{PREFIX}/rules/baguettes"
    assert "Secure" in liked.headers["set-cookie"]


def test_the_link_for_a_friend_and_its_code_lead_through_the_proxy(
    anna: Program, nginx: Nginx
) -> None:
    told = anna.open("baguettes", ME, LINK)
    page = unescape(anna.get(f"/t/{told['table']}").text)
    assert f'value="{nginx.site}/t/{told["table"]}?invite={told["invite"]}"' in page
    assert 'class="qr"' in page
    assert f'content="{nginx.site}/t/{told["table"]}"' in page, "where the link is pasted"


@pytest.mark.parametrize("packed", [True, False])
def test_a_stream_comes_through_at_once(anna: Program, packed: bool) -> None:
    anna.http.headers["accept-encoding"] = "gzip" if packed else "identity"
    table = anna.open("baguettes", ME, {"kind": "screen", "name": "Ada"})["table"]
    with anna.events(f"/api/tables/{table}/stream") as events:
        assert next(events)["phase"] == "waiting"
        with Program(str(anna.http.base_url), **dict(anna.http.headers)) as other:
            other.post(f"/api/tables/{table}/deal")
        assert next(view for view in events if view["phase"] == "playing")


def test_what_comes_without_tls_is_sent_to_the_secure_site(nginx: Nginx) -> None:
    answer = httpx.get(
        f"http://{HOST}:{nginx.plain_port}{PREFIX}/", headers={"host": NAME}, trust_env=False
    )
    assert answer.status_code == httpx.codes.MOVED_PERMANENTLY
    assert urlsplit(answer.headers["location"]).scheme == "https"


def test_a_page_without_its_path_leads_into_the_site(anna: Program, nginx: Nginx) -> None:
    """Whoever asks on the machine itself, or through a proxy that takes the path off."""
    backend = nginx.folder / "site"
    port = re.findall(rf"server {HOST}:(\d+) ", backend.read_text())[0]
    with Program(f"http://{HOST}:{port}") as here:
        page = here.get("/").text
        assert f'href="{PREFIX}/rules/baguettes"' in page
        assert here.get(f"{PREFIX}/rules/baguettes").status_code == httpx.codes.OK
        assert here.get(urljoin("/", "rules/baguettes")).status_code == httpx.codes.OK
        cookie = here.http.post("/play/baguettes").headers["set-cookie"]
        assert "Secure" not in cookie, "this way is not secure, so nobody says so"


class Dying(socketserver.StreamRequestHandler):
    """A server that takes a request and says nothing more, as one that is killed."""

    def handle(self) -> None:
        asked = self.rfile.readline()
        while self.rfile.readline().strip():
            pass
        assert isinstance(self.server, DyingServer)
        self.server.asked.append(asked.decode())


class DyingServer(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__((HOST, 0), Dying)
        self.asked: list[str] = []


@pytest.mark.parametrize(
    ("path", "times"),
    [
        ("/play/baguettes", 1),
        ("/tables", 1),
        ("/api/tables", 1),
        ("/t/abc23/again", 1),
        ("/t/abc23/move", 2),
        ("/api/tables/abc23/moves", 2),
    ],
)
def test_only_a_move_which_is_made_once_is_sent_to_another_server_too(
    tmp_path: Path, path: str, times: int
) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(DyingServer()) for _ in range(2)]
        for server in servers:
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            stack.callback(thread.join)
            stack.callback(server.shutdown)
        ports = [server.server_address[1] for server in servers]
        proxy = stack.enter_context(Nginx(tmp_path, ports))
        anna = stack.enter_context(Program(proxy.url, host=f"{NAME}:{proxy.port}"))
        assert anna.http.post(path).status_code == httpx.codes.BAD_GATEWAY
        assert sum(len(server.asked) for server in servers) == times
