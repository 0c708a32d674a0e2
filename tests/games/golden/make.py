"""Play and keep a golden game for every variant that has none yet.

    python -m tests.games.golden.make
    python -m tests.games.golden.make --renew baguettes colorfox

Each is two files: the record, and the position after every move (see `positions`). They are kept
for good: when one no longer replays, the rules changed, and the game's version must go up. Then
`--renew` plays the golden games of that game that are of another version anew, from the same
deals.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from pathlib import Path

from matchwood import GameRecord, Position, Variant, find_game, game_names, read_record
from matchwood.engine.options import written
from matchwood.testing import variants
from tests.games.golden import positions
from tests.games.top_trumps_match.twin import eager_move

FOLDER = Path(__file__).parent
LONGEST_VALUE = 20
NAMES = ("Anna", "Ben", "Chloé", "Dora", "Emil", "Fanny")
SEED = 2026

Choose = Callable[[Position, random.Random], str]


def any_move(position: Position, luck: random.Random) -> str:
    return luck.choice(position.legal_moves())


def eagerly(position: Position, luck: random.Random) -> str:
    """Random games of Top Trumps Match hardly ever have a match; these have many."""
    return eager_move(position.document, position.legal_moves(), luck)


def way_to_choose(record: Path) -> Choose:
    return eagerly if "_eager_" in record.name else any_move


def file_name(variant: Variant) -> str:
    values = {name: written(value) for name, value in variant.options.items()}
    short = (f"{name}-{v if len(v) <= LONGEST_VALUE else 'own'}" for name, v in values.items())
    return "_".join((variant.game.name, *short))


def played(dealt: Position, choose: Choose) -> Position:
    """A game from its deal to its end."""
    luck = random.Random(SEED)
    while not dealt.over:
        dealt.play(choose(dealt, luck))
        assert len(dealt.history) <= dealt.variant.game.rules.MOST_MOVES, "the game has no end"
    return dealt


def keep(path: Path, record: GameRecord) -> None:
    path.write_text(record.write(), encoding="utf-8")
    kept = positions.write(record)
    path.with_suffix(positions.SUFFIX).write_text(kept, encoding="utf-8")


def add(variant: Variant) -> None:
    """A golden game of a variant that has none."""
    path = FOLDER / f"{file_name(variant)}.txt"
    if not path.exists():
        last = played(variant.new(SEED), way_to_choose(path))
        keep(path, last.record(NAMES[: last.players]))


def renew(path: Path) -> None:
    """Play a golden game anew, by the rules as they are now."""
    old = read_record(path.read_text(encoding="utf-8"))
    variant = find_game(old.game).variant(old.options)
    if old.version == variant.version:
        return  # It is kept for good.
    dealt = variant.new(old.seed)
    keep(path, played(dealt, way_to_choose(path)).record(old.players))


def main() -> None:
    parser = argparse.ArgumentParser(description="Play and keep golden games.")
    parser.add_argument("--renew", nargs="+", default=[], choices=game_names(), metavar="GAME")
    for game in parser.parse_args().renew:
        for path in sorted(FOLDER.glob(f"{game}_*.txt")):
            renew(path)
    for name in game_names():
        for variant in variants(name):
            add(variant)


if __name__ == "__main__":
    main()
