"""Positions of Top Trumps Match for tests, and what is asked of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from matchwood import Position, load
from matchwood.games.top_trumps_match.picture.shapes import SYMBOLS as DRAWN
from matchwood.games.top_trumps_match.pieces import SYMBOLS
from matchwood.games.top_trumps_match.text import NAMES

LETTER_OF = {str(symbol.name).split()[0]: letter for letter, symbol in DRAWN.items()}
"""The letter of a symbol, by the word that its drawing has for a class."""

LINES = [
    *([f"{column}{row}" for column in "abcde"] for row in "12345"),
    *([f"{column}{row}" for row in "12345"] for column in "abcde"),
    ["a1", "b2", "c3", "d4", "e5"],
    ["e1", "d2", "c3", "b4", "a5"],
]


def table(seed: int = 1, **options: object) -> Position:
    return load("top-trumps-match", **options).new(seed)


def turn(position: Position, cell: str, side: int, symbol: str) -> None:
    """Let the cube in a cell show this symbol to a side."""
    s, where = position.state, NAMES.index(cell)
    face = s.cubes[s.cube[where]].tolist().index(SYMBOLS.index(symbol))
    s.shows[side, where] = s.cubes[s.cube[where], face]
    s.shows[1 - side, where] = s.cubes[s.cube[where], face ^ 1]


def stage(position: Position, side: int, line: list[str], symbol: str) -> None:
    """Swap cubes so that these cells, and no others, show this symbol to a side."""
    s, places = position.state, [NAMES.index(cell) for cell in line]
    others = [cell for cell in range(25) if cell not in places and s.cube[cell] >= 0]
    bearers = [cell for cell in others if SYMBOLS.index(symbol) in s.cubes[s.cube[cell]]]
    for place in places:
        if SYMBOLS.index(symbol) not in s.cubes[s.cube[place]]:
            other = bearers.pop()
            s.cube[place], s.cube[other] = s.cube[other], s.cube[place]
        turn(position, NAMES[place], side, symbol)
    for cell in others:
        faces = s.cubes[s.cube[cell]].tolist()
        shown = next(face for face in range(6) if SYMBOLS[faces[face ^ side]] != symbol)
        turn(position, NAMES[cell], 0, SYMBOLS[faces[shown]])


def hold(position: Position, symbol: str, kept: list[str]) -> None:
    """Let the held cube bear this symbol, in exchange for one that is not in these cells."""
    s = position.state
    if SYMBOLS.index(symbol) not in s.cubes[s.held]:
        other = next(
            cell
            for cell in range(25)
            if s.cube[cell] >= 0
            and NAMES[cell] not in kept
            and SYMBOLS.index(symbol) in s.cubes[s.cube[cell]]
        )
        s.cube[other], s.held = s.held, s.cube[other]
        turn(position, NAMES[other], 0, SYMBOLS[s.cubes[s.cube[other], 0]])


def give(position: Position, cards: list[str]) -> None:
    position.state.cards[:] = [[SYMBOLS.index(symbol) for symbol in hand] for hand in cards]


def about_to_match(symbol: str = "K", side: int | None = None, **options: object) -> Position:
    """Player 0 started and player 1 moves; four K in row 3 on a side, c3=K makes the fifth."""
    position = table(youngest=0, **options)
    side = position.to_move if side is None else side
    row = [cell for cell in LINES[2] if cell != "c3"]
    stage(position, side, row, symbol)
    hold(position, symbol, row)
    give(position, ["AB", "CD"])
    return position


def move_hole(position: Position, to: str) -> None:
    """Let the cube of a cell and the hole change places."""
    s, cell = position.state, NAMES.index(to)
    hole = int(s.hole)
    s.cube[hole], s.cube[cell] = s.cube[cell], s.cube[hole]
    s.shows[:, [hole, cell]] = s.shows[:, [cell, hole]]
    s.hole = cell


def opposite(position: Position, symbol: str) -> str:
    """The symbol on the other side of the held cube."""
    s = position.state
    faces = s.cubes[s.held].tolist()
    return SYMBOLS[faces[faces.index(SYMBOLS.index(symbol)) ^ 1]]


def most_equal(document: Any, side: int) -> int:
    """How many equal symbols the best line of a side has."""
    shown = {name: cell and cell["faces"][side] for name, cell in document["grid"].items()}
    counts = (Counter(shown[name] for name in line if shown[name]) for line in LINES)
    return max(count for line in counts for count in line.values())


def refused(position: Position, text: str) -> str:
    refusal = position.why_not(text)
    assert refusal is not None
    assert text not in position.legal_moves()
    return refusal.rule
