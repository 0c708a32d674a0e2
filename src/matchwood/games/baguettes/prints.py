"""Baguettes on paper: plans to drill a block by (BG-2), and strips to mark sticks with (BG-1).

Everything follows from how thick the sticks are: holes are three of that apart, and as far from the
edges of the block.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, pi

from matchwood.drawing import svg
from matchwood.drawing.svg import Drawn, Point, short
from matchwood.engine.language import Phrase, Words
from matchwood.engine.options import Value
from matchwood.games.baguettes.picture.solid import COLOURS, badge
from matchwood.games.baguettes.pieces import LETTERS, runs_along_x
from matchwood.games.baguettes.words import COLOURS as COLOUR_WORDS
from matchwood.printing.pieces import Face, Group, Piece

STICK_SIZES = (6, 8, 10, 12)
SIZES = {f"{thick}mm": Phrase("round sticks of {n} mm", {"n": thick}) for thick in STICK_SIZES}
APART = 3
"""The distance of holes from each other and from the edges, by how thick a stick is."""
PLAY = 0.5
"""The width of a hole beyond that of a stick, in millimetres."""
STANDS_OUT = 2
"""The length of a rod outside the block on each side, by how thick a stick is."""
BOX = {"red": 10, "green": 10, "blue": 7, "yellow": 5}
"""BG-1."""
STRIP_HEIGHT, BAND, RIM, OVERLAP, BADGE = 12.0, 1.4, 0.8, 6.0, 0.25
LOOKS = {
    ".printed-side": "fill:#FFFDF8",
    ".bore": "fill:none;stroke:#2B2622;stroke-width:.2",
    ".printed-name": "fill:#2B2622;font-weight:400",
    ".paper-strip": "fill:#FFFDF8",
    **{f".{colour} .paper-band": f"fill:var(--{colour})" for colour in COLOURS},
}
CROSS = 1.6
"""The reach of the cross in a hole beyond its edge."""
LETTER, CAPTION = 2.6, 3.4


def groups(options: Mapping[str, Value], size: str, words: Words) -> Sequence[Group]:
    thick = int(size.removesuffix("mm"))
    across, deep, levels = _three(options["size"])
    sides = [(count + 1) * APART * thick for count in (across, deep, levels)]
    rod = max(sides[:2]) + 2 * STANDS_OUT * thick
    sticks = _sticks(options)
    return [
        Group(
            words("Plans to drill a block of {size}", size=f"{across} × {deep} × {levels}"),
            [
                _top(across, deep, thick, words),
                _front(across, levels, thick, words),
                _side(deep, levels, thick, words),
            ],
            [
                words(
                    "The block is {width} mm wide, {depth} mm deep and {height} mm high.",
                    width=sides[0],
                    depth=sides[1],
                    height=sides[2],
                ),
                words(
                    "Glue the plans to its top, front and right side: row 1 is in front, column 1 "
                    "on the left."
                ),
                words(
                    "Drill all holes right through, {n} mm wide.",
                    n=words.decimal(thick + PLAY),
                ),
                words(
                    "Set it on feet, {n} mm high: sticks that fall through need the room.", n=rod
                ),
            ],
        ),
        Group(
            words("{n} strips to mark sticks", n=sum(sticks.values())),
            [_strip(colour, thick, words) for colour, n in sticks.items() for _ in range(n)],
            [
                words(
                    "Cut as many sticks from round wood of {thick} mm, each {length} mm long.",
                    thick=thick,
                    length=rod,
                ),
                words("Glue a strip round one end of each."),
            ],
        ),
    ]


def _three(size: Value) -> tuple[int, int, int]:
    assert isinstance(size, tuple)
    across, deep, levels = (int(str(each)) for each in size)
    return across, deep, levels


def _sticks(options: Mapping[str, Value]) -> dict[str, int]:
    """The sticks of each colour: the whole box, unless another number was agreed on (BG-4)."""
    if options["sticks"] is None:
        return BOX
    players, each = int(str(options["players"])), int(str(options["sticks"]))
    if options["teams"]:
        return dict.fromkeys(COLOURS[: players // 2], 2 * each)
    return dict.fromkeys(COLOURS[:players], each)


# The block, in millimetres


def _top(across: int, deep: int, thick: int, words: Words) -> Piece:
    """The wells; row 1 is in front."""
    holes = [
        (f"{x}{y}", (float(x), float(deep + 1 - y)))
        for y in range(1, deep + 1)
        for x in range(1, across + 1)
    ]
    return _plan(words("top"), (across, deep), holes, thick, words)


def _front(across: int, levels: int, thick: int, words: Words) -> Piece:
    """The channels from front to back."""
    holes = [
        (f"{level}{x}", (float(x), float(down)))
        for down, level in _levels(levels)
        if not runs_along_x(level)
        for x in range(1, across + 1)
    ]
    return _plan(words("front"), (across, levels), holes, thick, words)


def _side(deep: int, levels: int, thick: int, words: Words) -> Piece:
    """The channels from left to right, seen from the right: row 1 is in front."""
    holes = [
        (f"{level}{y}", (float(y), float(down)))
        for down, level in _levels(levels)
        if runs_along_x(level)
        for y in range(1, deep + 1)
    ]
    return _plan(words("right"), (deep, levels), holes, thick, words)


def _levels(levels: int) -> Iterator[tuple[int, str]]:
    return enumerate(LETTERS[:levels], start=1)


def _plan(
    side: str,
    counts: tuple[int, int],
    holes: Sequence[tuple[str, Point]],
    thick: int,
    words: Words,
) -> Piece:
    """A side of the block in its own size, with a cross and a ring for each hole."""
    step = APART * thick
    width, height = ((count + 1) * step for count in counts)
    radius = (thick + PLAY) / 2
    drawn = [svg.block(width, height, 0, class_="printed-side")]
    for name, (x, y) in holes:
        at = (x * step, y * step)
        drawn.append(svg.circle(radius, at, class_="bore"))
        drawn.append(svg.path(_cross(at, radius + CROSS), class_="bore"))
        label_at = (at[0] + radius + 0.8, at[1] - radius - 1.2)
        drawn.append(svg.text(name, LETTER, label_at, class_="start printed-name"))
    told = words("{side}: {width} × {height} mm", side=side, width=width, height=height)
    drawn.append(svg.text(told, CAPTION, (width / 2, CAPTION + 1), class_="printed-name"))
    box = (0.0, 0.0, float(width), float(height))
    return Piece(told, (width, height), Face(Drawn("".join(drawn)), box))


def _cross(at: Point, reach: float) -> str:
    x, y = at
    return (
        f"M{short(x - reach)} {short(y)}h{short(2 * reach)}"
        f"M{short(x)} {short(y - reach)}v{short(2 * reach)}"
    )


# The sticks


def _strip(colour: str, thick: int, words: Words) -> Piece:
    """A strip that goes once round a stick, so that its badge is seen from both sides."""
    round_ = ceil(pi * thick)
    length = round_ + OVERLAP
    quarter = round_ / 4
    drawn = [svg.block(length, STRIP_HEIGHT, 0, class_="paper-strip")]
    drawn += [
        svg.block(length, BAND, 0, (0, y), class_="paper-band")
        for y in (RIM, STRIP_HEIGHT - BAND - RIM)
    ]
    drawn += [
        svg.group(badge(colour), at=(x, STRIP_HEIGHT / 2), scale=BADGE)
        for x in (quarter, 3 * quarter)
    ]
    box = (0.0, 0.0, length, STRIP_HEIGHT)
    name = words("a strip for a {colour} stick", colour=COLOUR_WORDS[colour])
    return Piece(name, (length, STRIP_HEIGHT), Face(svg.group(*drawn, class_=colour), box))
