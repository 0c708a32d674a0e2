"""Play and keep a golden game for every variant that has none yet.

    python tests/games/golden/make.py

Each is two files: the record, and the last position as data. They are kept for good: when one
no longer replays, the rules changed, and the game's version must go up.
"""

from __future__ import annotations

import json
from pathlib import Path

from matchwood import Variant, game_names
from matchwood.engine.options import written
from matchwood.testing import random_game, variants

FOLDER = Path(__file__).parent
LONGEST_VALUE = 20
NAMES = ("Anna", "Ben", "Chloé", "Dora", "Emil", "Fanny")


def file_name(variant: Variant) -> str:
    values = {name: written(value) for name, value in variant.options.items()}
    short = (f"{name}-{v if len(v) <= LONGEST_VALUE else 'own'}" for name, v in values.items())
    return "_".join((variant.game.name, *short))


def keep(variant: Variant) -> None:
    record = FOLDER / f"{file_name(variant)}.txt"
    if not record.exists():
        *_, last = random_game(variant, seed=2026)
        record.write_text(last.record(NAMES[: last.players]).write(), encoding="utf-8")
        position = json.dumps(last.dump(), indent=1, ensure_ascii=False)
        record.with_suffix(".json").write_text(position + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in game_names():
        for variant in variants(name):
            keep(variant)
