"""A position as numbers, for programs that learn: named planes, and all actions numbered.

A game that has a module `encoding` writes what a viewer may know into one flat array of 32-bit
floats between -1 and 1, plane after plane. Seats are counted from the viewer clockwise, so that a
program that has learnt one seat can play all; who only watches is counted as seat 0.

The rules' own actions are packed with gaps. Here every action of a variant has a number from 0
without gaps, as its mover sees it. Which of them are legal is a mask, made by `legal` and nothing
else.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from matchwood.engine import dispatch
from matchwood.engine.errors import MatchwoodError, quoted
from matchwood.engine.game import SPECTATOR
from matchwood.engine.jit import kernel, kernel_inside

if TYPE_CHECKING:
    from matchwood.engine.game import State, Variant
    from matchwood.engine.view import Situation

VALUES, MASKS = np.float32, np.int8
"""The types of the numbers of a position, and of a mask."""


@dataclass(frozen=True)
class Plane:
    """Numbers that belong together: their name, how many along each direction, what they say."""

    name: str
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        return math.prod(self.shape)


@dataclass(frozen=True)
class Moves:
    """Actions of one kind, whose numbers follow each other."""

    name: str
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        return math.prod(self.shape)


class NoEncoding(MatchwoodError):
    """The game has not said how its positions are written as numbers."""


class ForbiddenAction(MatchwoodError):
    """The mask forbids an action that was chosen by its number."""


def chosen_number(action: Any) -> int:
    """An action that was chosen, if it is a whole number."""
    try:
        return operator.index(action)
    except TypeError:
        raise ForbiddenAction(
            "An action is a whole number, not {action}.", action=quoted(action)
        ) from None


def turn_planes(s: State) -> tuple[Plane, Plane]:
    """The planes that every game begins with; `write_turn` writes them."""
    return (
        Plane("turn", (int(s.players),), "1 at whose turn it is, or who moved last"),
        Plane("over", (1,), "1 if the game is over"),
    )


@kernel
def clear(out):
    """0 in all planes, for a game that then writes only what is not; to write every number once
    takes half the time, where that can be."""
    for place in range(len(out)):
        out[place] = 0.0


@kernel
def write_turn(s, viewer, out):
    """Write the planes of `turn_planes`; where the next one begins."""
    turn = distance(s, viewer, s.to_move)
    for places in range(s.players):
        out[places] = 1.0 if places == turn else 0.0
    out[s.players] = s.over
    return np.int64(s.players) + 1


@kernel
def distance(s, viewer, seat):
    """Number of seats clockwise from the viewer to a seat."""
    places = np.int64(seat) - max(np.int64(viewer), 0)
    return places + s.players if places < 0 else places  # to divide would take most of the time


@kernel
def seat_at(s, viewer, places):
    """The seat so many places clockwise from the viewer."""
    seat = np.int64(places) + max(np.int64(viewer), 0)
    return seat - s.players if seat >= s.players else seat


@kernel_inside
def write_mask(s, actions, mask):
    """1 for the number of every legal action, 0 for the others; how many are legal."""
    n = dispatch.legal(s, actions)
    # Where all are legal, as they mostly are in some games, none has to be looked at.
    every = MASKS(n == len(mask))
    for number in range(len(mask)):
        mask[number] = every
    if not every:
        for choice in range(n):
            # never negative, which need not be looked at then: a third of the time
            mask[np.uint64(dispatch.number(s, actions[choice]))] = 1
    return n


class Encoding:
    """Encoding of positions and actions of a variant as numbers."""

    def __init__(self, variant: Variant) -> None:
        module = variant.game.encoding
        if module is None:
            raise NoEncoding(
                "{game} does not say how its positions are written as numbers.",
                game=variant.game.title,
            )
        self.variant = variant
        s = variant.blank[0]
        self.planes: tuple[Plane, ...] = tuple(module.planes(s))
        self.moves: tuple[Moves, ...] = tuple(module.moves(s))
        self.size = sum(plane.size for plane in self.planes)
        """Length of an encoded position."""
        self.actions = sum(moves.size for moves in self.moves)
        """Number of actions that are numbered."""

    def slices(self) -> dict[str, slice]:
        """Place of each plane in the array."""
        return dict(zip((plane.name for plane in self.planes), _slices(self.planes), strict=True))

    def numbers(self) -> dict[str, slice]:
        """Numbers of the actions of each kind."""
        return dict(zip((moves.name for moves in self.moves), _slices(self.moves), strict=True))

    def observe(self, position: Situation, viewer: int | None) -> np.ndarray:
        """Observation of a viewer: what they may know, as numbers."""
        out = np.empty(self.size, VALUES)
        seat = SPECTATOR if viewer is None else viewer
        dispatch.encode(position.observe(viewer).state, seat, out)
        return out

    def unpacked(self, numbers: np.ndarray) -> dict[str, np.ndarray]:
        """Observation plane by plane, each in its shape."""
        parts = zip(self.planes, _slices(self.planes), strict=True)
        return {plane.name: numbers[part].reshape(plane.shape) for plane, part in parts}

    def mask(self, position: Situation) -> np.ndarray:
        """1 for the number of every legal action."""
        mask = np.empty(self.actions, MASKS)
        room = np.empty(self.variant.game.rules.MOST_ACTIONS, np.int32)
        write_mask(position.state, room, mask)
        return mask

    def number(self, position: Situation, action: int) -> int:
        """The number of an action of the rules, as its mover sees it."""
        return int(dispatch.number(position.state, action))

    def action(self, position: Situation, number: int) -> int:
        """The action of a number that the mask allows."""
        mask = self.mask(position)
        if not 0 <= number < self.actions or not mask[number]:
            raise self.forbidden(number, mask)
        return int(dispatch.numbered(position.state, number))

    def forbidden(self, number: int, mask: np.ndarray) -> ForbiddenAction:
        """The refusal of a number that a mask forbids."""
        if not 0 <= number < self.actions:
            return ForbiddenAction(
                "There is no action {number} in {variant}; the actions are 0 to {last}.",
                number=number,
                variant=str(self.variant),
                last=self.actions - 1,
            )
        return ForbiddenAction(
            "The mask forbids action {number} ({kind}) now; it allows {allowed}, such as {first}.",
            number=number,
            kind=self.kind(number),
            allowed=int(mask.sum()),
            first=int(mask.argmax()),
        )

    def kind(self, number: int) -> str:
        """The kind of moves that a number belongs to, and its place among them."""
        for name, part in self.numbers().items():
            if part.start <= number < part.stop:
                return f"{name} {number - part.start}"
        raise IndexError(number)


def _slices(parts: Sequence[Plane | Moves]) -> list[slice]:
    ends = list(accumulate(part.size for part in parts))
    return [slice(end - part.size, end) for end, part in zip(ends, parts, strict=True)]


class EncodingModule(Protocol):
    """`encoding`: positions as numbers, for programs that learn; may be left out. Its kernels
    are listed in `matchwood.engine.dispatch`; the rules register it."""

    def planes(self, s: State) -> Sequence[Plane]:
        """The planes that `encode` writes, in its order, for the options in a blank record."""

    def moves(self, s: State) -> Sequence[Moves]:
        """The kinds of actions, in the order of their numbers."""
