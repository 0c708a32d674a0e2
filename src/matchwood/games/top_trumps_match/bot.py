"""Top Trumps Match for bots and programs: estimates, numbers, points."""

from __future__ import annotations

import math

import numpy as np

from matchwood.engine import dispatch
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
from matchwood.engine.rng import MASK, below, word
from matchwood.games.top_trumps_match.pieces import CUBES, FACES
from matchwood.games.top_trumps_match.pieces import SYMBOLS as LETTERS
from matchwood.games.top_trumps_match.rules import (
    CARD_POINTS,
    CELLS,
    COLUMN,
    FALLING,
    HAND,
    HIDDEN,
    LINES,
    MOST_POINTS,
    NONE,
    PLAIN_POINTS,
    RISING,
    ROW,
    SEATS,
    SIZE,
    SYMBOLS,
    WIN,
    push_action,
    push_of,
    turn,
    wanted_at,
)

# What bots know of Top Trumps Match beyond its rules.
#
# A line is worth something to the side that sees two or more equal symbols in it, the more the
# likelier it is to be completed and the more points it then brings. That the symbol is on a card
# of the other player makes it a burden.
#
# A push changes few lines. So `weigh`, which judges all the pushes of a position, looks at each
# cell once: what its lines are worth without it, and what each symbol would add to them. It is
# several times as fast as to make every push and look at the whole grid.
#
# Who knows both sides of the grid can nearly always hand the other a cube that completes no line.
# So between two who do, hardly any round would be won in the five-minute game; it would be void in
# the end (TT-17). Bots lose patience instead (`hurry`). The longer a round drags on, the less hope
# they have for either side to win it; at last it is worth little more to them than a round that is
# lost, and a risk costs next to nothing. Of two such the more patient wins. Who asks for advice
# gets it without haste.

STEPS = np.array([0.0, 0.05, 0.2, 0.6, 0.0])
"""The worth of one more cell with a symbol in a line, by how many show it, for each point."""
TURN = 0.2
"""The worth of pushing next."""
WEARY = 60
"""After how many pushes a bot of usual patience has lost all of it with a round."""
FIRST_HOPE, LEAST_HOPE = 1.5, 0.1
"""The chance that anyone wins a round, at first and when all are weary; it is never more than 1,
so patience lasts for the first third."""
CANDIDATES = 3
"""The number of guesses that one is taken from."""
MIXED = 20
"""The number of times that each forgotten cube is tried in another's place."""
NIBBLE, LOWEST = 4, 0xF
"""The bits that count a symbol in a line, and the lowest of these counts."""
ONE = np.int64(1)


def _chances() -> np.ndarray:
    """The chance to win the game, by the points that each side still needs.

    As if either side won every round as often as the other, and one in two with a card of its own.
    """
    chances = np.zeros((MOST_POINTS + 1, MOST_POINTS + 1))
    chances[0] = 1.0
    for mine in range(1, MOST_POINTS + 1):
        for theirs in range(1, MOST_POINTS + 1):
            for points in (PLAIN_POINTS, CARD_POINTS):
                chances[mine, theirs] += chances[max(0, mine - points), theirs] / 4
                chances[mine, theirs] += chances[mine, max(0, theirs - points)] / 4
    return chances


CHANCES = _chances()


@kernel
def estimate(s, out):
    """Share the win by the lines that grow in this round, and what that means for the game.

    For a player in haste a round that drags on leaves a part of the win to nobody.
    """
    mover = np.int64(s.to_move)
    ready = _ready(s, mover, s.held, s.fresh)
    ahead = _all_lines(s, mover) - _all_lines(s, 1 - mover)
    won, lost = _on_average(s, mover), 1.0 - _on_average(s, 1 - mover)
    hope = _hope(s, s.pushes)
    out[mover], out[1 - mover] = _shares(s, mover, ready, ahead, won, lost, hope)


