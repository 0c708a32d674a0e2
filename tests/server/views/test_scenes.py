"""Scenes: shown before the game goes on, to those who have not seen them, and in no document."""

from __future__ import annotations

import json
import random
import re
from html import unescape

import httpx
import pytest

from matchwood.bots import choose
from matchwood.engine.rng import new_generator
from matchwood.games.top_trumps_match.picture.shapes import cube
from matchwood.server.table.state import Table
from tests.server.live.test_wire import received
from tests.server.test_secrets import check_no_secret
from tests.support.serving import Program, Served, first_event, two_at

TRUMPS = "top-trumps-match"
MOST_BYTES_OF_A_MATCH = 8_000
"""Most bytes that the move of a match sends to each viewer: two boards, both new."""
SCENE = re.compile(r'<template data-scene="(\d+)">')


def move_of(table: Table, seed: int) -> str:
    """Move of a bot that sees the lines."""
    assert table.position is not None
    position = table.position
    action = choose("hard", position, new_generator(seed))
    [text] = table.game.text.say(position.state, [action])
    return text


def play_on(served: Served, name: str, programs: list[Program], matches: int = 1) -> Table:
    """Play until so many matches were called; the table then."""
    while True:
        table = served.actor(name).table
        called = table.position and table.position.document["last_match"]
        if table.over or (called and called["round"] >= matches):
            return table
        move = move_of(table, len(table.turns))
        answer = programs[table.to_move or 0].move(name, move, table.seq)
        assert answer.status_code == httpx.codes.OK, answer.text


def scenes(page: str) -> list[int]:
    """The numbers of the moves whose scenes a page brings along."""
    return [int(number) for number in SCENE.findall(page)]


def pieces(program: Program, path: str) -> str:
    """The table in the first event of a stream."""
    event = first_event(program, path).partition(b"data: ")[2]
    return "".join(json.loads(event)["pieces"])


@pytest.mark.slow
def test_a_match_is_shown_to_all_before_the_next_round(served: Served) -> None:
    with two_at(served.url, TRUMPS, listed=True) as (name, [anna, ben]), Program(served.url) as eve:
        table = play_on(served, name, [anna, ben])
        made = len(table.turns)
        for program in (anna, ben, eve):
            for path in (f"/t/{name}/stream", f"/t/{name}/board/stream"):
                page = pieces(program, path)
                assert scenes(page) == [made]
                before, _, scene = page.partition("<template")
                assert "MATCH!" in scene
                assert "MATCH!" not in before
                assert len(re.findall("lit lit-", scene)) == 5
                waits = 'data-stands="until-pressed"' in scene
                assert waits == (program is not eve and "/board" not in path)
        for _ in range(4):  # Whoever has made a move in the new round has seen it.
            table = served.actor(name).table
            [anna, ben][table.to_move or 0].move(name, move_of(table, 0), table.seq)
        for program in (anna, ben, eve):
            assert scenes(pieces(program, f"/t/{name}/stream")) == []


@pytest.mark.slow
def test_programs_and_logs_know_of_no_scene(served: Served) -> None:
    with two_at(served.url, TRUMPS) as (name, programs):
        before = {*programs[0].view(name)}
        table = play_on(served, name, programs)
        view = programs[0].view(name)
        assert {*view} == before
        assert "MATCH!" not in json.dumps(view)
        assert len(served.log(name)) == table.seq
        assert view["to_move"] is not None, "nobody waits for it to be seen"


@pytest.mark.slow
def test_the_move_of_a_match_sends_few_kilobytes(served: Served) -> None:
    with two_at(served.url, TRUMPS) as (name, programs), Program(served.url) as eve:
        sizes: dict[int, int] = {}
        with eve.http.stream("GET", f"/t/{name}/stream") as answer:
            events = received(answer)
            next(events)
            while not (table := served.actor(name).table).position.document["last_match"]:
                move = move_of(table, len(table.turns))
                programs[table.to_move].move(name, move, table.seq)
                size, told = next(event for event in events if event[1]["seq"] > table.seq)
                sizes[told["seq"]] = size
        assert max(sizes.values()) < MOST_BYTES_OF_A_MATCH


@pytest.mark.slow
def test_a_scene_shows_nothing_that_is_hidden(served: Served) -> None:
    choose_any = random.Random(0)
    with (
        two_at(served.url, TRUMPS, listed=True) as (name, programs),
        Program(served.url) as watcher,
    ):
        play_on(served, name, programs)
        for viewer, program in ((0, programs[0]), (1, programs[1]), (None, watcher)):
            assert scenes(pieces(program, f"/t/{name}/stream"))
            check_no_secret(served.actor(name), program, viewer, choose_any)


