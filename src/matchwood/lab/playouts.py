"""Games between players who choose uniformly among their legal moves."""

from __future__ import annotations

from matchwood.engine import dispatch, rng
from matchwood.engine.jit import kernel
from matchwood.engine.rng import KEY_WORDS, STATE_WORDS, numbered_block


@kernel
def play_out(s, generator, actions):
    """Play a game to its end. Returns the number of moves."""
    moves = 0
    while not s.over:
        n = dispatch.legal(s, actions)
        dispatch.apply(s, actions[rng.below(generator, n)])
        moves += 1
    return moves


@kernel
def play_games(games, rotations, key, blank, states, block, actions, starters, moves, shares):
    """Deal and play games, given by their numbers, to their ends.

    So many games in a row, `rotations`, share a deal. The block of the key with its number is the
    seed of the deal, and the words after the seed are the generator that picks the moves. `blank`
    is a record with the options; `states` has room for the records of the last games, in turn;
    `block` and `actions` are to work in. What came of each game is noted: who started, how many
    moves it took, and everyone's share of the win, which is the same if nobody won.
    """
    generator = block[KEY_WORDS : KEY_WORDS + STATE_WORDS]
    for row in range(len(games)):
        numbered_block(key, games[row] // rotations, block)
        states[row % len(states)] = blank[0]
        s = states[row % len(states)]
        for word in range(KEY_WORDS):
            s.key[word] = block[word]
        dispatch.setup(s)
        starters[row] = s.to_move
        moves[row] = play_out(s, generator, actions)
        dispatch.returns(s, shares[row])
        won = 0.0
        for seat in range(shares.shape[1]):
            won += shares[row, seat]
        if won == 0:
            for seat in range(shares.shape[1]):
                shares[row, seat] = 1 / shares.shape[1]
