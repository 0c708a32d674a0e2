"""Baguettes as a picture: the block, a plan of each level, everyone's sticks.

The elements and their ids: `well-23`, a well on the plan of the top level; `channel-B3`, its strip
on the plan of level B; `rack`, the sticks in the viewer's hand. The block shows the same things in
space, and says by `data-ref` which of these elements is meant by each (see `solid`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from matchwood.drawing import projection, solids, svg
from matchwood.drawing.layout import TOOLS, Arrangement, Arrangements, grid
from matchwood.drawing.picture import BOARD, HAND, Box, Drawing, Outline, Picture, seat_part
from matchwood.drawing.scene import Scene
from matchwood.drawing.solids import Bar, Frame
from matchwood.drawing.style import sheet
from matchwood.drawing.svg import Drawn, Point
from matchwood.engine.game import Document
from matchwood.engine.language import ENGLISH, Words
from matchwood.engine.options import player_names
from matchwood.games.baguettes.picture import plans, solid
from matchwood.games.baguettes.picture.solid import badge, standing_stick, still, with_previews
from matchwood.games.baguettes.pieces import (
    BLOCKS_KEPT,
    LETTERS,
    Block,
    block_of,
    can_pull,
    goes_to_hand,
    in_hands,
    receiver,
)
from matchwood.games.baguettes.words import (
    COLOURS,
    falls_told,
    hand_told,
    label,
    newly_out,
    standing_told,
)

ALL_LARGE = 4
"""Up to so many plans have room beside the block."""
HEAD_REACH = 17
RACK_STEP, RACK_HEIGHT, RACK_STICK, RACK_EDGE = 56, 112, 62, 24
SEAT_WIDTH, SEAT_HEIGHT, SEAT_ROOM, TEAM_ROOM, SEAT_STEP = 276, 48, 176, 152, 17
TRAY_WIDTH, TRAY_HEIGHT = 276, 36

LOOKS = {
    **solids.LOOKS,
    **solid.LOOKS,
    **plans.LOOKS,
    ".ground": "fill:var(--ground);opacity:.1",
    ".plank": "fill:var(--plank);fill-opacity:.72;stroke:var(--edge);stroke-width:.025",
    ".seam": "fill:none;stroke:var(--plank-grain);stroke-width:.02",
    ".groove": "fill:var(--groove);fill-opacity:.72",
    ".groove.full": "fill:var(--groove-full)",
    ".hole": "fill:var(--hole);fill-opacity:.8",
    ".edge": "fill:var(--edge)",
    ".edge.dim": "fill:var(--edge-dim)",
    ".pane": "fill:var(--pane);stroke:var(--edge);stroke-width:.015;opacity:0",
    ".mouth": "stroke:var(--hole);stroke-width:.26;stroke-linecap:round;opacity:0",
    ".collar": "fill:#FFFDF8;stroke-width:.075",
    ".socket": "fill:#FFFDF8;fill-opacity:.35;stroke:#FFFDF8;stroke-width:.04",
    # The script says how far the levels are apart, and so what is seen of the wood.
    ".live .plank,.live .groove": "fill-opacity:var(--wood-seen)",
    ".live .hole": "fill-opacity:calc(.2 + .8*var(--wood-seen))",
    ".live .pane": "opacity:var(--glass-seen)",
    ".live .mouth": "opacity:var(--mouth-seen)",
    ".live.closed .pane": "fill:var(--plank)",
    ".live .pane,.live .plank,.live .mouth,.live .edge,.live .collar": "pointer-events:none",
    ".live .groove.can": "fill:var(--candle);fill-opacity:.6;stroke:var(--mark-ink);"
    "stroke-width:.03;stroke-dasharray:.12 .09",
    ".live .hole.can": "stroke:var(--candle);stroke-width:.05",
    ".live .hole.lit,.live .groove.lit,.live .socket.lit": "fill:var(--candle);fill-opacity:.9;"
    "stroke:var(--mark-ink);stroke-width:.05;stroke-dasharray:none",
    ".live .can .head": "stroke-width:3.4",
    ".live .chosen .head": "stroke:#2B2622;stroke-width:4",
    ".rail": "fill:var(--rack)",
    ".pit": "fill:var(--hole)",
    ".back": "fill:none;stroke:var(--mark-ink);stroke-width:2.4;stroke-dasharray:5 4",
    ".pale": "opacity:.45",
    ".partners": "opacity:.6",
    ".cross": "fill:none;stroke:var(--quiet);stroke-width:2.2;stroke-linecap:round",
    ".light": "font-weight:400",
    ".ray": "fill:var(--ray)",
    ".night .board": "fill:#6B4A26;stroke:none",
    ".night .grain": "stroke:#4A3118",
}
for _colour in solid.COLOURS:
    LOOKS[f".{_colour}>.collar"] = f"stroke:var(--{_colour})"

TOKENS = {
    **solids.TOKENS,
    **solid.TOKENS,
    "plank": ("#EBD6B4", "#A9845A"),
    "plank-grain": ("#D8BC92", "#8C6A42"),
    "groove": ("#CFAE80", "#7D5C38"),
    "groove-full": ("#A98A60", "#563D22"),
    "edge": ("#A97B4C", "#D1AA78"),
    "edge-dim": ("#8F6539", "#B08A5C"),
    "hole": ("#5C3E1E", "#241708"),
    "pane": ("#FFF6E4", "#C9A878"),
    "ground": ("#3A2410", "#000000"),
    "rack": ("#B3905F", "#5C432A"),
    "ray": ("#FBE7B0", "#9C7A45"),
    "tab": ("#6B4A26", "#E8CFA9"),
    "on-tab": ("#FFFDF8", "#2B2622"),
}

STYLE = sheet("baguettes", LOOKS, TOKENS) + plans.QUIET
EMBLEMS = solid.EMBLEMS


def emblems(document: Document) -> Sequence[str]:
    """A player is known by the colour and the shape of their sticks; partners share them."""
    colours: list[str] = document["colours"]
    return colours


# Where the drawings of the board stand


def _arrangements(levels: int) -> Arrangements:
    """The block beside or above its plans. Where they would be too small to click on, one of them
    is large."""
    names = [f"plan-{letter}" for letter in LETTERS[:levels]]
    return Arrangements(_wide(names), _tall(names), _low(names))


def _wide(names: Sequence[str]) -> Arrangement:
    places: dict[str, Box] = {"block": (0, 0, 420, 506), TOOLS: (10, 512, 400, 48)}
    size, room = (1000, 560), (440, 0, 560, 560)
    if len(names) <= ALL_LARGE:
        return Arrangement(
            size, places | grid(names, room, 12, columns=1 if len(names) == 2 else 2)
        )
    small = grid(names, (850, 0, 150, 560), 8, columns=1)
    return Arrangement(size, places | small, (440, 60, 400, 440), names)


def _low(names: Sequence[str]) -> Arrangement:
    places: dict[str, Box] = {"block": (0, 0, 268, 242), TOOLS: (2, 246, 264, 44)}
    size = (660, 290)
    if len(names) == 2:
        return Arrangement(size, places | grid(names, (274, 0, 386, 290), 6, columns=2))
    small = grid(names, (562, 0, 98, 290), 4, columns=2 if len(names) > ALL_LARGE else 1)
    return Arrangement(size, places | small, (272, 0, 286, 290), names)


def _tall(names: Sequence[str]) -> Arrangement:
    places: dict[str, Box] = {"block": (0, 0, 400, 312), TOOLS: (6, 314, 388, 44)}
    size = (400, 620)
    if len(names) == 2:
        return Arrangement(size, places | grid(names, (4, 364, 392, 252), 8, columns=2))
    if len(names) <= ALL_LARGE:
        # The levels lie in a column, one below the other as in the block.
        places = {"block": (0, 0, 300, 232), TOOLS: (4, 234, 292, 48)}
        small = grid(names, (308, 6, 88, 608), 8, columns=1)
        return Arrangement(size, places | small, (2, 288, 298, 330), names)
    places = {"block": (0, 0, 400, 264), TOOLS: (6, 264, 388, 44)}
    small = grid(names, (306, 312, 90, 304), 4, columns=2)
    return Arrangement(size, places | small, (2, 312, 302, 306), names)


ARRANGEMENTS = {f"levels-{levels}": _arrangements(levels) for levels in range(2, 7)}


def draw(
    document: Document,
    viewer: int | None,
    names: Sequence[str] | None = None,
    words: Words = ENGLISH,
) -> Picture:
    """The block and its plans, the viewer's rack, everyone's sticks, and those out of the game."""
    names = player_names(names, document["players"], words)
    mover = viewer == document["to_move"] and document["phase"] == "play"
    colour = document["colours"][document["to_move"]] if mover else None
    block, to_anyone = block_of(document), words.to(None)
    drawings = [
        _block(block, tuple(document["out"]), colour, to_anyone),
        *plans.draw(block, colour, to_anyone),
        *([_rack(document, block, viewer, mover, to_anyone)] if viewer is not None else []),
        *(_seat(document, block, seat, to_anyone) for seat in range(document["players"])),
        _tray(tuple(document["out"].items()), to_anyone),
    ]
    kind = f"levels-{document['size'][2]}"
    return Picture("baguettes", label(document, names, words), tuple(drawings), kind)


def _block(block: Block, colours: tuple[str, ...], colour: str | None, words: Words) -> Drawing:
    drawing = _still_block(block, colours, words)
    if colour is None:
        return drawing
    solid = with_previews(still(block, colours), block, colour)
    return replace(drawing, solid=solids.written(solid, words))


@lru_cache(BLOCKS_KEPT)
def _still_block(block: Block, colours: tuple[str, ...], words: Words) -> Drawing:
    """The block as everyone sees it."""
    solid = still(block, colours)
    return Drawing(
        "block",
        BOARD,
        projection.projected(solid.frame).box,
        svg.gathered([piece.drawn for piece in projection.painted(solid)], class_="still"),
        words("The block"),
        {bar.ref: _head(solid.frame, bar) for bar in solid.bars if bar.ref},
        solids.written(solid, words),
    )


@lru_cache(4096)
def _head(frame: Frame, bar: Bar) -> Outline:
    return Outline(projection.head_of(frame, bar), (2 * HEAD_REACH,) * 2, HEAD_REACH)


# The hand


def _rack(document: Document, block: Block, viewer: int, mover: bool, words: Words) -> Drawing:
    """The sticks in hand, in a rack with a hole for each of the colour."""
    colour, hand = document["colours"][viewer], document["hands"][viewer]
    holes = in_hands(document, colour) + block.sticks_of[colour] + document["out"][colour]
    may_pull = mover and can_pull(document)
    coming_back = tuple(_coming_back(document, block, viewer)) if may_pull else ()
    return _rack_of(colour, hand, holes, coming_back, words)


@lru_cache(4096)
def _rack_of(
    colour: str, hand: int, holes: int, coming_back: tuple[str, ...], words: Words
) -> Drawing:
    width = holes * RACK_STEP
    title = words("{hand} {colour} in hand", hand=hand, colour=COLOURS[colour])
    middles = [(hole + 0.5) * RACK_STEP for hole in range(holes)]
    floor = RACK_HEIGHT - RACK_EDGE
    rail = RACK_HEIGHT - 2 * RACK_EDGE + 12
    rack = svg.gathered(
        (
            svg.element("title", title),
            svg.block(width, RACK_HEIGHT - rail, 18, (0, rail), class_="rail"),
            Drawn("".join([_pit(x, floor) for x in middles])),
            *(_in_rack(colour, x, floor) for x in middles[:hand]),
            *([_stick_back(colour, coming_back, (middles[hand], floor))] if coming_back else ()),
        ),
        id_="rack",
    )
    outline = Outline((width / 2, RACK_HEIGHT / 2), (width, RACK_HEIGHT), 18)
    return Drawing("hand", HAND, (0, 0, width, RACK_HEIGHT), rack, title, {"rack": outline})


@lru_cache(256)
def _pit(x: float, floor: float) -> Drawn:
    return svg.element("ellipse", cx=x, cy=floor, rx=15, ry=6, class_="pit")


@lru_cache(256)
def _in_rack(colour: str, x: float, floor: float) -> Drawn:
    return svg.group(standing_stick(colour, RACK_STICK), at=(x, floor))


def _coming_back(document: Document, block: Block, viewer: int) -> list[str]:
    """The rods that bring a stick back if they are pulled: themselves (BG-11), or one that they
    replace (BG-12)."""
    return [
        rod
        for rod in block.falls
        if not goes_to_hand(document, block, rod) or receiver(document, rod) == viewer
    ]


def _stick_back(colour: str, rods: Sequence[str], place: Point) -> Drawn:
    """The place of a stick that a pull would bring back."""
    return svg.group(
        svg.path(f"M-8 0V{10 - RACK_STICK}M8 0V{10 - RACK_STICK}", class_="back"),
        svg.group(svg.path(solid.SHAPES[colour], class_="back"), at=(0, -RACK_STICK - 6)),
        at=place,
        class_="preview",
        data_when=" ".join(f"channel-{rod}" for rod in rods),
    )


# The players' places, and what is out of the game


def _seat(document: Document, block: Block, seat: int, words: Words) -> Drawing:
    """A player's sticks: in hand, in the partner's (clear), on the block (pale), out (a cross)."""
    colour, hand = document["colours"][seat], document["hands"][seat]
    partner = in_hands(document, colour) - hand if document["teams"] else None
    on_block, out = block.sticks_of[colour], document["out"][colour]
    return _sticks(seat, colour, hand, partner, on_block, out, words)


@lru_cache(4096)
def _sticks(
    seat: int, colour: str, hand: int, partner: int | None, block: int, out: int, words: Words
) -> Drawing:
    in_hand = hand + (partner or 0)
    all_ = in_hand + block + out
    step = min(SEAT_STEP, (SEAT_ROOM if partner is None else TEAM_ROOM) / max(all_, 1))
    drawn = []
    for index in range(all_):
        x = 10 + index * step
        if index < in_hand:
            kind = None if index < hand else "partners"
            drawn.append(svg.group(_small_stick(colour), at=(x, 40), class_=kind))
        elif index < in_hand + block:
            drawn.append(svg.path(f"M{x:g} 18V38", class_="body pale", stroke_width=5))
        else:
            drawn.append(svg.path(f"M{x - 4:g} 24l8 8m0-8l-8 8", class_="cross"))
    counts = hand_told(words, hand, partner), words("{n} on the block", n=block)
    title = standing_told(words, hand, partner, block)
    inside = svg.gathered(
        (
            *drawn,
            *(
                svg.text(text, 12.5, (SEAT_WIDTH, y), class_="quiet end light")
                for text, y in zip(counts, (18, 36), strict=True)
            ),
        ),
        class_=colour,
    )
    return Drawing(
        f"sticks-{seat}", seat_part(seat), (0, 0, SEAT_WIDTH, SEAT_HEIGHT), inside, title
    )


@lru_cache(16)
def _small_stick(colour: str) -> Drawn:
    lines = (("rim", 7.6), ("body", 6))
    parts = (svg.path("M0 0V-24", class_=kind, stroke_width=width) for kind, width in lines)
    return Drawn("".join(parts) + svg.group(badge(colour), at=(0, -27), scale=0.52))


@lru_cache(1024)
def _tray(out: tuple[tuple[str, int], ...], words: Words) -> Drawing:
    told = ", ".join(f"{count} {words.tell(COLOURS[colour])}" for colour, count in out)
    heads = [colour for colour, count in out for _ in range(count)]
    step = min(19, 150 / max(len(heads), 1))
    inside = svg.group(
        svg.text(words("Out of the game"), 14, (0, TRAY_HEIGHT / 2), class_="quiet start light"),
        *(
            svg.group(
                badge(colour),
                at=(TRAY_WIDTH - 10 - index * step, TRAY_HEIGHT / 2),
                scale=0.6,
                class_=colour,
            )
            for index, colour in enumerate(reversed(heads))
        ),
    )
    label = words("out of the game: {sticks}", sticks=told)
    return Drawing("tray", "tray", (0, 0, TRAY_WIDTH, TRAY_HEIGHT), inside, label)


# A line of the log


def note(move: str, before: Document, after: Document, words: Words) -> Sequence[Drawn | str]:
    """A rod lies, a stick stands, and what was done with it."""
    kind, where = move.split()
    rod, _, well = where.partition(">")
    colour = before["colours"][before["to_move"]]
    if kind == "pierce":
        return [_icon(colour, lies=True), words("pierced {channel}", channel=where)]
    if kind == "plant":
        lost = where not in after["sticks"]
        text = words("planted in {well}", well=where)
        return [_icon(colour, lies=False), text, *(["✕"] if lost else [])]
    if kind == "drop":
        lay = where in before["rods"]
        return [_icon(colour, lies=lay), words("taken out"), "✕", *_fallen(before, where)]
    text = (
        words("pulled {rod} → {well}", rod=rod, well=well)
        if well
        else words("pulled {rod}", rod=rod)
    )
    return [_icon(before["rods"][rod], lies=True), text, *_fallen(before, rod)]


def _fallen(before: Document, rod: str) -> Iterator[Drawn | str]:
    """BG-9: the sticks that went down when a rod was gone: those that are lost, then the others,
    with the level if it is the same for all."""
    block = block_of(before)
    found = block.falls.get(rod, {})
    lost = [well for well, level in found.items() if level is None]
    levels = {well: level for well, level in found.items() if level}
    yield from (_icon(block.sticks[well].colour, lies=False) for well in lost)
    if lost:
        yield "✕"
    yield from (_icon(block.sticks[well].colour, lies=False) for well in levels)
    if levels:
        yield "↓" + ("".join({*levels.values()}) if len({*levels.values()}) == 1 else "")


@lru_cache(16)
def _icon(colour: str, lies: bool) -> Drawn:
    line, head = ("M-11 0H6", (6, 0)) if lies else ("M0 11V-6", (0, -6))
    lines = (("rim", 7), ("body", 5.2))
    parts = (svg.path(line, class_=kind, stroke_width=width) for kind, width in lines)
    return svg.group(*parts, svg.group(badge(colour), at=head, scale=0.38), class_=colour)


# What falls in the block, and who is out (BG-9, BG-15).


def scene(
    words: Words,
    move: str,
    before: Document,
    after: Document,
    names: Sequence[str],
    viewer: int | None,
) -> Scene | None:
    block, rod = block_of(before), move.split()[1].partition(">")[0]
    falls = block.falls.get(rod, {})
    out = list(newly_out(words, before, after, names))
    if not falls and not out:
        return None
    fallen = [words.many("{n} stick falls.", "{n} sticks fall.", n=len(falls))]
    calls, *others = out or fallen
    told = [*falls_told(words, rod, block, short=True), *others]
    return Scene(calls, told, [f"well-{well}" for well, level in falls.items() if level])
