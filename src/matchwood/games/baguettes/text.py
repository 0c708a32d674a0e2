"""Baguettes in words: its moves, its refusals, its positions as plain data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from matchwood.engine.errors import Refusal
from matchwood.engine.game import Document, State
from matchwood.games.baguettes.rules import (
    BIT,
    DROP_HAND,
    DROP_ROD,
    DROP_STICK,
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
LETTERS = "ABCDEF"
"""The levels, from the top."""
NUMBERS = range(1, SIDE + 1)
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
    """Those that sticks of any colour take. (As a kernel it would be compiled for this alone.)"""
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
