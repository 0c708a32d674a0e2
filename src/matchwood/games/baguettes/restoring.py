"""A position of Baguettes from its document."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from matchwood.engine.game import Document, State
from matchwood.games.baguettes.rules import BIT, DEALT, NONE, SIDE, channels_in, last_colour
from matchwood.games.baguettes.text import CHANNEL_NAMES, COLOURS, WELL_NAMES, pieces

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
