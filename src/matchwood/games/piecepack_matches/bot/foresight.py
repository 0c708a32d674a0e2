"""A game of Matches for two, worked out as it goes on if both play as well as they can.

Nobody knows more than anybody else (PM-12), and who can mark a tile for sure does so: to leave it
for later was never better in any position that was worked out. So a coin that is turned up serves
its owner, whoever turned it up. If I turn up mine, I mark a tile, and the other has to turn the
next; if I turn up theirs, they take it, and it is I who has to turn the next. All that matters is
which coins were never seen, which sides of these are up, and who has to turn one.

    unseen  the coins never seen, as bits          share   my chance to win from here
    shown   how many show each side, as digits     first   its first prospect; the next position's
    theirs  whether the other is to turn one               comes after its last

Such positions are listed coin by coin: all that may come of the first one, of the second, and so
on, each position once, however many ways lead there. What a turn may bring (a PROSPECT) has the
chance that `undersides` counts. When there is room for no more the last ones are judged as a race,
and then, from the last to the first, whoever turns a coin takes the side that is best for them.
With 14 coins never seen there are some 50,000 positions to the end of the game, of which 11,000
are worth to be looked into (WORSE), and with 16 six times as many.

It may be that the other has coins waiting that they have not taken yet. They take one after each
of my turns, so until I have found as many of my own it is always I who has to turn one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from matchwood.engine.game import State
from matchwood.engine.jit import kernel
from matchwood.engine.rng import stir_in
from matchwood.games.piecepack_matches.bot import RACERS, coin_of, digit, shown_sides
from matchwood.games.piecepack_matches.pieces import NONE, SIDES, SUITS, TILES
from matchwood.games.piecepack_matches.rules import FLIP, MOST_ACTIONS, coin_on, legal
from matchwood.games.piecepack_matches.rules.undersides import DIGIT, margins, sums, tally

POSITION = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("shown", "<i8"),
                ("share", "<f8"),
                ("unseen", "<i4"),
                ("first", "<i4"),
                ("theirs", "u1"),
            ],
            align=True,
        ),
    )
)
PROSPECT = np.dtype(
    (np.record, np.dtype([("chance", "<f8"), ("to", "<i4"), ("side", "i1")], align=True))
)
"""Outcomes of turning a coin that shows a side: the position it leads to, or WON or LOST."""
WON, LOST = -1, -2
MOST_PROSPECTS = 2 * TILES
"""Choices in a position: each coin may show its suit or its value."""
PLACES = 4
"""The number of places for each position, so that one is soon found."""

WORSE = 0.25
"""A side is not looked into if another is so much likelier one's own; nor, if another is for sure,
one that is not. In 480 positions worked out to the end, with 14 and 16 coins never seen, that gave
away a hundredth of a per cent, with a fifth of the positions to look at."""
FADING = 0.8
"""The weight of a player's second-best coin, next to the best, for how well they find their own;
the third next to the second, and so on."""
FOUND, FOUND_BETTER = 0.4, 0.4
"""The chance that a player finds their own in the race: whatever they know, and how much more if
the coins that they would turn are theirs for sure.

Chosen together with FADING by what choices gave away in 1,200 positions with 14 coins never seen,
all worked out.
"""
SAME = 1e-9
"""Sides whose chances differ by less are equally good."""


class Room(NamedTuple):
    """A list of positions, and room to work in."""

    positions: np.ndarray
    prospects: np.ndarray
    places: np.ndarray
    """The number of each position, near a place that follows from what it is; NONE: free."""
    tables: np.ndarray
    mine: np.ndarray
    """The chance that a coin is mine, by the side that it shows."""
    race: np.ndarray
    """My chance when I have to turn a coin, and when the other has, by the coins left of both."""
    shares: np.ndarray
    """The promise of each side to whoever turns a coin."""


class Start(NamedTuple):
    """The position that is asked about."""

    mine: int
    """My tiles."""
    unseen: int
    """The number of my coins that were never seen."""
    waiting: int
    """The number of the other's coins that were seen and not taken."""


def best_actions(s: State, most: int) -> np.ndarray | None:
    """The best actions by a hidden record, all as good, with so many positions looked at; None for
    more than two players."""
    if s.players != RACERS:
        return None
    if s.turned != NONE:  # where a coin lies is all the same to those who forget nothing
        actions = np.empty(MOST_ACTIONS, np.int32)
        return actions[: legal(s, actions)]
    spots = np.flatnonzero(s.face != NONE)
    seen = [spot for spot in spots if s.seen[spot]]
    to_take = [spot for spot in seen if s.owner[coin_on(s, spot)] == s.to_move]
    if to_take:
        return FLIP + np.array(to_take)
    shares = promised(s, len(seen), most)
    best = shares > shares.max() - SAME
    return FLIP + np.array([spot for spot in spots if not s.seen[spot] and best[s.face[spot]]])


