"""The position of Matches as a drawing: coins on wood, and below them every player's tiles.

Only the side of a coin that is up is drawn, whatever the document knows of the other (PM-12).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from matchwood.engine.game import Document
from matchwood.engine.svg import (
    HEADER,
    SHADOW_DROP,
    TO_MOVE,
    TOKENS,
    WINNER,
    Drawn,
    Point,
    block,
    circle,
    group,
    panel,
    path,
    picture,
    star,
    wood,
    words,
)
from matchwood.games.piecepack_matches.pieces import SPOTS

WIDTH = 480
MARGIN = GAP = 8

SPOT_COLUMNS, SPOT_ROWS = 6, 4
CELL_WIDTH, CELL_HEIGHT = 74, 80
"""Each spot has its own cell in the middle, and its coin stays inside that cell."""
MIDDLE_WIDTH = WIDTH - 2 * MARGIN
MIDDLE_PADDING = (MIDDLE_WIDTH - SPOT_COLUMNS * CELL_WIDTH) / 2
MIDDLE_HEIGHT = SPOT_ROWS * CELL_HEIGHT + 2 * MIDDLE_PADDING
COIN = 27.5
"""The radius of a coin: on a screen 360 wide it is still as wide as a fingertip."""
COIN_CLEARANCE = 2
HELD_COIN = COIN + 2
MOST_TILT = 14
SCATTER_SEED = 7
NUMBER_SIZE, NUMBER_OFFSET = 11, 23.5

PANEL_ROWS = {
    2: ((1, 6), (1, 6)),
    3: ((1, 8), (2, 4)),
    4: ((2, 3), (2, 3)),
    6: ((2, 4), (2, 4), (2, 4)),
}
"""By number of players, row by row: how many panels stand abreast, and in each how many tiles."""
PANEL_INSET, TILE_GAP = 10, 5
DIE, DIE_GAP, DICE_ROOM = 18, 4, 96


@dataclass(frozen=True)
class Side:
    """What a side of a coin shows: a suit, drawn, or a value, written."""

    word: str
    """In a sentence, with its article."""
    sign: Drawn
    """Drawn about the origin, 24 wide or less."""


def _suit(name: str, shape: str, detail: str = "") -> Drawn:
    marks = [path(detail, class_="detail")] if detail else []
    return group(path(shape), *marks, class_=f"suit {name}")


def _value(text: str) -> Drawn:
    return words(text, 26, (0, 1), class_="value")


SUITS = {
    "S": Side(
        "a sun", _suit("sun", star(8, 12.5, 8), "M-4.5 0A4.5 4.5 0 1 0 4.5 0A4.5 4.5 0 1 0 -4.5 0Z")
    ),
    "M": Side("a moon", _suit("moon", "M5 -11A11.5 11.5 0 1 0 10 6.5A9.5 9.5 0 0 1 5 -11Z")),
    "C": Side(
        "a crown",
        _suit("crown", "M-10 9L-12 -6L-5.5 -0.5L0 -10L5.5 -0.5L12 -6L10 9Z", "M-10 4.5H10"),
    ),
    "A": Side(
        "arms",
        _suit("arms", "M-10 -10.5H10V-1C10 6 5 10 0 12.5C-5 10 -10 6 -10 -1Z", "M-10 3L0 -5L10 3"),
    ),
}
VALUES = {
    "n": Side("null", _value("–")),
    "a": Side("an ace", _value("A")),
    **{digit: Side(f"a {digit}", _value(digit)) for digit in "2345"},
}
SIDES = SUITS | VALUES

STYLES = {
    ".coin>.shadow": "stroke-width:3",
    ".face": "fill:var(--coin);stroke:var(--brass);stroke-width:2",
    ".ring": "fill:none;stroke:var(--brass);stroke-width:.8;opacity:.6",
    ".held>.face": "stroke:var(--click);stroke-width:5",
    ".free": "fill:none;stroke:var(--dark-wood);stroke-width:1.5;stroke-dasharray:5 5;opacity:.6",
    ".number": "fill:var(--dark-wood);font-weight:400",
    ".tile": "fill:var(--tile);stroke:var(--tile-edge)",
    ".suit": "stroke:var(--outline);stroke-width:1.2;stroke-linejoin:round",
    ".detail": "fill:none;stroke:var(--coin);stroke-width:2",
    ".sun": "fill:var(--sun)",
    ".moon": "fill:var(--moon)",
    ".crown": "fill:var(--crown)",
    ".arms": "fill:var(--arms)",
    ".value": "fill:var(--outline)",
    ".die": "fill:var(--card);stroke:var(--quiet)",
    ".pip": "fill:var(--quiet)",
}
COLOURS = {
    "coin": ("#FFF7DF", "#EBDDBF"),
    "brass": ("#8A6524", "#8A6524"),
    "tile": ("#F6EBD6", "#DCCDAE"),
    "tile-edge": ("#C9B48A", "#8A6524"),
    "outline": ("#4A3A1E", "#33281A"),
    "sun": (TOKENS["yellow"][0],) * 2,
    "moon": (TOKENS["blue"][0],) * 2,
    "crown": (TOKENS["red"][0],) * 2,
    "arms": (TOKENS["green"][0],) * 2,
}


@dataclass(frozen=True)
class Spot:
    """Where a coin lies in the middle, and how it lies."""

    at: Point
    tilt: float


def _scatter() -> list[Spot]:
    """PM-3: the coins lie as if dropped, but the same way each time, and none on another."""
    chance = Random(SCATTER_SEED)
    spots = []
    for number in range(SPOTS):
        row, column = divmod(number, SPOT_COLUMNS)
        x, y = (
            MIDDLE_PADDING + (place + 0.5) * cell + chance.uniform(-1, 1) * room
            for place, cell in ((column, CELL_WIDTH), (row, CELL_HEIGHT))
            for room in (cell / 2 - COIN - COIN_CLEARANCE,)
        )
        spots.append(Spot((x, y), chance.uniform(-MOST_TILT, MOST_TILT)))
    return spots


MIDDLE = _scatter()


def clicks(move: str, document: Document) -> list[str]:
    _, _, spot = move.partition(" ")
    return [f"spot-{spot or document['turned']}"]


def draw(document: Document, viewer: int | None, names: Sequence[str] | None = None) -> str:
    names = names or [f"Player {seat + 1}" for seat in range(document["players"])]
    places = _places(document["players"])
    bottom = places[-1].at[1] + places[-1].height
    return picture(
        document["game"],
        (WIDTH, bottom + MARGIN),
        _middle(document),
        *(
            _player(document, seat, names[seat], place)
            for seat, place in zip(_order(document, viewer), places, strict=True)
        ),
        label=_summary(document, names),
        style=STYLES,
        tokens=COLOURS,
    )


def _order(document: Document, viewer: int | None) -> list[int]:
    """The seats clockwise, from the viewer's own on."""
    players: int = document["players"]
    return [((viewer or 0) + step) % players for step in range(players)]


