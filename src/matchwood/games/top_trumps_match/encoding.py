"""Top Trumps Match as numbers. Cells stand row by row as the viewer sees them: what is the left
column to one is the right one to the other (TT-3). Who only watches stands behind player 0."""

from __future__ import annotations

import numpy as np

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
from matchwood.games.top_trumps_match.cubes import CUBES, FACES
from matchwood.games.top_trumps_match.rules import (
    CARD_POINTS,
    CELLS,
    HAND,
    SEATS,
    SIZE,
    SYMBOLS,
    push_action,
    push_of,
)


def planes(s: State) -> list[Plane]:
    most = f"{int(s.target) + 1}"
    return [
        *turn_planes(s),
        Plane("shows", (SEATS, CELLS, SYMBOLS), "by side and cell: 1 at the symbol it shows"),
        Plane("cubes", (CELLS, CUBES), "by cell: 1 at the cube in it"),
        Plane("held", (CUBES,), "1 at the cube in hand"),
        Plane("faces", (FACES, SYMBOLS), "by face of the cube in hand: 1 at its symbol"),
        Plane("hole", (CELLS,), "1 at the cell that was emptied to begin the round"),
        Plane("fresh", (CELLS,), "1 at the cell that was filled on the turn before"),
        Plane("cards", (SEATS, SYMBOLS), "by seat: 1 at the cards that the viewer may know"),
        Plane("points", (SEATS,), f"by seat: points, as a share of {most}"),
        Plane("starter", (SEATS,), "1 at who began the round"),
        Plane("round", (1,), "the round, as a share of the most there can be"),
        Plane("pushes", (1,), "pushes in the round, as a share of those that make it void"),
        Plane("voids", (1,), "void rounds in a row, as a share of those that end the game"),
        Plane("match-caller", (SEATS,), "of the last match: 1 at who called it"),
        Plane("match-symbol", (SYMBOLS,), "of the last match: 1 at its symbol"),
        Plane("match-scored", (SEATS,), f"of the last match: points, as a share of {CARD_POINTS}"),
        Plane("match-cards", (SEATS, SYMBOLS), "of the last match: 1 at the cards of each seat"),
        Plane("match-round", (1,), "of the last match: its round, like `round`"),
    ]


def moves(s: State) -> list[Moves]:
    meaning = "the cube in hand goes to a cell, with that face towards the mover"
    return [Moves("push", (CELLS, FACES), meaning)]


@kernel
def seen_from(viewer, cell):
    """The cell that lies where the viewer sees another one; it works both ways."""
    cell = np.int64(cell)
    return cell + SIZE - 1 - 2 * (cell % SIZE) if viewer == 1 else cell


@kernel
def encode(s, viewer, out):
    clear(out)
    at = write_turn(s, viewer, out)
    for places in range(SEATS):
        side = seat_at(s, viewer, places)
        for cell in range(CELLS):
            _mark(s.shows[side, seen_from(viewer, cell)], at, out)
            at += SYMBOLS
    for cell in range(CELLS):
        _mark(s.cube[seen_from(viewer, cell)], at, out)
        at += CUBES
    if not s.over:  # when it is over nobody holds a cube
        _mark(s.held, at, out)
        for face in range(FACES):
            _mark(s.cubes[s.held, face], at + CUBES + face * SYMBOLS, out)
    at += CUBES + FACES * SYMBOLS
    out[at + seen_from(viewer, s.hole)] = 1.0
    at += CELLS
    if s.fresh >= 0:
        out[at + seen_from(viewer, s.fresh)] = 1.0
    _write_play(s, viewer, _write_cards(s, viewer, s.cards, at + CELLS, out), out)


@kernel
def _mark(number, at, out):
    """1 at a number; none is less than 0."""
    if number >= 0:
        out[at + number] = 1.0


@kernel
def _write_cards(s, viewer, cards, at, out):
    for places in range(SEATS):
        seat = seat_at(s, viewer, places)
        for card in range(HAND):
            _mark(cards[seat, card], at, out)
        at += SYMBOLS
    return at


@kernel
def _write_play(s, viewer, at, out):
    """Points and rounds, and the last match."""
    rounds = (2 * (np.int64(s.target) - 1) + 1) * s.max_voids
    match = at + 2 * SEATS + 3
    for places in range(SEATS):
        seat = seat_at(s, viewer, places)
        out[at + places] = s.points[seat] / (s.target + 1)
        out[match + SEATS + SYMBOLS + places] = s.match_scored[seat] / CARD_POINTS
    out[at + SEATS + distance(s, viewer, s.starter)] = 1.0
    out[at + 2 * SEATS] = s.round_number / rounds
    out[at + 2 * SEATS + 1] = s.pushes / s.void_after
    out[at + 2 * SEATS + 2] = s.voids / s.max_voids
    if s.match_caller >= 0:
        out[match + distance(s, viewer, s.match_caller)] = 1.0
        _mark(s.match_symbol, match + SEATS, out)
        at = _write_cards(s, viewer, s.match_cards, match + 2 * SEATS + SYMBOLS, out)
        out[at] = s.match_round / rounds


@kernel
def number(s, action):
    cell, face = push_of(np.int64(action))
    return np.int64(push_action(seen_from(s.to_move, cell), face))


@kernel
def numbered(s, number):
    cell, face = push_of(np.int64(number))
    return np.int64(push_action(seen_from(s.to_move, cell), face))
