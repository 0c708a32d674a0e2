"""The examples that are one file each keep the laws, and play everywhere."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import jsonschema_rs
import numpy as np
import pytest

import matchwood
from matchwood import testing
from matchwood.bots import BOTS, Budget, choose
from matchwood.engine import game as games
from matchwood.engine import game_files
from matchwood.engine.game import Game, Variant
from matchwood.engine.position import Position
from matchwood.engine.rng import new_generator
from matchwood.lab.public import simulate

EXAMPLES = Path(__file__).parents[2] / "examples"
TIC_TAC_TOE, QUARTETS = (
    game_files.load(EXAMPLES / name) for name in ("tic_tac_toe.py", "quartets.py")
)
MOST_LINES = {"tic_tac_toe.py": 60, "quartets.py": 120}
VARIANTS = [*testing.variants(TIC_TAC_TOE), *testing.variants(QUARTETS)]


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples are found by name, in these tests alone."""
    for game in (TIC_TAC_TOE, QUARTETS):
        monkeypatch.setitem(games._registered, game.name, game)


@pytest.mark.parametrize(("name", "most"), MOST_LINES.items())
def test_a_whole_game_fits_in_so_many_lines(name: str, most: int) -> None:
    assert len((EXAMPLES / name).read_text("utf-8").splitlines()) <= most


@pytest.mark.parametrize("law", testing.LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_they_keep_the_laws(variant: Variant, law: Callable[[Variant], None]) -> None:
    law(variant)


def after(variant: Variant, *moves: str) -> Position:
    position = variant.new(seed=1)
    for move in moves:
        position.play(move)
    return position


def test_tic_tac_toe_is_won_by_a_line_and_drawn_by_a_full_board() -> None:
    game = TIC_TAC_TOE.variant()
    won = after(game, *(f"mark {cell}" for cell in ("a1", "b1", "a2", "b2", "a3")))
    assert (won.winners, won.to_move, won.legal_moves()) == ([0], 0, [])  # T-2
    cells = ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3")
    drawn = after(game, *(f"mark {cell}" for cell in cells))
    assert (drawn.over, drawn.winners) == (True, [0, 1])  # T-3
    refusal = after(game, "mark b2").why_not("mark b2")
    assert refusal is not None
    assert (refusal.rule, str(refusal)) == ("T-1", "The cell b2 is not empty. (T-1)")


def test_quartets_hands_cards_over_or_draws_one() -> None:
    position, choose_one = QUARTETS.variant({"players": 3}).new(seed=2), random.Random(2)
    while not position.over:
        before, mover = position.document, position.to_move
        move = choose_one.choice(position.legal_moves())
        other, animal = int(move.split()[1]) - 1, move.split()[-1]
        assert other != mover
        assert animal in before["hand"][mover]
        given = before["hand"][other].count(animal)
        position.play(move)
        now = position.document
        drawn = len(before["pile"]) - len(now["pile"])
        if given:
            assert animal not in now["hand"][other]
        if now["hand"][mover] and all(now["hand"]) and not position.over:
            assert (position.to_move == mover) == bool(given)
        assert drawn >= (given == 0 and bool(before["pile"]))
        for hand in now["hand"]:
            assert max(Counter(hand).values(), default=0) < 4
    most = max(position.document["sets"])
    assert position.winners == [
        seat for seat, sets in enumerate(position.document["sets"]) if sets == most
    ]


@pytest.mark.parametrize("seat", range(3))
def test_quartets_shows_a_seat_its_own_hand_and_nothing_else(seat: int) -> None:
    position = QUARTETS.variant({"players": 3}).new(seed=3)
    seen, truth = position.observe(seat).document, position.document
    assert seen["hand"][seat] == truth["hand"][seat]
    assert {card for other in range(3) if other != seat for card in seen["hand"][other]} == {None}
    assert set(seen["pile"]) == {None}
    assert [len(hand) for hand in seen["hand"]] == [len(hand) for hand in truth["hand"]]


@pytest.mark.compiled
def test_hidden_cards_are_guessed_in_the_right_proportions() -> None:
    """Cards that a player does not see lie in each hidden place with the same chance."""
    hidden = QUARTETS.variant({"players": 2}).new(seed=4).observe(0)
    unseen = Counter(QUARTETS.fields["pile"].deck.cards)
    unseen -= Counter(hidden.document["hand"][0]) + Counter(hidden.document["laid_out"])
    size, guesses, found = len(hidden.document["hand"][1]), 4000, Counter[str]()
    generator = new_generator(5)
    for _ in range(guesses):
        found.update(hidden.guess(generator).document["hand"][1])
    share = size * guesses / unseen.total()
    for card, n in unseen.items():
        assert abs(found[card] - n * share) < 6 * (n * share) ** 0.5
    assert found.keys() <= unseen.keys()


@pytest.mark.parametrize("game", [TIC_TAC_TOE, QUARTETS], ids=lambda game: game.name)
@pytest.mark.parametrize("bot", BOTS)
def test_every_bot_plays_them(game: Game, bot: str) -> None:
    position = game.variant().new(seed=1)
    action = choose(bot, position, new_generator(1), Budget(iterations=20))
    assert action in position.legal_actions()


@pytest.mark.parametrize("game", [TIC_TAC_TOE, QUARTETS], ids=lambda game: game.name)
def test_they_are_saved_replayed_and_simulated(game: Game) -> None:
    *_, last = testing.random_game(game.variant(), seed=7)
    record = last.record()
    *_, again = matchwood.read_record(record.write()).replay()
    assert again == last
    played = simulate(game.name, games=200, seed=1, cores=1)
    assert np.allclose(played.shares.sum(axis=1), 1)


def test_the_schema_refuses_what_no_document_says() -> None:
    document = TIC_TAC_TOE.variant().new(seed=1).document
    assert TIC_TAC_TOE.schema is not None
    jsonschema_rs.validate(TIC_TAC_TOE.schema, document)
    for wrong in ({"to_move": 2}, {"board": [[None] * 3] * 2}, {"board": [[7] * 3] * 3}):
        with pytest.raises(matchwood.BadDocument):
            Position.from_document(document | wrong)


@pytest.mark.compiled
def test_hard_never_loses_tic_tac_toe() -> None:
    played = simulate("tic-tac-toe", bots=["hard", "random"], games=20, seed=3, cores=1)
    assert not ((played.seats == "random") & (played.shares == 1)).any()
