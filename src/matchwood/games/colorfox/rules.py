"""Colorfox: the rules, compiled.

Source: the printed rules of Martin Nedergaard Andersen's game; numbers such as CF-7 refer to the
rulebook. Options: `players` (2, 3, 4), `youngest` (a seat or none) and `deck`.

Cards that look alike are of one kind, and a card is known by the number of its kind: which of
two equal cards is played makes no difference. The face of a kind has one octal digit for the
colour on each side, the top first, so that one operation compares all four.

The record:

    face     colours, by kind of card             copies   how many the deck has, by kind
    unlaid   copies that are not on the table     hands    kinds, by seat and slot, no gaps
    pile     kinds, the next card last            grid     OUTSIDE, LAID, or 1 + open cell
    laid_…   kind, x and y, in the order laid     open_…   the empty cells next to a card
    wanted   by open cell, the colours it asks    touched  and on which sides, 7 for a side that
             for, as a face                                has a neighbour and 0 for one without
    reserve  sticks, by colour                    sticks   by seat and colour

The table has no edge. Every placement but the last takes at least one of the 48 sticks, so at
most 50 cards ever lie: the first one, 48 and the last. They cannot reach around a torus of
64 × 64 cells, so `grid` is one, and x and y are kept beside it. A card adds at most two to the
open cells, having filled one; so there are never more than 4 + 2 × 49.

Actions:   PASS                                skip the turn
           KEEP                                make no more swaps
           SWAP + (give, seat, take)           a stick of mine for one of an opponent
           PLACE + (slot, open cell)           a card of my hand onto the table

Of equal cards in a hand only the first is played. A placement and each of its swaps are
decisions of their own, by the same player.
"""

from __future__ import annotations

import numpy as np

from matchwood.engine.dispatch import pass_turn, register, state_type
from matchwood.engine.jit import kernel, kernel_helper
from matchwood.engine.rng import (
    below,
    chance_below,
    reseed_chance,
    shuffle,
    start_chance,
    wipe_chance,
)
from matchwood.games.colorfox.pieces import (
    COLOURS,
    HIDDEN,
    LETTERS,
    MOST_CARDS,
    NONE,
    OF_EACH,
    OPPOSITE,
    SIDES,
    STICKS,
    TO_RIGHT,
    UPWARD,
    cards_of,
)

MOST_PLAYERS = 4
MOST_IN_HAND = 4
HAND_OF_TWO, HAND_OF_MORE = 4, 3
MOST_DEALS = 100
"""CF-5: how often the cards are dealt until somebody holds one that fits to the first."""

DIGIT = 3
ANY = (1 << DIGIT) - 1

TORUS = 64
ROUND = TORUS - 1
OUTSIDE, LAID = 0, 255
MOST_LAID = STICKS + 2
MOST_OPEN = SIDES + (SIDES - 2) * (MOST_LAID - 1)

PASS = 0
KEEP = 1
SWAP = 2
PLACE = SWAP + COLOURS * MOST_PLAYERS * COLOURS

MOST_ACTIONS = MOST_IN_HAND * MOST_OPEN
# Connecting k matchsticks takes k sticks, but for the last card, and gives k decisions at most:
# the placement and k - 1 swaps. Fewer skips than players lie between two placements.
MOST_MOVES = STICKS + SIDES + MOST_LAID * MOST_PLAYERS

STATE = state_type(
    "colorfox",
    [
        ("face", "i2", (MOST_CARDS,)),
        ("copies", "i1", (MOST_CARDS,)),
        ("unlaid", "i1", (MOST_CARDS,)),
        ("kinds", "i1"),
        ("hands", "i1", (MOST_PLAYERS, MOST_IN_HAND)),
        ("pile", "i1", (MOST_CARDS,)),
        ("in_pile", "i1"),
        ("grid", "u1", (TORUS, TORUS)),
        ("laid", "i1"),
        ("laid_card", "i1", (MOST_LAID,)),
        ("laid_x", "i1", (MOST_LAID,)),
        ("laid_y", "i1", (MOST_LAID,)),
        ("open", "i1"),
        ("open_x", "i1", (MOST_OPEN,)),
        ("open_y", "i1", (MOST_OPEN,)),
        ("wanted", "i2", (MOST_OPEN,)),
        ("touched", "i2", (MOST_OPEN,)),
        ("reserve", "i1", (COLOURS,)),
        ("sticks", "i1", (MOST_PLAYERS, COLOURS)),
        ("swaps_left", "i1"),
        ("passes", "i1"),
        ("ending", "u1"),
        ("youngest", "i1"),
    ],
)


