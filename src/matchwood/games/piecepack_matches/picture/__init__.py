"""Matches as a picture: coins scattered on the board, tiles in the hand and at every seat.

Only the side of a coin that is up is drawn, whatever the document knows of the other (PM-12), but
in a replay that reveals everything; an eye marks one that has been seen, where that was agreed. The
elements and their ids: `spot-7` for a spot, with the coin that lies there inside; `coin-S3` for a
coin that the document names; `tile-S3`.

The spots lie six abreast on a wide board and four on a tall one, in Flaming Matches five, so each
is a drawing of its own, and `ARRANGEMENTS` scatter them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random
from typing import Any

from matchwood.drawing import svg
from matchwood.drawing.layout import Arrangement, Arrangements
from matchwood.drawing.picture import BOARD, HAND, Drawing, Outline, Picture, seat_part
from matchwood.drawing.scene import Scene
from matchwood.drawing.style import CHOSEN, LEGAL, sheet
from matchwood.drawing.svg import Drawn, Point, Size
from matchwood.engine.game import Document
from matchwood.engine.language import ENGLISH, Words
from matchwood.engine.options import player_names
from matchwood.games.piecepack_matches.pieces import FLAMING_SPOTS, SPOTS
from matchwood.games.piecepack_matches.text import at_the_start, is_marked
from matchwood.games.piecepack_matches.words import SIDES as SIDE_WORDS
from matchwood.games.piecepack_matches.words import (
    both_sides,
    marks_told,
    newly_marked,
    piece,
    winner_told,
)

COIN = 40
"""The radius of a coin: on a phone it is still wider than a thumb."""
THICKNESS = 2.5
SPOT_ROOM = 2 * COIN + 4
"""The room of a spot, which it shares with no other."""
WIDE_CELL, TALL_CELL, EDGE = (113, 100), (100, 106), 8
"""The distance from spot to spot, before they are scattered, and the wood around them."""
RING = 0.84
"""The radius of the fine ring of a coin, as a part of the coin's."""
SIGN_SCALE = 1.7
EYE_AT, EYE_ROOM, PUPIL = 29, 11, 2.4
EYE = "M-7.5 0Q0 -8 7.5 0Q0 8 -7.5 0Z"
"""The mark of a coin that has been seen: its place on the rim, and its width."""
UNDERSIDE, UNDERSIDE_AT, UNDERSIDE_SIGN = 15, 27, 0.72
"""The scale of the underside of a coin where everything is revealed, and its place."""
MOST_TILT = 14
SCATTER_SEED = 7
USUAL, FLAMING = "usual", "flaming"
"""The kinds of boards: the second has more spots."""
FREE, NUMBER_SIZE, NAMED_SIZE, NUMBER_AT = 19, 12, 18, 36

TILE, TILE_CORNER, TILE_GAP, TILE_EDGE = 48, 7, 5, 1.5
LONGEST_ROW = 6
"""Tiles of a hand in a row; more are two drawings, beside or below each other."""
SEAT_COLUMNS = {2: 6, 3: 8, 4: 6, 6: 4}
"""By number of players: how many tiles at a seat lie in a row."""
MARKING_COIN = 21
ON_TILE = ((9.5, 9), 0.88)
ON_COIN = ((8.5, 0), 0.67)
"""The distance of suit and value from the middle, and their scale."""

DIE, DIE_CORNER, DIE_GAP, PIP = 18, 4, 4, 1.8
BEYOND = 14.0
"""The margin that is printed beyond the edge of a piece."""
DIE_VALUE, DIE_SUIT = 0.46, 0.26
"""The scale of what is on a die of the piecepack."""
ROLLER, ROLLER_LETTER, ROLLER_GAP, ROLLS_HEIGHT = 10, 11, 14, 26
LEAST_ROLLS_WIDTH = 180

NOTE_COIN, NOTE_SIGN, NOTE_TILE = 10, 0.58, 23

CACHED = 512
"""The number of drawings of one kind that are kept for the next picture."""