@kernel
def _shares(s, mover, ready, ahead, won, lost, hope):
    """The shares of the game, the mover's first, who can make a match of so many points at once,
    or else is so far ahead in what the lines are worth; and has those shares once the round is
    won or lost."""
    if ready > 0:
        share = _after(s, mover, ready)
        return share, 1.0 - share
    wins = 1.0 / (1.0 + math.exp(-ahead - TURN))
    at_stake = hope * (won - lost)
    return lost + wins * at_stake, 1.0 - won + (1.0 - wins) * at_stake


@kernel
def _hope(s, pushes):
    """The chance, as it seems, that anyone wins a round that had so many pushes."""
    if not s.in_haste:
        return 1.0
    weary = min(WEARY * np.int64(s.in_haste), s.void_after)
    return min(1.0, max(LEAST_HOPE, FIRST_HOPE * (1.0 - pushes / weary)))


@kernel
def _after(s, winner, points):
    """The chance of a side to win the game once it has won so many points in this round."""
    if s.five_minute:
        return 1.0
    needs = max(0, s.target - s.points[winner] - points)
    return CHANCES[needs, s.target - s.points[1 - winner]]


@kernel
def _on_average(s, winner):
    return (_after(s, winner, PLAIN_POINTS) + _after(s, winner, CARD_POINTS)) / 2


@kernel
def _points_for(s, side, symbol):
    """TT-13 to TT-15, TT-18: the points of a match for this side, less than nothing if they go
    to the other."""
    for card in range(HAND):
        if s.cards[1 - side, card] == symbol:
            return -WIN if s.five_minute else -CARD_POINTS
        if s.cards[side, card] == symbol and not s.five_minute:
            return CARD_POINTS
    return PLAIN_POINTS


@kernel
def _bears(s, cube, symbol):
    found = False
    for face in range(FACES):
        found |= s.cubes[cube, face] == symbol
    return found


@kernel
def _all_lines(s, side):
    """The worth of all lines to a side."""
    worth = 0.0
    for line in range(len(LINES)):
        counts = np.int64(0)
        for place in range(SIZE):
            symbol = np.int64(s.shows[side, LINES[line, place]])
            if symbol != NONE:
                step = STEPS[counts >> NIBBLE * symbol & LOWEST]
                if step:
                    worth += step * _points_for(s, side, symbol)
                counts += ONE << NIBBLE * symbol
    return worth


@kernel
def _ready(s, side, cube, fresh):
    """The points of the best match that a side could make with a cube at once.

    It may go anywhere but to the fresh cell (TT-10).
    """
    ready = 0
    for line in range(len(LINES)):
        symbol, odd = _four(s, side, line)
        if odd != NONE and odd != fresh and _bears(s, cube, symbol):
            ready = max(ready, _points_for(s, side, symbol))
    return ready


@kernel
def _four(s, side, line):
    """The symbol that a side sees four times in a line, and the odd cell; else NONE."""
    first, second = _shown(s, side, line, 0), _shown(s, side, line, 1)
    symbol = first if first == second or first == _shown(s, side, line, 2) else second
    odd, others = NONE, 0
    for place in range(SIZE):
        if _shown(s, side, line, place) != symbol:
            odd = LINES[line, place]
            others += 1
    if others != 1 or symbol == NONE:
        return np.int64(NONE), NONE
    return symbol, odd


@kernel
def _shown(s, side, line, place):
    return np.int64(s.shows[side, LINES[line, place]])


