"""Things in space, drawn as a flat picture that a script can turn.

A game says what its thing is made of in coordinates of the thing itself: x and y in cells from a
corner, z upwards from the floor. There are four kinds of pieces:

    Plane   whatever is flat, with a drawing on it in cells: boards, walls, rings
    Bar     a round bar, lying (a rod) or upright (a stick)
    Sign    a word at the nearer one of two points
    Arrow   a way down, over everything, with what is at its end

How a piece is drawn and told is kept by the piece itself, not by what it is made of, which would
be compared for hundreds of them after every move; so a game gives the same piece again.

`drawn` projects them for one view, as SVG; `written` tells the same pieces as JSON, from which
`static/solid.js` draws them for any other view. What has a `when` is a preview: it is in no
picture, but shown by the script while the element of that id is pointed at.

The view is from above, without perspective, so a plane is one matrix. Levels can be lifted apart;
that stretches z and changes no order. The order of painting is exact and hangs on the quarter of
the turn alone: levels are parted by planes z = const, and in a level all rows across its grain are
parted by planes as well, if a row holds either a rod or upright sticks at one height.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache

from matchwood.drawing.svg import Drawn
from matchwood.engine.language import Phrase, Words

UNIT = 60
"""Size at which a cell is drawn."""
PIECES_KEPT = 4096
"""Most pieces are where they were before the last move, so it is known what they look like."""

LOOKS = {
    ".rim,.body,.dusk,.shine": "fill:none",
    ".dusk": "opacity:.38",
    ".shine": "opacity:.85",
    ".skin": "stroke-width:1.3",
    ".sign": "fill:var(--board-label);font-size:14px;stroke:var(--sign-edge);stroke-width:3;"
    "stroke-linejoin:round;paint-order:stroke",
    # What only the script draws, or marks.
    ".live [data-ref]": "cursor:pointer",
    ".live .sign.can": "fill:var(--can-name)",
    ".live .lit .rim": "stroke:var(--mark-ink);stroke-width:22",
    ".live .lit .skin": "stroke:var(--mark-ink);stroke-width:2.6",
    ".foreseen": "pointer-events:none",
    ".ghost-bar": "opacity:.62",
    ".ghost-bar .skin,.ghost-bar .rim": "stroke-dasharray:5 3",
    ".way": "fill:none;stroke:#2B2622;stroke-width:2.6;stroke-dasharray:2 5;stroke-linecap:round",
    ".way.under": "stroke:#FFFDF8;stroke-width:6.5;stroke-dasharray:none;opacity:.85",
    ".landing": "fill:none;stroke:#2B2622;stroke-width:.06;stroke-dasharray:.13 .08",
    ".landing.under": "stroke:#FFFDF8;stroke-width:.14;stroke-dasharray:none;opacity:.9",
    ".way-tag circle": "fill:#2B2622;stroke:#FFFDF8;stroke-width:2",
    ".way-tag.lost circle": "fill:var(--red)",
    ".way-tag text": "fill:#FFFDF8",
    ".preview": "display:none;pointer-events:none",
    ".preview.shown": "display:inline",
}
"""Styles of bars and signs, by selector; a bar's colours are the game's."""
TOKENS = {"sign-edge": ("#E9D3B0", "#3A2A1A"), "can-name": ("#2B2622", "#FFF6D8")}

BOARD, FAR_WALL, CONTENTS, NEAR_WALL, ENDS, SIGNS = range(6)
"""Order in which the things of a level are painted."""
ROD, FLAT, STICK = range(3)
"""And in one row of its contents."""

_DECIMALS = re.compile(r"\d+\.\d+")

Spot = tuple[float, float, float]
Cell = tuple[float, float]
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


@dataclass(frozen=True, eq=False)
class Plane:
    """Something flat: what is drawn on it, its corner, and where its two sides lead."""

    inside: Drawn
    corner: Spot
    layer: int
    across: Spot = X
    down: Spot = Y
    order: int = CONTENTS
    cell: Cell = (0, 0)
    faces: Cell | None = None
    """Direction in which a wall looks; it is painted before the contents of its level, or after
    them."""
    kind: str = ""


@dataclass(frozen=True, eq=False)
class Bar:
    """A round bar between two points, which lies along x or y, or stands upright."""

    name: str
    """The same name in the next picture is the same bar, which then falls to its new place."""
    start: Spot
    end: Spot
    radius: float
    colour: str
    ref: str | None = None
    """The id of the element that a click on it means."""
    when: str | None = None

    @property
    def upright(self) -> bool:
        return self.start[2] != self.end[2]

    @property
    def axis(self) -> int:
        """Along x or along y, if it lies."""
        return 0 if self.start[1] == self.end[1] else 1


@dataclass(frozen=True, eq=False)
class Sign:
    """A word at that one of two points which is nearer to the viewer."""

    text: str
    start: Spot
    end: Spot
    ref: str
    spare: bool = False
    """True if it is left out where there is little room."""


@dataclass(frozen=True, eq=False)
class Arrow:
    """A way down, what a tag says at its end, and whether something comes to stand there."""

    start: Spot
    end: Spot
    tag: str
    lands: bool
    when: str


@dataclass(frozen=True, eq=False)
class Frame:
    """The measures of a thing with levels."""

    size: Cell
    layers: tuple[float, ...]
    """Heights of the bottoms of the levels, the top one first."""
    grains: tuple[int, ...]
    """Directions of the rods of each level: 0 along x, 1 along y."""
    height: float
    floor: float
    """Thickness of the board of a level."""
    reach: tuple[float, float]
    """Distance from the middle, and height, that the end of a stick can have."""

    def layer(self, z: float) -> int:
        """The level that a height is in; as many as there are: it is below all of them."""
        if z < 0:
            return len(self.layers)
        return next(layer for layer, bottom in enumerate(self.layers) if z >= bottom)


@dataclass(frozen=True)
class Solid:
    """A thing with levels, and all its pieces."""

    frame: Frame
    planes: Sequence[Plane]
    bars: Sequence[Bar]
    signs: Sequence[Sign] = ()
    arrows: Sequence[Arrow] = ()
    heads: Mapping[str, Drawn] = field(default_factory=dict)
    """Drawings of the upper or the nearer end of a bar, by its colour."""


# The same pieces for the script

LABELS = {
    "left": Phrase("Turn left"),
    "right": Phrase("Turn right"),
    "lift": Phrase("Lift the levels apart"),
    "close": Phrase("Close"),
    "open": Phrase("Open"),
    "above": Phrase("From above"),
    "side": Phrase("From the side"),
    "keys": Phrase("Arrow keys turn it, plus and minus lift its levels apart."),
}
"""Labels of the buttons of the script."""


def written(solid: Solid, words: Words) -> list[str]:
    """The thing as JSON, in pieces. What is drawn on its planes stands in the picture already, in
    the order of their numbers, and is taken from there."""
    told = [_told_frame(solid.frame, tuple(solid.heads.items()), words)]
    for name, pieces in (
        ("planes", list(map(_told_plane, solid.planes))),
        ("bars", list(map(_told_bar, solid.bars))),
        ("signs", list(map(_told_sign, solid.signs))),
        ("arrows", list(map(_told_arrow, solid.arrows))),
    ):
        told += [
            f',"{name}":[',
            *pieces[:-1],
            *(last.removesuffix(",") for last in pieces[-1:]),
            "]",
        ]
    told.append("}")
    return told


@lru_cache(64)
def _told_frame(frame: Frame, heads: tuple[tuple[str, Drawn], ...], words: Words) -> str:
    labels = {name: words.tell(label) for name, label in LABELS.items()}
    return _json({**asdict(frame), "heads": dict(heads), "labels": labels}).removesuffix("}")


@lru_cache(PIECES_KEPT)
def _told_plane(plane: Plane) -> str:
    """With the comma that parts it from the next, like all that stand in a list."""
    told: dict[str, object] = {"o": plane.corner, "layer": plane.layer}
    if (plane.across, plane.down) != (X, Y):
        told |= {"u": plane.across, "v": plane.down}
    if plane.order != CONTENTS:
        told["order"] = plane.order
    if plane.cell != (0, 0):
        told["cell"] = plane.cell
    if plane.faces:
        told["n"] = plane.faces
    return _json(told) + ","


@lru_cache(PIECES_KEPT)
def _told_bar(bar: Bar) -> str:
    told: dict[str, object] = {"id": bar.name, "p": bar.start, "q": bar.end, "r": bar.radius}
    told["colour"] = bar.colour
    named = {"ref": bar.ref, "when": bar.when}
    return _json(told | {key: value for key, value in named.items() if value}) + ","


@lru_cache(PIECES_KEPT)
def _told_sign(sign: Sign) -> str:
    told: dict[str, object] = {"text": sign.text, "p": sign.start, "q": sign.end, "ref": sign.ref}
    return _json(told | ({"spare": 1} if sign.spare else {})) + ","


@lru_cache(PIECES_KEPT)
def _told_arrow(arrow: Arrow) -> str:
    told: dict[str, object] = {"p": arrow.start, "q": arrow.end, "tag": arrow.tag}
    return _json(told | {"when": arrow.when} | ({"lands": 1} if arrow.lands else {})) + ","


def _json(value: object) -> str:
    told = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return _DECIMALS.sub(lambda number: _shorter(number[0]), told)


@lru_cache(4096)
def _shorter(number: str) -> str:
    """With two decimals at most."""
    return f"{round(float(number), 2):g}"
