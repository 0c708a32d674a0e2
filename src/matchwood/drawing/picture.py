"""A picture of a table is made of parts, and whoever shows it lays them out.

A game draws each part as one or several `Drawing`s in a measure of their own: the board, the hand,
each player's place, and what all share. The page puts them where its window has room; `composing`
lays the same drawings out as one picture for a notebook, a document or a share image.

Marks are the same in all games: a game only says where its things lie (`Outline`), and `marked`
draws the last move and a hint there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from html import escape
from typing import TYPE_CHECKING, NamedTuple, Protocol

from matchwood.drawing.svg import (
    Attribute,
    Drawn,
    Pieces,
    Point,
    Size,
    element,
    short,
)
from matchwood.engine.game import Document
from matchwood.engine.language import ENGLISH, Words

if TYPE_CHECKING:
    from matchwood.drawing.layout import Arrangements

BOARD, HAND = "board", "hand"
"""The parts that every page has a place for; a game without a hand leaves it out."""

SHARP = 1.2
"""Width of an emblem with corners, as a multiple of a round one's."""


OPENINGS_KEPT = 4096
"""Number of opening tags of drawings that are kept, for all games together."""

Box = tuple[float, float, float, float]
"""Left, top, width and height."""


def seat_part(seat: int) -> str:
    """The name of the part that is a player's place."""
    return f"seat-{seat}"


class Outline(NamedTuple):
    """Outline of a thing in its drawing, by which it can be marked."""

    middle: Point
    size: Size
    corner: float = 0

    @property
    def box(self) -> Box:
        (x, y), (width, height) = self.middle, self.size
        return x - width / 2, y - height / 2, width, height


Marked = tuple[str, Outline]
"""The id of a thing that is marked, and where it lies."""


@dataclass(frozen=True)
class Drawing:
    """Something drawn in a measure of its own."""

    name: str
    """Name of the drawing; no two in a picture are called the same."""
    part: str
    """To which part of the table it belongs: the board, the hand, a seat, or what all share."""
    box: Box
    """Part of it that is to be seen."""
    drawn: Drawn | Pieces
    label: str = ""
    """Words for what it shows."""
    outlines: Mapping[str, Outline] = field(default_factory=dict)
    """Outlines of the things that can be marked, by the ids of their elements or, where a thing is
    gone, of its place."""
    solid: Sequence[str] = ()
    """Solid that it is a drawing of, as JSON in parts, for a script that can turn it."""
    arrange: bool = False
    """True if its owner may let the elements of it that have an id change places, as cards in a
    hand. Each of them lies in its place by its `transform` (`group` with `at`)."""
    _kept: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False, compare=False)
    """Its pieces, by game."""

    @property
    def inside(self) -> Drawn:
        """Content of the drawing, as one text."""
        return Drawn(self.drawn)

    @property
    def overflow(self) -> str | None:
        """A halo may reach beyond a drawing of the board, and over its neighbours."""
        return "visible" if self.part == BOARD else None

    def pieces(self, game: str) -> tuple[str, ...]:
        """As an element of a page that is sent in pieces; a game may give the same drawing again as
        long as nothing in it changes."""
        if game not in self._kept:
            self._kept[game] = self._written(game)
        return self._kept[game]

    def svg(self, game: str, **attributes: Attribute) -> Drawn:
        """As an element of a page, or of another picture."""
        return Drawn("".join(self._written(game, **attributes)))

    def _written(self, game: str, **attributes: Attribute) -> tuple[str, ...]:
        opening = _opening(
            game, self.name, self.box, self.label, self.overflow, self.arrange, **attributes
        )
        drawn = self.drawn if isinstance(self.drawn, Pieces) else (self.drawn,)
        if not self.solid:
            return opening, *drawn, "</svg>"
        # JSON is full of quotation marks; in single ones they stay as they are.
        solid = map(_in_single_quotes, self.solid)
        rest = opening.removeprefix("<svg")
        return "<svg data-solid='", *solid, "'", rest, *drawn, "</svg>"


@lru_cache(OPENINGS_KEPT)
def _opening(
    game: str,
    name: str,
    box: Box,
    label: str,
    overflow: str | None,
    arrange: bool,
    **attributes: Attribute,
) -> str:
    """Opening tag of the element of a drawing."""
    whole = element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(short, box)),
        class_=f"matchwood matchwood-{game}",
        role="group",
        aria_label=label or None,
        data_drawing=name,
        data_arrange="" if arrange else None,
        overflow=overflow,
        **attributes,
    )
    return whole.removesuffix("/>") + ">"


