"""After a game of Matches: what lay where? For those who would remember better (PM-12)."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.games.piecepack_matches.words import SIDES, piece
from matchwood.learning.recall import Question

FEWEST = 4
"""Where fewer coins are left, there is nothing to remember."""


def questions(words: Words, document: Document, names: Sequence[str]) -> list[Question]:
    """Where each coin is that had been seen. Their order tells nothing of their places."""
    lying = [(coin, spot) for spot, coin in enumerate(document["coins"], start=1) if coin]
    if len(lying) < FEWEST:
        return []
    seen = sorted((coin["coin"], spot) for coin, spot in lying if coin["seen"])
    return [
        Question(words("Where is the {coin}?", coin=piece(words, name)), _spot(spot))
        for name, spot in seen
    ]


def places(words: Words, document: Document, names: Sequence[str]) -> dict[str, str]:
    """The coins that are left, by the side that is up."""
    return {
        _spot(spot): words(
            "the coin on spot {spot}, which shows {side}", spot=spot, side=SIDES[coin["up"]]
        )
        for spot, coin in enumerate(document["coins"], start=1)
        if coin
    }


def shown(document: Document, place: str | None) -> Document:
    """The coins as they lie; the one that was pointed at last is turned."""
    coins = [coin and {**coin, "coin": None, "seen": False} for coin in document["coins"]]
    turned = next((spot for spot, _ in enumerate(coins, 1) if _spot(spot) == place), None)
    if turned is not None and (coin := document["coins"][turned - 1]):
        [other] = coin["coin"].replace(coin["up"], "")
        coins[turned - 1] = {**coin, "up": other}
    return {**document, "coins": coins, "turned": turned}


def _spot(number: int) -> str:
    return f"spot-{number}"
