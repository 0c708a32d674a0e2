"""The held cube: in space, what would look at whom, and its six faces in the hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache, lru_cache

from matchwood.drawing import svg
from matchwood.drawing.picture import BOARD, HAND, Drawing, Outline
from matchwood.drawing.svg import Drawn, Point
from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.games.top_trumps_match import pieces, solid
from matchwood.games.top_trumps_match.pieces import CACHED, CUBE
from matchwood.games.top_trumps_match.symbols import SYMBOLS

CUBE_ROOM = 168
AIM_WIDTH, AIM_HEIGHT, AIM_FACE, AIM_SIZE = 176, 54, 46, 16
SLOTS = "front", "back", "out"
"""What would look at the mover, at the rival, and at nobody any more."""

PAIR_INSET, PAIR_BETWEEN, PAIR_GAP = 4, 12, 6
PAIR_WIDTH = 2 * CUBE + PAIR_BETWEEN + 2 * PAIR_INSET
FACES_WIDTH, FACES_HEIGHT = 3 * PAIR_WIDTH + 2 * PAIR_GAP, CUBE + 20

LOOKS = {
    **solid.LOOKS,
    ".slot": "fill:none;stroke:var(--board-label);stroke-width:1.6;stroke-dasharray:5 5;opacity:.6",
    ".pair": "fill:var(--shadow)",
    ".swap": "fill:none;stroke:var(--board-label);stroke-width:2.2;stroke-linecap:round;"
    "stroke-linejoin:round",
    ".away": "opacity:.55",
}


def drawings(
    document: Document, viewer: int | None, names: Sequence[str], words: Words
) -> list[Drawing]:
    """All that is drawn of the held cube."""
    mover, held = document["to_move"], document["held"]
    faces, to_anyone = tuple(document["cubes"][held]), words.to(None)
    title = words.about(mover, names, "Your cube", "{name}’s cube")
    came = words("cube from {cell}", cell=document["fresh"] or document["hole"])
    to_mover, to_other = (
        words.about(seat, names, "to you", "to {name}") for seat in (mover, 1 - mover)
    )
    return [
        _cube(held, faces, f"{title}, {came}"),
        _aim("front", faces[0], to_mover),
        _aim("back", faces[1], to_other),
        _aim("out", None, words("goes out")),
        _faces(faces, viewer in (None, mover), to_anyone),
    ]


@lru_cache(CACHED)
def _cube(held: int, faces: tuple[str, ...], label: str) -> Drawing:
    """The held cube, its first face in front; a script turns it."""
    half = CUBE_ROOM / 2
    cube = svg.gathered(solid.draw(faces), id_=f"cube-{held}", class_="solid")
    return Drawing(
        "cube",
        BOARD,
        (-half, -half, CUBE_ROOM, CUBE_ROOM),
        svg.in_pieces((solid.ground(), cube)),
        label=label,
        solid=[json.dumps({"cube": [f"face-{symbol}" for symbol in faces]}, separators=(",", ":"))],
    )


@lru_cache(CACHED)
def _aim(slot: str, symbol: str | None, text: str) -> Drawing:
    """Which symbol would be in a slot; a script puts others there as one is chosen."""
    left = AIM_FACE + 14
    place = svg.block(CUBE, CUBE, pieces.CUBE_CORNER, at=(-CUBE / 2, -CUBE / 2), class_="slot")
    shown = pieces.cube(symbol, letter=False) if symbol else place
    at, scale = (AIM_FACE / 2 + 2, AIM_HEIGHT / 2), AIM_FACE / CUBE
    line = svg.text(
        svg.cut(text, AIM_SIZE, AIM_WIDTH - left),
        AIM_SIZE,
        (left, AIM_HEIGHT / 2),
        class_="caption start",
    )
    return Drawing(
        f"aim-{slot}",
        BOARD,
        (0, 0, AIM_WIDTH, AIM_HEIGHT),
        svg.in_pieces((svg.group(shown, at=at, scale=scale, data_slot=slot), line)),
        label=text,
    )


@lru_cache(CACHED)
def _faces(faces: tuple[str, ...], mine: bool, words: Words) -> Drawing:
    """The faces of the held cube: three pairs of opposite ones."""
    pairs = (_pair(number) for number in range(3))
    drawn = (_face(symbol, place, faces[place ^ 1], words) for place, symbol in enumerate(faces))
    return Drawing(
        "faces",
        HAND,
        (0, 0, FACES_WIDTH, FACES_HEIGHT),
        svg.gathered((*pairs, *drawn), class_=None if mine else "away"),
        label=words("The faces of the cube"),
        outlines={
            f"face-{symbol}": Outline(_face_at(place), (CUBE, CUBE), pieces.CUBE_CORNER)
            for place, symbol in enumerate(faces)
        },
    )


@cache
def _pair(number: int) -> Drawn:
    """What holds a pair of opposite faces together."""
    left = number * (PAIR_WIDTH + PAIR_GAP)
    middle = left + PAIR_WIDTH / 2, FACES_HEIGHT / 2
    return Drawn(
        svg.block(PAIR_WIDTH, FACES_HEIGHT, at=(left, 0), class_="pair")
        + svg.group(svg.path("M-4.5-4H4.5L1.5-7M4.5 4H-4.5L-1.5 7", class_="swap"), at=middle)
    )


def _face_at(place: int) -> Point:
    pair, second = divmod(place, 2)
    left = pair * (PAIR_WIDTH + PAIR_GAP) + PAIR_INSET + second * (CUBE + PAIR_BETWEEN)
    return left + CUBE / 2, FACES_HEIGHT / 2 - 2


@lru_cache(CACHED)
def _face(symbol: str, place: int, behind: str, words: Words) -> Drawn:
    return svg.group(
        pieces.cube(symbol),
        at=_face_at(place),
        title=words(
            "face {symbol}, {name}; on its back {behind}",
            symbol=symbol,
            name=SYMBOLS[symbol].name,
            behind=SYMBOLS[behind].name,
        ),
        id_=f"face-{symbol}",
        class_="choice",
    )
