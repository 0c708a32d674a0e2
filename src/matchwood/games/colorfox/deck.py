"""Decks of cards: the standard one, and those that owners of a printed game write down (CF-3).

A card is written as four letters, the colours of its top, right, bottom and left matchstick. A
deck file is a text with the cards one after the other, blanks, commas or new lines between them,
and remarks after a `#`. Or it is TOML, its name ending in `.toml`: `cards` lists cards,
`patterns` those to be turned through the six colours, as in `deck.toml` beside this module.

A deck that is not the standard one is kept as its cards joined by commas. So a record of a game
holds all of its deck, and needs no file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from matchwood.engine.errors import BadOption, BadValue, listed, quoted
from matchwood.engine.language import Phrase
from matchwood.engine.options import KeptInFile, Value, lists_in
from matchwood.games.colorfox.pieces import COLOURS, LETTERS, SIDES

STANDARD = "standard"
FEWEST_CARDS, MOST_CARDS = 20, 108
FEWEST_COLOURS = 2
LONGEST_QUOTE = 12
TOML_NAMES = ("cards", "patterns")
_BOUNDS: dict[str, object] = {"standard": STANDARD, "first": FEWEST_CARDS, "last": MOST_CARDS}

_LIST = re.compile(r"[^./\\]*,[^./\\]*")
"""A text with a comma is a list of cards, unless a dot or a slash shows that it is a file."""


@dataclass(frozen=True)
class Deck(KeptInFile):
    """The standard deck, or the cards themselves joined by commas; a file may list them."""

    def parse(self, given: object) -> Value:
        match given:
            case str() if given.lower() == STANDARD:
                return STANDARD
            case str() if "," in given:
                return _agreed(given.split(","))
            case list() | tuple():
                return _agreed([str(card) for card in given])
        return None

    def unreadable(self, given: object) -> BadOption:
        """The refusal of what is no list of cards; it says how to write one."""
        return BadOption(
            "These cards cannot be read. Write each as four letters (top, right, bottom, left), "
            "such as GBGP, OBRG."
        )

    def names_file(self, given: object) -> bool:
        text = str(given).strip() if isinstance(given, str | Path) else ""
        return bool(text) and text.lower() != STANDARD and not _LIST.fullmatch(text)

    def in_file(self, text: str, ending: str) -> Value:
        return _agreed(_cards_in_toml(text) if ending == ".toml" else _cards_in_text(text))

    def allowed(self) -> Phrase:
        return Phrase(
            "{standard}, or {first} to {last} cards with commas between them, each as four letters "
            "(top, right, bottom, left), such as GBGP,OBRG",
            _BOUNDS,
        )


def cards_of(deck: str) -> list[str]:
    """The cards of a deck as the option keeps it."""
    return list(_standard_cards()) if deck == STANDARD else deck.split(",")


@cache
def _standard_cards() -> tuple[str, ...]:
    return tuple(_cards_in_toml((files(__package__) / "deck.toml").read_text(encoding="utf-8")))


def _cards_in_text(text: str) -> list[str]:
    lines = (line.partition("#")[0] for line in text.splitlines())
    return [card for line in lines for card in re.split(r"[\s,;]+", line) if card]


def _cards_in_toml(text: str) -> list[str]:
    lists = lists_in(text, TOML_NAMES)
    patterns = [pattern.strip().upper() for pattern in lists.get("patterns", [])]
    return [*lists.get("cards", []), *_turned_through_the_colours(_checked_codes(patterns))]


def _turned_through_the_colours(patterns: Iterable[str]) -> list[str]:
    """CF-3: every colour of a pattern moves on to the next one, six times."""
    return [
        "".join(LETTERS[(LETTERS.index(colour) + shift) % COLOURS] for colour in pattern)
        for pattern in patterns
        for shift in range(COLOURS)
    ]


def _agreed(cards: Sequence[str]) -> str:
    """The value for these cards, if they can be a deck. They are counted before any is read."""
    if len(cards) > MOST_CARDS:
        raise _wrong_number(len(cards))
    return ",".join(_checked([card.strip().upper() for card in cards]))


def _checked(cards: Sequence[str]) -> Sequence[str]:
    """The cards, if they can be a deck."""
    _checked_codes(cards)
    if len(cards) < FEWEST_CARDS:
        raise _wrong_number(len(cards))
    return cards


def _wrong_number(cards: int) -> BadValue:
    return BadValue(
        "it has {number}, and a deck has {first} to {last}",
        number=Phrase("1 card") if cards == 1 else Phrase("{n} cards", {"n": cards}),
        first=FEWEST_CARDS,
        last=MOST_CARDS,
    )


def _checked_codes(codes: Sequence[str]) -> Sequence[str]:
    """CF-1: four matchsticks, of six known colours, in at least two of them."""
    for number, code in enumerate(codes, start=1):
        card = Phrase(
            "card {number}, {code},", {"number": number, "code": quoted(code, LONGEST_QUOTE)}
        )
        unknown = [letter for letter in code if letter not in LETTERS]
        if len(code) != SIDES:
            raise BadValue(
                "{card} has {found} letters, and a card has {sides}",
                card=card,
                found=len(code),
                sides=SIDES,
            )
        if unknown:
            raise BadValue(
                "{card} has the letter {letter}, and the colours are {colours}",
                card=card,
                letter=quoted(unknown[0]),
                colours=listed(LETTERS),
            )
        if len(set(code)) < FEWEST_COLOURS:
            raise BadValue("{card} is of one colour, and a card has two, three or four", card=card)
    return codes