@lru_cache(OPENINGS_KEPT)
def _in_single_quotes(text: str) -> str:
    return escape(text, quote=False).replace("'", "&#39;")


@dataclass(frozen=True)
class Picture:
    """A table, part by part."""

    game: str
    label: str
    """The whole in a sentence."""
    drawings: tuple[Drawing, ...]
    kind: str = "usual"
    """Name of the one of the game's `ARRANGEMENTS` that its board has."""
    anew: bool = False
    """True if the table was dealt anew since the last move, so that nothing of it is to be seen."""

    @cached_property
    def _by_part(self) -> dict[str, list[Drawing]]:
        found: dict[str, list[Drawing]] = {}
        for drawing in self.drawings:
            found.setdefault(drawing.part, []).append(drawing)
        return found

    def of(self, part: str) -> list[Drawing]:
        return self._by_part.get(part, [])

    @property
    def hand_is_rows(self) -> bool:
        """True if the drawings of the hand are rows of one length, so that they lie beside each
        other where there is room, and else below each other."""
        sizes = [drawing.box[2:] for drawing in self.of(HAND)]
        return len(sizes) > 1 and len({*sizes}) == 1 and sizes[0][0] > 2 * sizes[0][1]

    @property
    def parts(self) -> list[str]:
        """The names of its parts, in their order."""
        return list(self._by_part)


@dataclass(frozen=True)
class Emblem:
    """Emblem of a player whose pieces have a colour and a shape of their own."""

    colour: str
    ink: str
    """Colour of what is written on it."""
    corners: str = ""
    """As a polygon of CSS has them; without any it is round."""

    def drawn(self, radius: float) -> Drawn:
        """The colour in its shape, about the origin."""
        if not self.corners:
            return element("circle", r=radius, fill=self.colour)
        places = (float(share) for share in self.corners.replace("%", "").replace(",", " ").split())
        points = " ".join(short((place / 50 - 1) * SHARP * radius) for place in places)
        return element("polygon", points=points, fill=self.colour)


def emblazoned(emblems: Mapping[str, Emblem]) -> str:
    """The rules of a style sheet that give players in a page their emblems."""
    return "".join(
        f".avatar.emblem-{name}{{background:{emblem.colour};color:{emblem.ink}"
        + (f";border-radius:0;clip-path:polygon({emblem.corners})" if emblem.corners else "")
        + "}"
        for name, emblem in emblems.items()
    )


class PictureModule(Protocol):
    """`picture.py`: the position as a picture made of parts; see `matchwood.drawing.picture`."""

    STYLE: str
    """The style sheet of all drawings of the game, as `matchwood.drawing.svg.sheet` makes it. They
    are drawn without: a page has it once."""
    ARRANGEMENTS: Mapping[str, Arrangements]
    """Arrangements of the drawings of a board beside each other, by `Picture.kind`."""
    EMBLEMS: Mapping[str, Emblem]
    """Emblems of players, by name, where pieces have a colour each. It may be left out together
    with `emblems`: then a seat has a stain of wood."""

    def emblems(self, document: Document) -> Sequence[str]:
        """The names of the seats' emblems."""

    def draw(
        self,
        document: Document,
        viewer: int | None,
        names: Sequence[str] | None = None,
        words: Words = ENGLISH,
    ) -> Picture:
        """The position, part by part."""

    def board(self, document: Document, words: Words, named: bool = True) -> Drawing:
        """The board alone, of a declared game; without ids if it is not `named`."""

    def revealed(self, document: Document) -> Document:
        """The whole truth as a replay shows it with everything revealed: what `draw` leaves face
        down is marked to be drawn. It may be left out."""

    def note(
        self, move: str, before: Document, after: Document, words: Words
    ) -> Sequence[Drawn | str]:
        """A move that was made, for a line of the log: icons, each within 24 × 24 around its own
        middle, and very short texts. Who moved stands before it already."""


class FinaleModule(Protocol):
    """`finale`: the end of a game as a drawing."""

    def draw(
        self, document: Document, viewer: int | None, names: Sequence[str], words: Words
    ) -> Drawing:
        """Draw what the winners have won with, to be shown large, wider than high; nothing in it
        has an id. The document is the whole truth."""


class CoverModule(Protocol):
    """`cover`: the game at its best, composed for the front page."""

    @staticmethod
    def draw() -> Drawing:
        """A drawing of 320 × 400, whose subject lies in the middle 70 % of the height. It says
        nothing in any language, and has no ids."""

    @staticmethod
    def preset(name: str) -> Drawing:
        """A small drawing, 4 : 3, for a preset of the game; likewise without words and ids. A game
        without presets has no such function."""
