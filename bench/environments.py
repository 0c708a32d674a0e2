"""Environments side by side: thousands of games a step, with observations and masks."""

from __future__ import annotations

import numpy as np

import matchwood
from bench.timing import Contestant, Played
from matchwood import Variant
from matchwood.envs.gymnasium import VectorEnv

GAMES = 4096
FOR_EACH_MOVE = (
    "Steps a whole batch in compiled code, in {threads}. Checks the chosen moves; makes the "
    "observation of whoever is to move from a record that was hidden from them, the mask and the "
    "rewards of all; deals anew where a game is over, with a fresh chance stream. The arrays are "
    "the batch's own."
)
THREADS = {1: "one thread", 2: "two threads"}


def vector(variant: Variant, threads: int) -> Contestant:
    games = VectorEnv(variant, GAMES, threads=threads, copy=False)
    games.reset(seed=0)

    def play(wanted: int) -> Played:
        moves = ended = 0
        while ended < wanted:
            moves += GAMES - np.count_nonzero(games.games.ended)
            _, _, terminations, _, _ = games.step(games.action_space.sample())
            ended += np.count_nonzero(terminations)
        return Played(ended, moves)

    name = f"Matchwood, {variant.game.title}, {THREADS[threads]}"
    told = FOR_EACH_MOVE.format(threads=THREADS[threads])
    return Contestant(name, play, at_once=GAMES, for_each_move=told)


def contestants() -> list[Contestant]:
    names = ("connect-four", "piecepack-matches")
    return [vector(matchwood.load(name), threads) for name in names for threads in THREADS]