LOOKS = {
    ".rim": "fill:var(--rim)",
    ".face": "fill:var(--coin);stroke:var(--brass);stroke-width:2.4",
    ".small>.face": "stroke-width:1.6",
    # Beads, as on a struck coin; on a small one they would be dust.
    ".ring": "fill:var(--field);stroke:var(--beads);stroke-width:1.7;stroke-dasharray:0 3.52;"
    "stroke-linecap:round",
    ".small>.ring": "stroke-width:.8;stroke-dasharray:none",
    ".held>.face": "stroke:var(--piece-ink);stroke-width:6",
    # Nearly all coins can be turned: a thin ring of light, below the coin.
    ".can>.coin>.rim": "stroke:var(--candle);stroke-width:6;stroke-opacity:.8",
    ".chosen>.coin>.face": CHOSEN,
    ".can>.target": LEGAL,
    ".seen": "fill:var(--coin);stroke:var(--brass);stroke-width:1.6",
    ".seen-eye": "fill:none;stroke:var(--mark);stroke-width:1.6",
    ".seen-pupil": "fill:var(--mark)",
    ".target": "fill:transparent",
    ".free": "fill:none;stroke:var(--board-label);stroke-width:1.4;stroke-dasharray:1.5 4.4;"
    "stroke-linecap:round;opacity:.45",
    "text.number": "fill:var(--board-label);font-weight:400",
    ".tile": "fill:var(--tile);stroke:var(--tile-edge)",
    ".suit": "stroke:var(--mark);stroke-width:1.2;stroke-linejoin:round",
    ".inlay": "fill:none;stroke:var(--coin);stroke-width:2",
    ".suns": "fill:var(--yellow)",
    ".moons": "fill:var(--blue)",
    ".crowns": "fill:var(--red)",
    ".arms": "fill:var(--green)",
    ".value": "fill:none;stroke:var(--mark);stroke-width:4.4;stroke-linecap:round;"
    "stroke-linejoin:round",
    ".die": "fill:var(--piece);stroke:var(--piece-line)",
    ".pip": "fill:var(--piece-ink)",
    # At the end, and on the cover.
    ".rays": "fill:var(--rays);opacity:.24",
    ".cast": "fill:var(--shadow)",
    ".trail": "fill:var(--coin)",
    ".arrow": "fill:none;stroke:#2B2622;stroke-width:5;stroke-linecap:round;stroke-linejoin:round",
    ".arrow-casing": "fill:none;stroke:#FFFDF8;stroke-width:11;stroke-linecap:round;"
    "stroke-linejoin:round",
    ".roller text": "fill:#FFFDF8",
    **{f".roller.seat-{seat} circle": f"fill:var(--seat-{seat})" for seat in range(6)},
}
COLOURS = {
    "coin": ("#FFF7DF", "#F3E6C8"),
    "field": ("#FFFBEE", "#F8EFD9"),
    "brass": ("#8A6524", "#8A6524"),
    "rim": ("#6E4F1A", "#5E4313"),
    "beads": ("#C0A060", "#B39250"),
    "tile": ("#F6EBD6", "#E9DBBF"),
    "tile-edge": ("#C9B48A", "#8A6524"),
    "rays": ("#E9B914", "#C98A2E"),
    "mark": ("#4A3A1E", "#3A2D18"),
}
STYLE = sheet("piecepack-matches", LOOKS, COLOURS)


@dataclass(frozen=True)
class Side:
    """A side of a coin: a suit or a value."""

    name: str
    sign: Drawn
    """Drawn around the origin, about 24 wide and high."""


def _suit(name: str, shape: str, *inlays: str) -> Side:
    marks = (svg.path(inlay, class_="inlay") for inlay in inlays)
    return Side(name, svg.group(svg.path(shape), *marks, class_=f"suit {name}"))


def _value(name: str, stroke: str) -> Side:
    return Side(name, svg.path(stroke, class_="value"))


