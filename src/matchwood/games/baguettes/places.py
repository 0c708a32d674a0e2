"""Where everything is in the picture of Baguettes, in the block and on the plans of its levels.

What depends on the size of the block alone is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property

from matchwood.engine import svg
from matchwood.engine.svg import Point
from matchwood.games.baguettes.block import runs_along_x
from matchwood.games.baguettes.text import LETTERS, NUMBERS

WIDTH = 480
MARGIN = GAP = 8
INNER = WIDTH - 2 * MARGIN

BLOCK_WIDTH, LARGEST_STEP = 410, 96
"""How wide the block is at most, and the side of a well's square on top of it."""
TO_THE_RIGHT, TO_THE_LEFT = (0.8, 0.36), (-0.6, 0.48)
"""How x and y run on the screen: not evenly, or sticks on a diagonal would hide each other."""
BLOCK_HEIGHT, LARGEST_LEVEL = 140, 42
"""How high all levels are together at most, and one of them."""
SPARE = 0.45
"""How much longer than the block is high a stick is, in levels."""
HEAD = 8
"""Radius of the mark at a stick's end."""

PLAN_EDGE = 13
"""Room for the names of rows and columns."""
LARGEST_CELL = 70
PLANS_ABREAST = 2


@dataclass(frozen=True)
class Block:
    """Where things are in the drawing of the block."""

    width: int
    depth: int
    levels: int

    @cached_property
    def step(self) -> float:
        """The side of a well's square, were it seen right from above."""
        return min(LARGEST_STEP, BLOCK_WIDTH / self._breadth)

    @cached_property
    def _breadth(self) -> float:
        return self.width * TO_THE_RIGHT[0] - self.depth * TO_THE_LEFT[0]

    @cached_property
    def level(self) -> float:
        """The height of a level."""
        return min(LARGEST_LEVEL, BLOCK_HEIGHT / self.levels)

    @cached_property
    def letters(self) -> str:
        """The levels, from the top."""
        return LETTERS[: self.levels]

    @property
    def foot(self) -> float:
        return self.levels * self.level

    @cached_property
    def top(self) -> float:
        """Where the far corner of the block is: sticks stand out above it."""
        middle = (TO_THE_RIGHT[1] + TO_THE_LEFT[1]) * self.step / 2
        tallest = self.stands_out(LETTERS[0]) - middle
        return MARGIN + 2 * HEAD + max(tallest, 0)

    @cached_property
    def bottom(self) -> float:
        return self.point(self.width, self.depth, self.foot)[1] + GAP

    def point(self, x: float, y: float, sunk: float = 0) -> Point:
        """A point of the block, in wells from its far corner, so much below its top."""
        (right, down), (left, down_left) = TO_THE_RIGHT, TO_THE_LEFT
        corner = (WIDTH - self._breadth * self.step) / 2 - left * self.depth * self.step
        across = corner + (x * right + y * left) * self.step
        return round(across), round(self.top + (x * down + y * down_left) * self.step + sunk)

    def well(self, well: str, sunk: float = 0) -> Point:
        return self.point(int(well[0]) - 0.5, int(well[1]) - 0.5, sunk)

    def depth_of(self, level: str) -> float:
        """How far below the top the rods of a level are."""
        return (LETTERS.index(level) + 0.5) * self.level

    def stands_out(self, level: str) -> float:
        """How far a stick on that level stands out of the block."""
        return round(self.foot + SPARE * self.level - self.depth_of(level))

    def along(self, channel: str, distance: float) -> Point:
        """A point so many wells from where a channel goes in; it comes out nearer to the viewer."""
        across, sunk = int(channel[1]) - 0.5, self.depth_of(channel[0])
        if runs_along_x(channel):
            return self.point(distance, across, sunk)
        return self.point(across, distance, sunk)

    def mouth(self, channel: str, beyond: float = 0) -> Point:
        """Where a channel comes out, or a point further along."""
        length = self.width if runs_along_x(channel) else self.depth
        return self.along(channel, length + beyond)

    @cached_property
    def wells(self) -> list[str]:
        """All wells, the farthest first."""
        wells = [f"{x}{y}" for x in NUMBERS[: self.width] for y in NUMBERS[: self.depth]]
        return sorted(wells, key=lambda well: self.well(well)[1])

    @cached_property
    def channels(self) -> list[str]:
        """All channels, the lowest first, and of a level the farthest first."""
        return [
            f"{level}{number}"
            for level in reversed(self.letters)
            for number in NUMBERS[: self.depth if runs_along_x(level) else self.width]
        ]

    @cached_property
    def plans(self) -> dict[str, Plan]:
        """The plans of all levels, below the block, two abreast."""
        room = (INNER - GAP) / PLANS_ABREAST
        cell = min(LARGEST_CELL, (room - PLAN_EDGE) / max(self.width, self.depth))
        inset = (room - PLAN_EDGE - self.width * cell) / 2
        plans = {}
        for index, level in enumerate(self.letters):
            row, column = divmod(index, PLANS_ABREAST)
            x = MARGIN + column * (room + GAP) + inset
            y = self.bottom + GAP + row * (PLAN_EDGE + self.depth * cell + GAP)
            plans[level] = Plan(level, (x, y), cell, self.width, self.depth)
        return plans

    @cached_property
    def below_plans(self) -> float:
        return max(plan.point(0, plan.depth)[1] for plan in self.plans.values()) + 2 * GAP


@dataclass(frozen=True)
class Plan:
    """The plan of one level: where its corner is, and how large its cells are."""

    level: str
    at: Point
    cell: float
    width: int
    depth: int

    def point(self, x: float, y: float) -> Point:
        left, top = self.at[0] + PLAN_EDGE, self.at[1] + PLAN_EDGE
        return near(left + x * self.cell), near(top + y * self.cell)

    def well(self, well: str) -> Point:
        return self.point(int(well[0]) - 0.5, int(well[1]) - 0.5)

    def ends(self, channel: str) -> tuple[Point, Point]:
        across = int(channel[1]) - 0.5
        if runs_along_x(channel):
            return self.point(0, across), self.point(self.width, across)
        return self.point(across, 0), self.point(across, self.depth)


@cache
def block_of(width: int, depth: int, levels: int) -> Block:
    return Block(width, depth, levels)


def near(number: float) -> float:
    """A length that is nearly as long, and shorter to write."""
    return round(number, 1)


def to(*points: Point) -> str:
    """The path through some points, as short as it can be written."""
    return "M" + joined(number for point in points for number in point)


def joined(numbers: Iterable[float]) -> str:
    """Numbers in a path: a minus sign parts them as well as a space does."""
    return " ".join(map(svg.short, numbers)).replace(" -", "-")
