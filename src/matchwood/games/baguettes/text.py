"""Baguettes in words: its moves, its refusals, its positions as plain data and back, clicks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta, Struct

from matchwood.engine.errors import Refusal
from matchwood.engine.game import Document, State
from matchwood.games.baguettes.pieces import LETTERS, NUMBERS
from matchwood.games.baguettes.rules import (
    BIT,
    DEALT,
    DROP_HAND,
    DROP_ROD,
    DROP_STICK,
    NONE,
    PIERCE,
    PLANT,
    PULL,
    SIDE,
    SWAP,
    WELLS,
    channels_in,
    crossed,
    last_colour,
    owner_of,
    supported,
)

COLOURS = ("red", "green", "blue", "yellow")
WELL_NAMES = [f"{x}{y}" for y in NUMBERS for x in NUMBERS]
CHANNEL_NAMES = [f"{letter}{number}" for letter in LETTERS for number in NUMBERS]

_WELL, _CHANNEL = r"[1-6][1-6]", r"[A-F][1-6]"
_MOVE = re.compile(
    rf"(?P<pierce>pierce) (?P<free>{_CHANNEL})|(?P<plant>plant) (?P<well>{_WELL})"
    rf"|(?P<pull>pull) (?P<rod>{_CHANNEL})(>(?P<place>{_WELL}))?"
    rf"|(?P<drop>drop) (hand|(?P<stick>{_WELL})|(?P<out>{_CHANNEL}))"
)


def well_number(name: str) -> int:
    return WELL_NAMES.index(name)


def channel_number(name: str) -> int:
    return CHANNEL_NAMES.index(name)


def say(s: State, actions: Sequence[int]) -> list[str]:
    return [_say(action) for action in actions]


def _say(action: int) -> str:
    if action < PLANT:
        return f"pierce {CHANNEL_NAMES[action - PIERCE]}"
    if action < PULL:
        return f"plant {WELL_NAMES[action - PLANT]}"
    if action < SWAP:
        return f"pull {CHANNEL_NAMES[action - PULL]}"
    if action < DROP_HAND:
        channel, well = divmod(action - SWAP, WELLS)
        return f"pull {CHANNEL_NAMES[channel]}>{WELL_NAMES[well]}"
    if action == DROP_HAND:
        return "drop hand"
    if action < DROP_ROD:
        return f"drop {WELL_NAMES[action - DROP_STICK]}"
    return f"drop {CHANNEL_NAMES[action - DROP_ROD]}"


def read(s: State, text: str) -> int | None:
    match = _MOVE.fullmatch(text)
    if match is None or _missing_place(s, text) is not None:
        return None
    if match["pierce"]:
        return PIERCE + channel_number(match["free"])
    if match["plant"]:
        return PLANT + well_number(match["well"])
    if match["place"]:
        return SWAP + WELLS * channel_number(match["rod"]) + well_number(match["place"])
    if match["pull"]:
        return PULL + channel_number(match["rod"])
    if match["stick"]:
        return DROP_STICK + well_number(match["stick"])
    return DROP_ROD + channel_number(match["out"]) if match["out"] else DROP_HAND


def _missing_place(s: State, text: str) -> str | None:
    """BG-2: the first well or channel in a text that this block does not have."""
    for name in re.findall(rf"{_CHANNEL}|{_WELL}", text):
        if name[0] in LETTERS:
            level = LETTERS.index(name[0])
            there = level < s.levels and int(name[1]) <= channels_in(s, level)
        else:
            there = int(name[0]) <= s.width and int(name[1]) <= s.depth
        if not there:
            return str(name)
    return None


def explain(s: State, text: str) -> Refusal:
    if s.over:
        return Refusal("BG-16", "The game is over.")
    action = read(s, text)
    if action is None:
        return _explain_nonsense(s, text)
    if action >= DROP_HAND:
        return _explain_drop(s, action)
    if action >= PULL:
        return _explain_pull(s, action)
    if s.hands[s.to_move] == 0:
        return Refusal("BG-6" if action < PLANT else "BG-7", "You have no stick in hand.")
    if action >= PLANT:
        well = WELL_NAMES[action - PLANT]
        return Refusal("BG-7", "A stick stands in well {well} already.", {"well": well})
    return _explain_pierce(s, action - PIERCE)


def _explain_nonsense(s: State, text: str) -> Refusal:
    place = _missing_place(s, text) if _MOVE.fullmatch(text) else None
    if place is not None:
        values = {"size": f"{s.width} × {s.depth} × {s.levels}", "place": place}
        if place[0] in LETTERS:
            return Refusal("BG-2", "A block of {size} has no channel {place}.", values)
        return Refusal("BG-2", "A block of {size} has no well {place}.", values)
    return Refusal(
        "BG-6", "Pierce, plant or pull: write pierce B3, plant 23, pull B3 or pull B3>23."
    )


def _explain_pierce(s: State, channel: int) -> Refusal:
    values: dict[str, object] = {"channel": CHANNEL_NAMES[channel]}
    if _places(s.rods) >> channel & 1:
        return Refusal("BG-6", "A rod is in channel {channel} already.", values)
    inside = _standing_on(s, channel)
    values["well"] = next(WELL_NAMES[well] for well in range(WELLS) if inside >> well & 1)
    return Refusal("BG-6", "The stick in well {well} is in the way of channel {channel}.", values)


def _explain_pull(s: State, action: int) -> Refusal:
    swaps = action >= SWAP
    channel, well = divmod(action - SWAP, WELLS) if swaps else (action - PULL, None)
    mine = int(s.colour[s.to_move])
    upright, rods = int(s.upright[mine]), _places(s.rods)
    values: dict[str, object] = {"channel": CHANNEL_NAMES[channel]}
    if not rods >> channel & 1:
        return Refusal("BG-8", "There is no rod in channel {channel}.", values)
    if upright.bit_count() < 2:
        return Refusal("BG-8", "To pull a rod, two sticks of your colour must stand upright.")
    if not _standing_on(s, channel):
        return Refusal("BG-8", "Pulling {channel} makes no upright stick sink.", values)
    if owner_of(s, channel) == mine:
        return Refusal(
            "BG-11", "{channel} is of your colour and goes to your hand: pull {channel}.", values
        )
    left = upright & int(supported(s, rods & ~(BIT << channel)))
    if not left:
        return Refusal(
            "BG-13",
            "None of your sticks stays upright, so {channel} goes back to a hand: pull {channel}.",
            values,
        )
    return _explain_place(upright, left, well, values)


def _explain_place(upright: int, left: int, well: int | None, values: dict[str, object]) -> Refusal:
    """BG-12: the rod must take the place of one of the mover's sticks."""
    if well is None:
        first = next(place for place in range(WELLS) if left >> place & 1)
        return Refusal(
            "BG-12",
            "{channel} is not of your colour: say whose place it takes, such as "
            "pull {channel}>{well}.",
            {**values, "well": WELL_NAMES[first]},
        )
    values = {**values, "well": WELL_NAMES[well]}
    if upright >> well & 1:
        return Refusal(
            "BG-12", "Your stick in well {well} disappears when {channel} is pulled.", values
        )
    return Refusal("BG-12", "No stick of your colour stands in well {well}.", values)