MOON = "M3 -11.5A11.5 11.5 0 1 0 9.5 5.5A9.5 9.5 0 0 1 3 -11.5Z"
EVENING_STAR = "M7.5 -7.6l1.3 2.8 2.8 1.3-2.8 1.3-1.3 2.8-1.3-2.8-2.8-1.3 2.8-1.3Z"
SUITS = {
    "S": _suit("suns", svg.star(8, 13.5, 7.5), "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z"),
    "M": _suit("moons", MOON + EVENING_STAR),
    "C": _suit("crowns", "M-10 9L-12 -6L-5.5 -.5L0 -10L5.5 -.5L12 -6L10 9Z", "M-9.6 4.5H9.6"),
    "A": _suit(
        "arms", "M-10 -10.5H10V-1C10 6 5 10 0 12.5C-5 10 -10 6 -10 -1Z", "M-9 2.4L0 -5L9 2.4"
    ),
}
VALUES = {
    "n": _value("null", "M-6.5 0H6.5"),
    "a": _value("ace", "M-7.2 9L0 -9.2L7.2 9M-4.6 3.4H4.6"),
    "2": _value("2", "M-5.8 -4.6C-5.4 -11 5.6 -10.6 5.4 -4.4C5.2 -.4 -2 3.6 -6 9H6.4"),
    "3": _value(
        "3",
        "M-5.6 -7C-3.4 -10.4 5 -10.4 5 -5C5 -2 2.4 -.8 -1 -.8C3.2 -.8 6 1 6 4.6"
        "C6 10.6 -4 10.6 -6.2 6.6",
    ),
    "4": _value("4", "M3 9.2V-9.2L-7 3.8H7.4"),
    "5": _value("5", "M5.2 -9H-4.4L-5.2 -1.2C-1.4 -3.8 6 -3.4 6 3C6 10.4 -4 10.8 -6.4 6.4"),
}
"""Drawn, not written: they look the same whatever letters a program has."""
SIDES = SUITS | VALUES


def _scattered(spots: int, columns: int, cell: Size, chance: Random) -> Arrangement:
    """PM-3: the coins lie as if dropped, none on another, and the same way each time."""
    places = {}
    for index in range(spots):
        row, column = divmod(index, columns)
        places[_spot_id(index + 1)] = (
            EDGE + column * cell[0] + chance.uniform(0, cell[0] - SPOT_ROOM),
            EDGE + row * cell[1] + chance.uniform(0, cell[1] - SPOT_ROOM),
            SPOT_ROOM,
            SPOT_ROOM,
        )
    rows = spots // columns
    return Arrangement((columns * cell[0] + 2 * EDGE, rows * cell[1] + 2 * EDGE), places)


def _spot_id(number: int) -> str:
    return f"spot-{number}"


_CHANCE, _FLAMING_CHANCE = Random(SCATTER_SEED), Random(SCATTER_SEED + 1)
TILTS = [
    chance.uniform(-MOST_TILT, MOST_TILT)
    for chance, spots in ((_CHANCE, SPOTS), (_FLAMING_CHANCE, FLAMING_SPOTS - SPOTS))
    for _ in range(spots)
]
"""The angle of what a coin shows, by its spot."""
ARRANGEMENTS = {
    USUAL: Arrangements(
        wide=_scattered(SPOTS, 6, WIDE_CELL, _CHANCE),
        tall=_scattered(SPOTS, 4, TALL_CELL, _CHANCE),
    ),
    FLAMING: Arrangements(
        wide=_scattered(FLAMING_SPOTS, 6, WIDE_CELL, _FLAMING_CHANCE),
        tall=_scattered(FLAMING_SPOTS, 5, TALL_CELL, _FLAMING_CHANCE),
    ),
}


def draw(
    document: Document,
    viewer: int | None,
    names: Sequence[str] | None = None,
    words: Words = ENGLISH,
) -> Picture:
    """The coins in the middle, the viewer's tiles in their hand, the others' at their seats."""
    names = player_names(names, document["players"], words)
    seats = [seat for seat in range(document["players"]) if seat != viewer]
    return Picture(
        document["game"],
        _label(document, names, words),
        (
            *(_spot(document, number, words) for number in range(1, len(document["coins"]) + 1)),
            *([] if viewer is None else _hand(document, viewer, words)),
            *(_seat(document, seat, names[seat], words) for seat in seats),
            *([_rolls(document, names, words)] if at_the_start(document) else []),
        ),
        kind=FLAMING if document["flaming"] else USUAL,
    )


def revealed(document: Document) -> Document:
    """The same with the underside of each coin, which is drawn beside the side that is up."""
    return {**document, "coins": [coin and _turned_up(coin) for coin in document["coins"]]}


def _turned_up(coin: dict[str, Any]) -> dict[str, Any]:
    return {**coin, "under": coin["coin"].replace(coin["up"], "", 1)}


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


# The board


