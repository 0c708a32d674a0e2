"""A position of Colorfox from its document."""

from __future__ import annotations

from collections import Counter

from matchwood.engine.game import Document, State
from matchwood.games.colorfox.deck import STANDARD, cards_of
from matchwood.games.colorfox.pieces import HIDDEN, LETTERS, NONE
from matchwood.games.colorfox.rules import close, face_of, lay


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
    lay(s, kind_of(first["card"]), first["x"], first["y"])
    for laid in later:
        cells = zip(s.open_x[: s.open].tolist(), s.open_y[: s.open].tolist(), strict=True)
        close(s, list(cells).index((laid["x"], laid["y"])))
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
