"""Matches as a picture: coins on wood, and below them every player's tiles.

Only the side of a coin that is up is drawn, whatever the document knows of the other (PM-12); an
eye marks one that has been seen, where that was agreed. The elements and their ids: `spot-7` for a
spot, with the coin that lies there inside; `coin-S3` for a coin that the document names;
`tile-S3`; `seat-0` for a player's panel. What a move can be made with has the class `click`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random

from matchwood.engine import svg
from matchwood.engine.game import Document
from matchwood.engine.names import player_names
from matchwood.engine.svg import Drawn, Point
from matchwood.engine.words import ENGLISH, Words
from matchwood.games.piecepack_matches.aids import at_the_start, is_marked
from matchwood.games.piecepack_matches.pieces import SPOTS
from matchwood.games.piecepack_matches.words import SIDES as SIDE_WORDS
from matchwood.games.piecepack_matches.words import marks_told, piece

WIDTH = 480
MARGIN = GAP = 8

SPOT_COLUMNS, SPOT_ROWS = 6, 4
CELL_WIDTH, CELL_HEIGHT = 74, 80
"""Each spot has a cell of the middle to itself, and its coin stays inside that cell."""
MIDDLE_WIDTH = WIDTH - 2 * MARGIN
MIDDLE_INSET = (MIDDLE_WIDTH - SPOT_COLUMNS * CELL_WIDTH) / 2
MIDDLE_HEIGHT = SPOT_ROWS * CELL_HEIGHT + 2 * MIDDLE_INSET
COIN = 27.5
"""The radius of a coin: on a screen 360 wide it is still as wide as a fingertip."""
COIN_CLEARANCE = 2
COIN_EDGE, HELD_EDGE = 2, 6
RING = 0.83
"""Where the fine ring of a coin runs, as a part of its radius."""
SIGN_SCALE = 1.15
EYE_AT, EYE_ROOM, PUPIL = 20, 8.5, 1.9
EYE = "M-6 0Q0 -6.5 6 0Q0 6.5 -6 0Z"
"""Where the mark of a coin that has been seen stands, on its rim, and how wide it is."""
MOST_TILT = 14
SCATTER_SEED = 7
NUMBER_SIZE, NUMBER_OFFSET = 11, 25

PANEL_ROWS = {
    2: ((1, 6), (1, 6)),
    3: ((1, 8), (2, 4)),
    4: ((2, 3), (2, 3)),
    6: ((2, 4), (2, 4), (2, 4)),
}
"""By number of players, row by row: how many panels stand abreast, and how many tiles in each."""
PANEL_INSET, TILE_GAP = 10, 5
TILE, TILE_CORNER = 48, 7
"""A tile as it is drawn, before it is scaled to its place."""
MARKING_COIN = 20.5
ON_TILE = ((9.5, 9), 0.88)
ON_COIN = ((8.5, 0), 0.65)
"""How far from the middle suit and value stand, and their scale."""
VALUE_SIZE = 26

DIE, DIE_CORNER, DIE_GAP, PIP = 18, 4, 4, 1.8
DICE_ROOM = 88
"""Four dice wide; if more were rolled, they are drawn smaller."""

CACHED = 4096
"""How many drawings of one kind are kept for the next picture."""

LOOKS = {
    ".face": f"fill:var(--coin);stroke:var(--brass);stroke-width:{COIN_EDGE}",
    ".ring": "fill:none;stroke:var(--brass);stroke-width:.8;opacity:.6",
    ".held>.face": f"stroke:var(--held);stroke-width:{HELD_EDGE}",
    ".seen": "fill:var(--coin);stroke:var(--brass);stroke-width:1.4",
    ".seen-eye": "fill:none;stroke:var(--mark);stroke-width:1.4",
    ".seen-pupil": "fill:var(--mark)",
    ".free": "fill:transparent;stroke:var(--dark-wood);stroke-width:1.5;stroke-dasharray:5 5;"
    "opacity:.6",
    ".number": "fill:var(--dark-wood);font-weight:400",
    ".tile": "fill:var(--tile);stroke:var(--tile-edge)",
    ".covered>.tile": "opacity:.45",
    ".suit": "stroke:var(--mark);stroke-width:1.2;stroke-linejoin:round",
    ".detail": "fill:none;stroke:var(--coin);stroke-width:2",
    ".suns": "fill:var(--suns)",
    ".moons": "fill:var(--moons)",
    ".crowns": "fill:var(--crowns)",
    ".arms": "fill:var(--arms)",
    ".value": "fill:var(--mark)",
    ".null": "stroke:var(--mark);stroke-width:4;stroke-linecap:round",
    ".die": "fill:var(--card);stroke:var(--quiet)",
    ".pip": "fill:var(--quiet)",
}


def _in_both_themes(token: str) -> tuple[str, str]:
    """Coins and tiles stay pale in the dark, so what is on them keeps its colour."""
    light, _ = svg.TOKENS[token]
    return light, light


COLOURS = {
    "coin": ("#FFF7DF", "#EBDDBF"),
    "brass": ("#8A6524", "#8A6524"),
    "held": ("#1E7446", "#4CBF7D"),
    "tile": ("#F6EBD6", "#DCCDAE"),
    "tile-edge": ("#C9B48A", "#8A6524"),
    "mark": ("#4A3A1E", "#33281A"),
    "suns": _in_both_themes("yellow"),
    "moons": _in_both_themes("blue"),
    "crowns": _in_both_themes("red"),
    "arms": _in_both_themes("green"),
}
STYLE = svg.sheet("piecepack-matches", LOOKS, COLOURS)


@dataclass(frozen=True)
class Side:
    """What a side of a coin shows: a suit or a value."""

    name: str
    sign: Drawn
    """Drawn around the origin, about 24 wide and high."""


def _suit(name: str, shape: str, *details: str) -> Side:
    marks = (svg.path(detail, class_="detail") for detail in details)
    return Side(name, svg.group(svg.path(shape), *marks, class_=f"suit {name}"))


def _value(name: str, letter: str) -> Side:
    return Side(name, svg.words(letter, VALUE_SIZE, class_="value"))


SUITS = {
    "S": _suit("suns", svg.star(8, 13.5, 7.5), "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z"),
    "M": _suit("moons", "M4 -11.5A11.5 11.5 0 1 0 10.5 5.5A9.5 9.5 0 0 1 4 -11.5Z"),
    "C": _suit("crowns", "M-10 9L-12 -6L-5.5 -.5L0 -10L5.5 -.5L12 -6L10 9Z", "M-9.6 4.5H9.6"),
    "A": _suit(
        "arms", "M-10 -10.5H10V-1C10 6 5 10 0 12.5C-5 10 -10 6 -10 -1Z", "M-9 2.4L0 -5L9 2.4"
    ),
}
VALUES = {
    "n": Side("null", svg.path("M-6.5 0H6.5", class_="null")),
    "a": _value("ace", "A"),
    **{digit: _value(digit, digit) for digit in "2345"},
}
SIDES = SUITS | VALUES


@dataclass(frozen=True)
class Spot:
    """Where a coin lies in the middle, and how far what it shows is turned."""

    at: Point
    tilt: float


def _scatter() -> list[Spot]:
    """PM-3: the coins lie as if dropped, none on another, and the same way each time."""
    chance = Random(SCATTER_SEED)
    room_x, room_y = (cell / 2 - COIN - COIN_CLEARANCE for cell in (CELL_WIDTH, CELL_HEIGHT))
    spots = []
    for number in range(SPOTS):
        row, column = divmod(number, SPOT_COLUMNS)
        x = MIDDLE_INSET + (column + 0.5) * CELL_WIDTH + chance.uniform(-room_x, room_x)
        y = MIDDLE_INSET + (row + 0.5) * CELL_HEIGHT + chance.uniform(-room_y, room_y)
        spots.append(Spot((x, y), chance.uniform(-MOST_TILT, MOST_TILT)))
    return spots


MIDDLE = _scatter()


@dataclass(frozen=True)
class Place:
    """Where a player's panel stands, with so many tiles in so many columns."""

    at: Point
    width: float
    columns: int
    tiles: int

    @property
    def tile(self) -> float:
        """How wide a tile is."""
        return (self.width - 2 * PANEL_INSET + TILE_GAP) / self.columns - TILE_GAP

    @property
    def height(self) -> float:
        rows = self.tiles // self.columns
        return svg.HEADER + rows * (self.tile + TILE_GAP) - TILE_GAP + PANEL_INSET

    def tile_at(self, index: int) -> Point:
        """The middle of a tile, seen from the panel's corner."""
        row, column = divmod(index, self.columns)
        step, half = self.tile + TILE_GAP, self.tile / 2
        return PANEL_INSET + column * step + half, svg.HEADER + row * step + half


