"""The block in space: whatever is nearer hides what is farther, from every side."""

from __future__ import annotations

import json
from math import cos, pi, sin, sqrt
from random import Random

import pytest

from matchwood import load
from matchwood.drawing import projection, solids
from matchwood.drawing.projection import Camera, Painted, Projection
from matchwood.drawing.solids import ENDS, UNIT, Bar, Solid, Spot
from matchwood.engine.language import ENGLISH
from matchwood.games.baguettes.picture.solid import solid_of
from matchwood.testing import random_game
from tests.games.baguettes.positions import table

RAYS = 200
"""How many rays are cast for each view."""
ALIKE = 0.02
"""Depths that differ by less are equal, in wells."""


class Caster:
    """Casts rays at the bars of a block that is seen from one side."""

    def __init__(self, solid: Solid, view: Camera) -> None:
        self.solid, self.frame = solid, solid.frame
        self.seen = Projection(self.frame, view)
        c, s, st, ct = cos(view.turn), sin(view.turn), sin(view.tilt), cos(view.tilt)
        self.right, self.down, self.near = (c, -s, 0.0), (s * st, c * st, -ct), (s * ct, c * ct, st)
        pieces = enumerate(projection.painted(solid, view))
        self.order = {self._piece(piece): place for place, piece in pieces if piece.name}

    @staticmethod
    def _piece(piece: Painted) -> tuple[str, int]:
        """A bar and its level, or for the end of a rod that it is the end."""
        layer, order, *_ = piece.key
        rod = piece.name.startswith("rod")
        return piece.name, int(order == ENDS) if rod else int(-layer)

    def place(self, spot: Spot, layer: int) -> Spot:
        """Where a spot of the block is when its levels are apart, from its middle."""
        (x, y, z), (width, depth) = spot, self.frame.size
        return x - width / 2, y - depth / 2, self.seen.lifted(z, layer)

    def hits(self, screen: tuple[float, float]) -> dict[tuple[str, int], float]:
        """How near the bars are that a ray meets, by the pieces that it meets them in."""
        start = tuple(
            screen[0] / UNIT * right + screen[1] / UNIT * down
            for right, down in zip(self.right, self.down, strict=True)
        )
        found = {}
        for bar in self.solid.bars:
            hit = self._hit(bar, start)
            if hit is not None:
                piece, depth = hit
                found[bar.name, piece] = depth
        return found

    def _hit(self, bar: Bar, start: tuple[float, ...]) -> tuple[int, float] | None:
        layer = self.frame.layer(bar.start[2])
        middle = self.place(bar.start, layer)
        along = 2 if bar.upright else bar.axis
        sides = [side for side in range(3) if side != along]
        a = sum(self.near[side] ** 2 for side in sides)
        b = sum(self.near[side] * (start[side] - middle[side]) for side in sides)
        c = sum((start[side] - middle[side]) ** 2 for side in sides) - bar.radius**2
        if b * b < a * c:
            return None
        depth = (sqrt(b * b - a * c) - b) / a
        reached = start[along] + depth * self.near[along]
        piece = self._level_at(bar, reached) if bar.upright else self._end_at(bar, reached)
        return None if piece is None else (piece, depth)

    def _level_at(self, bar: Bar, z: float) -> int | None:
        """The level in whose room a height is, if the stick is there."""
        bottoms = self.frame.layers
        for layer, bottom in enumerate(bottoms[: self.frame.layer(bar.start[2]) + 1]):
            low = max(bottom + self.frame.floor, bar.start[2])
            high, above = (bottoms[layer - 1], layer - 1) if layer else (bar.end[2], 0)
            if self.seen.lifted(low, layer) <= z <= self.seen.lifted(high, above):
                return layer
        return None

    def _end_at(self, bar: Bar, along: float) -> int | None:
        """Whether a place is at the near end of a rod, outside of the block; none: not at all."""
        size = self.frame.size[bar.axis]
        at = along + size / 2
        if not bar.start[bar.axis] <= at <= bar.end[bar.axis]:
            return None
        towards = self.seen.near((1, 0) if bar.axis == 0 else (0, 1))
        return int(at > size if towards else at < 0)


