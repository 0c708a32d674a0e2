"""Our search beside OpenSpiel's for games with secrets, with the same time for each move.

    python -m bench.search_beside

measures only this. OpenSpiel's ISMCTS plays our games through `matchwood.envs.openspiel`: the one
it has in Python, since the one in C++ breaks down on games that are written in Python. Every deal
is played twice, the seats exchanged.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np
from rich.console import Console

from bench.report import Table
from bench.targets import Target
from bench.timing import Spread
from matchwood.bots import Budget
from matchwood.bots.search import Search
from matchwood.engine.game import find_game
from matchwood.engine.rng import new_generator
from matchwood.lab.stats import mean_of

GAMES = ("piecepack-matches", "colorfox")
DEALS, SEATINGS = 10, 2
SECONDS = 0.05
"""Seconds that either side thinks about a move."""
MOST_MOVES = 120
"""Number of moves after which both share the win, so that the benchmark has an end."""
EXPLORE = 2.0
"""Returns go from -1 to 1, so it is 2 where ours, whose shares go from 0 to 1, is 1."""
PER_CENT = 100

Choose = Callable[[Any], tuple[int, int]]
"""The number of an action in a state of OpenSpiel's, and how many iterations found it."""


def ours(seed: int) -> Choose:
    generator = new_generator(seed)

    def choose(state: Any) -> tuple[int, int]:
        position = state.position
        search = Search(position.observe(position.to_move), generator)
        search.run(Budget(milliseconds=1000 * SECONDS))
        number = position.variant.encoding.number(position, search.best().action)
        return number, sum(move.visits for move in search.moves())

    return choose


def theirs(game: Any, seed: int) -> Choose:
    from open_spiel.python.algorithms import ismcts, mcts

    class InTime(ismcts.ISMCTSBot):  # type: ignore[misc]
        """Its budget is a number of iterations; here the clock ends them."""

        def run_search(self, state: Any) -> Any:
            self.reset()
            self._root_node = self.create_new_node(state)
            self.iterations, end = 0, time.perf_counter() + SECONDS
            # The first iteration only makes the root.
            while self._root_node.total_visits < 1 or time.perf_counter() < end:
                self.run_simulation(self.sample_root_state(state))
                self.iterations += 1
            return self.get_final_policy(state, self._root_node)

    chance = np.random.RandomState(seed)
    bot = InTime(game, mcts.RandomRolloutEvaluator(1, chance), EXPLORE, 1, random_state=chance)

    def choose(state: Any) -> tuple[int, int]:
        return int(bot.step(state)), bot.iterations

    return choose


class Tally:
    """Iterations a second of one side, and its shares of the wins."""

    def __init__(self) -> None:
        self.rates: list[float] = []
        self.won: list[float] = []

    def choose(self, choose: Choose, state: Any) -> int:
        """Let it choose, unless there is nothing to choose."""
        only, *others = state.legal_actions()
        if not others:
            return int(only)
        began = time.perf_counter()
        number, iterations = choose(state)
        self.rates.append(iterations / (time.perf_counter() - began))
        return number


def play(name: str, deal: int, seat: int, tallies: tuple[Tally, Tally]) -> None:
    """One game in which we have this seat; what either side won is added to its tally."""
    import pyspiel

    game = pyspiel.load_game(f"{name}(seed={deal})")
    state, sides = game.new_initial_state(), (ours(deal), theirs(game, deal))
    moves = 0
    while not state.is_terminal() and moves < MOST_MOVES:
        side = int(state.current_player() != seat)
        state.apply_action(tallies[side].choose(sides[side], state))
        moves += 1
    for side, tally in enumerate(tallies):
        tally.won.append((1 + state.returns()[(seat + side) % SEATINGS]) / 2)


def _get_ready(name: str) -> None:
    """Let both choose once, so that nobody's time holds what has to be compiled first."""
    import pyspiel

    game = pyspiel.load_game(f"{name}(seed=0)")
    for choose in (ours(0), theirs(game, 0)):
        choose(game.new_initial_state())


def search_beside() -> tuple[list[Table], list[Target]]:
    """Strength and iterations of both; no target, since what they need differs so much."""
    if not find_spec("pyspiel"):
        return [], []
    from matchwood.envs.openspiel import PREFIX

    rows = []
    for name in GAMES:
        _get_ready(PREFIX + name.replace("-", "_"))
        us, them = Tally(), Tally()
        for deal in range(DEALS):
            for seat in range(SEATINGS):
                play(PREFIX + name.replace("-", "_"), deal, seat, (us, them))
        score = mean_of(np.array(us.won).reshape(DEALS, SEATINGS).mean(axis=1))
        rows.append(
            (
                find_game(name).title,
                f"{PER_CENT * score.value:.0f} % "
                f"({PER_CENT * score.low:.0f}–{PER_CENT * score.high:.0f})",
                *(str(Spread.of(tally.rates)) for tally in (us, them)),
            )
        )
    table = Table(
        "Search with secrets, beside OpenSpiel's ISMCTS",
        f"{DEALS} deals, each played in both seatings, {1000 * SECONDS:.0f} ms a move; our share "
        "of the wins, with a 95 % interval over deals. Theirs is the one in Python, through "
        "`matchwood.envs.openspiel`, one random game to the end an iteration; ours goes by the "
        "games' estimates. Iterations: medians over moves; in brackets the lowest and the highest.",
        ("game", "our share", "our iterations/s", "their iterations/s"),
        rows,
    )
    return [table], []


if __name__ == "__main__":
    for table in search_beside()[0]:
        table.show(Console())
