"""Colorfox for bots and programs: estimates, numbers, points."""

from __future__ import annotations

import math

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
from matchwood.games.colorfox.pieces import COLOURS, NONE, OF_EACH, SIDES
from matchwood.games.colorfox.rules import (
    ANY,
    DIGIT,
    HAND_OF_MORE,
    HAND_OF_TWO,
    MOST_LAID,
    MOST_OPEN,
    PLACE,
    SWAP,
    colour_on,
    place_action,
    place_of,
    points_of,
    score,
    swap_action,
    swap_of,
)

# What bots know of Colorfox beyond its rules.

STICK, POINT, TURN, TURN_NOW = 0.42, 0.3, 0.15, 1.5
"""Growth of the logarithm of the odds to win: for a stick, whatever its colour; for a point;
and for being the next to place a card.

Logistic regressions on some 6,000 games of greedy players: as long as many sticks are in the
reserve it counts how many one has, since colours can be swapped; points, and the turn, count at
the end.
"""
FADE = 14.0
"""With so many sticks more in the reserve, POINT and TURN_NOW count for less, by the factor e."""
LOOKAHEAD = 6
"""Some two placements of each, with their swaps. Found by games against experts: with it, and no
more time than they take, a search won 58 of 100."""
NO_SWAP = 0


@kernel
def estimate(s, out):
    """Share the win by sticks and points, the swaps of this turn made."""
    left = 0
    for colour in range(COLOURS):
        left += s.reserve[colour]
    now = math.exp(-left / FADE)
    made = _make_swaps(s)
    next_to_place = s.to_move if s.swaps_left == 0 else (s.to_move + 1) % s.players
    total = 0.0
    for seat in range(s.players):
        ahead = POINT * now * score(s, seat)
        for colour in range(COLOURS):
            ahead += STICK * s.sticks[seat, colour]
        if seat == next_to_place:
            ahead += TURN + TURN_NOW * now
        out[seat] = math.exp(ahead)
        total += out[seat]
    for seat in range(s.players):
        out[seat] /= total
    _take_back(s, made)


@kernel
def label(s, action):
    """A placement is named by its card, not by where in a hand that card is held."""
    if action < PLACE:
        return np.int64(action)
    slot, cell = place_of(action)
    return PLACE + np.int64(s.hands[s.to_move, slot]) * MOST_OPEN + cell


@kernel
def _make_swaps(s):
    """Make the swaps that are left, the best one each time; which they were, packed."""
    made = np.int64(NO_SWAP)
    for _ in range(s.swaps_left):
        swap = _best_swap(s)
        if swap == NO_SWAP:
            break
        give, seat, take = swap_of(swap)
        _exchange(s, give, seat, take)
        made = made * swap_action(COLOURS, 0, 0) + swap
    return made


@kernel
def _take_back(s, made):
    while made != NO_SWAP:
        give, seat, take = swap_of(made % swap_action(COLOURS, 0, 0))
        _exchange(s, take, seat, give)
        made //= swap_action(COLOURS, 0, 0)


@kernel
def _exchange(s, give, seat, take):
    s.sticks[s.to_move, give] -= 1
    s.sticks[seat, give] += 1
    s.sticks[seat, take] -= 1
    s.sticks[s.to_move, take] += 1


@kernel
def _best_swap(s):
    """The swap that moves the mover farthest ahead of the others, or NO_SWAP if none helps."""
    best, most = NO_SWAP, 0.0
    for seat in range(s.players):
        if seat == s.to_move:
            continue
        for give in range(COLOURS):
            for take in range(COLOURS):
                if give != take and s.sticks[s.to_move, give] and s.sticks[seat, take]:
                    gain = _gain(s.sticks[s.to_move], give, take)
                    gain -= _gain(s.sticks[seat], take, give) / (s.players - 1)
                    if gain > most:
                        best, most = swap_action(give, seat, take), gain
    return best


@kernel
def _gain(sticks, give, take):
    """The points that these sticks gain with one of a colour given for one of another.

    As in `score`, a stick counts 1 for itself and 1 for each colour with more of its own.
    """
    points = 0
    for colour in range(COLOURS):
        own = sticks[colour]
        if colour != give:
            points -= own >= sticks[give]
        if colour != take:
            points += own - (colour == give) > sticks[take]
    return points


# Colorfox as numbers.
#
# The table has no edge, so there is no plane for it: what lies there is listed, card by card in the
# order laid, and so are the open cells, in the order by which moves name them. A side is written as
# six numbers, 1 at its colour, in the order of LETTERS; a card as four sides, the top first.

FARTHEST = MOST_LAID
"""No open cell is farther from the first card, in either direction."""
MOST_SWAPS = SIDES - 1
CARD = SIDES * COLOURS
THERE, X, Y, FACE = 0, 1, 2, 3
CELL = FACE + CARD
"""Numbers of a cell: 1 if it is there, its place, its colours."""


