"""The pieces of Colorfox: colours and sides, decks of cards, and what fits where on a table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from matchwood.engine.errors import BadOption, BadValue, listed, quoted
from matchwood.engine.language import Phrase
from matchwood.engine.options import KeptInFile, Value, lists_in

if TYPE_CHECKING:
    from matchwood.engine.game import Document

# The pieces (CF-1, CF-2), and what stands in a record where no card is.

LETTERS = "ROYGBP"
"""Red, orange, yellow, green, blue, purple."""
COLOURS = len(LETTERS)
OF_EACH = 8
STICKS = COLOURS * OF_EACH

SIDE_NAMES = ("top", "right", "bottom", "left")
SIDES = len(SIDE_NAMES)
TO_RIGHT = (0, 1, 0, -1)
UPWARD = (1, 0, -1, 0)
"""The way to the neighbour on each side: x grows to the right, y grows upward."""

OPPOSITE = (2, 3, 0, 1)
"""The side of that neighbour that touches this side."""

NONE = -1
HIDDEN = -2


# Decks of cards: the standard one, and those that owners of a printed game write down (CF-3).
#
# A card is written as four letters, the colours of its top, right, bottom and left matchstick. A
# deck file is a text with the cards one after the other, blanks, commas or new lines between them,
# and remarks after a `#`. Or it is TOML, its name ending in `.toml`: `cards` lists cards,
# `patterns` those to be turned through the six colours, as in `deck.toml` beside this module.
#
# A deck that is not the standard one is kept as its cards joined by commas. So a record of a game
# holds all of its deck, and needs no file.

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

    def refusal(self, given: object, bad: BadValue) -> BadOption:
        """The same without the option's name, which nobody at a table knows."""
        return BadOption("{value} is no deck: {reason}.", value=quoted(given), reason=bad.phrase)

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


# The table as a document tells it: which cells are open, and which cards fit there (CF-7).
#
# The pictures and the sketch need it. What is legal is for `rules` to say; a test holds the two
# against each other.

Cell = tuple[int, int]
OpenCells = dict[Cell, dict[int, str]]
"""Every empty cell next to a card: the colours that it asks for, by side."""
Cards = tuple[tuple[int, int, str], ...]
"""The cards that lie, in the order in which they were laid: column, row, colours."""
TABLES_KEPT, WORTHS_KEPT = 256, 4096
"""Holdings of all games that are played; every move tells what many of them would be worth."""


def cards_on(document: Document) -> Cards:
    return tuple([(laid["x"], laid["y"], laid["card"]) for laid in document["table"]])


def open_cells(document: Document) -> OpenCells:
    return cells_around(cards_on(document))


@lru_cache(TABLES_KEPT)
def cells_around(cards: Cards) -> OpenCells:
    """The open cells of a table, which several viewers look at; not to be changed."""
    taken = {(x, y) for x, y, _ in cards}
    cells: OpenCells = {}
    for x, y, card in cards:
        for side in range(SIDES):
            cell = x + TO_RIGHT[side], y + UPWARD[side]
            if cell not in taken:
                cells.setdefault(cell, {})[OPPOSITE[side]] = card[side]
    return cells


def wanted_at(document: Document, cell: Cell) -> dict[int, str]:
    """The colours that one cell asks for, by side; much faster than to look at all of them."""
    laid = {(card["x"], card["y"]): card["card"] for card in document["table"]}
    beside = {
        side: laid.get((cell[0] + TO_RIGHT[side], cell[1] + UPWARD[side])) for side in range(SIDES)
    }
    return {side: card[OPPOSITE[side]] for side, card in beside.items() if card}


class Beside(NamedTuple):
    """An open cell as people find it: on which side of which card."""

    side: int
    """The side of the cell where the card lies."""
    card: str
    is_alone: bool
    """True if no other card on the table looks like it, so that there is no other such cell."""


@lru_cache(TABLES_KEPT)
def beside(cards: Cards) -> dict[Cell, Beside]:
    """The card by which each open cell is told; not to be changed."""
    laid = {(x, y): card for x, y, card in cards}
    copies = Counter(laid.values())
    found = {}
    for x, y in cells_around(cards):
        around = [
            Beside(side, card, copies[card] == 1)
            for side in range(SIDES)
            if (card := laid.get((x + TO_RIGHT[side], y + UPWARD[side])))
        ]
        found[x, y] = next((each for each in around if each.is_alone), around[0])
    return found


def sticks_won(before: Document, after: Document) -> list[str]:
    """CF-9: the colours of the sticks that a move brought its player."""
    had, has = (document["sticks"][before["to_move"]] for document in (before, after))
    return [colour for colour, number in has.items() for _ in range(number - had[colour])]


def fits_any(wanted: dict[int, str], cards: Iterable[str | None]) -> bool:
    """True if any of the cards that are known has the colours that a cell asks for."""
    for card in cards:
        if not card:
            continue
        for side, colour in wanted.items():
            if card[side] != colour:
                break
        else:
            return True
    return False


def sets(holding: Mapping[str, int]) -> list[str]:
    """CF-15: sticks sorted into the sets that score most, the largest first."""
    return [
        "".join(colour for colour, number in holding.items() if number >= level)
        for level in range(1, max(holding.values()) + 1)
    ]


def points(size: int) -> int:
    """CF-15: what a set of that size scores."""
    return size * (size + 1) // 2


def worth(holding: Mapping[str, int]) -> int:
    """CF-15: what all sticks of a player score."""
    return _worth(tuple(holding.values()))


@lru_cache(WORTHS_KEPT)
def _worth(numbers: tuple[int, ...]) -> int:
    from matchwood.games.colorfox.rules import points_of  # with Numba, which takes a while

    return int(points_of(numbers))  # type: ignore[no-untyped-call]
