"""Refusals of Connect Four in its own words: of moves, and of positions that cannot come about."""

from matchwood.engine.defaults import Restoring, Text
from matchwood.engine.errors import Refusal
from matchwood_connect_four import GAME
from matchwood_connect_four.rules import BOARD, FEET, has_line, taken


def explain(s, text):
    if s.over:
        return Refusal("C4-6" if has_line(s.board[s.to_move]) else "C4-7", "The game is over.")
    if text in GAME.spec.numbers:
        return Text(GAME.spec).explain(s, text)
    return Refusal("C4-5", "A move is to drop a disc into a column: drop 1 to drop 7.")


def restore(s, document):
    """Discs have been dropped in turn, until a line or the full board ended it."""
    Restoring(GAME.spec).restore(s, document)
    if taken(s) & taken(s) + FEET:  # C4-3
        raise ValueError("a disc hangs in the air")
    first, second = (int(discs).bit_count() for discs in s.board)
    if first - second not in (0, 1) or s.to_move != (first + second - int(s.over)) % 2:  # C4-2
        raise ValueError("the discs were not dropped in turn")
    drawn = [0, 1] if taken(s) == BOARD else []  # C4-7
    winners = [seat for seat in (0, 1) if has_line(s.board[seat])] or drawn
    if document["winners"] != winners or s.over != bool(winners) or winners == [1 - s.to_move]:
        raise ValueError("the first line, or the full board, ends the game")  # C4-6