def _summary(document: Document, names: Sequence[str]) -> str:
    if document["phase"] == "over":
        return f"Matches: {' and '.join(names[seat] for seat in document['winners'])} won."
    task = "puts the coin down" if document["phase"] == "place" else "turns a coin over"
    return f"Matches: {names[document['to_move']]} {task}."


def _middle(document: Document) -> Drawn:
    spots = (_spot(document, number) for number in range(1, SPOTS + 1))
    return group(wood(MIDDLE_WIDTH, MIDDLE_HEIGHT), *spots, at=(MARGIN, MARGIN), id_="middle")


def _spot(document: Document, number: int) -> Drawn:
    coin, spot = document["coins"][number - 1], MIDDLE[number - 1]
    placing, held = document["phase"] == "place", document["turned"] == number
    inside = [words(str(number), NUMBER_SIZE, (-NUMBER_OFFSET, -NUMBER_OFFSET), class_="number")]
    if coin:
        inside.append(_coin(coin, spot.tilt, held))
    elif placing:
        inside.append(circle(COIN, class_="free"))
    clickable = placing or (coin and document["phase"] == "flip")
    shown = f"shows {SIDES[coin['up']].word}" if coin else "free"
    title = f"spot {number}: {shown}{', just turned' if held else ''}"
    return group(
        *inside,
        at=spot.at,
        title=title,
        id_=f"spot-{number}",
        class_="spot click" if clickable else "spot",
    )


def _coin(coin: dict[str, Any], tilt: float, held: bool) -> Drawn:
    radius = HELD_COIN if held else COIN
    return group(
        *_blank_coin(radius),
        group(SIDES[coin["up"]].sign, turn=tilt),
        id_=f"coin-{coin['coin']}" if coin["seen"] else None,
        class_="coin held" if held else "coin",
    )