def promised(s: State, waiting: int, most: int) -> np.ndarray:
    """The mover's chance with a coin never seen, by the side that it shows, if the other has so
    many coins waiting and the mover none; NONE for a side that is not up or not looked into."""
    room, start = _begin(s, waiting, most)
    work_out(room, start, most)
    return room.shares


def likely_mine(s: State) -> np.ndarray:
    """The chance that a coin never seen is the mover's, by the side that it shows."""
    room, start = _begin(s, 0, 1)
    _tell_mine(room, start, room.positions[0])
    return room.mine


def _begin(s: State, waiting: int, most: int) -> tuple[Room, Start]:
    """Room in which this position is the first."""
    mine = sum(1 << int(tile) for tile in np.flatnonzero(s.owner == s.to_move))
    unseen, _, _ = margins(s)
    room = _new_room(most)
    first = room.positions[0]
    first.unseen, first.shown, first.theirs = unseen, shown_sides(s), 0
    return room, Start(mine, (int(unseen) & mine).bit_count(), waiting)


def _new_room(most: int) -> Room:
    """Room for so many positions; only what is used of it is touched."""
    each = TILES // RACERS + 1
    return Room(
        positions=np.empty(most + MOST_PROSPECTS + 1, POSITION),
        prospects=np.empty((most + 1) * MOST_PROSPECTS, PROSPECT),
        places=np.full(1 << (PLACES * (most + MOST_PROSPECTS)).bit_length(), NONE, np.int32),
        tables=np.empty(TILES, np.int64),
        mine=np.empty(SIDES),
        race=np.empty((RACERS, each, each)),
        shares=np.empty(SIDES),
    )


@kernel
def work_out(room, start, most):
    """Write down what each side promises me in the first position, which is there already."""
    room.positions[0].first = 0
    listed, judged = _list_all(room, start, most)
    for number in range(judged, listed):
        position = room.positions[number]
        position.share = _judge(room, start, position)
    for number in range(judged - 1, -1, -1):
        _choose(room, number)


@kernel
def _list_all(room, start, most):
    """List positions, coin by coin, as long as there is room for all that may come of the next.

    How many there are, and the first of them that is to be judged as it is.
    """
    level, listed = 0, 1
    while level < listed:
        end = listed
        for number in range(level, end):
            if listed > most and level > 0:
                return end, level
            listed = _list_prospects(room, start, number, listed)
        level = end
    return listed, listed


@kernel
def _list_prospects(room, start, number, listed):
    """List what may come of a position: how many positions there are now."""
    position = room.positions[number]
    tables = _tell_mine(room, start, position)
    least = _least_likely(room.mine, position)
    prospects = np.int64(position.first)
    for side in range(SIDES):
        shown = digit(position.shown, side)
        if shown == 0 or _own(room.mine, position, side) < least:
            continue
        for other in range(SUITS, SIDES) if side < SUITS else range(SUITS):
            coin = coin_of(side, other)
            ways = _ways(room.tables, tables, position, coin, side)
            if ways:
                prospect = room.prospects[prospects]
                prospects += 1
                prospect.side, prospect.chance = side, ways / (tables * shown)
                new = room.positions[listed]  # the next free one, if it is not listed yet
                new.unseen = position.unseen & ~(1 << coin)
                new.shown = position.shown - (1 << DIGIT * side)
                prospect.to = _follow(start, new, start.mine >> coin & 1)
                if prospect.to >= 0:
                    prospect.to = _place(room, new, listed)
                    listed += prospect.to == listed
    room.positions[number + 1].first = prospects
    return listed


@kernel
def _tell_mine(room, start, position):
    """The chance that a coin never seen is mine, by the side that it shows; and how many tables of
    undersides there are, which `room.tables` counts coin by coin."""
    rows, columns = sums(position.unseen, position.shown)
    tables = tally(position.unseen, rows, columns, room.tables)
    for side in range(SIDES):
        room.mine[side] = 0.0
        shown = digit(position.shown, side)
        for other in range(SUITS, SIDES) if side < SUITS else range(SUITS):
            coin = coin_of(side, other)
            if shown and start.mine >> coin & 1:
                ways = _ways(room.tables, tables, position, coin, side)
                room.mine[side] += ways / (tables * shown)
    return tables


@kernel
def _ways(counted, tables, position, coin, side):
    """In how many tables a coin shows this side of it."""
    if not position.unseen >> coin & 1:
        return 0
    return counted[coin] if side < SUITS else tables - counted[coin]


