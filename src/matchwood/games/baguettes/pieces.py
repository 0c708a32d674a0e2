"""The pieces of Baguettes: sizes of blocks, and what a document tells of a block."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from matchwood.engine.language import Phrase
from matchwood.engine.options import Option, Value, written

if TYPE_CHECKING:
    from matchwood.engine.game import Document

# The size of a block as an option: wells across, wells deep, levels.

SMALLEST, LARGEST = 2, 6
LETTERS = "ABCDEF"
"""The levels, from the top."""
NUMBERS = range(1, LARGEST + 1)
DIMENSIONS = 3

_SIZE = re.compile(r"(\d)x(\d)x(\d)")


@dataclass(frozen=True)
class Size(Option):
    """BG-2: three numbers, as a tuple or a list, or as text such as `4x4x4`."""

    def parse(self, given: object) -> Value:
        if isinstance(given, str) and (match := _SIZE.fullmatch(given.lower())):
            given = tuple(map(int, match.groups()))
        if not isinstance(given, tuple | list) or len(given) != DIMENSIONS:
            return None
        fits = all(type(number) is int and SMALLEST <= number <= LARGEST for number in given)
        return tuple(given) if fits else None

    def allowed(self) -> Phrase:
        return Phrase(
            "{low} to {high}, each number {smallest} to {largest}",
            {
                "low": written((SMALLEST,) * DIMENSIONS),
                "high": written((LARGEST,) * DIMENSIONS),
                "smallest": SMALLEST,
                "largest": LARGEST,
            },
        )


# The block as a position document has it: what crosses, what would fall, what can be done.

STICKS_TO_PULL = 2
"""BG-8: so many of your colour must stand upright."""

BLOCKS_KEPT = 256
"""Blocks of all tables: several viewers look at each, and the next move is told from it."""

Falls = dict[str, str | None]
"""By well, the level to which a stick would sink; none: it is gone."""


class Stick(NamedTuple):
    """A stick that stands."""

    colour: str
    level: str


@dataclass(frozen=True, eq=False)
class Block:
    """The sticks in a block. There is one object for each block (`block_of`), so that what is
    found out about it, and what is drawn from it, can be kept by it."""

    size: tuple[int, int, int]
    rods: Mapping[str, str]
    sticks: Mapping[str, Stick]

    @property
    def levels(self) -> str:
        return LETTERS[: self.size[2]]

    @cached_property
    def wells(self) -> tuple[str, ...]:
        return _wells(*self.size[:2])

    @cached_property
    def channels(self) -> tuple[str, ...]:
        return _channels(*self.size)

    @cached_property
    def sticks_of(self) -> Counter[str]:
        """The number of sticks of each colour that lie and stand here."""
        return Counter([*self.rods.values(), *[stick.colour for stick in self.sticks.values()]])

    @cached_property
    def falls(self) -> dict[str, Falls]:
        """BG-9: what would fall if a rod were pulled, by rod; those that hold no stick are left
        out."""
        found: dict[str, Falls] = {}
        for well, (_, level) in self.sticks.items():
            below = self.levels[LETTERS.index(level) + 1 :]
            rod = found.setdefault(crossing(level, well), {})
            rod[well] = caught_at(well, self.rods, below)
        return found

    @cached_property
    def landings(self) -> Falls:
        """BG-7: where a stick would come to stand, by free well."""
        free = (well for well in self.wells if well not in self.sticks)
        return {well: caught_at(well, self.rods, self.levels) for well in free}

    @cached_property
    def free_channels(self) -> list[str]:
        """BG-6: in which neither a rod nor an upright stick is."""
        taken = {
            crossing(level, well)
            for well, (_, stands_on) in self.sticks.items()
            for level in self.levels[: LETTERS.index(stands_on)]
        }
        return [each for each in self.channels if each not in self.rods and each not in taken]


def block_of(document: Document) -> Block:
    sticks = document["sticks"].items()
    return _block(
        tuple(document["size"]),
        tuple(document["rods"].items()),
        tuple([(well, stick["colour"], stick["level"]) for well, stick in sticks]),
    )


@lru_cache(BLOCKS_KEPT)
def _block(
    size: tuple[int, int, int],
    rods: tuple[tuple[str, str], ...],
    sticks: tuple[tuple[str, str, str], ...],
) -> Block:
    return Block(size, dict(rods), {well: Stick(*stick) for well, *stick in sticks})


@cache
def runs_along_x(channel: str) -> bool:
    """BG-2: every other level runs the other way."""
    return LETTERS.index(channel[0]) % 2 == 0


@cache
def crossing(level: str, well: str) -> str:
    """BG-3: the channel of a level that goes through a well."""
    return level + (well[1] if runs_along_x(level) else well[0])


def wells(document: Document) -> tuple[str, ...]:
    return _wells(*document["size"][:2])


@cache
def _wells(width: int, depth: int) -> tuple[str, ...]:
    return tuple(f"{x}{y}" for y in NUMBERS[:depth] for x in NUMBERS[:width])


def channels(document: Document) -> tuple[str, ...]:
    return _channels(*document["size"])


@cache
def _channels(width: int, depth: int, levels: int) -> tuple[str, ...]:
    return tuple(
        f"{level}{number}"
        for level in LETTERS[:levels]
        for number in NUMBERS[: depth if runs_along_x(level) else width]
    )


def caught_at(well: str, rods: Mapping[str, str], levels: str) -> str | None:
    """BG-9: the first of some levels with a rod that crosses a well."""
    for level in levels:
        if crossing(level, well) in rods:
            return level
    return None


def falls(document: Document) -> dict[str, Falls]:
    """BG-9: what would fall if a rod were pulled, by rod; those that hold no stick are left out."""
    return block_of(document).falls


def receiver(document: Document, rod: str) -> int:
    """BG-11, BG-13: who is handed a rod that takes nobody's place."""
    seat, colour = document["to_move"], document["rods"][rod]
    if document["colours"][seat] == colour:
        return int(seat)
    if document["teams"]:
        return int((seat - 1) % document["players"])
    return int(document["colours"].index(colour))


