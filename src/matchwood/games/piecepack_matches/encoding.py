"""Matches as numbers. Spots and tiles stand in the order of the record, sides of coins as text
writes them: the four suits, then the six values."""

from __future__ import annotations

from matchwood.engine.encoding import (
    Moves,
    Plane,
    clear,
    distance,
    seat_at,
    turn_planes,
    write_turn,
)
from matchwood.engine.game import State
from matchwood.engine.jit import kernel
from matchwood.games.piecepack_matches.pieces import FLAMING_SPOTS, SIDES, TILES
from matchwood.games.piecepack_matches.rules import DIE_SIDES, ROLL_ROWS, STAY


def planes(s: State) -> list[Plane]:
    players, spots = int(s.players), int(s.spots)
    return [
        *turn_planes(s),
        Plane("up", (spots, SIDES), "by spot: 1 at what its coin shows; no coin, no 1"),
        Plane("under", (spots, SIDES), "by spot: 1 at what is under its coin, if it was seen"),
        Plane("seen", (spots,), "1 where a coin lies that was turned over before"),
        Plane("turned", (spots,), "1 at the turned coin that is to be placed"),
        Plane("owner", (TILES, players), "by tile: 1 at whose it is"),
        Plane("marked", (TILES,), "1 at tiles with their coin on them"),
        Plane("left", (players,), "tiles still unmarked, as a share of those that were dealt"),
        Plane("rolls", (ROLL_ROWS, players), "dice for who starts, a sixth a pip; -1: no roll"),
    ]


def moves(s: State) -> list[Moves]:
    flips = Moves("flip", (int(s.spots),), "turn the coin on a spot over")
    if not s.flaming:
        return [flips]
    return [
        flips,
        Moves("stay", (1,), "leave the turned coin where it lies"),
        Moves("move", (int(s.spots),), "put the turned coin on a spot that is free"),
    ]


@kernel
def encode(s, viewer, out):
    clear(out)
    up = write_turn(s, viewer, out)
    spots = int(s.spots)  # Uncompiled, bytes would overflow.
    under = up + spots * SIDES
    seen = under + spots * SIDES
    for spot in range(spots):
        if s.face[spot] >= 0:
            out[up + spot * SIDES + s.face[spot]] = 1.0
        if s.under[spot] >= 0:
            out[under + spot * SIDES + s.under[spot]] = 1.0
        out[seen + spot] = s.seen[spot]
    turned = seen + spots
    if s.turned >= 0:
        out[turned + s.turned] = 1.0
    owner = turned + spots
    marked = owner + TILES * s.players
    for tile in range(TILES):
        out[owner + tile * s.players + distance(s, viewer, s.owner[tile])] = 1.0
        out[marked + tile] = s.marked[tile]
    left = marked + TILES
    rolls = left + s.players
    for places in range(s.players):
        seat = seat_at(s, viewer, places)
        out[left + places] = s.left[seat] * s.players / TILES
        for row in range(s.rows):
            roll = s.rolls[row, seat]
            out[rolls + row * s.players + places] = roll / DIE_SIDES if roll >= 0 else -1.0


@kernel
def number(s, action):
    return action


@kernel
def numbered(s, number):
    return number


assert STAY == FLAMING_SPOTS, "the rules number their actions as they are numbered here"
