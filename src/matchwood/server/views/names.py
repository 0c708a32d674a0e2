"""Names: the words the server speaks, of players, bots and their levels, and initials."""

from __future__ import annotations

from functools import cache, lru_cache

from matchwood.engine.game import find_game, game_names
from matchwood.engine.language import Phrase, Words, words_of, words_of_all
from matchwood.server.table.state import Table

BOTS = "matchwood.bots"
PACKAGE = "matchwood.server"
PRINTING = "matchwood.printing"

TREES = ("Birch", "Cedar", "Elm", "Hazel", "Larch", "Maple", "Oak", "Pine", "Rowan", "Spruce")
"""Names of bots, in this order, in every language; no two begin with the same letter."""

TABLES_KEPT = 1_000
"""Tables whose initials are kept: making them anew, a move takes 14 % longer (`bench.move`)."""

LEVEL_NAMES = {
    "random": Phrase("random"),
    "greedy": Phrase("greedy"),
    "easy": Phrase("easy"),
    "medium": Phrase("medium"),
    "hard": Phrase("hard"),
    "expert": Phrase("expert"),
}


def server_words(language: str) -> Words:
    return words_of(PACKAGE, language)


@cache
def all_words(language: str) -> Words:
    """Words for sentences from anywhere: the server, the bots, the sheets and every game."""
    games = (find_game(name).module for name in game_names())
    return words_of_all((PACKAGE, BOTS, PRINTING, *games), language)


def level_name(level: str, words: Words) -> str:
    """The name of a level; one that has none here goes by its own."""
    return words.tell(LEVEL_NAMES.get(level, Phrase(level)))


def names_at(table: Table) -> list[str]:
    """The names by seat; of an empty chair, nothing."""
    bots = sorted(table.agreement.bots)
    trees = {seat: _tree(number) for number, seat in enumerate(bots)}
    return [
        table.players[seat].name if seat in table.players else trees.get(seat, "")
        for seat in table.chairs
    ]


def _tree(number: int) -> str:
    again, place = divmod(number, len(TREES))
    return f"{TREES[place]} {again + 1}" if again else TREES[place]


def recorded_names(table: Table) -> list[str]:
    """Names for a record, with the levels of bots, which nothing else says there."""
    levels = {seat: level_name(level, Words("en")) for seat, level in table.agreement.bots.items()}
    told = enumerate(names_at(table))
    return [f"{name} ({levels[seat]})" if seat in levels else name for seat, name in told]


@lru_cache(maxsize=TABLES_KEPT)
def initials(*names: str) -> tuple[str, ...]:
    """One or two characters for each name, where there is no room for more.

    They are the first letter, or the number of a name that ends in one, as in “Player 2”. Names
    that begin alike add a letter that tells them apart: An and At for Anna and Anton.
    """
    firsts = [_initial(name) for name in names]
    letters = ["".join(filter(str.isalnum, name)).lower() for name in names]
    found: list[str] = []
    for first, own in zip(firsts, letters, strict=True):
        alike = zip(firsts, letters, strict=True)
        rivals = {other for short, other in alike if short == first and other != own}
        longer = (
            first + letter
            for place, letter in enumerate(own)
            if place and all(other[place : place + 1] != letter for other in rivals)
        )
        free = (each for each in longer if rivals and first.isalpha() and each not in found)
        found.append(next(free, first))
    return tuple(found)


def _initial(name: str) -> str:
    if (number := name.rpartition(" ")[2]).isdecimal():
        return number[:2]
    return next((letter.upper() for letter in name if letter.isalnum()), "")
