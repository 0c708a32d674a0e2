"""A position of Top Trumps Match from its document."""

from __future__ import annotations

from typing import Any

from matchwood.engine.game import Document, State
from matchwood.games.top_trumps_match.cubes import CUBES, JOINT, SYMBOLS
from matchwood.games.top_trumps_match.rules import HIDDEN, NONE
from matchwood.games.top_trumps_match.text import NAMES


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
