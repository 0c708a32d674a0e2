"""Matches told to people: its options, its tasks, its moves, its end.

Only what the table shows is told of a coin (PM-12): the side that is up, both sides when it has
just been turned, and that it has been seen, where the document marks it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matchwood.engine.game import Document
from matchwood.engine.language import Effect, Phrase, Words
from matchwood.engine.options import Value
from matchwood.games.piecepack_matches.text import is_marked

TAGLINE = Phrase("Turn a coin, remember it, and cover your tiles first.")
LABELS = {
    "players": Phrase("Players"),
    "flaming": Phrase("Flaming Matches"),
}
CHOICES: Mapping[tuple[str, Value], Phrase] = {
    ("flaming", False): Phrase("no: a coin that stays lies still"),
    ("flaming", True): Phrase("yes: a coin that stays may be put on a free spot"),
}
BUTTONS = {"stay": Phrase("Leave it")}

SIDES = {
    "S": Phrase("a sun"),
    "M": Phrase("a moon"),
    "C": Phrase("a crown"),
    "A": Phrase("arms"),
    "n": Phrase("a null"),
    "a": Phrase("an ace"),
    **{digit: Phrase("a {value}", {"value": digit}) for digit in "2345"},
}
"""A side of a coin in words."""

OF_SUIT = {
    "S": Phrase("{value} of suns"),
    "M": Phrase("{value} of moons"),
    "C": Phrase("{value} of crowns"),
    "A": Phrase("{value} of arms"),
}
VALUES: Mapping[str, object] = {
    "n": Phrase("null"),
    "a": Phrase("ace"),
    **{digit: digit for digit in "2345"},
}


def piece(words: Words, name: str) -> str:
    """A coin or a tile, by its value and its suit."""
    return words(OF_SUIT[name[0]].template, value=VALUES[name[1]])


def opening(
    words: Words, document: Document, names: Sequence[str], options: Mapping[str, Value]
) -> str:
    first, *again = (_rolls(words, row, names) for row in document["rolls"])
    told = first
    for rolls in again:
        told = words("{rolls}; again {more}", rolls=told, more=rolls)
    return words.about(
        document["to_move"],
        names,
        "You have the highest roll and start: {rolls}. (PM-4)",
        "{name} has the highest roll and starts: {rolls}. (PM-4)",
        rolls=told,
    )


def _rolls(words: Words, row: Sequence[int | None], names: Sequence[str]) -> str:
    """Rolls by player; after the first time only of those with equal highest rolls."""
    return ", ".join(
        words.about(seat, names, "you: {roll}", "{name}: {roll}", roll=roll)
        for seat, roll in enumerate(row)
        if roll is not None
    )


def task(words: Words, document: Document, names: Sequence[str]) -> str:
    if document["phase"] == "over":
        return words("The game is over.")
    if words.reader != document["to_move"]:
        name = names[document["to_move"]]
        if document["phase"] == "place":
            return words("{name} is placing the coin.", name=name)
        return words("{name} is choosing a coin.", name=name)
    if document["phase"] == "place":
        return words("Leave the coin where it is, or put it on a free spot.")
    return words("Turn over a coin that may match one of your tiles.")


def offers(
    words: Words, moves: Sequence[str], document: Document, names: Sequence[str]
) -> list[str]:
    return [_offer(words, move, document, names) for move in moves]


def _offer(words: Words, move: str, document: Document, names: Sequence[str]) -> str:
    if move == "stay":
        return words("Leave the coin on spot {spot}.", spot=document["turned"])
    kind, spot = move.split()
    if kind == "move":
        return words("Put the coin on spot {spot}.", spot=spot)
    coin = document["coins"][int(spot) - 1]
    if is_marked(coin):
        return words(
            "Turn the coin on spot {spot}, which shows {side} and has been seen.",
            spot=spot,
            side=SIDES[coin["up"]],
        )
    return words(
        "Turn the coin on spot {spot}, which shows {side}.", spot=spot, side=SIDES[coin["up"]]
    )


def tell(words: Words, move: str, before: Document, after: Document, names: Sequence[str]) -> str:
    mover = before["to_move"]
    kind, _, spot = move.partition(" ")
    if kind == "flip":
        return _told_flip(words, int(spot), before, after, names)
    if kind == "stay":
        return words.about(
            mover,
            names,
            "You leave the coin on spot {spot}.",
            "{name} leaves the coin on spot {spot}.",
            spot=before["turned"],
        )
    return words.about(
        mover,
        names,
        "You put the coin from spot {old} on spot {spot}.",
        "{name} puts the coin from spot {old} on spot {spot}.",
        old=before["turned"],
        spot=spot,
    )


def _told_flip(
    words: Words, spot: int, before: Document, after: Document, names: Sequence[str]
) -> str:
    mover = before["to_move"]
    marked = newly_marked(before, after)
    coin = marked or both_sides(before, after, spot)
    told = words.about(
        mover,
        names,
        "You turn the coin on spot {spot}: the {coin}.",
        "{name} turns the coin on spot {spot}: the {coin}.",
        spot=spot,
        coin=piece(words, coin),
    )
    yours = mover == words.reader
    if not marked:
        if yours:
            return words("{told} It matches none of your tiles.", told=told)
        return words("{told} It matches none of their tiles.", told=told)
    if after["phase"] == "over":
        if yours:
            return words("{told} It marks your last tile.", told=told)
        return words("{told} It marks their last tile.", told=told)
    if yours:
        return words("{told} It marks one of your tiles.", told=told)
    return words("{told} It marks one of their tiles.", told=told)


def newly_marked(before: Document, after: Document) -> str | None:
    """PM-6: the tile that a turn marked, if it did."""
    mover = before["to_move"]
    new = [tile for tile in after["marked"][mover] if tile not in before["marked"][mover]]
    return new[0] if new else None


def both_sides(before: Document, after: Document, spot: int) -> str:
    """PM-5: whoever sees a coin turned has seen what was up, then what is."""
    sides = [document["coins"][spot - 1]["up"] for document in (before, after)]
    return "".join(sorted(sides, key=lambda side: side not in OF_SUIT))


def standing(words: Words, document: Document) -> list[str]:
    return [marks_told(words, document, seat) for seat in range(document["players"])]


def marks_told(words: Words, document: Document, seat: int) -> str:
    return words(
        "{marked} of {tiles} tiles marked",
        marked=len(document["marked"][seat]),
        tiles=len(document["tiles"][seat]),
    )


def tally(words: Words, document: Document) -> list[tuple[str, str]]:
    return [
        (str(len(marked)), words("of {tiles}", tiles=len(tiles)))
        for marked, tiles in zip(document["marked"], document["tiles"], strict=True)
    ]


def prompts(
    words: Words, paths: Sequence[Sequence[str]], document: Document, names: Sequence[str]
) -> list[str]:
    """One click makes every move, so none is ever half made."""
    return []


def effects(
    words: Words, moves: Sequence[str], document: Document, names: Sequence[str]
) -> list[Effect]:
    """None is told: what turning a coin would show is for players to remember."""
    return [Effect() for _ in moves]


def verdict(words: Words, document: Document, names: Sequence[str]) -> list[str]:
    [winner] = document["winners"]
    others = (
        words.about(
            seat,
            names,
            "You: {marks}.",
            "{name}: {marks}.",
            marks=marks_told(words, document, seat),
        )
        for seat in range(len(names))
        if seat != winner
    )
    return [winner_told(words, document, names), *others]


def winner_told(words: Words, document: Document, names: Sequence[str]) -> str:
    [winner] = document["winners"]
    return words.about(
        winner,
        names,
        "You have marked all {tiles} tiles and win. (PM-9)",
        "{name} has marked all {tiles} tiles and wins. (PM-9)",
        tiles=len(document["tiles"][winner]),
    )
