"""A position of Top Trumps Match from its document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from matchwood.engine.game import Document, State
from matchwood.games.top_trumps_match.cubes import CUBES, JOINT, SYMBOLS
from matchwood.games.top_trumps_match.rules import HIDDEN, NONE, SEATS, TOP_LEFT, TOP_RIGHT
from matchwood.games.top_trumps_match.text import NAMES

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
    """Who is youngest, who starts later rounds, and when rounds are void is not told."""
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
