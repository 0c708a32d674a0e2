"""The site can be put on a device, and has something to say when there is no network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from urllib.robotparser import RobotFileParser

import httpx
import pytest
from PIL import Image

from matchwood.engine.language import LANGUAGES
from tests.support.serving import Program, Served


@pytest.fixture(scope="module")
def anna(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with Served(tmp_path_factory.mktemp("data")) as server, Program(server.url) as program:
        yield program


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_tells_what_it_is_in_each_language(anna: Program, language: str) -> None:
    told = anna.get(f"/{language}/manifest.webmanifest").json()
    assert told["lang"] == language
    assert told["start_url"] == "/"
    others = [anna.get(f"/{other}/manifest.webmanifest").json() for other in LANGUAGES]
    assert len({other["description"] for other in others}) == len(LANGUAGES)


def test_its_icons_have_the_size_that_it_says(anna: Program) -> None:
    for icon in anna.get("/en/manifest.webmanifest").json()["icons"]:
        width, height = Image.open(BytesIO(anna.get(icon["src"]).content)).size
        assert icon["sizes"] == f"{width}x{height}"


@pytest.mark.parametrize("path", ["/xx/manifest.webmanifest", "/icons/7.png"])
def test_there_is_no_other(anna: Program, path: str) -> None:
    assert anna.get(path).status_code == httpx.codes.NOT_FOUND


def test_crawlers_are_kept_from_tables_and_previews_of_links_are_not(anna: Program) -> None:
    robots = RobotFileParser()
    robots.parse(anna.get("/robots.txt").text.splitlines())
    table = "/t/abcdefghjkmn"
    assert robots.can_fetch("WhatsApp", table)
    assert not robots.can_fetch("Googlebot", table)
    for path in ("/", "/rules/baguettes", "/learn/baguettes"):
        assert robots.can_fetch("Googlebot", path)


def test_the_worker_keeps_a_page_that_exists_with_what_it_needs(anna: Program) -> None:
    worker = anna.get("/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    needed = json.loads(worker.text.partition("NEEDED = ")[2].partition(";")[0])
    assert "/offline" in needed
    for address in needed:
        assert anna.http.get(address).status_code == httpx.codes.OK, address
    styles = re.findall(r'rel="stylesheet" href="([^"]+)"', anna.get("/offline").text)
    assert set(styles) <= set(needed)