@cache
def panel_places(players: int, top: float = MARGIN) -> list[Place]:
    places: list[Place] = []
    y = top
    for abreast, columns in PANEL_ROWS[players]:
        width = (MIDDLE_WIDTH + GAP) / abreast - GAP
        for number in range(abreast):
            x = MARGIN + number * (width + GAP)
            places.append(Place((x, y), width, columns, SPOTS // players))
        y += places[-1].height + GAP
    return places


def end_of(places: Sequence[Place]) -> float:
    """How high a picture with these panels is."""
    return places[-1].at[1] + places[-1].height + MARGIN


def draw(
    document: Document,
    viewer: int | None,
    names: Sequence[str] | None = None,
    words: Words = ENGLISH,
) -> str:
    """The middle, then the players clockwise, the viewer first."""
    players = document["players"]
    names = player_names(names, players, words)
    places = panel_places(players, MARGIN + MIDDLE_HEIGHT + GAP)
    seats = [((viewer or 0) + step) % players for step in range(players)]
    return svg.picture(
        document["game"],
        (WIDTH, end_of(places)),
        _middle(document, words),
        *(
            player_panel(document, seat, names[seat], place, words)
            for seat, place in zip(seats, places, strict=True)
        ),
        label=_label(document, names, words),
    )


def _label(document: Document, names: Sequence[str], words: Words) -> str:
    if document["phase"] == "over":
        [winner] = document["winners"]
        return words.about(winner, names, "Matches: you won.", "Matches: {name} won.")
    mover, turned = document["to_move"], document["turned"]
    if turned:
        return words.about(
            mover,
            names,
            "Matches: you turned the coin on spot {spot}.",
            "Matches: {name} turned the coin on spot {spot}.",
            spot=turned,
        )
    return words.about(
        mover, names, "Matches: it’s your turn.", "Matches: {name} is choosing a coin."
    )


def _middle(document: Document, words: Words) -> Drawn:
    turned, going_on = document["turned"], document["phase"] != "over"
    placing = document["phase"] == "place"
    spots = (
        _spot(
            number,
            coin["up"],
            coin["coin"] if coin["seen"] else None,
            is_marked(coin),
            going_on,
            number == turned,
            words,
        )
        if coin
        else _free_spot(number, placing, words)
        for number, coin in enumerate(document["coins"], start=1)
    )
    return svg.group(svg.wood(MIDDLE_WIDTH, MIDDLE_HEIGHT), *spots, at=(MARGIN, MARGIN))


@lru_cache(maxsize=CACHED)
def _spot(
    number: int, up: str, coin: str | None, seen: bool, clickable: bool, held: bool, words: Words
) -> Drawn:
    """A spot with a coin; which one it is, only if everyone has seen both its sides (PM-12)."""
    title = words("spot {spot}: shows {side}", spot=number, side=SIDE_WORDS[up])
    if held:
        title = words("{spot}, just turned", spot=title)
    elif seen:
        title = words("{spot}, has been seen", spot=title)
    drawn = _coin(up, coin, MIDDLE[number - 1].tilt, held)
    return _at_spot(number, svg.group(drawn, _eye()) if seen else drawn, title, clickable)


@lru_cache(maxsize=CACHED)
def _free_spot(number: int, clickable: bool, words: Words) -> Drawn:
    target = svg.circle(COIN, class_="free") if clickable else ""
    return _at_spot(number, target, words("spot {spot}: free", spot=number), clickable)


def _at_spot(number: int, inside: str, title: str, clickable: bool) -> Drawn:
    return svg.group(
        svg.words(str(number), NUMBER_SIZE, (-NUMBER_OFFSET, -NUMBER_OFFSET), class_="number"),
        inside,
        at=MIDDLE[number - 1].at,
        title=title,
        id_=f"spot-{number}",
        class_="spot click" if clickable else "spot",
    )


def _coin(up: str, coin: str | None, tilt: float, held: bool) -> Drawn:
    return svg.group(
        *_disc(COIN),
        svg.circle(RING * COIN, class_="ring"),
        svg.group(SIDES[up].sign, turn=tilt, scale=SIGN_SCALE),
        id_=f"coin-{coin}" if coin else None,
        class_="coin turns held" if held else "coin turns",
    )


@cache
def _eye() -> Drawn:
    """The mark of a coin that has been seen."""
    return svg.group(
        svg.circle(EYE_ROOM, class_="seen"),
        svg.path(EYE, class_="seen-eye"),
        svg.circle(PUPIL, class_="seen-pupil"),
        at=(EYE_AT, EYE_AT),
    )


def _disc(radius: float) -> list[Drawn]:
    return [
        svg.circle(radius, (0, svg.SHADOW_DROP), class_="shadow"),
        svg.circle(radius, class_="face"),
    ]


def player_panel(
    document: Document, seat: int, name: str, place: Place, words: Words, named: bool = True
) -> Drawn:
    tiles, marked = document["tiles"][seat], set(document["marked"][seat])
    winner = seat in document["winners"]
    active = seat == document["to_move"] and document["phase"] != "over"
    rolls = _rolls(document, seat)
    title = words("{name}: {marks}", name=name, marks=marks_told(words, document, seat))
    return svg.panel(
        name,
        "" if rolls else f"{len(marked)}/{len(tiles)}",
        (place.width, place.height),
        *(
            _tile(tile, tile in marked, place, index, words, named)
            for index, tile in enumerate(tiles)
        ),
        *([_dice(rolls, place.width, words)] if rolls else []),
        at=place.at,
        title=svg.seat_title(title, words, active, winner),
        active=active,
        winner=winner,
        room_at_end=_dice_width(rolls),
        id_=f"seat-{seat}" if named else None,
    )


@lru_cache(maxsize=CACHED)
def _tile(name: str, covered: bool, place: Place, index: int, words: Words, named: bool) -> Drawn:
    told = piece(words, name)
    return svg.group(
        svg.block(TILE, TILE, TILE_CORNER, at=(-TILE / 2, -TILE / 2), class_="tile"),
        _marking_coin(name, named) if covered else _suit_and_value(name, *ON_TILE),
        at=place.tile_at(index),
        scale=place.tile / TILE,
        title=words("{tile}, marked", tile=told) if covered else told,
        id_=f"tile-{name}" if named else None,
        class_="covered" if covered else None,
    )


def _marking_coin(name: str, named: bool) -> Drawn:
    """PM-6: it covers the tile that it matches, so it shows what the tile would."""
    sides = _suit_and_value(name, *ON_COIN)
    id_ = f"coin-{name}" if named else None
    return svg.group(*_disc(MARKING_COIN), sides, id_=id_, class_="coin")


def _suit_and_value(name: str, offset: Point, scale: float) -> Drawn:
    """The suit on one side of the middle, the value as far on the other."""
    x, y = offset
    return svg.group(
        svg.group(SUITS[name[0]].sign, at=(-x, -y), scale=scale),
        svg.group(VALUES[name[1]].sign, at=(x, y), scale=scale),
    )


def _rolls(document: Document, seat: int) -> list[int]:
    """PM-4: what a seat rolled to see who starts; nothing once a coin has been turned."""
    rolls = document["rolls"] if at_the_start(document) else []
    return [row[seat] for row in rolls if row[seat] is not None]


def _dice_width(rolls: Sequence[int]) -> float:
    return min(len(rolls) * (DIE + DIE_GAP), DICE_ROOM)


def _dice(rolls: Sequence[int], panel_width: float, words: Words) -> Drawn:
    step, width = DIE + DIE_GAP, _dice_width(rolls)
    return svg.group(
        *(_die(roll, (DIE / 2 + index * step, 0)) for index, roll in enumerate(rolls)),
        at=(panel_width - PANEL_INSET - width, svg.HEADER / 2),
        scale=width / (len(rolls) * step),
        title=words("rolled {rolls}", rolls=_rolls_told(rolls, words)),
    )


def _rolls_told(rolls: Sequence[int], words: Words) -> str:
    *before, last = map(str, rolls)
    if not before:
        return last
    return words("{before}, then {roll}", before=_rolls_told(rolls[:-1], words), roll=last)


def _die(roll: int, at: Point) -> Drawn:
    side = DIE / 4
    pips = [(0.0, 0.0)] if roll % 2 else []
    pips += [(-side, -side), (side, side)] if roll > 1 else []
    pips += [(-side, side), (side, -side)] if roll > 3 else []
    pips += [(-side, 0), (side, 0)] if roll > 5 else []
    return svg.group(
        svg.block(DIE, DIE, DIE_CORNER, at=(-DIE / 2, -DIE / 2), class_="die"),
        *(svg.circle(PIP, pip, class_="pip") for pip in pips),
        at=at,
    )
