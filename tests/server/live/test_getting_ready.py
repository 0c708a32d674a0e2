"""Games that are not compiled yet: pages put off, programs told when to ask, bots who come later.

The workshop here compiles nothing; a test says when a stage is there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from matchwood import game_names
from matchwood.lab import warm
from matchwood.lab.warm import BOTS, RULES, CannotCompile, Workshop
from matchwood.server.live.broadcast import HEARTBEAT
from tests.support.serving import BOT, ME, SWIFT, Program, Served, two_at
from tests.support.waiting import SECONDS_TO_WAIT, wait_until

GAME = "connect-four"


class Idle(Workshop):
    """A workshop that does nothing by itself."""

    def __init__(self) -> None:
        super().__init__(game_names())
        self.asked: list[str] = []

    async def run(self, failed: Callable[[CannotCompile], None]) -> None:
        await asyncio.Event().wait()

    def ask(self, game: str) -> None:
        self.asked.append(game)
        super().ask(game)

    async def finish(self, game: str, stage: str) -> None:
        await self._note(self._works[game], stage)


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(warm, "is_ready", lambda game, stage: False)
    with Served(tmp_path, workshop=Idle()) as served:
        yield served


@pytest.fixture
def shop(services: Served) -> Idle:
    shop = services.registry.workshop
    assert isinstance(shop, Idle)
    return shop


@contextmanager
def browser(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(
        base_url=url, headers={"origin": url}, timeout=SECONDS_TO_WAIT, trust_env=False
    ) as client:
        yield client


def test_the_front_page_shows_how_far_each_game_is_and_follows_it(
    services: Served, shop: Idle
) -> None:
    with browser(services.url) as visitor, Program(services.url) as reader:
        page = visitor.get("/").text
        assert page.count("<progress") == len(game_names())
        with reader.events("/games/stream") as events:
            assert "".join(next(events)["pieces"]).count("<progress") == len(game_names())
            for stage in (RULES, BOTS):
                services.do(shop.finish(GAME, stage))
            wanted = len(game_names()) - 1
            assert any("".join(event["pieces"]).count("<progress") == wanted for event in events)
        assert visitor.get("/").text.count("<progress") == len(game_names()) - 1


def test_the_stream_of_the_front_page_is_kept_alive_and_ends_when_all_games_are_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm, "is_ready", lambda game, stage: False)
    shop = Idle()
    with (
        Served(tmp_path, workshop=shop, timings=replace(SWIFT, heartbeat=0.02)) as served,
        Program(served.url) as reader,
    ):
        with reader.http.stream("GET", "/games/stream") as answer:
            assert "content-encoding" not in answer.headers, "it is not held back"
            sent = b""
            for part in (parts := answer.iter_bytes()):
                sent += part
                if sent.count(HEARTBEAT) > 1:
                    break
            for game in game_names():
                for stage in (RULES, BOTS):
                    served.do(shop.finish(game, stage))
            rest = b"".join(parts)
            assert b"data:" in rest
            assert b"data-stream" not in rest.rpartition(b"data:")[2], "nothing more to follow"
        again = reader.get("/games/stream")
        assert again.status_code == httpx.codes.NO_CONTENT, "so no browser asks once more"


def test_a_table_can_be_asked_for_at_once_and_is_shown_as_soon_as_the_rules_are_there(
    services: Served, shop: Idle
) -> None:
    with browser(services.url) as visitor:
        table = visitor.post(f"/play/{GAME}").headers["location"]
        assert shop.asked[-1] == GAME
        waiting = visitor.get(table)
        assert waiting.status_code == httpx.codes.SERVICE_UNAVAILABLE
        assert int(waiting.headers["refresh"]) >= 10, "a screen reader can read it to its end"
        assert "Connect Four is getting ready" in waiting.text
        assert "x-request-number" not in waiting.headers, "nobody is at fault"
        services.do(shop.finish(GAME, RULES))
        assert visitor.get(table).status_code == httpx.codes.OK


def test_whoever_sends_a_form_too_soon_is_led_back_to_its_page(
    services: Served, shop: Idle
) -> None:
    with browser(services.url) as visitor:
        table = visitor.post(f"/play/{GAME}").headers["location"]
        waiting = visitor.post(f"{table}/move", data={"move": "drop 1", "after": "1"})
        assert waiting.status_code == httpx.codes.SERVICE_UNAVAILABLE
        assert f'href="{table}"' in waiting.text
        assert f'href="{table}/move"' not in waiting.text, "nobody can open it"
        assert "refresh" not in waiting.headers


def test_a_program_is_told_when_to_ask_again_and_nothing_has_happened(
    services: Served, shop: Idle
) -> None:
    with Program(services.url) as program:
        answer = program.post("/api/tables", game=GAME, seats=[ME, BOT])
        assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE
        assert int(answer.headers["retry-after"]) > 0
        assert answer.json()["sentence"].startswith("Connect Four is getting ready")
        assert not answer.json()["unsure"]
        services.do(shop.finish(GAME, RULES))
        program.open(GAME, ME, BOT)


def test_bots_alone_are_not_dealt_to_before_their_game_is_ready(
    services: Served, shop: Idle
) -> None:
    bots = {"game": GAME, "seat-0": "bot:random", "seat-1": "bot:random"}
    with browser(services.url) as visitor:
        answer = visitor.post("/tables", data=bots)
        assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE
        assert "Connect Four is getting ready" in answer.text
        assert "<form" in answer.text, "the form is there, to be sent again"
        assert not services.registry.actors
        services.do(shop.finish(GAME, RULES))
        assert visitor.post("/tables", data=bots).status_code == httpx.codes.SEE_OTHER


def test_games_are_not_taken_along_before_their_rules_are_ready(
    services: Served, shop: Idle
) -> None:
    services.do(shop.finish(GAME, RULES))
    with Program(services.url) as program:
        table = program.open(GAME, ME, BOT)["table"]
        program.post(f"/api/tables/{table}/deal")
        program.post(f"/api/tables/{table}/give-up")
        assert program.get("/mine.zip").status_code == httpx.codes.OK
        shop.work(GAME).done.clear()
        for path in ("/mine.zip", "/api/records"):
            answer = program.get(path)
            assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE, path
            assert "Connect Four is getting ready" in answer.text


def test_bots_sit_down_when_they_can_think(services: Served, shop: Idle) -> None:
    services.do(shop.finish(GAME, RULES))
    with Program(services.url) as program:
        told = program.open(GAME, ME, BOT)
        table = told["table"]
        program.post(f"/api/tables/{table}/deal").raise_for_status()

        assert [seat["here"] for seat in program.view(table)["seats"]] == [True, False]
        seen = program.view(table)
        if seen["offers"]:
            program.move(table, seen["offers"][0]["move"], seen["seq"]).raise_for_status()
        before = len(program.view(table)["told"])
        services.do(shop.finish(GAME, BOTS))
        wait_until(lambda: len(program.view(table)["told"]) > before, "the move of a bot")
        assert all(seat["here"] for seat in program.view(table)["seats"])


def test_a_hint_waits_for_the_bots(services: Served, shop: Idle) -> None:
    services.do(shop.finish(GAME, RULES))
    with browser(services.url) as visitor:
        table = visitor.post(f"/play/{GAME}").headers["location"]
        visitor.post(f"{table}/deal", data={}, headers={"accept": "application/json"})
        hinted = f"{table}?hint"
        assert visitor.get(hinted).status_code == httpx.codes.SERVICE_UNAVAILABLE
        services.do(shop.finish(GAME, BOTS))
        assert visitor.get(hinted).headers["location"] == table


def test_two_people_need_no_bots(services: Served, shop: Idle) -> None:
    services.do(shop.finish(GAME, RULES))
    with two_at(services.url, GAME) as (table, programs):
        view = programs[0].view(table)
        assert view["phase"] == "playing"
