"""Judgements of moves by a bot: hints at a practice table, and analyses of finished games.

Both rest on what the player to move could know at that moment, and not on what came out later.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from matchwood.bots import HINT, Budget, advice
from matchwood.engine.language import Words
from matchwood.engine.position import Position
from matchwood.engine.view import Situation, View
from matchwood.server.views.model import JudgedMove

JUDGEMENT = Budget(iterations=300)
"""Budget of every move of a game, so less than for a hint."""
WHOLE_GAME = 18_000
"""Most iterations of a game, unless its moves got fewer than `FEWEST` each; so the key moves are
known soon after its end, however long it was."""
FEWEST = 60


def budget_for(moves: int) -> Budget:
    """Budget of each move in a game of so many."""
    usual = JUDGEMENT.iterations or 0
    return Budget(iterations=min(usual, max(FEWEST, WHOLE_GAME // max(moves, 1))))


class Judgement(Struct, frozen=True):
    """A move that was made, and the one that a bot would have made."""

    seat: int
    move: str
    chance: float
    """The share of the win that could be expected."""
    best: str
    hoped: float
    """The share with the best move."""


def best_move(hidden: View) -> str:
    """The move that a bot would make."""
    return advice(hidden, hidden.to_move, HINT)[0].move


def judge_move(position: Situation, move: str, budget: Budget | None = None) -> Judgement:
    """A move of a game, by what its player could know."""
    seat = position.to_move
    advised = advice(position, seat, budget or JUDGEMENT)
    chances = {each.move: each.chance for each in advised}
    best = advised[0]
    return Judgement(seat, move, min(chances[move], best.chance), best.move, best.chance)


def describe(
    position: Position, judgements: Sequence[Judgement], names: Sequence[str], words: Words
) -> tuple[JudgedMove, ...]:
    """The judgements in words, from the position at which the game began."""
    telling, found = position.variant.game.words, []
    for number, each in enumerate(judgements, start=1):
        document = position.observe(each.seat).document
        [best] = telling.offers(words.to(each.seat), [each.best], document, names)
        found.append(JudgedMove(number, each.seat, each.chance, each.hoped, best))
        position.play(each.move)
    return tuple(found)