@kernel
def weigh(s, actions, n, room, shares, out):
    """The mover's share after each push, as `estimate` would judge it then."""
    mover = np.int64(s.to_move)
    other = 1 - mover
    ahead = _all_lines(s, mover) - _all_lines(s, other)
    won, lost = _on_average(s, other), 1.0 - _on_average(s, mover)
    threatened, void = _any_four(s, other), s.pushes + 1 >= s.void_after
    hope = _hope(s, s.pushes + 1)
    place, without, ready = NONE, 0.0, 0
    mine = theirs = _counts_at(s, mover, np.int64(0))
    for choice in range(n):
        cell, face = push_of(actions[choice])
        if cell != place:
            place = cell
            mine, theirs = _counts_at(s, mover, cell), _counts_at(s, other, cell)
            without = ahead - _added(s, mover, mine, s.shows[mover, cell])
            without += _added(s, other, theirs, s.shows[other, cell])
            ready = _ready_beside(s, other, cell) if threatened else 0
        to_me, to_them = np.int64(s.cubes[s.held, face]), np.int64(s.cubes[s.held, face ^ 1])
        my_steps, my_most = _steps(mine, to_me)
        their_steps, their_most = _steps(theirs, to_them)
        if void or my_most == SIZE - 1 or their_most == SIZE - 1:
            room[0] = s
            dispatch.apply(room[0], actions[choice])
            dispatch.appraise(room[0], shares)
            out[choice] = shares[mover]
        else:
            after = without + _worth(s, mover, my_steps, to_me)
            after -= _worth(s, other, their_steps, to_them)
            fourth = their_most == SIZE - 2 and _bears(s, s.cube[cell], to_them)
            now_ready = max(ready, _points_for(s, other, to_them)) if fourth else ready
            out[choice] = _shares(s, other, now_ready, -after, won, lost, hope)[1]


@kernel
def _counts_at(s, side, cell):
    """Counts of each symbol in the other cells of the lines through a cell, a nibble each."""
    row, column = cell // SIZE, cell % SIZE
    falling = _counts(s, side, FALLING, cell) if row == column else np.int64(0)
    rising = _counts(s, side, RISING, cell) if row + column == SIZE - 1 else np.int64(0)
    return (
        _counts(s, side, ROW + row, cell),
        _counts(s, side, COLUMN + column, cell),
        falling,
        rising,
    )


@kernel
def _counts(s, side, line, left_out):
    counts = np.int64(0)
    for place in range(SIZE):
        cell = LINES[line, place]
        if cell != left_out and s.shows[side, cell] != NONE:
            counts += ONE << NIBBLE * np.int64(s.shows[side, cell])
    return counts


@kernel
def _added(s, side, counts_at, symbol):
    """The worth that the symbol in a cell adds to its lines, for a side."""
    if symbol == NONE:
        return 0.0
    return _worth(s, side, _steps(counts_at, np.int64(symbol))[0], symbol)


@kernel
def _steps(counts_at, symbol):
    """The worth of a symbol in a cell for its lines, and how often it is in the fullest of them."""
    steps, most = 0.0, np.int64(0)
    for counts in counts_at:
        count = counts >> NIBBLE * symbol & LOWEST
        steps += STEPS[count]
        most = max(most, count)
    return steps, most


@kernel
def _worth(s, side, steps, symbol):
    return steps * _points_for(s, side, symbol) if steps else 0.0


@kernel
def _any_four(s, side):
    found = False
    for line in range(len(LINES)):
        found |= _four(s, side, line)[1] != NONE
    return found


@kernel
def _ready_beside(s, side, cell):
    """The points of a match that a side could make with the cube pushed out of a cell, in a line
    that does not run through it."""
    ready, cube = 0, s.cube[cell]
    for line in range(len(LINES)):
        symbol, odd = _four(s, side, line)
        runs_through = False
        for place in range(SIZE):
            runs_through |= LINES[line, place] == cell
        if odd != NONE and not runs_through and _bears(s, cube, symbol):
            ready = max(ready, _points_for(s, side, symbol))
    return ready


@kernel
def suspect(s, viewer, generator):
    """A guess by which the other player rather has cards whose lines they let grow.

    One of a few guesses is taken, the likelier the more it explains what that side shows. In
    the five-minute game nobody knows the cards, so nobody's play tells of them (TT-18).
    """
    dispatch.guess(s, viewer, generator)
    if viewer < 0 or s.five_minute or s.over:
        return
    other = 1 - viewer
    total, first, second = 0, s.cards[other, 0], s.cards[other, 1]
    for _ in range(CANDIDATES):
        s.cards[other, 0] = s.cards[other, 1] = HIDDEN
        dispatch.guess(s, viewer, generator)
        weight = 1 + _grown(s, other, s.cards[other, 0]) + _grown(s, other, s.cards[other, 1])
        total += weight
        if below(generator, total) < weight:
            first, second = s.cards[other, 0], s.cards[other, 1]
    s.cards[other, 0], s.cards[other, 1] = first, second