def _explain_drop(s: State, action: int) -> Refusal:
    mine = int(s.colour[s.to_move])
    if action == DROP_HAND:
        owned = s.hands[s.to_move] > 0
    elif action < DROP_ROD:
        owned = s.upright[mine] >> action - DROP_STICK & 1
    else:
        owned = s.rods[mine] >> action - DROP_ROD & 1
    if not owned:
        return Refusal("BG-14", "No stick of yours is there to be taken out of the game.")
    return Refusal(
        "BG-14",
        "A stick is taken out of the game only by a player who cannot pierce, plant or pull.",
    )


def _places(by_colour: np.ndarray) -> int:
    """The bits that sticks of any colour take. (A kernel would be compiled for this alone.)"""
    return int(np.bitwise_or.reduce(by_colour))


def _crossed_by_level(s: State) -> list[int]:
    """The wells that the rods of each level cross."""
    rods = _places(s.rods)
    return [int(crossed(rods, level)) for level in range(s.levels)]


def _standing_on(s: State, channel: int) -> int:
    """BG-3: the upright sticks that stand on a rod, as no rod is above it in their wells."""
    level = channel // SIDE
    wells = int(crossed(BIT << channel, level)) & _places(s.upright)
    for upper in _crossed_by_level(s)[:level]:
        wells &= ~upper
    return wells


