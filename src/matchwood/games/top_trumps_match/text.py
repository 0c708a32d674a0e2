"""Top Trumps Match in words: its moves, its refusals, its positions as plain data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from matchwood.engine.errors import Refusal
from matchwood.engine.game import Document, State
from matchwood.games.top_trumps_match.cubes import FACES, SYMBOLS
from matchwood.games.top_trumps_match.rules import (
    CELLS,
    HIDDEN,
    NONE,
    SEATS,
    SIZE,
    push_action,
    push_of,
)

COLUMNS = "abcde"
NAMES = [f"{column}{row}" for row in range(1, SIZE + 1) for column in COLUMNS]
"""The name of each cell, as player 0 sees them."""

SETS_KEPT = 64
CUBES_KEPT = 256
"""Sets kept, of some ten kilobytes each. Anyone may set a table up with cubes of their own."""
_MOVE = re.compile(r"([a-z])(\d)=([A-Z])")


def say(s: State, actions: Sequence[int]) -> list[str]:
    moves = _moves_with("".join(_cube(s, s.held)))
    return [moves[action] for action in actions]


@lru_cache(CUBES_KEPT)
def _moves_with(cube: str) -> list[str]:
    """The text of every action with this cube in hand: a turn has some 140 of them to say."""
    return [f"{NAMES[cell]}={cube[face]}" for cell, face in map(push_of, range(CELLS * FACES))]


def read(s: State, text: str) -> int | None:
    match = _MOVE.fullmatch(text)
    if match is None or s.held == NONE or match[1] + match[2] not in NAMES:
        return None
    faces = _cube(s, s.held)
    if match[3] not in faces:
        return None
    return int(push_action(NAMES.index(match[1] + match[2]), faces.index(match[3])))


def explain(s: State, text: str) -> Refusal:
    if s.over:
        return _explain_the_end(s)
    match = _MOVE.fullmatch(text)
    if match is None:
        return Refusal("TT-9", "Write a cell and the symbol facing you, such as c3=K.")
    name, symbol = match[1] + match[2], match[3]
    if name not in NAMES:
        return Refusal("TT-1", "There is no cell {cell}; they are a1 to e5.", {"cell": name})
    if symbol not in SYMBOLS:
        return Refusal("TT-1", "There is no symbol {symbol}; they are A to O.", {"symbol": symbol})
    return _explain_push(s, name, symbol)


def _explain_push(s: State, name: str, symbol: str) -> Refusal:
    faces = _cube(s, s.held)
    if symbol not in faces:
        return Refusal(
            "TT-9",
            "Your cube does not show {symbol}; it has {faces}.",
            {"symbol": symbol, "faces": ", ".join(faces)},
        )
    if NAMES.index(name) == s.fresh:
        return Refusal(
            "TT-10", "The cube in {cell} was put in on the last turn; it stays.", {"cell": name}
        )
    return Refusal(
        "TT-11",
        "The hole takes only a cube that completes five matching symbols in a line on your "
        "side; {symbol} in {cell} does not.",
        {"symbol": symbol, "cell": name},
    )


def _explain_the_end(s: State) -> Refusal:
    if s.voids == s.max_voids:
        return Refusal("TT-17", "The game is over: too many rounds in a row were void.")
    if s.five_minute:
        return Refusal("TT-18", "The game is over: it has one match.")
    return Refusal("TT-16", "The game is over: {points} points win.", {"points": int(s.target)})


def dump(s: State) -> Document:
    fresh = int(s.fresh)
    return {
        "game": "top-trumps-match",
        "players": SEATS,
        "mode": "five-minute" if s.five_minute else "tournament",
        "target": int(s.target),
        "points": s.points.tolist(),
        "round": int(s.round_number),
        "starter": int(s.starter),
        "to_move": int(s.to_move),
        "phase": "over" if s.over else "push",
        "cubes": [list(faces) for faces in _all_cubes(s.cubes.tobytes())],
        "grid": _grid(s),
        "hole": NAMES[s.hole],
        "held": None if s.over else int(s.held),
        "fresh": None if fresh == NONE else NAMES[fresh],
        "cards": _hands(s.cards),
        "pushes": int(s.pushes),
        "voids": int(s.voids),
        "last_match": _last_match(s),
        "winners": _winners(s),
    }


def pieces(document: Document) -> Counter[str]:
    """The cubes in the grid and in the hand, and all cards, those in no hand in the stack.

    When the game is over nobody holds a cube; the one pushed out last lies on the table.
    """
    grid = [cell and cell["cube"] for cell in document["grid"].values()]
    outside = [document["held"]]
    if document["phase"] == "over":
        outside = [cube for cube in range(len(document["cubes"])) if cube not in grid]
    cubes = [cube for cube in grid + outside if cube is not None]
    hands = [symbol for hand in document["cards"] for symbol in hand]
    stack = [symbol for symbol in SYMBOLS if symbol not in hands]
    return Counter(
        [*(f"cube {cube}" for cube in cubes), *(f"card {symbol}" for symbol in hands + stack)]
    )


_FACES = {NONE: None, **dict(enumerate(SYMBOLS))}
"""What a cell shows to a side, by its number; of a side that is not shown, nothing (TT-7)."""


def _cube(s: State, cube: int) -> list[str]:
    return list(_all_cubes(s.cubes.tobytes())[cube])


@lru_cache(SETS_KEPT)
def _all_cubes(symbols: bytes) -> list[tuple[str, ...]]:
    """A set of cubes, which is the same for the whole of a game and of most of them."""
    named = [SYMBOLS[symbol] for symbol in symbols]
    return [tuple(named[start : start + FACES]) for start in range(0, len(named), FACES)]


def _grid(s: State) -> dict[str, dict[str, Any] | None]:
    cells = zip(NAMES, s.cube.tolist(), *s.shows.tolist(), strict=True)
    return {
        name: None if cube == NONE else {"cube": cube, "faces": [_FACES[front], _FACES[back]]}
        for name, cube, front, back in cells
    }


def _hands(cards: Any) -> list[list[str | None]]:
    return [
        [None if symbol == HIDDEN else SYMBOLS[symbol] for symbol in hand]
        for hand in cards.tolist()
    ]


def _last_match(s: State) -> dict[str, Any] | None:
    if s.match_caller == NONE:
        return None
    return {
        "round": int(s.match_round),
        "caller": int(s.match_caller),
        "symbol": SYMBOLS[s.match_symbol],
        "scored": s.match_scored.tolist(),
        "cards": _hands(s.match_cards),
    }


def _winners(s: State) -> list[int]:
    points = s.points.tolist() if s.over else []
    return [seat for seat, own in enumerate(points) if own == max(points)]