def _spot(document: Document, number: int, words: Words) -> Drawing:
    coin = document["coins"][number - 1]
    if coin is None:
        return _at_spot(number, _free_spot(number, document["flaming"], words))
    shown = coin["coin"] if coin["seen"] else None
    held, under = number == document["turned"], coin.get("under")
    taken = _taken_spot(number, coin["up"], shown, is_marked(coin), held, under, words)
    return _at_spot(number, taken)


@lru_cache(maxsize=CACHED)
def _at_spot(number: int, inside: Drawn) -> Drawing:
    box = (-SPOT_ROOM / 2, -SPOT_ROOM / 2, SPOT_ROOM, SPOT_ROOM)
    outline = Outline((0, 0), (2 * COIN, 2 * COIN), COIN)
    return Drawing(_spot_id(number), BOARD, box, inside, outlines={_spot_id(number): outline})


@lru_cache(maxsize=CACHED)
def _taken_spot(
    number: int,
    up: str,
    name: str | None,
    seen: bool,
    held: bool,
    under: str | None,
    words: Words,
) -> Drawn:
    """A spot with a coin; which one it is, only if everyone has seen both its sides (PM-12)."""
    title = words("spot {spot}: shows {side}", spot=number, side=SIDE_WORDS[up])
    if held:
        title = words("{spot}, just turned", spot=title)
    elif seen:
        title = words("{spot}, has been seen", spot=title)
    if under:
        title = words("{spot}; underneath: {side}", spot=title, side=SIDE_WORDS[under])
    return svg.group(
        coin(up, TILTS[number - 1], f"coin-{name}" if name else None, held),
        *([_eye()] if seen else []),
        *([_underside(under)] if under else []),
        svg.text(str(number), NUMBER_SIZE, (-NUMBER_AT, -NUMBER_AT), class_="number detail"),
        title=title,
        id_=_spot_id(number),
        class_="spot",
    )


@lru_cache(maxsize=CACHED)
def _free_spot(number: int, named: bool, words: Words) -> Drawn:
    """A spot without a coin. Its number is seen where moves name it: in Flaming Matches (PM-11)."""
    return svg.group(
        svg.circle(COIN, class_="target"),
        svg.circle(FREE, class_="free"),
        svg.text(str(number), NAMED_SIZE, class_="number")
        if named
        else svg.text(str(number), NUMBER_SIZE, class_="number detail"),
        title=words("spot {spot}: free", spot=number),
        id_=_spot_id(number),
        class_="spot",
    )