@pytest.mark.slow
def test_a_rival_is_shown_five_symbols_of_the_other_side(served: Served) -> None:
    """TT-7: the page of who has not called shows blank cubes around the five."""
    with two_at(served.url, TRUMPS) as (name, programs):
        table = play_on(served, name, programs)
        assert table.position is not None
        match = table.position.document["last_match"]
        for seat, program in enumerate(programs):
            scene = pieces(program, f"/t/{name}/stream").partition("<template")[2]
            grid = scene.partition('data-drawing="grid"')[2].partition("</svg>")[0]
            shown = grid.count(str(cube(match["symbol"])).partition("<text")[0])
            assert shown >= 5
            titles = re.findall(r"<title>(\w\d)</title>", grid)
            assert len(titles) == (0 if seat == match["caller"] else 19)


@pytest.mark.slow
def test_without_script_a_scene_is_a_page_of_its_own(served: Served) -> None:
    with two_at(served.url, TRUMPS) as (name, [anna, ben]):
        table = play_on(served, name, [anna, ben])
        made = len(table.turns)
        for program in (anna, ben):
            page = unescape(program.get(f"/t/{name}", since=made - 1).text)
            assert f'data-scene="{made}"' in page
            assert "MATCH!" in page.partition('id="said"')[2].partition("</p>")[0]
            assert 'http-equiv="refresh"' not in page, "a player goes on when they want"
            [onward] = re.findall(r'id="onward"[^>]* href="([^"]+)"', page)
            after = program.http.get(onward).text
            assert "data-waits" not in after.partition("<template")[0]
            assert "MATCH!" not in after.partition("<template")[0]
        # Who does not say what they have seen is shown the table as it is.
        assert "data-waits" not in anna.get(f"/t/{name}").text.partition("<template")[0]


@pytest.mark.slow
def test_whoever_moves_without_script_is_shown_what_came_of_it(served: Served) -> None:
    with two_at(served.url, TRUMPS) as (name, programs):
        while True:
            table = served.actor(name).table
            program, move = programs[table.to_move or 0], move_of(table, len(table.turns))
            form = {"move": move, "after": str(table.seq)}
            headers = {"origin": served.url, "accept": "text/html"}
            answer = program.http.post(f"/t/{name}/move", data=form, headers=headers)
            made = len(served.actor(name).table.turns)
            assert f"since={made - 1}" in answer.headers["location"]
            if served.actor(name).table.position.document["last_match"]:
                break
        assert "MATCH!" in program.http.get(answer.headers["location"]).text


@pytest.mark.slow
def test_a_screen_without_script_goes_on_by_itself(served: Served) -> None:
    with two_at(served.url, TRUMPS) as (name, programs), Program(served.url) as eve:
        made = len(play_on(served, name, programs).turns)
        page = unescape(eve.get(f"/t/{name}/board", since=made - 1).text)
        assert f'data-scene="{made}"' in page
        [path] = re.findall(r'http-equiv="refresh" content="\d+;url=([^"]+)"', page)
        assert path == f"/t/{name}/board?since={made}"
        [path] = re.findall(r'content="\d+;url=([^"]+)"', unescape(eve.http.get(path).text))
        assert path == f"/t/{name}/board?since={made}", "what comes next is new"


@pytest.mark.slow
def test_the_end_and_the_replay_have_the_scene_before_the_last_position(served: Served) -> None:
    with two_at(served.url, TRUMPS, options={"mode": "five-minute"}) as (name, programs):
        table = play_on(served, name, programs)
        assert table.over
        made = len(table.turns)
        page = pieces(programs[0], f"/t/{name}/stream")
        assert scenes(page) == [made]
        assert "See the result" in page
        replay = f"/t/{name}/replay"
        before = unescape(programs[0].get(replay, move=made - 1).text)
        [onward] = re.findall(r'id="forward"[^>]* href="([^"]+)"', before)
        scene = unescape(programs[0].http.get(onward).text)
        assert f'data-scene="{made}"' in scene
        assert "MATCH!" in scene.partition('id="said"')[2].partition("</p>")[0]
        ways = dict(re.findall(r'id="(back|forward)"[^>]* href="([^"]+)"', scene))
        assert ways == {"back": f"{replay}?move={made - 1}", "forward": f"{replay}?move={made}"}
        last = programs[0].http.get(ways["forward"]).text
        assert "data-scene" not in last
        [back] = re.findall(r'id="back"[^>]* href="([^"]+)"', unescape(last))
        assert back == onward


def test_what_is_only_called_out_stands_over_the_board_as_it_is(served: Served) -> None:
    with two_at(served.url, "baguettes", options={"size": "2x2x2"}) as (name, [anna, ben]):
        for move in ("pierce A1", "pierce A2", "plant 11", "plant 12", "plant 21", "plant 22"):
            view = anna.view(name)
            assert [anna, ben][view["to_move"]].move(name, move, view["seq"]).status_code == 200
        page = pieces(anna, f"/t/{name}/stream")
        assert 'id="call"' in page
        assert 'id="call-' not in page
        view = anna.view(name)
        [anna, ben][view["to_move"]].move(name, "pull A1", view["seq"])
        for program in (anna, ben):
            page = pieces(program, f"/t/{name}/stream")
            assert re.search(r'id="call-7"><strong>2 sticks fall\.', page)
            assert scenes(page) == [], "the board itself shows it"
