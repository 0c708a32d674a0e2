"""Top Trumps Match in words: its moves, its refusals, its positions as plain data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from matchwood.engine.errors import Refusal
from matchwood.engine.game import Document, State
from matchwood.games.top_trumps_match.pieces import CUBES, FACES, JOINT, OTHER_SIDE, SYMBOLS
from matchwood.games.top_trumps_match.rules import (
    CELLS,
    HIDDEN,
    NONE,
    SEATS,
    SIZE,
    TOP_LEFT,
    TOP_RIGHT,
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
"""The symbol of a cell for a side, by its number; nothing of a side that is not shown (TT-7)."""


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


# The moves of Top Trumps Match as clicks: on a face of the held cube, then on a cell.


def path_of(move: str, document: Document) -> list[str]:
    """Two clicks: on the face that shall look at the mover, then on the cell it goes to."""
    cell, symbol = move.split("=")
    return [f"face-{symbol}", f"cell-{cell}"]


def attempt(path: Sequence[str], document: Document) -> str | None:
    """The other way round: the move, allowed or not, that someone wants who clicks like this."""
    match [step.split("-", 1) for step in path]:
        case [["face", symbol], ["cell", cell]]:
            return f"{cell}={symbol}"
        case [["cell", cell]]:
            return f"{cell}={document['cubes'][document['held']][0]}"
    return None


# A position of Top Trumps Match from its document.

Seat = Annotated[int, Meta(ge=0, le=1)]
Symbol = Annotated[str, Meta(pattern="^[A-O]$")]
Cell = Annotated[str, Meta(pattern="^[a-e][1-5]$")]
Cube = Annotated[int, Meta(ge=0, le=24)]
Round = Annotated[int, Meta(ge=1, le=1100)]
Hand = Annotated[list[Symbol | None], Meta(min_length=2, max_length=2)]
Hands = Annotated[list[Hand], Meta(min_length=2, max_length=2, description="by seat: two cards")]


class Inside(Struct, forbid_unknown_fields=True):
    """The cube in a cell, and its faces to either side."""

    cube: Cube
    faces: Annotated[list[Symbol | None], Meta(min_length=2, max_length=2)]


class Match(Struct, forbid_unknown_fields=True):
    """A match that was called."""

    round: Round
    caller: Seat
    symbol: Symbol
    scored: Annotated[list[Annotated[int, Meta(ge=0, le=2)]], Meta(min_length=2, max_length=2)]
    cards: Hands


class Schema(Struct, forbid_unknown_fields=True):
    """A position, or what a viewer may know of one; what is hidden is null."""

    game: Literal["top-trumps-match"]
    players: Literal[2]
    mode: Literal["tournament", "five-minute"]
    target: Annotated[int, Meta(ge=5, le=6, description="points needed to win")]
    points: Annotated[list[Annotated[int, Meta(ge=0, le=8)]], Meta(min_length=2, max_length=2)]
    round: Round
    starter: Annotated[Seat, Meta(description="the seat that began the round")]
    to_move: Annotated[Seat, Meta(description="at the end, who moved last")]
    phase: Literal["push", "over"]
    cubes: Annotated[
        list[Annotated[list[Symbol], Meta(min_length=6, max_length=6)]],
        Meta(min_length=25, max_length=25, description="opposite faces beside each other"),
    ]
    grid: Annotated[
        dict[Cell, Inside | None],
        Meta(min_length=25, max_length=25, description="as player 0 sees it; null: the hole"),
    ]
    hole: Annotated[Cell, Meta(description="the cell that was emptied to begin the round")]
    held: Annotated[Cube | None, Meta(description="the cube in the hand of the player to move")]
    fresh: Annotated[Cell | None, Meta(description="the cell that was filled on the turn before")]
    cards: Hands
    pushes: Annotated[int, Meta(ge=0, le=10_000)]
    voids: Annotated[int, Meta(ge=0, le=100)]
    last_match: Match | None
    winners: Annotated[list[Seat], Meta(max_length=2, description="none before the end")]


def options(document: Document) -> dict[str, object]:
    """The options told; the youngest, who starts later rounds, and when rounds are void are not."""
    return {
        "mode": document["mode"],
        "target": document["target"],
        "cubes": JOINT.join("".join(faces) for faces in document["cubes"]),
    }


def restore(s: State, document: Document) -> None:
    s.to_move, s.over = document["to_move"], document["phase"] == "over"
    s.points[:] = document["points"]
    s.round_number, s.starter = document["round"], document["starter"]
    s.pushes, s.voids = document["pushes"], document["voids"]
    s.hole = NAMES.index(document["hole"])
    s.fresh = NONE if document["fresh"] is None else NAMES.index(document["fresh"])
    for cell, name in enumerate(NAMES):
        inside = document["grid"][name]
        s.cube[cell] = NONE if inside is None else inside["cube"]
        for side in range(len(s.shows)):
            s.shows[side, cell] = NONE if inside is None else SYMBOLS.index(inside["faces"][side])
    outside = set(range(CUBES)) - set(s.cube.tolist())
    s.held = outside.pop() if outside else NONE
    _restore_cards(s.cards, document["cards"])
    _restore_match(s, document["last_match"])
    _check_grid(s)
    _check_turn(s)


def _check_grid(s: State) -> None:
    """TT-3, TT-8: both sides look at the opposite faces of a cube, and one corner is the hole."""
    if s.hole != (TOP_LEFT if s.starter == 0 else TOP_RIGHT):
        raise ValueError("the hole is at the starter’s top left")
    for cell, cube in enumerate(s.cube.tolist()):
        faces = s.cubes[cube].tolist()
        if cube == NONE:
            if cell != s.hole:
                raise ValueError(f"no cube is in {NAMES[cell]}")
        elif s.shows[0, cell] not in faces or s.shows[1, cell] != _opposite(s, cell):
            raise ValueError(f"the cube in {NAMES[cell]} has no such faces")
    if not s.over and (s.cube[s.hole] != NONE or s.fresh == s.hole):
        raise ValueError("the hole is filled")


def _opposite(s: State, cell: int) -> int:
    faces = s.cubes[s.cube[cell]].tolist()
    return int(faces[faces.index(s.shows[0, cell]) ^ 1])


def _check_turn(s: State) -> None:
    """TT-9, TT-16, TT-17: players push in turn, until a score or the void rounds are enough."""
    if not s.over:
        if s.to_move != (s.starter + 1 + s.pushes) % SEATS:
            raise ValueError("it is the other player’s turn")
        if s.pushes >= s.void_after or s.voids >= s.max_voids:
            raise ValueError("the round, or the game, is over by then")
        if not s.five_minute and max(s.points) >= s.target:
            raise ValueError("the game is over with so many points")
    if (s.cards[:, 0] > s.cards[:, 1]).any():
        raise ValueError("cards are told in order")


def _restore_cards(cards: Any, hands: list[list[str | None]]) -> None:
    for seat, hand in enumerate(hands):
        for card, symbol in enumerate(hand):
            cards[seat, card] = HIDDEN if symbol is None else SYMBOLS.index(symbol)


def _restore_match(s: State, match: dict[str, Any] | None) -> None:
    s.match_caller = s.match_symbol = NONE
    s.match_cards[:] = NONE
    if match is not None:
        s.match_round, s.match_caller = match["round"], match["caller"]
        s.match_symbol = SYMBOLS.index(match["symbol"])
        s.match_scored[:] = match["scored"]
        _restore_cards(s.match_cards, match["cards"])


# What a table of Top Trumps Match shows: the grid stands upright between the players.
#
# So each sees their own side only, unless it was agreed that they may look at the other. Whoever
# watches walks around the table and sees both; and when the game is over everyone does (TT-7).


def veil(s: State, viewer: int | None, aids: Collection[str]) -> None:
    if viewer is not None and not s.over and OTHER_SIDE not in aids:
        s.shows[1 - viewer] = NONE