@kernel
def _grown(s, side, symbol):
    """A side's lines that show a symbol three times, counted; those with four count twice."""
    grown = 0
    for line in range(len(LINES)):
        count = _counts(s, side, line, NONE) >> NIBBLE * np.int64(symbol) & LOWEST
        grown += max(0, count - 2)
    return grown


@kernel
def forget(s, memory, generator):
    """Mix up cubes of which the player to move has forgotten what is on the other side (TT-7).

    The player sees one face of each cube in the grid, holds one cube in the hand and has just
    seen all of the one that was put in last. Whichever other cubes are forgotten are taken for
    one another where the face that is seen allows it: two of them change places, so often that
    little is left of the truth. So the record stays one that could be, and the player believes in
    it until the next turn. No cube is believed to make a match, for it would have been called.
    """
    viewer, forgotten = np.int64(s.to_move), np.int64(0)
    for cell in range(CELLS):
        if s.cube[cell] != NONE and cell != s.fresh and word(generator) > memory * MASK:
            forgotten |= ONE << cell
    for _ in range(MIXED):
        for cell in range(CELLS):
            other = below(generator, CELLS)
            if forgotten >> cell & forgotten >> other & 1:
                _mix_up(s, viewer, cell, other)


@kernel
def _mix_up(s, viewer, cell, other):
    """Let two cubes change places if the viewer, who looks at both, could not tell."""
    here, there = s.shows[viewer, cell], s.shows[viewer, other]
    if _bears(s, s.cube[cell], there) and _bears(s, s.cube[other], here):
        _swap(s, viewer, cell, here, other, there)
        if _is_match(s, 1 - viewer, cell) or _is_match(s, 1 - viewer, other):
            _swap(s, viewer, cell, here, other, there)


@kernel
def _swap(s, viewer, cell, here, other, there):
    s.cube[cell], s.cube[other] = s.cube[other], s.cube[cell]
    turn(s, cell, viewer, _face(s, s.cube[cell], here))
    turn(s, other, viewer, _face(s, s.cube[other], there))


@kernel
def _face(s, cube, symbol):
    face = 0
    while s.cubes[cube, face] != symbol:
        face += 1
    return face


@kernel
def _is_match(s, side, cell):
    """True if a line through a cell has five equal symbols on a side (TT-12)."""
    return wanted_at(s, side, cell) >> np.int64(s.shows[side, cell]) & 1 != 0


@kernel
def hurry(s, patience):
    s.in_haste = patience


@kernel
def outcome(s, action):
    """The new round that a push dealt; no two are alike, so what comes after is not searched."""
    return np.int64(s.key[0]) if s.fresh == NONE else np.int64(0)


# Top Trumps Match as numbers. Cells stand row by row as the viewer sees them: what is the left
# column to one is the right one to the other (TT-3). Who only watches stands behind player 0.


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


# What is counted in many games of Top Trumps Match.

COMPARED = (
    *({"mode": mode} for mode in ("tournament", "five-minute")),
    {"target": 6},
    {"starter": "alternate"},
)
ENDS = "ae", "15"
"""The outer columns and rows."""


def scores(states: np.ndarray) -> np.ndarray:
    """The points of each seat; in the five-minute game 1 for who won it."""
    return np.asarray(states["points"].astype(np.int64))


def kind(s: State, move: str) -> str:
    """In the tournament, on whose card the symbol is that a cube shows to who puts it in; in the
    five-minute game, where nobody knows the cards, where it is put."""
    cell, _, symbol = move.partition("=")
    if s.five_minute:
        ends = sum(letter in end for letter, end in zip(cell, ENDS, strict=True))
        return ("puts a cube inside", "puts a cube on an edge", "puts a cube in a corner")[ends]
    shown, mine = LETTERS.index(symbol), int(s.to_move)
    if shown in s.cards[mine].tolist():
        return "shows a symbol of its own cards"
    if shown in s.cards[1 - mine].tolist():
        return "shows a symbol of the other’s cards"
    return "shows another symbol"
