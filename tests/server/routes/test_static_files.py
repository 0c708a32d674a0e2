"""Files are kept for ever at the address of their version, and asked about at any other."""

from __future__ import annotations

import re

import httpx
import pytest

from matchwood.engine.game import find_game, game_names
from matchwood.server.pages import assets
from matchwood.server.routes import static_files
from tests.support.serving import ME, SCREEN, Program

PLAIN = ("/static/matchwood.css", "/static/icon.svg")
OF_GAMES = ("/static/games/baguettes.css", "/static/games/baguettes.svg?in=fr")


def linked(page: str) -> set[str]:
    """The addresses of files on a page."""
    found = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    return {address.replace("&amp;", "&") for address in found}


def test_every_file_that_a_page_links_to_is_kept_for_ever(anna: Program) -> None:
    table = anna.open("baguettes", ME, SCREEN)["table"]
    anna.post(f"/api/tables/{table}/deal")
    addresses = linked(anna.get("/").text) | linked(anna.get(f"/t/{table}").text)
    assert {address.partition("?")[0] for address in addresses} >= {
        *PLAIN,
        *map(assets.address_of_script, assets.needed_scripts()),
        "/static/games/baguettes.css",
        *(f"/static/games/{name}.svg" for name in game_names()),
    }
    for address in addresses:
        answer = anna.http.get(address)
        assert answer.status_code == httpx.codes.OK
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable", address
        assert answer.content


@pytest.mark.parametrize("address", [*PLAIN, *OF_GAMES])
@pytest.mark.parametrize("version", ["", "v=0123456789"])
def test_without_the_right_version_a_browser_asks_each_time(
    anna: Program, address: str, version: str
) -> None:
    address += f"{'&' if '?' in address else '?'}{version}"
    first = anna.http.get(address)
    assert first.headers["cache-control"] == "no-cache"
    tag = first.headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = anna.http.get(address, headers={"if-none-match": known})
        assert again.status_code == httpx.codes.NOT_MODIFIED
        assert again.content == b""
        assert again.headers["etag"] == tag
    changed = anna.http.get(address, headers={"if-none-match": '"other"'})
    assert changed.content == first.content


def test_files_are_sent_packed_to_who_can_read_that(anna: Program) -> None:
    address = assets.address_of_script("clicks.js")
    plain = anna.http.get(address, headers={"accept-encoding": "identity"})
    packed = anna.http.get(address, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content == assets.scripts()["clicks.js"].data
    assert int(packed.headers["content-length"]) < len(plain.content) / 2


def test_an_older_page_begins_with_the_module_of_now(anna: Program) -> None:
    now = assets.address_of_script()
    answer = anna.http.get(older(now), follow_redirects=False)
    assert answer.headers["location"] == now
    assert answer.headers["cache-control"] == "no-cache"


def test_in_the_folder_of_another_version_are_the_modules_of_now_and_nothing_keeps_them(
    anna: Program,
) -> None:
    """A page that was open while the server was replaced finds what it loads later; no redirect,
    or it would run twice what it runs already."""
    for name in set(assets.scripts()) - {assets.FIRST_SCRIPT}:
        now = anna.http.get(assets.address_of_script(name))
        then = anna.http.get(older(assets.address_of_script(name)), follow_redirects=False)
        assert then.status_code == httpx.codes.OK
        assert then.content == now.content
        assert then.headers["cache-control"] == "no-store"
        assert now.headers["cache-control"] == static_files.IMMUTABLE


def older(address: str) -> str:
    """The address of a module as a page of another version has it."""
    return address.replace(address.split("/")[-2], "0123456789")


def test_the_cover_of_a_game_is_there_before_its_rules_are_compiled(anna: Program) -> None:
    answer = anna.http.get(assets.address_of_cover("colorfox"))
    assert answer.content == assets.cover("colorfox").data
    assert answer.headers["content-type"].startswith("image/svg+xml")


def test_a_file_that_is_none_is_not_found(anna: Program) -> None:
    for path in (
        "nothing.css",
        "matchwood.js",
        "scripts/1/app.py",
        "..%2Fapp.py",
        "games/baguettes",
        "games/baguettes.png",
    ):
        assert anna.http.get(f"/static/{path}").status_code == httpx.codes.NOT_FOUND, path
    assert anna.http.get("/static/games/chess.css").status_code == httpx.codes.NOT_FOUND


def test_the_front_page_is_there_without_one_of_its_pictures(
    anna: Program, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> str:
        raise ValueError

    assets.cover.cache_clear()
    assets.address_of_cover.cache_clear()
    monkeypatch.setattr(find_game("baguettes").cover, "draw", broken)
    try:
        assert anna.get("/").status_code == httpx.codes.OK
    finally:
        assets.address_of_cover.cache_clear()
    assert "while drawing the cover of baguettes" in caplog.text
