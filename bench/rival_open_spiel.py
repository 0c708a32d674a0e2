"""OpenSpiel on Connect Four: driven from Python, and its own rollouts in C++."""

from __future__ import annotations

import random
from functools import cache

import pyspiel

from bench.timing import SEARCH_ITERATIONS, Contestant, Played

GAME = pyspiel.load_game("connect_four")

FROM_PYTHON = (
    "Two calls from Python into C++; a new list of legal moves each time. Keeps the history of "
    "the game, scans the board for lines. Builds no observation."
)
ROLLOUTS = (
    "All in C++; a new list of legal moves each time. Keeps the history of the game, scans the "
    "board for lines. Builds no observation. Moves are counted as games times the mean length of "
    "games played from Python, since rollouts do not tell how long they were."
)

SEARCH = (
    "All in C++. Makes a node for every child when a node is expanded, and copies the game for "
    "each iteration; a new list of legal moves each time."
)

# MCTSBot with one simulation evaluates the position it is given and no other, so all rollouts
# begin there.
ONE_SIMULATION = 1
UCT_C, MEMORY_MB, SOLVE, VERBOSE = 2.0, 16, False, False
TREE_MB = 1000
"""More than a search needs, so that no node is ever thrown away."""
SEEDS = 2**31
GAMES_FOR_MEAN_LENGTH = 30_000


def contestants() -> list[Contestant]:
    return [
        Contestant("OpenSpiel from Python", from_python, for_each_move=FROM_PYTHON),
        Contestant("OpenSpiel, rollouts in C++", rollouts, for_each_move=ROLLOUTS),
    ]


def from_python(games: int) -> Played:
    chance, moves = random.random, 0
    for _ in range(games):
        state = GAME.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(chance() * len(actions))])
            moves += 1
    return Played(games, moves)


@cache
def mean_length() -> float:
    """Average number of moves in a random game."""
    return from_python(GAMES_FOR_MEAN_LENGTH).moves / GAMES_FOR_MEAN_LENGTH


def rollouts(games: int) -> Played:
    evaluator = pyspiel.RandomRolloutEvaluator(games, random.randrange(SEEDS))
    seed = random.randrange(SEEDS)
    bot = pyspiel.MCTSBot(GAME, evaluator, UCT_C, ONE_SIMULATION, MEMORY_MB, SOLVE, seed, VERBOSE)
    bot.step(GAME.new_initial_state())
    return Played(games, games * mean_length())


def searchers() -> list[Contestant]:
    return [Contestant("OpenSpiel, MCTSBot in C++", search, for_each_move=SEARCH)]


def search(searches: int) -> Played:
    """UCT with one random rollout an iteration. Returns go from -1 to 1, so c is 2 where ours,
    whose shares go from 0 to 1, is 1."""
    for _ in range(searches):
        evaluator = pyspiel.RandomRolloutEvaluator(1, random.randrange(SEEDS))
        seed = random.randrange(SEEDS)
        bot = pyspiel.MCTSBot(
            GAME, evaluator, UCT_C, SEARCH_ITERATIONS, TREE_MB, SOLVE, seed, VERBOSE
        )
        bot.step(GAME.new_initial_state())
    return Played(searches, searches * SEARCH_ITERATIONS)
