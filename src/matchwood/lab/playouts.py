"""Games between players who choose uniformly among their legal moves."""

from __future__ import annotations

from matchwood.engine import generators, rules
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
def play_games(states, draws, actions, starters, moves, shares):
    """Deal and play games to their ends, each from a seed of its own.

    `states` hold the options and the seeds of the deals, and are left as the games ended; `draws`
    are generators, one a game (`generators.new_generators`). `actions` is room for
    what the rules write. What came of each game is noted: who started, how many moves it took,
    and everyone's share of the win.
    """
    for game in range(len(states)):
        s = states[game]
        rules.setup(s)
        starters[game] = s.to_move
        moves[game] = play_out(s, draws[game], actions)
        rules.returns(s, shares[game])
