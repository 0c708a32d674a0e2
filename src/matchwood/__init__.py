"""Matchwood: four match games, from their rulebooks to a real table.

>>> import matchwood
>>> position = matchwood.new("piecepack-matches", players=3, seed=7)
>>> position.legal_moves()[:3]
['flip 1', 'flip 2', 'flip 3']
>>> position.play("flip 2")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from matchwood.engine.errors import (
    BadAid,
    BadDocument,
    BadOption,
    BadRecord,
    BadSeed,
    IllegalMove,
    MatchwoodError,
    NothingToUndo,
    NotTold,
    Refusal,
    UnknownBot,
    UnknownGame,
    UnknownSeat,
)
from matchwood.engine.game import Game, Variant, find_game, game_names, register
from matchwood.engine.option_files import with_files
from matchwood.engine.options import Aid
from matchwood.engine.record import GameRecord
from matchwood.engine.record_text import read_record
from matchwood.engine.spec import BadGame

if TYPE_CHECKING:
    from matchwood.bots import advice
    from matchwood.bots.registry import bot
    from matchwood.engine.fairness import Seed
    from matchwood.engine.position import Position
    from matchwood.engine.view import View
    from matchwood.envs.policy import policy_bot
    from matchwood.lab.public import Simulation, arena, simulate, study

__version__ = "0.1.0"

__all__ = [
    "Aid",
    "BadAid",
    "BadDocument",
    "BadGame",
    "BadOption",
    "BadRecord",
    "BadSeed",
    "Game",
    "GameRecord",
    "IllegalMove",
    "MatchwoodError",
    "NotTold",
    "NothingToUndo",
    "Position",
    "Refusal",
    "Simulation",
    "UnknownBot",
    "UnknownGame",
    "UnknownSeat",
    "Variant",
    "View",
    "advice",
    "arena",
    "bot",
    "find_game",
    "game_names",
    "load",
    "new",
    "policy_bot",
    "read_record",
    "register",
    "simulate",
    "study",
]

_LATER = {
    "advice": "matchwood.bots",
    "arena": "matchwood.lab.public",
    "bot": "matchwood.bots.registry",
    "study": "matchwood.lab.public",
    "policy_bot": "matchwood.envs.policy",
    "Position": "matchwood.engine.position",
    "Simulation": "matchwood.lab.public",
    "simulate": "matchwood.lab.public",
    "View": "matchwood.engine.view",
}
"""Modules of names that are imported when first asked for, because they load NumPy."""


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def load(name: str, **options: object) -> Variant:
    """A game by its name, with its options agreed on; those left out take their default.

    >>> variant = matchwood.load("piecepack-matches", players=3)
    >>> variant.players
    3
    """
    found = find_game(name)
    return found.variant(with_files(found.options, options))


def new(name: str, seed: Seed = None, **options: object) -> Position:
    """Deal a game by its name: `load` and `Variant.new` in one.

    >>> matchwood.new("colorfox", players=3, seed=7)
    <colorfox after 0 moves, seat 1 to move>
    """
    return load(name, **options).new(seed)