def configure(s, players, youngest, deck):
    """Write the options into a blank record, for `setup` to deal from."""
    s.players = players
    s.youngest = NONE if youngest is None else youngest
    cards = cards_of(deck)
    kinds = list(dict.fromkeys(cards))
    s.kinds = len(kinds)
    for kind, card in enumerate(kinds):
        s.face[kind] = face_of(card)
        s.copies[kind] = cards.count(card)


def face_of(card: str) -> int:
    """The face of a card that is written as its four letters (CF-1)."""
    return sum(LETTERS.index(letter) << DIGIT * side for side, letter in enumerate(card))


@kernel_helper
def colour_on(face: int, side: int) -> int:
    """The colour on one side of a face."""
    return int(face) >> DIGIT * side & ANY


@kernel_helper
def swap_action(give: int, seat: int, take: int) -> int:
    return SWAP + (give * MOST_PLAYERS + seat) * COLOURS + take


@kernel_helper
def swap_of(action: int) -> tuple[int, int, int]:
    """The colour given, the seat and the colour taken."""
    rest, take = divmod(action - SWAP, COLOURS)
    give, seat = divmod(rest, MOST_PLAYERS)
    return give, seat, take


@kernel_helper
def place_action(slot: int, cell: int) -> int:
    return PLACE + slot * MOST_OPEN + cell


@kernel_helper
def place_of(action: int) -> tuple[int, int]:
    """The slot of the card and the number of the open cell."""
    return divmod(action - PLACE, MOST_OPEN)


@kernel
def setup(s):
    start_chance(s)
    s.over = s.ending = s.swaps_left = s.passes = 0
    for colour in range(COLOURS):
        s.reserve[colour] = OF_EACH  # CF-2
        for seat in range(MOST_PLAYERS):
            s.sticks[seat, colour] = 0
    for _ in range(MOST_DEALS):  # CF-5
        _deal(s)
        _clear_table(s)
        lay(s, _draw(s), 0, 0)
        if _somebody_can_place(s):
            break
    s.to_move = s.youngest if s.youngest != NONE else chance_below(s, s.players)  # CF-6


@kernel
def _deal(s):
    s.in_pile = 0
    for kind in range(s.kinds):
        s.unlaid[kind] = s.copies[kind]
        for _ in range(s.copies[kind]):
            s.pile[s.in_pile] = kind
            s.in_pile += 1
    for place in range(s.in_pile, MOST_CARDS):
        s.pile[place] = NONE
    shuffle(s, s.pile[: s.in_pile])
    each = HAND_OF_TWO if s.players == 2 else HAND_OF_MORE  # CF-4
    for seat in range(MOST_PLAYERS):
        for slot in range(MOST_IN_HAND):
            s.hands[seat, slot] = _draw(s) if seat < s.players and slot < each else NONE


@kernel
def _somebody_can_place(s):
    for seat in range(s.players):
        for slot in range(MOST_IN_HAND):
            if s.hands[seat, slot] != NONE:
                face = np.int64(s.face[s.hands[seat, slot]])
                for cell in range(s.open):
                    if fits(face, s.wanted[cell], s.touched[cell]):
                        return True
    return False


@kernel_helper
def fits(face: int, wanted: int, touched: int) -> bool:
    """CF-7: whether a card has the colours that an open cell asks for."""
    return (face ^ wanted) & touched == 0


@kernel
def _draw(s):
    s.in_pile -= 1
    card = s.pile[s.in_pile]
    s.pile[s.in_pile] = NONE
    return card


@kernel
def _clear_table(s):
    """Take up the cards of the game before; a blank record has none."""
    for number in range(s.laid):
        s.grid[s.laid_y[number] & ROUND, s.laid_x[number] & ROUND] = OUTSIDE
        s.laid_card[number] = s.laid_x[number] = s.laid_y[number] = 0
    for cell in range(s.open):
        s.grid[s.open_y[cell] & ROUND, s.open_x[cell] & ROUND] = OUTSIDE
        s.open_x[cell] = s.open_y[cell] = s.wanted[cell] = s.touched[cell] = 0
    s.laid = s.open = 0


