"""Games between players who choose uniformly among their legal moves."""

from __future__ import annotations

from matchwood.engine import generators, rules, secret_chance
from matchwood.engine.kernels import kernel


@kernel
def play_out(s, generator, actions):
    """Play a game to its end; how many moves it took."""
    moves = 0
    while not s.over:
        n = rules.legal(s, actions)
        rules.apply(s, actions[generators.below(generator, n)])
        moves += 1
    return moves


@kernel
def play_games(blank, games, generator, table, actions, shares, wins):
    """Play that many games from fresh deals; adds up the winners' shares, counts the moves.

    `blank` holds the options; `table` has room for one state, `actions` and `shares` for what
    the rules write, `wins` a sum per seat.
    """
    moves = 0
    for _ in range(games):
        table[0] = blank[0]
        s = table[0]
        secret_chance.reseed(s, generator)
        rules.setup(s)
        moves += play_out(s, generator, actions)
        rules.returns(s, shares)
        for seat in range(s.players):
            wins[seat] += shares[seat]
    return moves
