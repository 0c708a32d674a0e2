"""Our side: random games through the lab, one move at a time from Python."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

from bench.timing import SEARCH_ITERATIONS, Contestant, Played
from matchwood import Variant, game_names, load
from matchwood.bots.search import EXPLORE, Manner, grow, new_tree, plant
from matchwood.engine.generators import new_generator
from matchwood.engine.options import written
from matchwood.engine.rules import TO_THE_END
from matchwood.lab.simulation import RANDOM, Plan

BENCHED: dict[str, list[dict[str, object]]] = {
    "colorfox": [{"players": 3}],
    "piecepack-matches": [{"players": 4}, {"players": 4, "flaming": True}],
}
THREADS = 2

FOR_EACH_MOVE = (
    "Lists the legal moves into a buffer and plays in place on one record. Keeps no history, "
    "builds no observation, does not check the chosen move. A fresh chance stream each game; who "
    "started, the moves, the points and the winners of each are noted."
)
FOR_EACH_ITERATION = (
    "Guesses what is hidden, though nothing is, and starts a fresh chance stream. Keeps the tree "
    "in two arrays of fixed size."
)


def benched_variants() -> list[Variant]:
    """Every game, set up as in BENCHED or else as usual."""
    return [load(name, **options) for name in game_names() for options in BENCHED.get(name, [{}])]


def label(variant: Variant) -> str:
    """The game, and those of its options that are not as usual."""
    usual = {option.name: option.default for option in variant.game.options}
    options = {name: value for name, value in variant.options.items() if value != usual[name]}
    return " ".join([variant.game.name, *(f"{name}={written(v)}" for name, v in options.items())])


class Seat:
    """Room for one thread to play random games in, and a generator of its own."""

    def __init__(self, variant: Variant, seed: int) -> None:
        self.plan = Plan(variant, (RANDOM,) * variant.players, str(seed), exchange=True)
        self.played = 0

    def play(self, games: int) -> Played:
        """The games go on from batch to batch, so none is played for nothing."""
        numbers = range(self.played, self.played + games)
        self.played += games
        return Played(games, int(self.plan.play(numbers).plies.sum()))


def one_thread(variant: Variant) -> Contestant:
    return Contestant(label(variant), Seat(variant, seed=0).play, for_each_move=FOR_EACH_MOVE)


def many_threads(variant: Variant) -> Contestant:
    """A batch shared out among threads, which run side by side while they are in kernels."""
    seats = [Seat(variant, seed) for seed in range(THREADS)]
    pool = ThreadPoolExecutor(THREADS)

    def play(games: int) -> Played:
        each = -(-games // THREADS)
        moves = pool.map(lambda seat: seat.play(each).moves, seats)
        return Played(each * THREADS, sum(moves))

    return Contestant(label(variant), play, at_once=THREADS)


def from_python(variant: Variant) -> Contestant:
    """The moves of a game one by one, as texts, with `legal` and `play`; the deal included."""
    chance = random.Random(0)

    def play(games: int) -> Played:
        moves = 0
        for seed in range(games):
            position = variant.new(seed)
            while not position.over:
                position.play(chance.choice(position.legal()))
            moves += len(position.moves)
        return Played(games, moves)

    return Contestant(label(variant), play)


def searcher(variant: Variant) -> Contestant:
    """Searches from the first position, with random games to the end and no estimate."""
    position = variant.new(0)
    s, generator = position.seen_by(position.to_move).state, new_generator(0)
    manner = Manner(position.to_move, informed=False, plies=TO_THE_END, explore=EXPLORE)
    tree = new_tree(s.dtype, variant.game.rules.MOST_ACTIONS, position.players)

    def play(searches: int) -> Played:
        for _ in range(searches):
            plant(s, variant.game.rules.legal(s, tree.actions), manner, tree)
            grow(s, SEARCH_ITERATIONS, manner, generator, tree)
        return Played(searches, searches * SEARCH_ITERATIONS)

    return Contestant("Matchwood", play, for_each_move=FOR_EACH_ITERATION)