@kernel
def lay(s, card, x, y):
    """Put a card on the table, and let the cells around it ask for its colours."""
    s.grid[y & ROUND, x & ROUND] = LAID
    s.laid_card[s.laid], s.laid_x[s.laid], s.laid_y[s.laid] = card, x, y
    s.laid += 1
    s.unlaid[card] -= 1
    for side in range(SIDES):
        beside_x, beside_y = x + TO_RIGHT[side], y + UPWARD[side]
        at = s.grid[beside_y & ROUND, beside_x & ROUND]
        if at == LAID:
            continue
        cell = np.int64(at) - 1 if at != OUTSIDE else _open(s, beside_x, beside_y)
        shift = DIGIT * OPPOSITE[side]
        s.wanted[cell] |= colour_on(s.face[card], side) << shift
        s.touched[cell] |= ANY << shift


@kernel
def _open(s, x, y):
    cell = np.int64(s.open)
    s.open_x[cell], s.open_y[cell] = x, y
    s.open += 1
    s.grid[y & ROUND, x & ROUND] = s.open
    return cell


@kernel
def close(s, cell):
    """Take a cell out of the open ones; the last of them gets its number."""
    s.open -= 1
    last = s.open
    s.grid[s.open_y[last] & ROUND, s.open_x[last] & ROUND] = cell + 1
    s.open_x[cell], s.open_y[cell] = s.open_x[last], s.open_y[last]
    s.wanted[cell], s.touched[cell] = s.wanted[last], s.touched[last]
    s.open_x[last] = s.open_y[last] = s.wanted[last] = s.touched[last] = 0


@kernel
def legal(s, out):
    if s.over:
        return 0
    if s.swaps_left:
        return _legal_swaps(s, out)
    n, hand, wanted, touched = 0, s.hands[s.to_move], s.wanted, s.touched
    for slot in range(MOST_IN_HAND):
        if hand[slot] != NONE and _first_such(hand, slot) == slot:
            face = np.int64(s.face[hand[slot]])
            for cell in range(s.open):
                if fits(face, wanted[cell], touched[cell]):
                    out[n] = place_action(slot, cell)
                    n += 1
    if n == 0:  # CF-8
        out[0] = PASS
        n = 1
    return n


@kernel
def _first_such(hand, slot):
    """The first slot of a hand with a card like that in this slot."""
    first = 0
    while hand[first] != hand[slot]:
        first += 1
    return first


@kernel
def _legal_swaps(s, out):
    out[0] = KEEP  # CF-11
    n = 1
    for give in range(COLOURS):
        for seat in range(s.players):
            for take in range(COLOURS):
                if _may_swap(s, give, seat, take):
                    out[n] = swap_action(give, seat, take)
                    n += 1
    return n


@kernel
def _may_swap(s, give, seat, take):
    """CF-10: any stick of mine for any of any opponent; CF-11: of another colour."""
    mover = s.to_move
    return seat != mover and give != take and s.sticks[mover, give] and s.sticks[seat, take]


@kernel
def apply(s, action):
    if action >= PLACE:
        s.passes = 0
        slot, cell = place_of(action)
        _place(s, slot, cell)
    elif action == PASS:
        s.passes += 1  # CF-8
        s.over = s.passes == s.players  # CF-14
        if not s.over:
            pass_turn(s)
        return
    elif action == KEEP:
        s.swaps_left = 0
    else:
        _swap(s, action)
    if s.swaps_left == 0:
        _end_turn(s)


@kernel
def _place(s, slot, cell):
    touched, wanted = s.touched[cell], s.wanted[cell]
    x, y = s.open_x[cell], s.open_y[cell]
    card = s.hands[s.to_move, slot]
    for later in range(slot, MOST_IN_HAND - 1):
        s.hands[s.to_move, later] = s.hands[s.to_move, later + 1]
    s.hands[s.to_move, MOST_IN_HAND - 1] = NONE
    close(s, cell)
    lay(s, card, x, y)
    swaps = _win_sticks(s, wanted, touched) - 1  # CF-10
    s.swaps_left = swaps if swaps and _can_swap(s) else 0  # CF-11


@kernel
def _win_sticks(s, wanted, touched):
    """CF-9: a stick for each matchstick that connects; how many connect."""
    connected = 0
    for side in range(SIDES):
        if colour_on(touched, side):
            connected += 1
            colour = colour_on(wanted, side)
            if s.reserve[colour]:
                s.reserve[colour] -= 1
                s.sticks[s.to_move, colour] += 1
            else:  # CF-13
                s.ending = 1
    return connected