def planes(s: State) -> list[Plane]:
    players, cell = int(s.players), f"1, x and y as shares of {FARTHEST}, and the colour"
    return [
        *turn_planes(s),
        Plane("hand", (hand_size(s), CARD), "by card of the viewer: the colour of each side"),
        Plane("cards", (players,), "cards in each hand, as a share of a full one"),
        Plane("pile", (1,), "cards in the pile, as a share of the deck"),
        Plane("table", (MOST_LAID, CELL), f"by card laid: {cell} of each side; none, zeros"),
        Plane("open", (MOST_OPEN, CELL), f"by open cell: {cell} wanted of each side; none, zeros"),
        Plane("reserve", (COLOURS,), f"sticks by colour, as a share of {OF_EACH}"),
        Plane("sticks", (players, COLOURS), f"by seat: sticks by colour, as a share of {OF_EACH}"),
        Plane("swaps", (1,), f"swaps left, as a share of {MOST_SWAPS}"),
        Plane("passes", (1,), "skips in a row, as a share of the players"),
        Plane("ending", (1,), "1 if a stick was missing, so that the turn is the last"),
    ]


def moves(s: State) -> list[Moves]:
    rivals = int(s.players) - 1
    return [
        Moves("pass", (1,), "skip the turn"),
        Moves("keep", (1,), "make no more swaps"),
        Moves("swap", (COLOURS, rivals, COLOURS), "give a colour, to a rival clockwise, take one"),
        Moves("place", (hand_size(s), MOST_OPEN), "a card of the hand onto an open cell"),
    ]


def hand_size(s: State) -> int:
    return HAND_OF_TWO if s.players == 2 else HAND_OF_MORE


@kernel
def encode(s, viewer, out):
    clear(out)
    hand = write_turn(s, viewer, out)
    full = np.int64(HAND_OF_TWO if s.players == 2 else HAND_OF_MORE)
    cards = hand + full * CARD
    for places in range(s.players):
        seat = seat_at(s, viewer, places)
        for slot in range(full):
            card = s.hands[seat, slot]
            if card >= 0 and seat == viewer:
                _write_face(s.face[card], hand + slot * CARD, out)
            out[cards + places] += (card != NONE) / full
    pile = cards + s.players
    out[pile] = s.in_pile / _deck_size(s)
    table = pile + 1
    for number in range(s.laid):
        at = table + number * CELL
        _write_place(s.laid_x[number], s.laid_y[number], at, out)
        _write_face(s.face[s.laid_card[number]], at + FACE, out)
    cells = table + MOST_LAID * CELL
    for cell in range(s.open):
        at = cells + cell * CELL
        _write_place(s.open_x[cell], s.open_y[cell], at, out)
        for side in range(SIDES):
            if colour_on(s.touched[cell], side):
                out[at + FACE + side * COLOURS + colour_on(s.wanted[cell], side)] = 1.0
    _write_sticks(s, viewer, cells + MOST_OPEN * CELL, out)


@kernel
def _write_sticks(s, viewer, at, out):
    """The sticks, and where the turn stands."""
    for colour in range(COLOURS):
        out[at + colour] = s.reserve[colour] / OF_EACH
        for places in range(s.players):
            sticks = s.sticks[seat_at(s, viewer, places), colour]
            out[at + (1 + places) * COLOURS + colour] = sticks / OF_EACH
    at += (1 + s.players) * COLOURS
    out[at] = s.swaps_left / MOST_SWAPS
    out[at + 1] = s.passes / s.players
    out[at + 2] = s.ending


@kernel
def _write_place(x, y, at, out):
    out[at + THERE] = 1.0
    out[at + X] = x / FARTHEST
    out[at + Y] = y / FARTHEST


@kernel
def _write_face(face, at, out):
    for side in range(SIDES):
        out[at + side * COLOURS + colour_on(face, side)] = 1.0


@kernel
def _deck_size(s):
    cards = 0
    for kind in range(s.kinds):
        cards += s.copies[kind]
    return cards


@kernel
def number(s, action):
    if action < SWAP:
        return np.int64(action)
    if action < PLACE:
        give, seat, take = swap_of(np.int64(action))
        rival = distance(s, s.to_move, seat) - 1
        return SWAP + (give * (s.players - 1) + rival) * COLOURS + take
    slot, cell = place_of(np.int64(action))
    return SWAP + COLOURS * (s.players - 1) * COLOURS + slot * MOST_OPEN + cell


@kernel
def numbered(s, number):
    number = np.int64(number)
    if number < SWAP:
        return number
    number -= SWAP
    swaps = COLOURS * (s.players - 1) * COLOURS
    if number < swaps:
        rest, take = number // COLOURS, number % COLOURS
        give, rival = rest // (s.players - 1), rest % (s.players - 1)
        return np.int64(swap_action(give, seat_at(s, s.to_move, rival + 1), take))
    number -= swaps
    return np.int64(place_action(number // MOST_OPEN, number % MOST_OPEN))


# What is counted in many games of Colorfox.

COMPARED = tuple({"players": players} for players in (2, 3, 4))
KINDS = {"pass": "skips", "keep": "makes no more swaps"}


def scores(states: np.ndarray) -> np.ndarray:
    """The points of each seat."""
    sticks = states["sticks"][:, : int(states["players"][0])]
    return np.asarray(points_of(np.moveaxis(sticks, -1, 0)))


def kind(s: State, move: str) -> str:
    """The kind of a move: matchsticks that a card connects, and swaps made or not."""
    if move in KINDS:
        return KINDS[move]
    if ">" in move:
        return "swaps a stick"
    x, y = map(int, move.partition("@")[2].split(","))
    cells = zip(s.open_x[: s.open].tolist(), s.open_y[: s.open].tolist(), strict=True)
    sides = int(s.touched[list(cells).index((x, y))])
    connected = sum(sides >> DIGIT * side & ANY == ANY for side in range(SIDES))
    return f"connects {connected} matchstick{'s' if connected > 1 else ''}"