def _blank_coin(radius: float) -> list[Drawn]:
    return [
        circle(radius, (0, SHADOW_DROP), class_="shadow"),
        circle(radius, class_="face"),
        circle(radius * 0.83, class_="ring"),
    ]


@dataclass(frozen=True)
class Place:
    """Where a player's panel stands."""

    at: Point
    width: float
    abreast: int
    tiles: int

    @property
    def tile(self) -> float:
        """How wide its tiles are."""
        return (self.width - 2 * PANEL_INSET + TILE_GAP) / self.abreast - TILE_GAP

    @property
    def height(self) -> float:
        rows = -(-self.tiles // self.abreast)
        return HEADER + rows * (self.tile + TILE_GAP) - TILE_GAP + PANEL_INSET


def _places(players: int) -> list[Place]:
    places: list[Place] = []
    y = MARGIN + MIDDLE_HEIGHT + GAP
    for panels, abreast in PANEL_ROWS[players]:
        width = (MIDDLE_WIDTH + GAP) / panels - GAP
        for column in range(panels):
            x = MARGIN + column * (width + GAP)
            places.append(Place((x, y), width, abreast, SPOTS // players))
        y += places[-1].height + GAP
    return places


def _player(document: Document, seat: int, name: str, place: Place) -> Drawn:
    tiles, marked = document["tiles"][seat], document["marked"][seat]
    won, moves = seat in document["winners"], seat == document["to_move"]
    over = document["phase"] == "over"
    dice = _dice(document, seat, place) if _untouched(document) else []
    state = ", won" if won else ", to move" if moves and not over else ""
    return panel(
        name,
        "" if dice else f"{len(marked)}/{len(tiles)}",
        (place.width, place.height),
        *dice,
        *(_tile(tile, tile in marked, index, place) for index, tile in enumerate(tiles)),
        at=place.at,
        title=f"{name}: {len(marked)} of {len(tiles)} tiles marked{state}",
        sign=WINNER if won else TO_MOVE if moves and not over else None,
        kept=DICE_ROOM if dice else 0,
        id_=f"seat-{seat}",
    )


def _tile(name: str, marked: bool, index: int, place: Place) -> Drawn:
    row, column = divmod(index, place.abreast)
    size, step = place.tile, place.tile + TILE_GAP
    suit, value = SUITS[name[0]], VALUES[name[1]]
    sign, text = (
        group(side.sign, at=(x, y), scale=scale)
        for side, x, y, scale in (
            (suit, 0.3 * size, 0.3 * size, 0.019 * size),
            (value, 0.7 * size, 0.7 * size, 0.018 * size),
        )
    )
    return group(
        block(size, size, 7, class_="tile"),
        sign,
        text,
        *([_marking_coin(name, size)] if marked else []),
        at=(PANEL_INSET + column * step, HEADER + row * step),
        id_=f"tile-{name}",
    )


def _marking_coin(name: str, size: float) -> Drawn:
    return group(
        *_blank_coin(0.47 * size),
        group(SUITS[name[0]].sign, at=(-0.17*size,0),scale=0.015*size),
        group(VALUES[name[1]].sign, at=(.2*size,0),scale=0.015*size),
        at=(size / 2, size / 2),
        id_=f"coin-{name}",
        class_="coin",
    )


def _untouched(document: Document) -> bool:
    """Whether nobody has turned a coin yet."""
    seen = any(coin and coin["seen"] for coin in document["coins"])
    return not seen and not any(document["marked"])


def _dice(document: Document, seat: int, place: Place) -> list[Drawn]:
    """PM-4: what the seat rolled to see who starts, in order."""
    rolls = [row[seat] for row in document["rolls"] if row[seat] is not None]
    return [
        group(
            block(DIE, DIE, 4, class_="die"),
            *_pips(roll),
            at=(
                place.width - PANEL_INSET - (len(rolls) - index) * (DIE + DIE_GAP),
                (HEADER - DIE) / 2,
            ),
        )
        for index, roll in enumerate(rolls)
    ]


def _pips(roll: int) -> list[Drawn]:
    quarter, half, rest = DIE * 0.25, DIE * 0.5, DIE * 0.75
    places = []
    if roll % 2:
        places += [(half, half)]
    if roll >= 2:
        places += [(quarter, quarter), (rest, rest)]
    if roll >= 4:
        places += [(quarter, rest), (rest, quarter)]
    if roll == 6:
        places += [(quarter, half), (rest, half)]
    return [circle(DIE * 0.1, at, class_="pip") for at in places]