def goes_to_hand(document: Document, block: Block, rod: str) -> bool:
    """BG-11, BG-13: whether a rod that is pulled takes nobody's place."""
    colour = document["colours"][document["to_move"]]
    if block.rods[rod] == colour:
        return True
    lost = {well for well, level in block.falls.get(rod, {}).items() if level is None}
    return all(well in lost for well, stick in block.sticks.items() if stick.colour == colour)


def on_block(document: Document, colour: str) -> int:
    """The number of sticks of a colour that lie and stand in the block."""
    return block_of(document).sticks_of[colour]


def standing(document: Document, colour: str) -> int:
    return [stick["colour"] for stick in document["sticks"].values()].count(colour)


def seats_of(document: Document, colour: str) -> list[int]:
    """The seats that play a colour: one player, or two partners."""
    return [seat for seat, own in enumerate(document["colours"]) if own == colour]


def in_hands(document: Document, colour: str) -> int:
    hands = zip(document["colours"], document["hands"], strict=True)
    return sum([hand for own, hand in hands if own == colour])


def is_out(document: Document, seat: int) -> bool:
    """BG-15: neither the player nor a partner has a stick, and none of the colour is left."""
    colour = document["colours"][seat]
    return not in_hands(document, colour) and not on_block(document, colour)


def can_play_from_hand(document: Document) -> bool:
    """BG-6, BG-7: whether the player to move can pierce or plant."""
    if not document["hands"][document["to_move"]]:
        return False
    if len(document["sticks"]) < len(wells(document)):
        return True
    return any(is_free(document, channel) for channel in channels(document))


def is_free(document: Document, channel: str) -> bool:
    """BG-6: neither a rod nor an upright stick is in a channel."""
    return channel in block_of(document).free_channels


def can_pull(document: Document) -> bool:
    """BG-8: every upright stick stands on a rod and would go down with it."""
    return standing(document, document["colours"][document["to_move"]]) >= STICKS_TO_PULL