def _level_under(lines: list[int], well: int) -> str:
    """BG-3: the level of the highest rod that crosses a well."""
    return next(letter for letter, line in zip(LETTERS, lines, strict=False) if line >> well & 1)


def _coloured(sets: list[int]) -> list[tuple[int, int]]:
    """The places that are in a set of bits, and in which: there is one of each colour."""
    found = []
    for colour, bits in enumerate(sets):
        while bits:
            lowest = bits & -bits
            found.append((lowest.bit_length() - 1, colour))
            bits ^= lowest
    return sorted(found)


def dump(s: State) -> Document:
    players, colours = int(s.players), int(s.colours)
    winner = int(last_colour(s)) if s.over else None
    colour_of = s.colour[:players].tolist()
    rods, upright, lines = s.rods.tolist(), s.upright.tolist(), _crossed_by_level(s)
    return {
        "game": "baguettes",
        "players": players,
        "teams": colours < players,
        "size": [int(s.width), int(s.depth), int(s.levels)],
        "to_move": int(s.to_move),
        "phase": "over" if s.over else "play",
        "colours": [COLOURS[colour] for colour in colour_of],
        "hands": s.hands[:players].tolist(),
        "rods": {CHANNEL_NAMES[channel]: COLOURS[colour] for channel, colour in _coloured(rods)},
        "sticks": {
            WELL_NAMES[well]: {"colour": COLOURS[colour], "level": _level_under(lines, well)}
            for well, colour in _coloured(upright)
        },
        "out": dict(zip(COLOURS, s.out[:colours].tolist(), strict=False)),
        "winners": [seat for seat, colour in enumerate(colour_of) if colour == winner],
    }


def pieces(document: Document) -> Counter[str]:
    """BG-1: sticks by colour, in hand, on the block and out of the game."""
    count: Counter[str] = Counter(document["out"])
    for colour, hand in zip(document["colours"], document["hands"], strict=True):
        count[colour] += hand
    count.update(document["rods"].values())
    count.update(stick["colour"] for stick in document["sticks"].values())
    return count


# The moves of Baguettes as clicks: on the plans or the block, and two buttons.
#
# To pierce or to plant is one click, on the channel or the well. To pull a rod is to click on it,
# and then on the stick whose place it takes or, where it goes to a hand, on a button. So is taking
# a stick out of the game: the stick, or the rack of those in hand, then a button.

RACK, PULL_BUTTON, DROP = "rack", "pull", "drop"
PATHS_KEPT = 1024
"""A block has some hundred moves, and every turn offers many of them."""


def path_of(move: str, document: Document) -> list[str]:
    """The place where a stick is or is to go, then what is done with it."""
    return [*_path_of(move)]


@lru_cache(PATHS_KEPT)
def _path_of(move: str) -> tuple[str, ...]:
    word, where = move.split()
    if word in ("pierce", "plant"):
        return (_id(where),)
    if word == "drop":
        return RACK if where == "hand" else _id(where), DROP
    rod, _, well = where.partition(">")
    return _id(rod), _id(well) if well else PULL_BUTTON


