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
NAMES = ("Anna", "Ben", "Chloé", "Dora")


def pictures() -> Iterator[tuple[Path, str]]:
    """Each picture: its file, and what should be in it."""
    variant = load("piecepack-matches", players=4)
    position = next(islice(random_game(variant, seed=7), 40, None))
    yield FOLDER / "piecepack-matches.svg", position.svg(viewer=0, names=NAMES) + "\n"


if __name__ == "__main__":
    for file, picture in pictures():
        file.write_text(picture, encoding="utf-8")