@pytest.mark.parametrize("size", ["2x2x2", "4x4x4", "5x3x6"])
def test_no_painted_order_contradicts_the_depth(size: str) -> None:
    chance, overlaps = Random(size), 0
    positions = list(random_game(load("baguettes", players=3, size=size, sticks=12), 2))
    for position in chance.sample(positions[5:], 4):
        solid = solid_of(position.document, mover=False)
        for _ in range(4):
            view = Camera(chance.uniform(0, 2 * pi), chance.uniform(0.3, 1.5), chance.uniform(0, 1))
            caster = Caster(solid, view)
            for _ in range(RAYS):
                found = sorted(
                    caster.hits(_somewhere(caster, chance)).items(), key=lambda hit: hit[1]
                )
                places = [caster.order[piece] for piece, _ in found]
                for (_, far), (_, near), first, then in zip(
                    found, found[1:], places, places[1:], strict=False
                ):
                    if near - far > ALIKE:
                        overlaps += 1
                        assert first < then, f"{found} are painted in the order {places}: {view}"
    assert overlaps > 200


def _somewhere(caster: Caster, chance: Random) -> tuple[float, float]:
    """A point of the picture in the middle of some bar."""
    bar = chance.choice(caster.solid.bars)
    share = chance.random()
    x, y, z = (a + share * (b - a) for a, b in zip(bar.start, bar.end, strict=True))
    return caster.seen.point((x, y, z))


def test_a_stick_stands_out_less_the_deeper_it_stands() -> None:
    tops = []
    for level in "ABCD":
        rod = f"{level}1:red" if level in "AC" else f"{level}2:red"
        solid = solid_of(table(rod, "21:red").document, mover=False)
        [stick] = [bar for bar in solid.bars if bar.name == "stick-21"]
        tops.append(projection.head_of(solid.frame, stick)[1])
    assert tops == sorted(tops)
    assert len(set(tops)) == len(tops)


def test_everything_stays_inside_the_picture_from_every_side() -> None:
    for size in ("2x2x2", "6x2x3", "6x6x6"):
        rods = " ".join(f"A{row}:red" for row in range(1, int(size[2]) + 1))
        solid = solid_of(table(rods, "11:red 21:red", size=size).document, mover=False)
        for turn in range(8):
            view = Camera(turn=turn * pi / 4, lift=turn / 8)
            left, top, width, height = Projection(solid.frame, view).box
            for bar in solid.bars:
                x, y = projection.head_of(solid.frame, bar, view)
                assert left < x < left + width
                assert top < y < top + height


@pytest.mark.parametrize(
    ("rods", "sticks", "tags"),
    [
        ("A1:red C1:green", "11:green", ["C"]),
        ("A1:red B2:red", "11:green 21:red", ["✕", "B"]),
        ("A1:red B1:red", "", []),
    ],
)
def test_the_ways_of_sticks_that_a_pull_lets_sink_are_foreseen(
    rods: str, sticks: str, tags: list[str]
) -> None:
    solid = solid_of(table(rods, sticks).document, mover=False)
    told = json.loads("".join(solids.written(solid, ENGLISH)))
    found = [arrow for arrow in told["arrows"] if arrow["when"] == "channel-A1"]
    assert [arrow["tag"] for arrow in found] == tags
    assert [arrow.get("lands", 0) for arrow in found] == [int(tag != "✕") for tag in tags]


def test_only_the_player_to_move_foresees_what_they_could_play() -> None:
    document = table("B2:red", "21:red").document
    for mover in (True, False):
        foreseen = {bar.when for bar in solid_of(document, mover).bars if bar.when}
        assert ("channel-A2" in foreseen) == mover
        assert ("well-22" in foreseen) == mover
        assert "channel-A1" not in foreseen  # the stick in well 21 is in the way
        assert "well-11" not in foreseen  # no rod would hold it
