"""After a game of memory one is asked what lay where, and told how much one remembered."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from matchwood import bots
from matchwood.engine.game import find_game
from matchwood.engine.language import ENGLISH
from matchwood.engine.position import Position
from matchwood.engine.rng import new_generator
from matchwood.server.base import urls
from matchwood.server.table.events import Moved
from matchwood.server.table.state import Table
from tests.server.views.test_hints import table_at
from tests.support.serving import ME, SCREEN, Program, Served

MATCHES = find_game("piecepack-matches")
MOVES = 20
JSON = {"accept": "application/json"}


@pytest.fixture(scope="module")
def anna(served: Served) -> Iterator[Program]:
    with Program(served.url) as program:
        yield program


@pytest.fixture(scope="module")
def table(served: Served, anna: Program) -> str:
    """A game that was ended when some coins had been seen."""
    choose, name = random.Random(2), anna.open(MATCHES.name, ME, SCREEN)["table"]
    anna.post(f"/api/tables/{name}/deal")
    for _ in range(MOVES):
        view = anna.view(name)
        moves = anna.view(name, seat=view["to_move"])["offers"]
        anna.move(name, choose.choice(moves)["move"], view["seq"])
    anna.post(f"/api/tables/{name}/end")
    assert asked(served, name), "otherwise choose another seed"
    return str(name)


def remembered(served: Served, table: str) -> Position:
    """The game at the moment that one is asked about."""
    owned = served.actor(table).table
    assert owned.quiz_move is not None
    return owned.position_after(owned.quiz_move)


def asked(served: Served, table: str) -> list[str]:
    """The right answers, one after the other."""
    position = remembered(served, table)
    assert MATCHES.recall is not None
    return [each.place for each in MATCHES.recall.questions(ENGLISH, position.document, ["", ""])]


def test_the_end_leads_to_the_questions_and_right_answers_are_counted(
    served: Served, anna: Program, table: str
) -> None:
    assert f'href="/t/{table}/memory"' in anna.get(f"/t/{table}").text
    right = asked(served, table)
    address = anna.http.get(f"/t/{table}/memory").headers["location"]
    for number, place in enumerate(right, start=1):
        page = unescape(anna.get(address).text)
        assert f"{number}/{len(right)}" in page
        assert "Where is the" in page
        answer = anna.http.post(f"{address}/move", data={"move": place}, headers=JSON)
        address = answer.json()["go"]
    page = unescape(anna.get(address).text)
    assert "Right!" in page
    assert f"You remembered {len(right)} of {len(right)}." in page
    assert 'name="move"' not in page


def test_a_wrong_answer_shows_what_it_is_and_where_the_right_one_is(
    served: Served, anna: Program, table: str
) -> None:
    right = asked(served, table)[0]
    position = remembered(served, table)
    assert MATCHES.recall is not None
    places = MATCHES.recall.places(ENGLISH, position.document, [])
    wrong = next(place for place in places if place != right)
    answer = anna.http.post(f"/t/{table}/memory/0/move", data={"move": wrong})
    assert answer.status_code == httpx.codes.SEE_OTHER, "without script it is a redirection"
    page = anna.get(answer.headers["location"]).text
    assert "No, it is where the mark is." in page
    assert f'data-mark="{right}"' in page


def test_to_find_out_what_could_be_remembered_nobody_else_has_to_wait(
    served: Served, anna: Program, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of a game is played again, which may have 20,000 moves: once, and beside the loop."""
    threads, look_over = [], Table.find_quiz_move

    def note(table: Table) -> None:
        threads.append(threading.current_thread())
        look_over(table)

    served.registry._evict(served.actor(table))
    monkeypatch.setattr(Table, "find_quiz_move", note)
    for path in ("memory/0", "", "replay"):
        assert anna.get(f"/t/{table}/{path}".rstrip("/")).status_code == httpx.codes.OK
    assert len(threads) == 1
    assert threads[0] is not served.thread


def test_what_is_no_place_is_no_answer(anna: Program, table: str) -> None:
    answer = anna.http.post(f"/t/{table}/memory/0/move", data={"move": "nonsense"})
    assert answer.headers["location"] == f"/t/{table}/memory/0"
    assert anna.get(f"/t/{table}/memory/nonsense.more").status_code == httpx.codes.OK


def test_nothing_is_asked_while_a_game_goes_on_or_where_there_is_nothing_to_ask(
    anna: Program,
) -> None:
    name = anna.open(MATCHES.name, ME, SCREEN)["table"]
    anna.post(f"/api/tables/{name}/deal")
    assert anna.get(f"/t/{name}/memory/0").status_code == httpx.codes.FORBIDDEN
    other = anna.open("colorfox", ME, SCREEN)["table"]
    anna.post(f"/api/tables/{other}/deal")
    assert anna.get(f"/t/{other}/memory/0").status_code == httpx.codes.NOT_FOUND
    ended = anna.open(MATCHES.name, ME, SCREEN)["table"]
    anna.post(f"/api/tables/{ended}/deal")
    anna.post(f"/api/tables/{ended}/end")
    assert anna.get(f"/t/{ended}/memory/0").status_code == httpx.codes.NOT_FOUND


def test_after_a_game_that_was_played_out_one_is_asked_about_its_middle() -> None:
    table, generator = table_at(MATCHES.variant().new(1)), new_generator(1)
    while table.position is not None and table.to_move is not None:
        assert table.quiz_move is None
        action = bots.choose("greedy", table.position, generator)
        [move] = MATCHES.text.say(table.position.state, [action])
        table = table.after([Moved(table.to_move, move)])
    assert MATCHES.recall is not None
    counts = [
        len(MATCHES.recall.questions(ENGLISH, table.position_after(number).document, ["", ""]))
        for number in range(len(table.turns) + 1)
    ]
    assert table.quiz_move is not None
    assert counts[table.quiz_move] == max(counts) > counts[-1]


def test_under_a_path_the_script_is_led_to_the_next_question_there(
    anna: Program, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(urls, "_prefix", "/games")
    answer = anna.http.post(f"/t/{table}/memory/0/move", data={"move": ""}, headers=JSON)
    assert answer.json()["go"].startswith(f"/games/t/{table}/memory/")
