"""Why one coin is better to turn or to place than another, by what its player could know.

Of a coin that was never turned nobody knows more than the side that is up, and which coins with
that side have been seen elsewhere (PM-12).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.games.piecepack_matches.text import NAMES
from matchwood.games.piecepack_matches.words import SIDES, piece
from matchwood.learning.reasons import Line, Reason


@dataclass(frozen=True)
class Look:
    """A coin as the player to move could know it before it was turned."""

    spot: int
    up: str
    seen: bool
    can_be: tuple[str, ...]
    """The coins of which it is one."""
    yours: tuple[str, ...]
    """Those of them that would mark a tile (PM-6)."""

    @property
    def is_sure(self) -> bool:
        return self.can_be == self.yours

    @property
    def chance(self) -> float:
        """How many of the coins that it can be would mark a tile."""
        return len(self.yours) / len(self.can_be)

    @property
    def marks(self) -> list[str]:
        return [f"spot-{self.spot}", *(f"tile-{coin}" for coin in self.yours)]


NOTHING = Look(0, "", seen=True, can_be=("",), yours=())
"""No coin at all, beside which one is looked at by itself."""


def reasons(
    words: Words, document: Document, played: Line, better: Line, names: Sequence[str]
) -> list[Reason]:
    if document["phase"] == "place":
        return list(_of_placing(words, document, played.documents[0], better.documents[0], names))
    first, other = (_look(document, line.moves[0]) for line in (better, played))
    found = [
        _surely_yours(words, document, first, other, names),
        _no_use(words, document, other, first, names),
        _fits_more(words, document, first, other, names),
        _shown_to_a_rival(words, document, first, other, played, names),
    ]
    return [reason for reason in found if reason]


def merits(words: Words, document: Document, line: Line, names: Sequence[str]) -> list[Reason]:
    if document["phase"] == "place":
        return list(_of_placing(words, document, document, line.documents[0], names))
    look = _look(document, line.moves[0])
    found = _surely_yours(words, document, look, NOTHING, names)
    return [found] if found else list(_may_be_yours(words, look))


def _open(document: Document, seat: int) -> list[str]:
    """The tiles that a player still has to mark."""
    return [tile for tile in document["tiles"][seat] if tile not in document["marked"][seat]]


def _seen(document: Document) -> dict[str, int]:
    """The spots of the coins in the middle that everyone has seen, by the coin."""
    coins = enumerate(document["coins"], start=1)
    return {coin["coin"]: spot for spot, coin in coins if coin and coin["seen"]}


def _look(document: Document, move: str) -> Look:
    spot = int(move.removeprefix("flip "))
    coin = document["coins"][spot - 1]
    if coin["seen"]:
        can_be = [coin["coin"]]
    else:
        elsewhere = {*_seen(document), *(tile for marked in document["marked"] for tile in marked)}
        can_be = [name for name in NAMES if coin["up"] in name and name not in elsewhere]
    needed = _open(document, document["to_move"])
    yours = tuple(name for name in can_be if name in needed)
    return Look(spot, coin["up"], coin["seen"], tuple(can_be), yours)


# Coins to turn


def _surely_yours(
    words: Words, document: Document, first: Look, other: Look, names: Sequence[str]
) -> Reason | None:
    """The better coin was one of yours, and that could be known."""
    if not first.is_sure or other.is_sure:
        return None
    last = len(_open(document, document["to_move"])) == 1  # PM-9
    values = {
        "spot": first.spot,
        "coin": piece(words, first.can_be[0]),
        "side": SIDES[first.up],
    }
    if first.seen and last:
        text = words.about(
            document["to_move"],
            names,
            "The coin on spot {spot} had been seen: it is the {coin}, your last tile.",
            "The coin on spot {spot} had been seen: it is the {coin}, {name}’s last tile.",
            **values,
        )
    elif first.seen:
        text = words.about(
            document["to_move"],
            names,
            "The coin on spot {spot} had been seen: it is the {coin}, which you need.",
            "The coin on spot {spot} had been seen: it is the {coin}, which {name} needs.",
            **values,
        )
    elif len(first.can_be) > 1:
        text = words.about(
            document["to_move"],
            names,
            "The coin on spot {spot} is surely yours: "
            "you need every coin with {side} that had not been seen.",
            "The coin on spot {spot} is surely {name}’s, "
            "who needs every coin with {side} that had not been seen.",
            **values,
        )
    elif last:
        text = words.about(
            document["to_move"],
            names,
            "The coin on spot {spot} can only be the {coin}, your last tile: "
            "all others with {side} had been seen.",
            "The coin on spot {spot} can only be the {coin}, {name}’s last tile: "
            "all others with {side} had been seen.",
            **values,
        )
    else:
        text = words(
            "The coin on spot {spot} can only be the {coin}: all others with {side} had been seen.",
            **values,
        )
    return Reason(text, first.marks, "PM-12" if first.seen else "PM-6")


def _no_use(
    words: Words, document: Document, played: Look, better: Look, names: Sequence[str]
) -> Reason | None:
    """The coin that was turned could not be one of yours, and the better one could."""
    if played.yours or not better.yours:
        return None
    values = {"spot": played.spot, "side": SIDES[played.up]}
    if played.seen:
        coin = piece(words, played.can_be[0])
        text = words.about(
            document["to_move"],
            names,
            "The coin on spot {spot} had been seen: it is the {coin}, which you do not need.",
            "The coin on spot {spot} had been seen: it is the {coin}, which {name} does not need.",
            coin=coin,
            **values,
        )
    elif any(played.up in tile for tile in _open(document, document["to_move"])):
        text = words.about(
            document["to_move"],
            names,
            "The coin on spot {spot} could not be yours: "
            "those with {side} that you need had been seen elsewhere.",
            "The coin on spot {spot} could not be {name}’s: "
            "those with {side} that {name} needs had been seen elsewhere.",
            **values,
        )
    else:
        text = words.about(
            document["to_move"],
            names,
            "The coin on spot {spot} could not be yours: you need none with {side}.",
            "The coin on spot {spot} could not be {name}’s, who needs none with {side}.",
            **values,
        )
    return Reason(text, [f"spot-{played.spot}"], "PM-12" if played.seen else "PM-6")


def _fits_more(
    words: Words, document: Document, first: Look, other: Look, names: Sequence[str]
) -> Reason | None:
    """Neither is sure, but one is more likely than the other."""
    if first.seen or other.seen or not other.yours or first.is_sure:
        return None
    if first.chance <= other.chance:
        return None
    values = {"spot": first.spot, "n": len(first.yours), "all": len(first.can_be)}
    values |= {"other": other.spot, "less": len(other.yours), "more": len(other.can_be)}
    if len(first.yours) > len(other.yours):
        text = words.about(
            document["to_move"],
            names,
            "The coin on spot {spot} may match {n} of your tiles, "
            "the one on spot {other} only {less}.",
            "The coin on spot {spot} may match {n} of {name}’s tiles, "
            "the one on spot {other} only {less}.",
            **values,
        )
    else:
        text = words.about(
            document["to_move"],
            names,
            "Of the {all} coins that may lie on spot {spot} you need {n}; "
            "on spot {other} it is {less} of {more}.",
            "Of the {all} coins that may lie on spot {spot} {name} needs {n}; "
            "on spot {other} it is {less} of {more}.",
            **values,
        )
    return Reason(text, first.marks, "PM-6")


def _may_be_yours(words: Words, look: Look) -> Iterator[Reason]:
    if look.yours:
        text = words(
            "Of the {all} coins that may lie on spot {spot} you need {n}.",
            all=len(look.can_be),
            spot=look.spot,
            n=len(look.yours),
        )
        yield Reason(text, look.marks, "PM-6")


def _shown_to_a_rival(
    words: Words,
    document: Document,
    first: Look,
    other: Look,
    played: Line,
    names: Sequence[str],
) -> Reason | None:
    """What was turned and was new is a rival's coin; the better move shows nobody anything."""
    shown = {coin for coin, spot in _seen(played.documents[0]).items() if spot == other.spot}
    if other.seen or not shown or not (first.seen or first.is_sure):
        return None
    [coin] = shown
    [rival] = [seat for seat in range(document["players"]) if coin in document["tiles"][seat]]
    mover, told = document["to_move"], piece(words, coin)
    if coin in played.documents[-1]["marked"][rival]:
        text = words.between(
            mover,
            rival,
            names,
            "You showed {other} the {coin}, and {other} took it.",
            "{name} showed you the {coin}, and you took it.",
            "{name} showed {other} the {coin}, and {other} took it.",
            coin=told,
        )
    else:
        text = words.between(
            mover,
            rival,
            names,
            "You showed {other} the {coin}, which {other} needs.",
            "{name} showed you the {coin}, which you need.",
            "{name} showed {other} the {coin}, which {other} needs.",
            coin=told,
        )
    return Reason(text, [f"spot-{other.spot}", f"tile-{coin}"], "PM-7")


# Flaming Matches: where a coin is put (PM-10)


def _of_placing(
    words: Words, document: Document, played: Document, better: Document, names: Sequence[str]
) -> Iterator[Reason]:
    """A rival looks for the coin that was turned, and the better move takes it elsewhere."""
    before, after, otherwise = map(_seen, (document, better, played))
    [coin] = [name for name, spot in before.items() if spot == document["turned"]]
    if not after[coin] != before[coin] == otherwise[coin]:
        return
    players = range(document["players"])
    [rival] = [seat for seat in players if coin in document["tiles"][seat]]
    text = words.about(
        rival,
        names,
        "You need the {coin} and saw it on spot {old}: this moves it to spot {spot}.",
        "{name} needs the {coin} and saw it on spot {old}: this moves it to spot {spot}.",
        coin=piece(words, coin),
        old=before[coin],
        spot=after[coin],
    )
    yield Reason(text, [f"spot-{before[coin]}", f"tile-{coin}"], "PM-10")
