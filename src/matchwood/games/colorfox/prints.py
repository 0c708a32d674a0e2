"""Colorfox on paper: its cards (CF-1), its sticks (CF-2).

A card of any shape has its half matches in the middle of its sides, where those of its neighbours
meet them: they are drawn on to the edge and beyond.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matchwood.drawing import svg
from matchwood.drawing.picture import Box
from matchwood.drawing.svg import Drawn, Size
from matchwood.engine.language import Phrase, Words
from matchwood.engine.options import Value
from matchwood.games.colorfox.picture import faces
from matchwood.games.colorfox.picture.faces import CARD
from matchwood.games.colorfox.pieces import LETTERS, OF_EACH, cards_of
from matchwood.games.colorfox.words import STICKS, card_told
from matchwood.printing.pieces import Face, Group, Piece

SIZES = {
    "square": Phrase("square cards, 60 × 60 mm"),
    "poker": Phrase("cards as in poker, 63 × 88 mm"),
    "mini": Phrase("small cards, 44 × 63 mm"),
}
LOOKS: dict[str, str] = {}
CARD_SIZES: dict[str, Size] = {"square": (60, 60), "poker": (63, 88), "mini": (44, 63)}

STICK: Size = (60, 9.5)
STICK_BOX: Box = (0, 0, 300, 47.5)
TAIL_AT, HEAD_AT, MIDDLE, MATCH_SCALE = 22.0, 268.0, 23.75, 1.2


def groups(options: Mapping[str, Value], size: str, words: Words) -> Sequence[Group]:
    cards = cards_of(str(options["deck"]))
    sticks = [colour for colour in LETTERS for _ in range(OF_EACH)]
    return [
        Group(
            words("{n} cards", n=len(cards)),
            [_card(card, CARD_SIZES[size], words) for card in cards],
        ),
        Group(
            words("{n} sticks", n=len(sticks)),
            [_stick(colour, words) for colour in sticks],
            [words("Or use real matches and paint their heads: eight of each colour.")],
        ),
    ]


def _card(card: str, size: Size, words: Words) -> Piece:
    width, height = size
    tall = CARD * height / width
    box = (-CARD / 2, -tall / 2, CARD, tall)
    return Piece(
        card_told(words, card), size, Face(faces.printed(card, tall), box), Face(_back(box), box)
    )


def _back(box: Box) -> Drawn:
    return Drawn(faces.ground(box, "back") + svg.path(faces.BACK_FOX, class_="back-fox"))


def _stick(colour: str, words: Words) -> Piece:
    """The same match on both sides."""
    drawn = Drawn(
        faces.ground(STICK_BOX, "face")
        + faces.match(colour, (TAIL_AT, MIDDLE), (HEAD_AT, MIDDLE), MATCH_SCALE)
    )
    face = Face(drawn, STICK_BOX)
    return Piece(words.tell(STICKS[colour]), STICK, face, face)
