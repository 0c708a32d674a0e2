"""“Was that good?”: asked by who practises, answered from what they knew."""

from __future__ import annotations

import random
from html import unescape

import httpx
import pytest

from matchwood.bots import Budget
from matchwood.engine.game import find_game, game_names
from matchwood.engine.language import ENGLISH
from matchwood.engine.position import Position
from matchwood.server.live import analysis_jobs
from matchwood.server.pages.table.teaching import verdict
from matchwood.server.table.state import Table
from matchwood.server.views.judgements import Judgement
from matchwood.server.views.key_moves import WORTH_TELLING, explain_move
from matchwood.server.views.model import Moment
from tests.server.test_secrets import another_truth
from tests.support.serving import BOT, ME, SCREEN, Program, Served
from tests.support.waiting import wait_until

TRUTHS = 3
MOVES = 4
"""How many moves someone makes before they ask."""


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_jobs, "HINT", Budget(iterations=60))


def practised(anna: Program, game: str, moves: int = MOVES) -> str:
    """A table at which someone has made some moves, and it is their turn."""
    choose = random.Random(game)
    table: str = anna.open(game, ME, BOT, aids=["hints"])["table"]
    anna.post(f"/api/tables/{table}/deal")
    for _ in range(moves):
        wait_until(lambda: anna.view(table)["offers"], "it is the program's turn")
        view = anna.view(table)
        anna.move(table, choose.choice(view["offers"])["move"], view["seq"])
    wait_until(lambda: anna.view(table)["offers"], "it is the program's turn again")
    return table


@pytest.mark.parametrize("game", game_names())
def test_after_a_move_the_page_offers_to_ask_and_the_answer_says_how_good_it_was(
    anna: Program, game: str
) -> None:
    table = practised(anna, game, 1)
    assert f'href="/t/{table}/good"' in anna.get(f"/t/{table}").text
    answer = anna.get(f"/t/{table}/good")
    assert answer.status_code == httpx.codes.OK
    page = unescape(answer.text)
    assert "our chance to win:" in page
    assert f'href="/t/{table}"' in page, "the way back"
    assert "data-stream" not in page, "nothing happens here"
    assert 'name="move"' not in page
    assert 'class="halo-light"' in page, "what was played is marked"


@pytest.mark.parametrize("game", ["colorfox", "piecepack-matches", "top-trumps-match"])
def test_the_answer_tells_nothing_that_its_player_did_not_know(
    served: Served, anna: Program, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = practised(anna, game)
    actor = served.actor(table)
    asked = actor.table
    number = max(n for n, turn in enumerate(asked.turns, start=1) if turn.seat == 0)
    answer = anna.get(f"/t/{table}/good").content
    real = Table.position_after
    for seed in range(TRUTHS):

        def otherwise(self: Table, moves: int, seed: int = seed) -> Position:
            position = real(self, moves)
            return another_truth(position, 0, seed) if moves == number - 1 else position

        monkeypatch.setattr(Table, "position_after", otherwise)
        assert asked.position_after(number - 1) != real(asked, number - 1), "something is hidden"
        assert anna.get(f"/t/{table}/good").content == answer


def moved(game: str, choose: random.Random) -> tuple[Table, int]:
    """A table after some moves, and the number of one of them."""
    from tests.server.views.test_hints import table_at

    position = find_game(game).variant().new(choose.randrange(1000))
    table = table_at(position)
    for _ in range(choose.randrange(1, 12)):
        if table.to_move is None:
            break
        table = table.after([table_move(table, choose)])
    return table, len(table.turns)


def table_move(table: Table, choose: random.Random) -> object:
    from matchwood.server.table.events import Moved

    assert table.position is not None
    return Moved(table.position.to_move, choose.choice(table.position.legal_moves()))


@pytest.mark.parametrize("game", game_names())
def test_a_better_move_is_named_with_its_clicks_and_a_reason_if_there_is_one(game: str) -> None:
    choose, told = random.Random(game), 0
    for _ in range(30):
        table, number = moved(game, choose)
        before = table.position_after(number - 1)
        seat, turn = before.to_move, table.turns[number - 1]
        judgement = Judgement(seat, turn.move, 0.2, choose.choice(before.legal_moves()), 0.8)
        moment = explain_move(table, number, judgement, "", ENGLISH)
        told += bool(moment.reason)
        if judgement.best != judgement.move:
            assert moment.better
            assert moment.path
    assert told or game in ("connect-four", "top-trumps-match"), "no threats by chance alone"


@pytest.mark.parametrize(
    ("cost", "better", "said"),
    [
        (0.0, "", "Very good"),
        (WORTH_TELLING - 0.01, "", "Good"),
        (0.1, "another", "Not bad"),
        (0.4, "another", "That cost you a lot"),
    ],
)
def test_how_good_a_move_was(cost: float, better: str, said: str) -> None:
    moment = Moment(3, 0, "", 0.5, cost, better)
    assert verdict(moment, ENGLISH).startswith(said)


def test_only_who_practises_with_hints_can_ask(served: Served, anna: Program) -> None:
    table = practised(anna, "baguettes", 1)
    with Program(served.url) as stranger:
        assert stranger.get(f"/t/{table}/good").status_code == httpx.codes.FORBIDDEN
        assert "/good" not in stranger.get(f"/t/{table}").text
    for seats in ((ME, BOT), (ME, SCREEN)):
        other = anna.open("baguettes", *seats)["table"]
        anna.post(f"/api/tables/{other}/deal")
        assert anna.get(f"/t/{other}/good").status_code == httpx.codes.FORBIDDEN
    fresh = anna.open("baguettes", ME, BOT, aids=["hints"])["table"]
    anna.post(f"/api/tables/{fresh}/deal")
    assert anna.get(f"/t/{fresh}/good").status_code == httpx.codes.FORBIDDEN
    assert "/good" not in anna.get(f"/t/{fresh}").text


def test_who_asks_when_the_game_is_over_comes_to_its_end(anna: Program) -> None:
    table = anna.open("baguettes", ME, BOT, aids=["hints"])["table"]
    anna.post(f"/api/tables/{table}/deal")
    anna.post(f"/api/tables/{table}/give-up")
    answer = anna.get(f"/t/{table}/good")
    assert answer.status_code == httpx.codes.SEE_OTHER
    assert answer.headers["location"] == f"/t/{table}"
