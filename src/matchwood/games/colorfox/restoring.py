"""A position of Colorfox from its document."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from msgspec import Meta, Struct

from matchwood.engine.game import Document, State
from matchwood.games.colorfox.deck import STANDARD, cards_of
from matchwood.games.colorfox.pieces import HIDDEN, LETTERS, NONE
from matchwood.games.colorfox.rules import HAND_OF_MORE, HAND_OF_TWO, close, face_of, fits, lay

Card = Annotated[str, Meta(pattern="^[ROYGBP]{4}$")]
Seat = Annotated[int, Meta(ge=0, le=3)]
Column = Annotated[int, Meta(ge=-49, le=49)]
Sticks = Annotated[int, Meta(ge=0, le=8)]


class Laid(Struct, forbid_unknown_fields=True):
    """A card on the table."""

    x: Column
    y: Column
    card: Card


class Holding(Struct, forbid_unknown_fields=True):
    """Sticks by colour."""

    R: Sticks
    O: Sticks  # noqa: E741
    Y: Sticks
    G: Sticks
    B: Sticks
    P: Sticks


class Schema(Struct, forbid_unknown_fields=True):
    """A position, or what a viewer may know of one; what is hidden is null."""

    game: Literal["colorfox"]
    players: Literal[2, 3, 4]
    to_move: Annotated[Seat, Meta(description="at the end, who moved last")]
    phase: Literal["place", "swap", "over"]
    swaps_left: Annotated[int, Meta(ge=0, le=3)]
    table: Annotated[list[Laid], Meta(min_length=1, max_length=50, description="in the order laid")]
    hands: Annotated[
        list[Annotated[list[Card | None], Meta(max_length=4)]],
        Meta(min_length=2, max_length=4, description="by seat"),
    ]
    pile: Annotated[list[Card | None], Meta(max_length=108, description="the next card first")]
    reserve: Holding
    sticks: Annotated[list[Holding], Meta(min_length=2, max_length=4, description="by seat")]
    passes: Annotated[int, Meta(ge=0, le=4, description="skips in a row")]
    ending: Annotated[
        bool, Meta(description="true if a stick was missing, so that the turn is the last")
    ]
    scores: Annotated[list[Annotated[int, Meta(ge=0)]], Meta(min_length=2, max_length=4)]
    winners: Annotated[list[Seat], Meta(max_length=4, description="none before the end")]


def options(document: Document) -> dict[str, object]:
    """The deck is the standard one, unless all cards are told and it is not."""
    hands = [card for hand in document["hands"] for card in hand]
    cards = [*(laid["card"] for laid in document["table"]), *hands, *document["pile"]]
    told = {"players": document["players"]}
    if None in cards or Counter(cards) == Counter(cards_of(STANDARD)):
        return told
    return told | {"deck": ",".join(sorted(cards))}


def restore(s: State, document: Document) -> None:
    kinds = {face: kind for kind, face in enumerate(s.face[: s.kinds].tolist())}

    def kind_of(card: str | None) -> int:
        return HIDDEN if card is None else kinds[face_of(card)]

    s.to_move, s.over = document["to_move"], document["phase"] == "over"
    s.swaps_left, s.passes = document["swaps_left"], document["passes"]
    s.ending = document["ending"]
    s.unlaid[:] = s.copies
    first, *later = document["table"]
    if (first["x"], first["y"]) != (0, 0):
        raise ValueError("the first card lies at 0, 0")
    lay(s, kind_of(first["card"]), 0, 0)
    for laid in later:
        cells = zip(s.open_x[: s.open].tolist(), s.open_y[: s.open].tolist(), strict=True)
        cell = list(cells).index((laid["x"], laid["y"]))
        if not fits(face_of(laid["card"]), s.wanted[cell], s.touched[cell]):
            raise ValueError("a card does not fit to those beside it")  # CF-7
        close(s, cell)
        lay(s, kind_of(laid["card"]), laid["x"], laid["y"])
    s.hands[:] = NONE
    s.pile[:] = NONE
    for seat, hand in enumerate(document["hands"]):
        for slot, card in enumerate(hand):
            s.hands[seat, slot] = kind_of(card)
    s.in_pile = len(document["pile"])
    for place, card in enumerate(reversed(document["pile"])):
        s.pile[place] = kind_of(card)
    for colour, letter in enumerate(LETTERS):
        s.reserve[colour] = document["reserve"][letter]
        for seat, sticks in enumerate(document["sticks"]):
            s.sticks[seat, colour] = sticks[letter]
    _check_turn(s)


def _check_turn(s: State) -> None:
    """CF-4, CF-12: hands are full while there is a pile, but that of who just placed a card."""
    full = HAND_OF_TWO if s.players == 2 else HAND_OF_MORE
    for seat, hand in enumerate(s.hands[: s.players].tolist()):
        most = full - bool(s.swaps_left and seat == s.to_move)
        held = len(hand) - hand.count(NONE)
        if held > most or (s.in_pile and held < most):
            raise ValueError(f"seat {seat} holds {held} cards")
    if s.passes > s.players or (s.passes == s.players and not s.over):  # CF-14
        raise ValueError("the game is over when everyone has skipped")
