"""In whose words the server speaks, and what everyone at a table is called."""

from __future__ import annotations

from functools import cache

from matchwood.engine.game import find_game, game_names
from matchwood.engine.words import Words, words_of, words_of_all
from matchwood.server.levels import level_name
from matchwood.server.table import Table

BOTS = "matchwood.bots"
PACKAGE = "matchwood.server"


def server_words(language: str) -> Words:
    return words_of(PACKAGE, language)


@cache
def all_words(language: str) -> Words:
    """For sentences from anywhere: those of the server, of the bots and of every game."""
    games = (find_game(name).package for name in game_names())
    return words_of_all((PACKAGE, BOTS, *games), language)


def names_at(table: Table, words: Words) -> list[str]:
    """What everyone is called; bots after their level, and by number if there are several."""
    several = len(table.agreement.bots) > 1
    return [_name(table, seat, several, words) for seat in table.chairs]


def _name(table: Table, seat: int, several: bool, words: Words) -> str:
    if seat in table.players:
        return table.players[seat].name
    if seat not in table.agreement.bots:
        return ""
    level = level_name(table.agreement.bots[seat], words)
    if several:
        number = sorted(table.agreement.bots).index(seat) + 1
        return words("Bot {number} ({level})", number=number, level=level)
    return words("Bot ({level})", level=level)
