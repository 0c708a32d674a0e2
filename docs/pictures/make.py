"""Draw the pictures of the documentation anew.

python docs/pictures/make.py
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from matchwood import load
from matchwood.testing import random_game

FOLDER = Path(__file__).parent
SEED = 7
NAMES = ("Anna", "Ben", "Chloé", "Dora")


SCENES: dict[str, tuple[dict[str, object], int]] = {
    "baguettes": ({"players": 2}, 18),
    "colorfox": ({"players": 3}, 16),
    "piecepack-matches": ({"players": 4}, 40),
    "top-trumps-match": ({"youngest": 1}, 25),
}
"""For each game, how it is set up, and how many moves are played."""


def pictures() -> Iterator[tuple[Path, str]]:
    """Each picture: its file, and what should be in it."""
    for name, (options, moves) in SCENES.items():
        position = next(islice(random_game(load(name, **options), SEED), moves, None))
        drawn = position.svg(position.to_move, NAMES[: position.players])
        yield FOLDER / f"{name}.svg", drawn + "\n"


if __name__ == "__main__":
    for file, picture in pictures():
        file.write_text(picture, encoding="utf-8")