def attempt(path: Sequence[str], document: Document) -> str | None:
    """The other way round: the move, allowed or not, that someone wants who clicks like this."""
    match [step.split("-") for step in path]:
        case [["well", well]]:
            return f"plant {well}"
        case [["channel", channel]]:
            return f"pull {channel}" if channel in document["rods"] else f"pierce {channel}"
        case [["rack"]] | [["drop"]] | [["rack"], ["drop"]]:
            return "drop hand"
        case [["well" | "channel", place], ["drop"]]:
            return f"drop {place}"
        case [["channel", rod], ["well", well]]:
            return f"pull {rod}>{well}"
        case [["channel", rod], ["pull"]]:
            return f"pull {rod}"
    return None


def _id(place: str) -> str:
    return f"well-{place}" if place.isdecimal() else f"channel-{place}"


# A position of Baguettes from its document.

Colour = Annotated[str, Meta(pattern="^(red|green|blue|yellow)$")]
Channel = Annotated[str, Meta(pattern="^[A-F][1-6]$")]
Well = Annotated[str, Meta(pattern="^[1-6][1-6]$")]
Seat = Annotated[int, Meta(ge=0, le=3)]
Sticks = Annotated[int, Meta(ge=0, le=64)]


class Stick(Struct, forbid_unknown_fields=True):
    """An upright stick, and the level of the rod it stands on."""

    colour: Colour
    level: Literal["A", "B", "C", "D", "E", "F"]


class Schema(Struct, forbid_unknown_fields=True):
    """A position."""

    game: Literal["baguettes"]
    players: Literal[2, 3, 4]
    teams: bool
    size: Annotated[
        list[Annotated[int, Meta(ge=2, le=6)]],
        Meta(min_length=3, max_length=3, description="wells across, wells deep, levels"),
    ]
    to_move: Annotated[Seat, Meta(description="at the end, who moved last")]
    phase: Literal["play", "over"]
    colours: Annotated[list[Colour], Meta(min_length=2, max_length=4, description="by seat")]
    hands: Annotated[list[Sticks], Meta(min_length=2, max_length=4, description="by seat")]
    rods: Annotated[dict[Channel, Colour], Meta(description="by channel")]
    sticks: Annotated[dict[Well, Stick], Meta(description="by well")]
    out: Annotated[dict[Colour, Sticks], Meta(description="by colour: sticks out of the game")]
    winners: Annotated[list[Seat], Meta(max_length=4, description="none before the end")]


def options(document: Document) -> dict[str, object]:
    players = document["players"]
    dealt = sum(pieces(document).values()) // players
    return {
        "players": players,
        "teams": document["teams"],
        "size": document["size"],
        "sticks": None if dealt == DEALT[players] else dealt,
    }


def restore(s: State, document: Document) -> None:
    s.to_move, s.over = document["to_move"], document["phase"] == "over"
    for seat, hand in enumerate(document["hands"]):
        s.hands[seat] = hand
    for name, colour in document["rods"].items():
        level, number = divmod(CHANNEL_NAMES.index(name), SIDE)
        if level >= s.levels or number >= channels_in(s, level):  # BG-2
            raise ValueError(f"the block has no channel {name}")
        s.rods[COLOURS.index(colour)] |= BIT << CHANNEL_NAMES.index(name)
    for name, stick in document["sticks"].items():
        y, x = divmod(WELL_NAMES.index(name), SIDE)
        if x >= s.width or y >= s.depth:  # BG-2
            raise ValueError(f"the block has no well {name}")
        s.upright[COLOURS.index(stick["colour"])] |= BIT << WELL_NAMES.index(name)
    for colour, number in document["out"].items():
        s.out[COLOURS.index(colour)] = number
    s.last_played = _last_played(s, document)
    if s.over != (last_colour(s) != NONE):  # BG-16
        raise ValueError("the game is over when one colour is left, and not before")


def _last_played(s: State, document: Document) -> int:
    """BG-16: who played last is not told. It counts only where the last colours go out together;
    whoever sits before the player to move is taken, or else who has won."""
    if document["winners"]:
        return int(s.colour[document["winners"][0]])
    begun = document["rods"] or any(document["out"].values())
    return int(s.colour[(document["to_move"] - 1) % document["players"]]) if begun else NONE