@lru_cache(maxsize=CACHED)
def coin(up: str, tilt: float = 0, id_: str | None = None, held: bool = False) -> Drawn:
    """A coin as it lies on the board, of the radius `COIN`."""
    return svg.group(
        svg.circle(COIN, (0, 2 * THICKNESS), class_="shadow"),
        svg.circle(COIN, (0, THICKNESS), class_="rim"),
        svg.circle(COIN, class_="face"),
        svg.circle(RING * COIN, class_="ring"),
        svg.group(SIDES[up].sign, turn=tilt, scale=SIGN_SCALE),
        id_=id_,
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


@cache
def _underside(side: str) -> Drawn:
    """The underside of a coin, as a small coin that looks out from under it."""
    return svg.group(
        svg.circle(UNDERSIDE, class_="face"),
        svg.group(SIDES[side].sign, scale=UNDERSIDE_SIGN),
        at=(UNDERSIDE_AT, UNDERSIDE_AT),
        class_="coin small",
    )


# Tiles


def _hand(document: Document, viewer: int, words: Words) -> list[Drawing]:
    tiles = document["tiles"][viewer]
    length = len(tiles) if len(tiles) <= LONGEST_ROW else len(tiles) // 2
    rows = [tuple(tiles[first : first + length]) for first in range(0, len(tiles), length)]
    marked = tuple(document["marked"][viewer])
    return [
        _tiles(f"tiles-{number}", HAND, row, marked, length, "", words)
        for number, row in enumerate(rows, start=1)
    ]


def _seat(document: Document, seat: int, name: str, words: Words) -> Drawing:
    return _tiles(
        seat_part(seat),
        seat_part(seat),
        tuple(document["tiles"][seat]),
        tuple(document["marked"][seat]),
        SEAT_COLUMNS[document["players"]],
        words("{name}: {marks}", name=name, marks=marks_told(words, document, seat)),
        words,
    )


@lru_cache(maxsize=CACHED)
def _tiles(
    name: str,
    part: str,
    tiles: tuple[str, ...],
    marked: tuple[str, ...],
    columns: int,
    label: str,
    words: Words,
) -> Drawing:
    step = TILE + TILE_GAP
    places = [
        (index % columns * step + TILE / 2, index // columns * step + TILE / 2)
        for index in range(len(tiles))
    ]
    inside = (
        _tile(tile, tile in marked, at, words) for tile, at in zip(tiles, places, strict=True)
    )
    width, height = columns * step - TILE_GAP, len(tiles) // columns * step - TILE_GAP
    return Drawing(
        name,
        part,
        (-TILE_EDGE, -TILE_EDGE, width + 2 * TILE_EDGE, height + 3 * TILE_EDGE),
        Drawn("".join(inside)),
        label,
        {
            f"tile-{tile}": Outline(at, (TILE, TILE), TILE_CORNER)
            for tile, at in zip(tiles, places, strict=True)
        },
        arrange=part == HAND,
    )


@lru_cache(maxsize=CACHED)
def _tile(name: str, covered: bool, at: Point, words: Words) -> Drawn:
    told = piece(words, name)
    return svg.group(
        tile(name, covered, f"coin-{name}"),
        at=at,
        title=words("{tile}, marked", tile=told) if covered else told,
        id_=f"tile-{name}",
    )


def tile(name: str, covered: bool, coin_id: str | None = None) -> Drawn:
    """A tile; PM-6: the coin that covers it matches it, so it shows what the tile would."""
    corner = (-TILE / 2, -TILE / 2)
    face = svg.block(TILE, TILE, TILE_CORNER, at=corner, class_="tile")
    below = svg.block(
        TILE, TILE, TILE_CORNER, at=(corner[0], corner[1] + TILE_EDGE), class_="shadow"
    )
    inside = _marking_coin(name, coin_id) if covered else _suit_and_value(name, *ON_TILE)
    return svg.group(below, face, inside, class_="covered" if covered else None)


def _marking_coin(name: str, id_: str | None) -> Drawn:
    return svg.group(
        svg.circle(MARKING_COIN, class_="face"),
        svg.circle(RING * MARKING_COIN, class_="ring"),
        _suit_and_value(name, *ON_COIN),
        id_=id_,
        class_="coin small turns",
    )


def _suit_and_value(name: str, offset: Point, scale: float) -> Drawn:
    """The suit on one side of the middle, the value as far on the other."""
    x, y = offset
    return svg.group(
        svg.group(SUITS[name[0]].sign, at=(-x, -y), scale=scale),
        svg.group(VALUES[name[1]].sign, at=(x, y), scale=scale),
    )


# The dice


def _rolls(document: Document, names: Sequence[str], words: Words) -> Drawing:
    """PM-4: what everyone rolled to see who starts, until a coin is turned."""
    x, inside = 0.0, []
    for seat in range(len(names)):
        rolls = [row[seat] for row in document["rolls"] if row[seat] is not None]
        inside.append(_rolled(seat, names, rolls, x, words))
        x += 2 * ROLLER + len(rolls) * (DIE_GAP + DIE) + ROLLER_GAP
    width = max(x - ROLLER_GAP, LEAST_ROLLS_WIDTH)
    left = (x - ROLLER_GAP - width) / 2
    box = (left - 1, -ROLLS_HEIGHT / 2, width + 2, ROLLS_HEIGHT)
    return Drawing("rolls", "rolls", box, Drawn("".join(inside)), words("The rolls for the start"))


def _rolled(
    seat: int, names: Sequence[str], rolls: Sequence[int], left: float, words: Words
) -> Drawn:
    dice = (
        _die(roll, (2 * ROLLER + DIE_GAP + DIE / 2 + index * (DIE + DIE_GAP), 0))
        for index, roll in enumerate(rolls)
    )
    return svg.group(
        svg.group(
            svg.circle(ROLLER),
            svg.text(names[seat][:1].upper(), ROLLER_LETTER),
            at=(ROLLER, 0),
            class_=f"roller seat-{seat}",
        ),
        *dice,
        at=(left, 0),
        title=words.about(
            seat,
            names,
            "You rolled {rolls}.",
            "{name} rolled {rolls}.",
            rolls=_rolls_told(rolls, words),
        ),
    )


def _rolls_told(rolls: Sequence[int], words: Words) -> str:
    *before, last = map(str, rolls)
    if not before:
        return last
    return words("{before}, then {roll}", before=_rolls_told(rolls[:-1], words), roll=last)


def _die(roll: int, at: Point) -> Drawn:
    return svg.group(
        svg.block(DIE, DIE, DIE_CORNER, at=(-DIE / 2, -DIE / 2), class_="die"),
        printed_pips(roll),
        at=at,
    )


# On paper


def printed_tile(name: str | None) -> Drawn:
    """A tile to be cut out, from its face or from its back, which is the same for all."""
    ground = _ground(TILE)
    if name is not None:
        return Drawn(ground + _suit_and_value(name, *ON_TILE))
    side = svg.short(TILE / 2 + BEYOND)
    cross = f"M-{side} 0H{side}M0-{side}V{side}"
    return Drawn(ground + svg.path(cross, class_="cross"))


def printed_coin(side: str) -> Drawn:
    """A side of a coin to be cut out."""
    return Drawn(
        svg.circle(COIN + BEYOND, class_="printed-coin")
        + svg.circle(RING * COIN, class_="ring")
        + svg.group(SIDES[side].sign, scale=SIGN_SCALE)
    )


def printed_pips(roll: int) -> Drawn:
    """A side of a die, without its edges."""
    side = DIE / 4
    pips = [(0.0, 0.0)] if roll % 2 else []
    pips += [(-side, -side), (side, side)] if roll > 1 else []
    pips += [(-side, side), (side, -side)] if roll > 3 else []
    pips += [(-side, 0), (side, 0)] if roll > 5 else []
    return Drawn("".join(svg.circle(PIP, pip, class_="pip") for pip in pips))


def printed_die(suit: str, value: str) -> Drawn:
    """A side of a die of the piecepack: its value, and its suit in small."""
    return Drawn(
        svg.group(VALUES[value].sign, at=(-1.6, -1.4), scale=DIE_VALUE)
        + svg.group(SUITS[suit].sign, at=(5.2, 5.2), scale=DIE_SUIT)
    )


def _ground(size: float) -> Drawn:
    whole = size + 2 * BEYOND
    return svg.block(whole, whole, 0, (-whole / 2, -whole / 2), class_="printed-tile")


# The log


def note(move: str, before: Document, after: Document, words: Words) -> list[Drawn | str]:
    """Both sides of a coin that was turned, on tiles if it marked one, and what became of it."""
    kind, _, spot = move.partition(" ")
    if kind == "stay":
        return [words("stays")]
    if kind == "move":
        return [words("to spot {spot}", spot=spot)]
    if marked := newly_marked(before, after):
        return [*(_note_coin(side, on_tile=True) for side in marked), words("marked")]
    sides = (_note_coin(side) for side in both_sides(before, after, int(spot)))
    return [*sides, *([] if after["phase"] == "place" else [words("stays")])]


def _note_coin(up: str, on_tile: bool = False) -> Drawn:
    corner = (-NOTE_TILE / 2, -NOTE_TILE / 2)
    tiles = [svg.block(NOTE_TILE, NOTE_TILE, 4, at=corner, class_="tile")] if on_tile else []
    return svg.group(
        *tiles,
        svg.circle(NOTE_COIN, class_="face"),
        svg.group(SIDES[up].sign, scale=NOTE_SIGN),
        class_="small",
    )


# A tile that is marked, and how many are left (PM-6, PM-9).


def scene(
    words: Words,
    move: str,
    before: Document,
    after: Document,
    names: Sequence[str],
    viewer: int | None,
) -> Scene | None:
    marked, mover = newly_marked(before, after), before["to_move"]
    if marked is None:
        return None
    calls = words.about(
        mover,
        names,
        "A match for you: the {coin}.",
        "A match for {name}: the {coin}.",
        coin=piece(words, marked),
    )
    marks = [f"tile-{marked}"]
    left = len(after["tiles"][mover]) - len(after["marked"][mover])
    if left == 0:
        return Scene(calls, [winner_told(words, after, names)], marks=marks)
    if left == 1:
        told = words.about(mover, names, "You have one tile left.", "{name} has one tile left.")
        return Scene(calls, [told], marks=marks)
    return Scene(calls, marks=marks)
