"""The board of a table as a picture that stands alone. Drawn from documents, so in any process."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from matchwood.drawing.layout import board_alone
from matchwood.drawing.marks import Marks, marked
from matchwood.drawing.style import THEMES
from matchwood.engine.game import Document, Game
from matchwood.engine.language import Words


class LastMove(Struct, frozen=True):
    """A move, and the document of the position in which it was made."""

    move: str
    seat: int
    initial: str
    """Initials of the player who made it."""
    before: Document


class Board(Struct, frozen=True):
    """A position to be drawn, with its last move marked if it has one."""

    document: Document
    last: LastMove | None = None


def board_svg(
    game: Game,
    board: Board,
    names: Sequence[str],
    words: Words,
    size: tuple[int, int],
    theme: str = THEMES[0],
) -> str:
    """The board as SVG, of a size in pixels."""
    picture = game.picture
    drawn = picture.draw(board.document, None, names, words)
    if (last := board.last) is not None:
        path = game.clicks.path_of(last.move, last.before)
        emblem = game.emblem(board.document, last.seat)
        drawn = marked(drawn, Marks(path, last.seat, last.initial, emblem))
    return board_alone(drawn, picture.ARRANGEMENTS[drawn.kind].wide, picture.STYLE, size, theme)