@kernel
def _can_swap(s):
    """CF-11: whether any swap is possible. After a swap one is: to swap back."""
    for give in range(COLOURS):
        for seat in range(s.players):
            for take in range(COLOURS):
                if _may_swap(s, give, seat, take):
                    return True
    return False


@kernel
def _swap(s, action):
    give, seat, take = swap_of(action)
    s.sticks[s.to_move, give] -= 1
    s.sticks[seat, give] += 1
    s.sticks[seat, take] -= 1
    s.sticks[s.to_move, take] += 1
    s.swaps_left -= 1


@kernel
def _end_turn(s):
    if s.in_pile:  # CF-12
        slot = 0
        while s.hands[s.to_move, slot] != NONE:
            slot += 1
        s.hands[s.to_move, slot] = _draw(s)
    s.over = s.ending  # CF-13
    if not s.over:
        pass_turn(s)


@kernel
def reveals(s, action):
    """A placement shows a card, and the last of a turn's decisions draws one (CF-12).

    That a player who skips has no card that fits is what the move itself says (CF-8).
    """
    if action >= PLACE:
        return True
    return action != PASS and s.in_pile > 0 and (action == KEEP or s.swaps_left == 1)


@kernel
def hide(s, viewer):
    """CF-4, CF-5: the other hands and the pile are secret."""
    for seat in range(s.players):
        if seat != viewer:
            for slot in range(MOST_IN_HAND):
                if s.hands[seat, slot] != NONE:
                    s.hands[seat, slot] = HIDDEN
    for place in range(s.in_pile):
        s.pile[place] = HIDDEN
    wipe_chance(s)


@kernel
def guess(s, viewer, generator):
    """Shuffle the cards that the viewer has not seen, and deal them to the other hands.

    Every arrangement is equally likely. That a player skipped, so had no card that fitted then,
    is not made use of. But as long as only the first card lies, all hands are those that were
    dealt, and somebody holds a card that fits to it (CF-5). After that the second card was it.
    """
    _guess_hands(s, viewer, generator)
    if s.laid == 1:
        deals = 1
        while deals < MOST_DEALS and not _somebody_can_place(s):
            _guess_hands(s, viewer, generator)
            deals += 1
    reseed_chance(s, generator)


@kernel
def _guess_hands(s, viewer, generator):
    unseen = _gather_unseen(s, viewer)
    for last in range(unseen - 1, 0, -1):
        other = below(generator, last + 1)
        s.pile[last], s.pile[other] = s.pile[other], s.pile[last]
    s.in_pile = unseen
    for seat in range(s.players):
        if seat != viewer:
            for slot in range(MOST_IN_HAND):
                if s.hands[seat, slot] != NONE:
                    s.hands[seat, slot] = _draw(s)


@kernel
def _gather_unseen(s, viewer):
    """Lay all cards into the pile that are neither on the table nor the viewer's; how many."""
    unseen = 0
    for kind in range(s.kinds):
        copies = np.int64(s.unlaid[kind])
        if viewer >= 0:
            for slot in range(MOST_IN_HAND):
                copies -= s.hands[viewer, slot] == kind
        for _ in range(copies):
            s.pile[unseen] = kind
            unseen += 1
    return unseen


@kernel_helper
def points_of(sticks):
    """CF-15 in closed form: the points of so many sticks of each colour, numbers or arrays.

    With the largest sets filled first, the sets that reach a k-th stick are as many as the k-th
    largest number of sticks of one colour, and each of these sticks scores k. A stick scores 1,
    and 1 more for every colour that comes before its own in its set; so the sum is that of all
    sticks, and for each two colours the smaller of their numbers.
    """
    points = np.int64(0)
    for colour in range(COLOURS):
        points = points + sticks[colour]
        for other in range(colour):
            points = points + np.minimum(sticks[colour], sticks[other])
    return points


@kernel
def score(s, seat):
    """The points of a seat."""
    return points_of(s.sticks[seat])


@kernel
def returns(s, out):
    """CF-16: the highest score wins, and several can share it."""
    highest, sharing = 0, 0
    for seat in range(s.players):
        points = score(s, seat)
        if points > highest or sharing == 0:
            highest, sharing = points, 0
        sharing += points == highest
    for seat in range(s.players):
        out[seat] = 1.0 / sharing if s.over and score(s, seat) == highest else 0.0


register(STATE, __name__, "matchwood.games.colorfox.bot")
