"""After two wins in a row against bots of a level the next one is suggested, and remembered."""

from __future__ import annotations

import random
from collections.abc import Iterator

import httpx
import pytest

from matchwood.engine.game import find_game
from matchwood.server.base.preferences import CHOICES, LEVEL
from matchwood.server.base.tokens import hash_token
from matchwood.server.table.events import Agreement, Dealt, Event, Moved, Opened, Sat
from matchwood.server.table.state import Table
from matchwood.server.views.build import summary_of
from tests.support.serving import Program, Served
from tests.support.waiting import wait_until

SMALL = {"size": "2x2x2", "sticks": "2"}
EASY, MEDIUM, *_, EXPERT = CHOICES[LEVEL]


@pytest.fixture
def anna(served: Served) -> Iterator[Program]:
    """Someone who has a token, and has played nothing."""
    with Program(served.url, origin=served.url) as program:
        token = served.state.tokens.new()
        program.http.headers["authorization"] = f"Bearer {token}"
        yield program


def holder_of(program: Program) -> str:
    return hash_token(program.http.headers["authorization"].removeprefix("Bearer "))


def game_log(
    holder: str, level: str, won: bool, start: str = "", name: str = "baguettes"
) -> list[Event]:
    """What happened at a table where someone won or lost against a bot."""
    game, options = find_game(name), SMALL if name == "baguettes" else {}
    for seed in range(1000):
        choose = random.Random(seed)
        agreement = Agreement(
            game=game.name, version=game.version, options=options, bots={1: level}, aids=("hints",)
        )
        secret = f"{seed:064x}"
        opened = Opened(agreement, secret, holder, bound=False)
        log: list[Event] = [opened, Sat(0, "Anna", holder), Dealt(start)]
        table = Table("t", log)
        while table.to_move is not None and table.position is not None:
            moved = Moved(table.to_move, choose.choice(table.position.legal_moves()))
            table = table.after([moved])
            log.append(moved)
        if (table.winners == [0]) == won:
            return log
    raise AssertionError("no game ended so")


def play(
    served: Served,
    anna: Program,
    name: str,
    level: str,
    won: bool = True,
    start: str = "",
    game: str = "baguettes",
) -> str:
    """Let the store have a finished game of hers."""
    holder = holder_of(anna)
    log = game_log(holder, level, won, start, game)
    served.do(served.registry.store.create(name, holder, summary_of(Table(name, log)), log))
    return name


def suggested(anna: Program, level: str) -> bool:
    return f'id="next-level" class="button" href="/?level={level}"' in anna.get("/").text


def test_two_wins_in_a_row_suggest_the_next_level_on_the_front_page(
    served: Served, anna: Program
) -> None:
    assert not suggested(anna, MEDIUM)
    play(served, anna, "first", EASY)
    assert not suggested(anna, MEDIUM), "one win is no streak"
    play(served, anna, "second", EASY)
    assert suggested(anna, MEDIUM)
    anna.http.cookies.set("level", MEDIUM)
    assert not suggested(anna, MEDIUM), "it was taken up"


@pytest.mark.parametrize(
    "games",
    [
        [(EASY, True), (EASY, False)],
        [(EASY, False), (EASY, True)],
        [(EASY, True), (MEDIUM, True)],
        [(EXPERT, True), (EXPERT, True)],
        [("random", True), ("random", True)],
    ],
)
def test_nothing_is_suggested_otherwise(
    served: Served, anna: Program, games: list[tuple[str, bool]]
) -> None:
    for number, (level, won) in enumerate(games):
        play(served, anna, f"{holder_of(anna)[:20]}-{number}", level, won)
    assert "next-level" not in anna.get("/").text


def test_wins_in_two_games_are_no_streak(served: Served, anna: Program) -> None:
    play(served, anna, "a-colorfox", EASY, game="colorfox")
    play(served, anna, "a-baguettes", EASY)
    assert "next-level" not in anna.get("/").text
    play(served, anna, "another-baguettes", EASY)
    assert suggested(anna, MEDIUM)


def test_a_game_that_goes_on_from_another_does_not_count(served: Served, anna: Program) -> None:
    start = find_game("baguettes").variant(SMALL).new(1).state.tobytes().hex()
    for number in range(2):
        play(served, anna, f"goes-on-{number}", EASY, start=start)
    assert "next-level" not in anna.get("/").text


def test_the_end_of_a_game_offers_the_same_against_the_next_level_and_it_is_remembered(
    served: Served, anna: Program
) -> None:
    for name in ("third", "fourth"):
        play(served, anna, name, EASY)
    wait_until(
        lambda: f'name="level" value="{MEDIUM}"' in anna.get("/t/fourth").text,
        "the next level is suggested",
    )
    answer = anna.http.post("/t/fourth/again", data={"level": MEDIUM})
    assert answer.status_code == httpx.codes.SEE_OTHER
    assert answer.cookies["level"] == MEDIUM
    following = served.actor(answer.headers["location"].removeprefix("/t/")).table
    assert following.agreement.bots == {1: MEDIUM}
    assert following.agreement.options == SMALL
    with Program(served.url) as stranger:
        assert "next-level" not in stranger.get("/t/fourth").text


def test_a_level_that_does_not_exist_changes_nothing(served: Served, anna: Program) -> None:
    play(served, anna, "fifth", EASY)
    answer = anna.http.post("/t/fifth/again", data={"level": "chess"})
    following = served.actor(answer.headers["location"].removeprefix("/t/")).table
    assert following.agreement.bots == {1: EASY}
    assert "level" not in answer.cookies


def test_a_lesson_comes_first_until_its_game_was_played(served: Served, anna: Program) -> None:
    first = {
        name: f'class="button first" href="/learn/{name}"' for name in ("colorfox", "baguettes")
    }
    page = anna.get("/").text
    assert all(each in page for each in first.values())
    play(served, anna, "sixth", EASY)
    page = anna.get("/").text
    assert first["colorfox"] in page
    assert first["baguettes"] not in page
    assert 'href="/learn/baguettes"' in page
