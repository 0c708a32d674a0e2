"""Everything a game in one file is made of: its declaration, and helpers for its kernels."""

from __future__ import annotations

from matchwood.engine.dispatch import pass_turn
from matchwood.engine.errors import Refusal
from matchwood.engine.fields import EMPTY, SEAT, UNKNOWN, Count, Deck, Flag, Grid, Hand, Pile
from matchwood.engine.game import Game
from matchwood.engine.jit import kernel
from matchwood.engine.language import Effect
from matchwood.engine.options import Option, Whole, flag
from matchwood.engine.rng import chance_below, shuffle
from matchwood.engine.spec import Move

__all__ = [
    "EMPTY",
    "SEAT",
    "UNKNOWN",
    "Count",
    "Deck",
    "Effect",
    "Flag",
    "Game",
    "Grid",
    "Hand",
    "Move",
    "Option",
    "Pile",
    "Refusal",
    "Whole",
    "chance_below",
    "count_bits",
    "deal",
    "draw",
    "draw_card",
    "flag",
    "is_full",
    "kernel",
    "pass_turn",
    "shuffle",
    "total",
    "win",
    "win_most",
]


@kernel
def win(s, seat):
    """The game is over and this seat has won; several may win, one call each."""
    s.won |= 1 << seat
    s.over = 1


@kernel
def draw(s):
    """The game is over and all share the win."""
    for seat in range(s.players):
        win(s, seat)


@kernel
def win_most(s, points):
    """The game is over; the seats with the most of these points have won."""
    most = points[0]
    for seat in range(1, s.players):
        most = max(most, points[seat])
    for seat in range(s.players):
        if points[seat] == most:
            win(s, seat)


@kernel
def is_full(cells, bits=0):
    """True if no cell of a grid is empty; a packed grid is told by its `bits` as well."""
    if bits:
        for seat in range(len(cells)):
            bits &= ~cells[seat]
        return bits == 0
    full = True
    for cell in range(len(cells)):
        full &= cells[cell] != EMPTY
    return full


@kernel
def count_bits(board):
    """Number of cells of a bitboard that are set."""
    number = 0
    while board:
        board &= board - 1  # one bit less
        number += 1
    return number


@kernel
def total(cards):
    """Number of cards in a pile or in a seat's hand, known or not."""
    n = 0
    for kind in range(len(cards)):
        n += cards[kind]
    return n


@kernel
def draw_card(s, pile):
    """Take a card from a pile at random, each as likely; its kind."""
    pick = chance_below(s, total(pile))
    kind = 0
    pick -= pile[0]
    while pick >= 0:
        kind += 1
        pick -= pile[kind]
    pile[kind] -= 1
    return kind


@kernel
def deal(s, pile, hands, n):
    """Deal so many cards from a pile to each hand."""
    for seat in range(s.players):
        for _ in range(n):
            hands[seat, draw_card(s, pile)] += 1
