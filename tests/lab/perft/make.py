"""Count lines of play with the plain twins of the games, and write them down.

    python -m tests.lab.perft.make [GAME …]

Without a game, all that have a twin. The moves of a start are those of a random game, so that what
is rare at the deal is among what is counted. Baguettes takes its twin some minutes.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from matchwood import Position, find_game
from matchwood.games.colorfox import SMALL_DECK
from tests.games.top_trumps_match.twin import eager_move
from tests.lab.perft.twins import TWINS, count

FOLDER = Path(__file__).parent
SEED = "perft"
COLUMNS = "# options | seed | moves | depth | count\n"


def any_move(position: Position, luck: random.Random) -> str:
    return luck.choice(position.legal_moves())


def eagerly(position: Position, luck: random.Random) -> str:
    """In Top Trumps Match, towards a line; random moves hardly ever make one."""
    return eager_move(position.document, position.legal_moves(), luck)


@dataclass(frozen=True)
class Start:
    """Where to count from, and how deep: as deep as takes the twin about a minute at most, or
    until most games are over."""

    options: str
    ply: int
    """How many moves into the game."""
    depths: Sequence[int]
    choose: Callable[[Position, random.Random], str] = any_move
    seed: str = SEED

    def rows(self, game: str) -> Iterator[str]:
        position = self._position(game)
        moves, twin = ", ".join(position.history) or "-", TWINS[game](position)
        for depth in self.depths:
            yield f"{self.options} | {self.seed} | {moves} | {depth} | {count(twin, depth)}"

    def _position(self, game: str) -> Position:
        """A random game, dealt from the seed that the rows name."""
        options = dict(option.split("=") for option in self.options.split())
        luck, position = random.Random(self.seed), find_game(game).variant(options).new(self.seed)
        while len(position.history) < self.ply:
            position.play(self.choose(position, luck))
        return position


def down_to(depth: int) -> range:
    return range(1, depth + 1)


BAGUETTES = (
    Start("players=2", 0, down_to(4)),
    Start("players=2", 12, down_to(5)),
    Start("players=2", 26, down_to(5)),
    Start("players=3", 0, down_to(4)),
    Start("players=3", 18, down_to(5)),
    Start("players=4", 20, down_to(7)),
    Start("players=4 teams=true", 0, down_to(4)),
    Start("players=4 teams=true", 22, down_to(4)),
    Start("players=2 size=2x2x2 sticks=3", 0, down_to(10)),
    Start("players=3 size=2x2x2 sticks=2", 0, down_to(7)),
    Start("players=2 size=2x2x3 sticks=4", 6, down_to(8)),
    Start("players=2 size=3x3x3 sticks=6", 0, down_to(5)),
    Start("players=2 size=3x3x3 sticks=6", 14, down_to(5)),
    Start("players=4 teams=true size=2x3x5 sticks=4", 18, down_to(7)),
    Start("players=3 size=5x3x2 sticks=6", 16, down_to(7)),
    Start("players=2 size=6x6x6 sticks=16", 30, down_to(4)),
)
COLORFOX = (
    Start("players=2", 0, down_to(6)),
    Start("players=2", 21, down_to(5)),
    Start("players=2", 30, down_to(4)),
    Start("players=2", 36, down_to(4)),
    Start("players=3", 0, down_to(6)),
    Start("players=3", 19, down_to(5)),
    Start("players=3", 26, down_to(5)),
    Start("players=4", 0, down_to(6)),
    Start("players=4", 32, down_to(4)),
    Start(f"players=2 deck={SMALL_DECK}", 5, down_to(5)),
    Start(f"players=2 deck={SMALL_DECK}", 16, down_to(8)),
    Start(f"players=3 deck={SMALL_DECK}", 15, down_to(7)),
)
MATCHES = (
    Start("players=2 flaming=false", 0, down_to(5)),
    Start("players=3 flaming=false", 0, (3, 4)),
    Start("players=4 flaming=false", 0, (4,)),
    Start("players=6 flaming=false", 0, (4,)),
    Start("players=2 flaming=true", 0, down_to(4)),
    Start("players=6 flaming=true", 0, (3, 4)),
)
TOP_TRUMPS = (
    Start("mode=five-minute youngest=0", 0, down_to(3)),
    Start("mode=five-minute youngest=0", 9, down_to(3), eagerly),
    Start("mode=five-minute youngest=0", 12, down_to(3), eagerly, "perft 1"),
    Start("mode=five-minute youngest=1 void_after=20 max_voids=1", 19, down_to(2)),
    Start("mode=tournament target=5 youngest=0", 95, down_to(3), eagerly, "perft 25"),
)

STARTS = {
    "baguettes": BAGUETTES,
    "colorfox": COLORFOX,
    "piecepack-matches": MATCHES,
    "top-trumps-match": TOP_TRUMPS,
}
HEADERS = {
    "baguettes": """\
# Baguettes: lines of exactly so many moves; a game that ends sooner has no more and is not counted.
# Counted by the plain twin in tests/games/baguettes/twin.py, which shares no code with the kernels.
""",
    "colorfox": """\
# Colorfox: lines of exactly so many moves; a game that ends sooner has no more and is not counted.
# A placement, each swap and “keep” are a move. The counter knows the order of the pile.
# Counted by the plain twin in tests/games/colorfox/twin.py, which shares no code with the kernels.
""",
    "piecepack-matches": """\
# Matches: lines of exactly so many moves; a turn of Flaming Matches may be two moves.
# The counter knows every underside. Counted by the plain twin in
# tests/games/piecepack_matches/twin.py, which shares no code with the kernels.
""",
    "top-trumps-match": """\
# Top Trumps Match: lines of exactly so many moves; a game that ends sooner has no more of them.
# A new round is dealt by chance, so all games here end with their round: five-minute games, one of
# them void after one more move, and a tournament at four points each, in which any match wins.
# Counted by the plain twin in tests/games/top_trumps_match/twin.py, which shares no code with the
# kernels.
""",
}


def make(game: str) -> None:
    with (FOLDER / f"{game}.txt").open("w", encoding="utf-8") as file:
        file.write(HEADERS[game] + COLUMNS)
        for start in STARTS[game]:
            for row in start.rows(game):
                file.write(f"{row}\n")
                file.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Count lines of play with the plain twins.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(STARTS))
    chosen = parser.parse_args().games
    for unknown in set(chosen) - set(STARTS):
        parser.error(f"{unknown} is none of {', '.join(STARTS)}")
    for name in chosen or STARTS:
        make(name)
