"""PettingZoo's own Connect Four, one game at a time, driven as its documentation does."""

from __future__ import annotations

import random
import warnings

from bench.timing import Contestant, Played

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it announces another way to make an environment
    from pettingzoo.classic import connect_four_v3

FOR_EACH_MOVE = (
    "One game, in Python. Makes the observation and the mask, checks the chosen move, scans the "
    "board for lines, keeps rewards and ends by name of agent."
)


def environments() -> list[Contestant]:
    return [Contestant("PettingZoo, connect_four_v3", play, for_each_move=FOR_EACH_MOVE)]


def play(games: int) -> Played:
    env, moves = connect_four_v3.env(), 0
    for _ in range(games):
        env.reset()
        for _ in env.agent_iter():
            seen, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            legal = seen["action_mask"].nonzero()[0]
            env.step(int(legal[int(random.random() * len(legal))]))
            moves += 1
    return Played(games, moves)
