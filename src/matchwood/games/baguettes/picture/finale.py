"""The end of Baguettes: the winners' sticks as a rising sun, the lost ones at its foot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from matchwood.drawing import svg
from matchwood.drawing.picture import BOARD, Drawing
from matchwood.drawing.svg import Drawn
from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.games.baguettes.picture.solid import badge, standing_stick
from matchwood.games.baguettes.pieces import in_hands, on_block
from matchwood.games.baguettes.words import label

WIDTH, HEIGHT = 640, 320
SUN = (WIDTH / 2, 262)
"""From where the rays go out."""
REACH, INNER, MOST_INNER, APART, WIDEST = 205, 9, 66, 15, 150
"""The reach of rays, their start (for each stick, and at most), and the degrees between them and
between all."""
FEW, LARGE = 8, 1.5
"""Up to so many sticks are drawn larger."""
RAYS, RAY_LENGTH, RAY_WIDTH = 17, 262, 9
PLANK, PLANK_TOP = (560, 26), 262
LOST_AT, LOST_STEP = 304, 22


def draw(document: Document, viewer: int | None, names: Sequence[str], words: Words) -> Drawing:
    """BG-16: what is left of the colour that won; who won with none left has the last stick."""
    colour = document["colours"][document["winners"][0]]
    left = in_hands(document, colour) + on_block(document, colour)
    inside = [
        *(_ray(number) for number in range(RAYS)),
        *_sun(colour, max(left, 1), ghost=left == 0),
        svg.block(*PLANK, 12, ((WIDTH - PLANK[0]) / 2, PLANK_TOP), class_="rail"),
        *_lost(document["out"]),
    ]
    title = label(document, names, words)
    return Drawing("finale", BOARD, (0, 0, WIDTH, HEIGHT), svg.group(*inside), title)


def _ray(number: int) -> Drawn:
    turn = (number - (RAYS - 1) / 2) * 180 / RAYS
    data = f"M0 0L{-RAY_WIDTH}-{RAY_LENGTH}H{RAY_WIDTH}Z"
    return svg.group(svg.path(data, class_="ray"), at=SUN, turn=turn)


def _sun(colour: str, count: int, ghost: bool) -> Iterator[Drawn]:
    """The outermost first, so that the middle one is in front."""
    apart = min(APART, WIDEST / max(count - 1, 1))
    turns = [(number - (count - 1) / 2) * apart for number in range(count)]
    scale = LARGE if count <= FEW else 1
    inner = min(INNER * (count - 1), MOST_INNER)
    stick = standing_stick(colour, (REACH - inner) / scale)
    kind = "pale" if ghost else None
    for turn in sorted(turns, key=abs, reverse=True):
        ray = svg.group(stick, at=(0, -inner), scale=scale)
        yield svg.group(ray, at=SUN, turn=turn, class_=kind)


def _lost(out: dict[str, int]) -> Iterator[Drawn]:
    """The sticks out of the game, by their heads."""
    heads = [colour for colour, count in out.items() for _ in range(count)]
    step = min(LOST_STEP, PLANK[0] / max(len(heads), 1))
    first = WIDTH / 2 - step * (len(heads) - 1) / 2
    for index, colour in enumerate(heads):
        head = svg.group(badge(colour), class_=colour)
        yield svg.group(head, at=(first + index * step, LOST_AT), scale=0.6, class_="pale")
