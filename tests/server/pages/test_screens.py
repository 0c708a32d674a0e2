"""A screen for all, and what players say to each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from tests.support.serving import BOT, LINK, ME, SWIFT, Program, Served, first_event, two_at
from tests.support.waiting import wait_until

GAME = "baguettes"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("data"), timings=replace(SWIFT, emote=1000)) as server:
        yield server


def test_a_screen_shows_the_way_in_to_those_who_may_invite(served: Served) -> None:
    with Program(served.url) as anna, Program(served.url) as stranger:
        told = anna.open(GAME, ME, LINK)
        path, way = f"/t/{told['table']}/board", f"invite={told['invite']}"
        assert way in anna.get(path).text
        assert f'href="{path}?{way}"' in anna.get(f"/t/{told['table']}").text
        assert way not in stranger.get(path).text
        assert way in stranger.get(path, invite=told["invite"]).text
        assert way.encode() in first_event(stranger, f"{path}/stream", invite=told["invite"])


def test_a_screen_shows_what_anyone_may_see_whoever_opened_it(served: Served) -> None:
    with two_at(served.url, "colorfox") as (table, programs), Program(served.url) as watcher:
        pages = {program.get(f"/t/{table}/board").text for program in (*programs, watcher)}
        assert len(pages) == 1
        [page] = pages
        assert 'data-part="board"' in page
        assert 'data-part="hand"' not in page


def test_what_is_said_is_seen_by_all_and_is_in_no_log(served: Served) -> None:
    with two_at(served.url, GAME) as (table, [anna, ben]):
        log = served.log(table)
        assert said(anna, table, "bravo").status_code == httpx.codes.SEE_OTHER
        assert said(anna, table, "oops").status_code == httpx.codes.SEE_OTHER
        for program in (anna, ben):
            assert [seat["emote"] for seat in program.view(table)["seats"]] == ["bravo", None]
            assert "Well played!" in program.get(f"/t/{table}").text
        assert served.log(table) == log


def test_what_was_said_is_soon_gone_and_something_else_can_be_said(tmp_path: Path) -> None:
    with (
        Served(tmp_path, timings=replace(SWIFT, emote=0)) as hasty,
        two_at(hasty.url, GAME) as (table, [anna, ben]),
    ):
        for emote in ("bravo", "oops"):
            said(anna, table, emote)
            wait_until(lambda: ben.view(table)["seats"][0]["emote"] is None, "it is gone")


def test_only_those_who_play_together_can_say_something(served: Served) -> None:
    with two_at(served.url, GAME) as (table, [anna, _]), Program(served.url) as stranger:
        assert said(stranger, table, "hello").status_code == httpx.codes.FORBIDDEN
        assert said(anna, table, "anything").status_code == httpx.codes.BAD_REQUEST
        alone = anna.open(GAME, ME, BOT)["table"]
        assert said(anna, alone, "hello").status_code == httpx.codes.FORBIDDEN
        assert 'id="emotes"' in anna.get(f"/t/{table}").text
        assert 'id="emotes"' not in anna.get(f"/t/{alone}").text


def said(program: Program, table: str, emote: str) -> httpx.Response:
    return program.http.post(f"/t/{table}/emote", data={"emote": emote})
