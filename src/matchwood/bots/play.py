"""Moves of bots, and whole games between them, in compiled code.

`levels` defines what a bot does. Here a bot is a record of numbers, and a whole game is one kernel
that needs no Python and none of its lock, so threads play side by side.
"""

from __future__ import annotations

import numpy as np

from matchwood.bots.mcts import (
    EQUAL,
    MEAN,
    NONE,
    Config,
    iterate,
    most_visited_edge,
    start_tree,
    weigh_actions,
)
from matchwood.engine import dispatch
from matchwood.engine.jit import kernel
from matchwood.engine.rng import (
    KEY_WORDS,
    MASK,
    STATE_WORDS,
    below,
    go_back,
    numbered_block,
    state_of,
    word,
)

_NUMBERS = [(name, "<i8") for name in ("iterations", "patience", "method")]
PLAYER = np.dtype((np.record, [("careless", "<f8"), ("memory", "<f8"), *_NUMBERS]))
"""A bot: the fields of its `Level`, and its method."""
RANDOM, GREEDY, SEARCH, IN_PYTHON = range(4)
"""Methods of choosing a move. Proofs, foresight and time limits are left to Python."""


@kernel
def any_action(s, actions, generator):
    """One of the legal actions, every one equally likely."""
    return actions[below(generator, dispatch.legal(s, actions))]


@kernel
def careless_action(s, actions, generator):
    """Any action that somebody could make on purpose; where there is none, any at all."""
    action = any_action(s, actions, generator)
    if not dispatch.senseless(s, action):
        return action
    n, others = dispatch.legal(s, actions), 0
    for choice in range(n):
        if not dispatch.senseless(s, actions[choice]):
            actions[others] = actions[choice]
            others += 1
    return actions[below(generator, others)] if others else action


@kernel
def best_action(s, generator, scratch, actions, shares, worth):
    """The bot `greedy`: an action with the best estimate one move ahead; ties at random.

    Without an `estimate`, only moves that end the game differ.
    """
    n = weigh_actions(s, generator, scratch, actions, shares, worth)
    most = worth[MEAN, 0]
    for choice in range(n):
        most = max(most, worth[MEAN, choice])
    ties = 0
    for choice in range(n):
        if worth[MEAN, choice] > most - EQUAL:
            actions[ties] = actions[choice]
            ties += 1
    return actions[below(generator, ties)]


@kernel
def choose_action(s, player, generator, config, tree):
    """The action that a player chooses from a hidden record, which is used up.

    NONE where Python has to choose; nothing is drawn then.
    """
    if player.method == IN_PYTHON:
        return np.int64(NONE)
    if player.method == RANDOM:
        return np.int64(any_action(s, tree.actions, generator))
    if player.method == GREEDY:
        shares, worth = tree.shares, tree.worth
        return np.int64(best_action(s, generator, tree.scratch, tree.actions, shares, worth))
    before = state_of(generator)
    if word(generator) < player.careless * MASK:
        return np.int64(careless_action(s, tree.actions, generator))
    if player.memory < 1:
        dispatch.forget(s, player.memory, generator)
    dispatch.hurry(s, player.patience)
    start_tree(s, config, generator, tree)
    if iterate(s, player.iterations, config, generator, tree) < player.iterations:
        go_back(generator, before)
        return np.int64(NONE)
    return np.int64(tree.edges[most_visited_edge(tree.nodes, tree.edges)].action)


@kernel
def next_action(s, players, generators, config, tree, scratch):
    """The action of the player to move, by what they may know; NONE where Python has to choose."""
    seat = np.int64(s.to_move)
    scratch[0] = s
    hidden = scratch[0]
    dispatch.hide(hidden, seat)
    own = Config(seat, config.informed, config.rollout, config.explore, config.greedy)
    return choose_action(hidden, players[seat], generators[seat], own, tree)


@kernel
def play_on(s, most, players, generators, config, tree, scratch):
    """Play until the game is over, so many moves are made or Python has to choose. Returns the
    number of moves."""
    moves = 0
    while moves < most and not s.over:
        action = next_action(s, players, generators, config, tree, scratch)
        if action == NONE:
            break
        dispatch.apply(s, action)
        moves += 1
    return moves


@kernel
def play_out(s, generator, actions):
    """Play random moves to the end of the game. Returns the number of moves."""
    moves = 0
    while not s.over:
        n = dispatch.legal(s, actions)
        dispatch.apply(s, actions[below(generator, n)])
        moves += 1
    return moves


@kernel
def play_random_games(
    games, rotations, key, blank, states, block, actions, starters, moves, shares
):
    """Deal games, given by their numbers, and play random moves to their ends.

    So many games in a row, `rotations`, share a deal. The block of the key with its number is the
    seed of the deal, and the words after the seed are the generator that picks the moves. `blank`
    is a record with the options; `states` has room for the records of the last games, in turn;
    `block` and `actions` are scratch. What came of each game is noted: who started, how many
    moves it took, and everyone's share of the win, which is the same if nobody won.
    """
    generator = block[KEY_WORDS : KEY_WORDS + STATE_WORDS]
    for row in range(len(games)):
        numbered_block(key, games[row] // rotations, block)
        states[row % len(states)] = blank[0]
        s = states[row % len(states)]
        for index in range(KEY_WORDS):
            s.key[index] = block[index]
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