@kernel
def _own(mine, position, side):
    """The chance that a coin that shows a side is of whoever turns one."""
    return 1.0 - mine[side] if position.theirs else mine[side]


@kernel
def _least_likely(mine, position):
    """The chance to be one's own from which a coin is looked into."""
    best = 0.0
    for side in range(SIDES):
        if digit(position.shown, side):
            best = max(best, _own(mine, position, side))
    return best - (WORSE if best < 1 - SAME else SAME)


@kernel
def _follow(start, position, is_mine):
    """Say who turns the next coin after one that is mine or the other's; WON or LOST if nobody."""
    left, their_left, waiting = _left(start, position)
    if left == 0:
        return WON
    if their_left + waiting == 0:
        return LOST
    position.theirs = is_mine and start.unseen - left > start.waiting
    return 0


@kernel
def _left(start, position):
    """Coins never seen that are mine, those that are the other's, and theirs that wait."""
    left = _how_many(position.unseen & start.mine)
    their_left = _how_many(position.unseen & ~start.mine)
    return left, their_left, max(0, start.waiting - (start.unseen - left))


@kernel
def _how_many(coins):
    many = 0
    while coins:
        coins &= coins - 1  # takes the lowest coin out
        many += 1
    return many


@kernel
def _place(room, position, number):
    """The number of a position: this one, if it is not listed yet."""
    mixed = stir_in(stir_in(np.uint64(0), position.shown), position.unseen)
    place = np.int64(mixed) & len(room.places) - 1
    while room.places[place] != NONE:
        listed = room.positions[room.places[place]]
        if (
            listed.unseen == position.unseen
            and listed.shown == position.shown
            and listed.theirs == position.theirs
        ):
            return np.int64(room.places[place])
        place = (place + 1) & len(room.places) - 1
    room.places[place] = number
    return np.int64(number)


@kernel
def _judge(room, start, position):
    """My chance if each of us finds their own as well as they can now, coin after coin."""
    left, their_left, waiting = _left(start, position)
    _tell_mine(room, start, position)
    found = FOUND + FOUND_BETTER * _ease(room.mine, position.shown, left)
    for side in range(SIDES):
        room.mine[side] = 1.0 - room.mine[side]
    theirs_found = FOUND + FOUND_BETTER * _ease(room.mine, position.shown, their_left)
    _race(room.race, left, their_left, waiting, found, theirs_found)
    return room.race[position.theirs, left, their_left]


@kernel
def _ease(likely, shown, many):
    """The chance that coins which a player turns next are their own: a mean, from the best on."""
    total, weights, weight = 0.0, 0.0, 1.0
    while many > 0 and shown:
        best = 0
        for side in range(SIDES):
            if digit(shown, side) and (not digit(shown, best) or likely[side] > likely[best]):
                best = side
        shown -= 1 << DIGIT * best
        total += weight * likely[best]
        weights += weight
        weight *= FADING
        many -= 1
    return total / weights if weights else 0.0


@kernel
def _race(race, left, their_left, waiting, found, theirs_found):
    """My chance by the coins left of both, when it is I who turns the next, and when it is not.

    Coins of the other that wait are added one by one: as long as there are any, it is always I.
    """
    mine, theirs = race[0], race[1]
    for i in range(left + 1):
        for j in range(their_left + 1):
            if i == 0 or j == 0:
                mine[i, j] = theirs[i, j] = i == 0
            else:
                mine[i, j] = found * theirs[i - 1, j] + (1 - found) * mine[i, j - 1]
                theirs[i, j] = theirs_found * mine[i, j - 1] + (1 - theirs_found) * theirs[i - 1, j]
    for _ in range(waiting):
        for i in range(left, 0, -1):
            mine[i, 0] = mine[i - 1, 0]
            for j in range(1, their_left + 1):
                mine[i, j] = found * mine[i - 1, j] + (1 - found) * mine[i, j - 1]


@kernel
def _choose(room, number):
    """The promise of each side to whoever turns a coin, and my share if they take the best."""
    position, after = room.positions[number], room.positions[number + 1]
    for side in range(SIDES):
        room.shares[side] = NONE
    best = 0.0
    for nth in range(position.first, after.first):
        prospect = room.prospects[nth]
        if room.shares[prospect.side] == NONE:
            room.shares[prospect.side] = 0.0
        share = room.positions[prospect.to].share if prospect.to >= 0 else prospect.to == WON
        room.shares[prospect.side] += prospect.chance * (1 - share if position.theirs else share)
        best = max(best, room.shares[prospect.side])
    position.share = 1 - best if position.theirs else best
