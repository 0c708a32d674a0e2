"""Key moves of a finished game, and playing on from any of its moves."""

from __future__ import annotations

import threading
from typing import Any

import httpx
import pytest

from matchwood.engine.game import find_game
from matchwood.server.table.state import Table
from matchwood.server.views import key_moves
from matchwood.server.views.judgements import Judgement
from matchwood.server.views.key_moves import find_key_moves
from matchwood.server.views.model import Moment
from tests.support.serving import BOT, ME, SCREEN, Program, Served

SEE_OTHER = httpx.codes.SEE_OTHER


def judged(*chances: float) -> list[Judgement]:
    """Two who move in turn; each move was as good as it could be."""
    return [
        Judgement(number % 2, "move", chance, "move", chance)
        for number, chance in enumerate(chances)
    ]


def test_what_raised_the_winner_and_what_sank_the_loser_decides() -> None:
    chances = [0.5] * 20
    chances[4:] = [0.6 if number % 2 == 0 else 0.4 for number in range(4, 20)]
    chances[10:] = [0.9 if number % 2 == 0 else 0.1 for number in range(10, 20)]
    # The winner, on seat 0, gains with the moves 5 and 11; the loser sinks with 6 and 12.
    assert find_key_moves(judged(*chances), winners=[0]) == [5, 11, 12]


def test_a_short_game_has_as_many_moments_as_moves() -> None:
    assert find_key_moves(judged(0.5, 0.6), winners=[0]) == [1, 2]
    assert find_key_moves([], winners=[0]) == []


def played(anna: Program, game: str, moves: int | None = None, **wanted: object) -> str:
    """A game at one screen; ended by agreement after so many moves, or played to its end."""
    table: str = anna.open(game, ME, SCREEN, **wanted)["table"]
    anna.post(f"/api/tables/{table}/deal")
    while (view := anna.view(table))["phase"] == "playing":
        if moves is not None and len(view["told"]) >= moves:
            anna.post(f"/api/tables/{table}/end")
            break
        seat = view["to_move"]
        view = anna.view(table, seat=seat)
        anna.move(table, view["offers"][-1]["move"], view["seq"])
    return table


def play_on(anna: Program, table: str, move: int) -> str:
    answer = anna.http.post(f"/t/{table}/play-on", data={"move": str(move)})
    assert answer.status_code == SEE_OTHER, answer.text
    return answer.headers["location"].removeprefix("/t/")


def test_who_follows_a_finished_game_is_told_what_decided_it(anna: Program) -> None:
    table = played(anna, "baguettes", options={"size": "2x2x2", "sticks": "2"})
    with anna.events(f"/api/tables/{table}/stream") as events:
        view = next(view for view in events if view["moments"])
    moves = len(view["told"])
    assert 1 <= len(view["moments"]) <= 3
    for moment in view["moments"]:
        assert 1 <= moment["number"] <= moves
        assert moment["text"] == view["told"][moment["number"] - 1]["text"]
        assert 0 <= moment["cost"] <= 1


def test_what_decided_a_game_is_put_into_words_once_and_beside_the_loop(
    served: Served, anna: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads, in_words = [], key_moves.describe

    def note(*given: Any) -> tuple[Moment, ...]:
        threads.append(threading.current_thread())
        return in_words(*given)

    monkeypatch.setattr(key_moves, "describe", note)
    table = played(anna, "baguettes", options={"size": "2x2x2", "sticks": "2"})
    with anna.events(f"/api/tables/{table}/stream") as events:
        view = next(view for view in events if view["moments"])
    assert anna.view(table)["moments"] == view["moments"]
    assert len(threads) == 1
    assert threads[0] is not served.thread


def test_where_nothing_is_hidden_the_position_itself_goes_on(served: Served, anna: Program) -> None:
    table = played(anna, "baguettes", moves=5)
    following = play_on(anna, table, 4)
    on, before = served.actor(following).table, served.actor(table).table
    # Where it begins: the bot may have moved since.
    assert on.position_after(0).document == before.position_after(4).document
    assert on.is_practice
    view = anna.view(following)
    assert view["opening"] == "This game goes on from another, after 4 moves."


def test_what_was_hidden_is_guessed_anew(served: Served, anna: Program) -> None:
    table = played(anna, "colorfox", moves=6)
    past = served.actor(table).table.position_after(5)
    hands = set()
    for _ in range(4):
        on = served.actor(play_on(anna, table, 5)).table.position_after(0)
        assert on.observe(0).document == past.observe(0).document
        hands.add(str(on.document["hands"][1]))
    assert len(hands) > 1


def test_a_game_that_goes_on_is_the_same_when_it_comes_from_the_store(
    served: Served, anna: Program
) -> None:
    following = play_on(anna, played(anna, "colorfox", moves=3), 3)
    table = served.actor(following).table
    # A bot may have moved since: what is compared ends where the table stood.
    again = Table(following, served.log(following)[: table.seq])  # type: ignore[arg-type]
    assert again.position == table.position


def test_it_can_be_played_and_looked_back_at_but_has_no_record(anna: Program) -> None:
    table = played(anna, "baguettes", moves=3, options={"size": "2x2x2", "sticks": "3"})
    following = play_on(anna, table, 2)
    with anna.events(f"/api/tables/{following}/stream") as events:
        for view in events:
            if view["phase"] == "over":
                break
            if view["offers"]:
                anna.move(following, view["offers"][0]["move"], view["seq"])
    assert anna.get(f"/t/{following}/replay").status_code == httpx.codes.OK
    answer = anna.get(f"/api/tables/{following}/record")
    assert answer.status_code == httpx.codes.UNPROCESSABLE_ENTITY


def test_while_a_game_goes_on_or_where_it_was_over_nobody_plays_on(anna: Program) -> None:
    table = anna.open("baguettes", ME, BOT)["table"]
    anna.post(f"/api/tables/{table}/deal")
    answer = anna.http.post(f"/t/{table}/play-on", data={"move": "0"})
    assert answer.status_code == httpx.codes.FORBIDDEN
    over = played(anna, "baguettes", options={"size": "2x2x2", "sticks": "2"})
    answer = anna.http.post(f"/t/{over}/play-on", data={"move": "9999"})
    assert answer.status_code == httpx.codes.UNPROCESSABLE_ENTITY


@pytest.mark.parametrize("move", ["-1", "-9999", str(10**30), "1.5", "nan", "", "all"])
def test_who_plays_on_from_no_move_is_refused_and_no_table_is_made(
    served: Served, anna: Program, move: str
) -> None:
    over = played(anna, "baguettes", moves=3)
    before = len(served.registry.actors)
    answer = anna.http.post(f"/t/{over}/play-on", data={"move": move})
    assert answer.status_code == httpx.codes.BAD_REQUEST
    assert len(served.registry.actors) == before


def test_a_stranger_who_only_watched_takes_the_seat_to_move(served: Served, anna: Program) -> None:
    table = played(anna, "baguettes", moves=3)
    with Program(served.url) as eve:
        following = play_on(eve, table, 3)
    on = served.actor(following).table
    assert list(on.players) == [served.actor(table).table.position_after(3).to_move]
    assert set(on.agreement.bots) | set(on.players) == set(
        range(find_game("baguettes").variant().players)
    )
