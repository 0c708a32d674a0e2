"""Our side: random games and arenas by the public calls, the kernel alone, and single moves."""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from bench.timing import SEARCH_ITERATIONS, Contestant, Played
from matchwood import Variant, game_names, load, simulate
from matchwood.bots.mcts import EXPLORE, Config, iterate, new_tree, set_root
from matchwood.bots.play import play_random_games
from matchwood.engine import game_files
from matchwood.engine.dispatch import TO_THE_END
from matchwood.engine.options import written
from matchwood.engine.rng import BLOCK_WORDS, new_generator
from matchwood.lab.arena import Arena, Logbook
from matchwood.lab.games import RANDOM
from matchwood.lab.parallel import Place
from matchwood.lab.plans import Plan

BENCHED: dict[str, list[dict[str, object]]] = {
    "colorfox": [{"players": 3}],
    "piecepack-matches": [{"players": 4}, {"players": 4, "flaming": True}],
}
FILES = [
    Path(__file__).parents[1] / "examples" / name for name in ("tic_tac_toe.py", "quartets.py")
]
THREADS = 2

FOR_EACH_MOVE = (
    "`matchwood.simulate`, all of it. Lists the legal moves into a buffer and plays in place on "
    "one record. Keeps no history, builds no observation, does not check the chosen move. A fresh "
    "chance stream each game; who started, the moves, the points and the winners of each are "
    "columns of the result."
)
FOR_EACH_ITERATION = (
    "Guesses what is hidden, though nothing is, and starts a fresh chance stream. Keeps the tree "
    "in two arrays of fixed size."
)


def benched_variants() -> list[Variant]:
    """Every game, set up as in BENCHED or else as usual."""
    return [load(name, **options) for name in game_names() for options in BENCHED.get(name, [{}])]


def games_in_files() -> list[Variant]:
    """The games of the examples that are one file each."""
    return [game_files.load(path).variant() for path in FILES]


def label(variant: Variant) -> str:
    """The game, and those of its options that are not as usual."""
    usual = {option.name: option.default for option in variant.game.options}
    options = {name: value for name, value in variant.options.items() if value != usual[name]}
    return " ".join([variant.game.name, *(f"{name}={written(v)}" for name, v in options.items())])


def simulated(variant: Variant, cores: int) -> Contestant:
    """Random games by the public call, on so many cores."""
    seeds = count()

    def play(games: int) -> Played:
        found = simulate(variant, games=games, seed=next(seeds), cores=cores)
        return Played(games, int(found.plies.sum()))

    return Contestant(label(variant), play, at_once=cores, for_each_move=FOR_EACH_MOVE)


def in_the_kernel(variant: Variant) -> Contestant:
    """The same games by one call of the kernel, on one core, with nothing around it."""
    plan = Plan(variant, (RANDOM,) * variant.players, "0", exchange=True)
    state, block = np.empty(1, variant.blank.dtype), np.empty(BLOCK_WORDS, np.uint32)
    actions = np.empty(variant.game.rules.MOST_ACTIONS, np.int32)

    def play(games: int) -> Played:
        numbers, starters, plies = (np.arange(games) for _ in range(3))
        shares = np.zeros((games, variant.players))
        play_random_games(
            *(numbers, plan.rotations, plan.key, variant.blank, state, block, actions),
            *(starters, plies, shares),
        )
        return Played(games, int(plies.sum()))

    return Contestant(label(variant), play)


def in_an_arena(variant: Variant, bots: tuple[str, str], cores: int) -> Contestant:
    """Games between two bots as `matchwood arena` plays them, each kept in a folder."""
    seeds = count()

    def play(games: int) -> Played:
        arena = Arena(variant, bots, str(next(seeds)))
        with TemporaryDirectory() as folder:
            results = list(Logbook(Path(folder), arena).go_on(arena.deals_for(games), Place(cores)))
        return Played(len(results), sum(result.moves for result in results))

    return Contestant(label(variant), play, at_once=cores)


def from_python(variant: Variant) -> Contestant:
    """The moves of a game one by one, as texts, with `legal` and `play`; the deal included."""
    chance = random.Random(0)

    def play(games: int) -> Played:
        moves = 0
        for seed in range(games):
            position = variant.new(seed)
            while not position.over:
                position.play(chance.choice(position.legal_moves()))
            moves += len(position.history)
        return Played(games, moves)

    return Contestant(label(variant), play)


def searcher(variant: Variant) -> Contestant:
    """Searches from the first position, with random games to the end and no estimate."""
    position = variant.new(0)
    s, generator = position.observe(position.to_move).state, new_generator(0)
    config = Config(position.to_move, informed=False, rollout=TO_THE_END, explore=EXPLORE)
    tree = new_tree(s.dtype, variant.game.rules.MOST_ACTIONS, position.players)

    def play(searches: int) -> Played:
        for _ in range(searches):
            set_root(s, variant.game.rules.legal(s, tree.actions), config, tree)
            iterate(s, SEARCH_ITERATIONS, config, generator, tree)
        return Played(searches, searches * SEARCH_ITERATIONS)

    return Contestant("Matchwood", play, for_each_move=FOR_EACH_ITERATION)
