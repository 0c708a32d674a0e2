"""Whoever imports this has loaded the server and the games with what is called during one."""

from __future__ import annotations

from matchwood.engine.game import find_game, game_names
from tests.support import processes

__all__ = ["processes"]

for name in game_names():
    position = find_game(name).variant().new(0)
    position.play(position.legal_moves()[0])
    position.svg(position.to_move)
