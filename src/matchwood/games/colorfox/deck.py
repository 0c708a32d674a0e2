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
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from matchwood.engine.errors import BadOption, MatchwoodError, listed, quoted
from matchwood.engine.options import Option
from matchwood.engine.words import Phrase
from matchwood.games.colorfox.pieces import COLOURS, LETTERS, SIDES

STANDARD = "standard"
FEWEST_CARDS, MOST_CARDS = 20, 108
FEWEST_COLOURS = 2
LARGEST_FILE = 100_000
"""In bytes; a longer file is no list of so few cards."""
LONGEST_QUOTE = 12
TOML_NAMES = ("cards", "patterns")
_BOUNDS: dict[str, object] = {"standard": STANDARD, "first": FEWEST_CARDS, "last": MOST_CARDS}

_LIST = re.compile(r"[^./\\]*,[^./\\]*")
"""A text with a comma is a list of cards, unless a dot or a slash shows that it is a file."""


class BadDeck(MatchwoodError):
    """What is wrong with a list of cards, as the end of a sentence."""


@dataclass(frozen=True)
class Deck(Option):
    """The standard deck, the cards themselves joined by commas, or a file that lists them."""

    def read(self, given: object) -> str:
        try:
            return _read(given)
        except BadDeck as bad:
            raise BadOption(
                "Option {option} cannot be {value}: {reason}.",
                option=self.name,
                value=quoted(given),
                reason=bad.phrase,
            ) from None

    def recall(self, text: str) -> str:
        if text != STANDARD and not _LIST.fullmatch(text):
            raise BadOption(
                "Option {option} cannot be {value} here; it takes {standard}, "
                "or {first} to {last} cards joined by commas.",
                near=None,
                option=self.name,
                value=quoted(text),
                **_BOUNDS,
            )
        return self.read(text)

    def allowed(self) -> Phrase:
        return Phrase("{standard}, a file, or {first} to {last} cards joined by commas", _BOUNDS)


def cards_of(deck: str) -> list[str]:
    """The cards of a deck as the option keeps it."""
    return list(_standard_cards()) if deck == STANDARD else deck.split(",")


@cache
def _standard_cards() -> tuple[str, ...]:
    return tuple(_cards_in_toml((files(__package__) / "deck.toml").read_text(encoding="utf-8")))


def _read(given: object) -> str:
    match given:
        case str() if given.strip().lower() == STANDARD:
            return STANDARD
        case str() if _LIST.fullmatch(given):
            cards = given.split(",")
        case str() | Path() if str(given).strip():
            cards = _cards_in_file(Path(given))
        case list() | tuple():
            cards = [str(card) for card in given]
        case _:
            raise BadDeck(
                "a deck is {standard}, a file, or cards joined by commas", standard=STANDARD
            )
    return ",".join(_checked([card.strip().upper() for card in cards]))


def _cards_in_file(path: Path) -> list[str]:
    try:
        if path.exists() and not path.is_file():
            raise BadDeck("it is not a file")
        if path.stat().st_size > LARGEST_FILE:
            raise BadDeck(
                "the file is longer than {size} bytes, too long for a deck", size=LARGEST_FILE
            )
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadDeck("the file is not a text") from None
    except BadDeck:
        raise
    except ValueError:
        raise BadDeck("no file can have that name") from None
    except OSError as error:
        raise BadDeck("the file cannot be read ({reason})", reason=error.strerror) from None
    return _cards_in_toml(text) if path.suffix == ".toml" else _cards_in_text(text)


def _cards_in_text(text: str) -> list[str]:
    lines = (line.partition("#")[0] for line in text.splitlines())
    return [card for line in lines for card in re.split(r"[\s,;]+", line) if card]


def _cards_in_toml(text: str) -> list[str]:
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise BadDeck("the file is not valid TOML") from None
    for name, codes in written.items():
        if name not in TOML_NAMES:
            raise BadDeck(
                "the file has {name}, and a deck has {names}",
                name=quoted(name),
                names=listed(TOML_NAMES),
            )
        if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
            raise BadDeck("{name} is not a list of texts", name=name)
    patterns = [pattern.strip().upper() for pattern in written.get("patterns", [])]
    return [*written.get("cards", []), *_turned_through_the_colours(_checked_codes(patterns))]


def _turned_through_the_colours(patterns: Iterable[str]) -> list[str]:
    """CF-3: every colour of a pattern moves on to the next one, six times."""
    return [
        "".join(LETTERS[(LETTERS.index(colour) + shift) % COLOURS] for colour in pattern)
        for pattern in patterns
        for shift in range(COLOURS)
    ]


def _checked(cards: Sequence[str]) -> Sequence[str]:
    """The cards, if they can be a deck."""
    _checked_codes(cards)
    if not FEWEST_CARDS <= len(cards) <= MOST_CARDS:
        number = Phrase("1 card") if len(cards) == 1 else Phrase("{n} cards", {"n": len(cards)})
        raise BadDeck(
            "it has {number}, and a deck has {first} to {last}",
            number=number,
            first=FEWEST_CARDS,
            last=MOST_CARDS,
        )
    return cards


def _checked_codes(codes: Sequence[str]) -> Sequence[str]:
    """CF-1: four matchsticks, of six known colours, in at least two of them."""
    for number, code in enumerate(codes, start=1):
        card = Phrase(
            "card {number}, {code},", {"number": number, "code": quoted(code, LONGEST_QUOTE)}
        )
        unknown = [letter for letter in code if letter not in LETTERS]
        if len(code) != SIDES:
            raise BadDeck(
                "{card} has {found} letters, and a card has {sides}",
                card=card,
                found=len(code),
                sides=SIDES,
            )
        if unknown:
            raise BadDeck(
                "{card} has the letter {letter}, and the colours are {colours}",
                card=card,
                letter=quoted(unknown[0]),
                colours=listed(LETTERS),
            )
        if len(set(code)) < FEWEST_COLOURS:
            raise BadDeck("{card} is of one colour, and a card has two, three or four", card=card)
    return codes
