"""Matches taught: lessons, figures of the rulebook, reasons of a coach, questions of recall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from matchwood.engine.game import Document
from matchwood.engine.language import Phrase, Words
from matchwood.games.piecepack_matches.text import NAMES
from matchwood.games.piecepack_matches.words import SIDES, piece
from matchwood.learning.figures import Figure
from matchwood.learning.lessons import Lesson, Step
from matchwood.learning.reasons import Line, Reason
from matchwood.learning.recall import Question

# Matches learnt on its board: turn what may be yours, and remember what was turned.
#
# One game is played to its end. In the turns that are left out every coin marked a tile, so
# whatever lies in the middle afterwards was turned before the learner's eyes or by nobody (PM-12).

SEED = 350
"""The first seat starts (PM-4), and the last eight coins are those that the steps tell of."""
FIRST_TURNS = ("flip 3", "flip 13")
LEFT_OUT = (
    *("flip 18", "flip 7", "flip 16", "flip 14", "flip 15", "flip 24", "flip 22", "flip 10"),
    *("flip 17", "flip 2", "flip 1", "flip 6", "flip 5", "flip 4"),
)
EIGHT_LEFT = FIRST_TURNS + LEFT_OUT
RIVAL_MISSED = (*EIGHT_LEFT, "flip 20", "flip 11")
RIVAL_FOUND = (*RIVAL_MISSED, "flip 11", "flip 12")
YOU_MISSED = (*RIVAL_FOUND, "flip 19", "flip 21")
ONE_TILE_LEFT = (*YOU_MISSED, "flip 23", "flip 19")

NEWCOMERS = Lesson(
    (
        Step(
            Phrase(
                "Each coin has a suit on one side, a value on the other. "
                "You need the 4 of suns: turn this 4."
            ),
            rule="PM-6",
            seed=SEED,
            wanted=("flip 3",),
            marks=("spot-3", "tile-S4"),
            instead=Phrase("You may turn any coin, but this 4 may be your 4 of suns."),
            then=Phrase(
                "A sun: suit and value match, so the coin marks your tile. "
                "Your rival found one, too."
            ),
            answer=("flip 13",),
        ),
        Step(
            Phrase("Later: eight coins are left. Which one may be your 3 of crowns?"),
            EIGHT_LEFT,
            rule="PM-1",
            seed=SEED,
            wanted=("flip 20",),
            marks=("tile-C3",),
            instead=Phrase("It shows neither a 3 nor a crown, so it can’t be the 3 of crowns."),
            then=Phrase("Yours! Then your rival turned a 5 over: the 5 of suns. It stays, sun up."),
            answer=("flip 11",),
        ),
        Step(
            Phrase("Your rival turned up the 5 of suns. You need it, and you saw where: take it."),
            RIVAL_MISSED,
            rule="PM-7",
            seed=SEED,
            wanted=("flip 11",),
            marks=("tile-S5",),
            instead=Phrase("Not that one. Which coin did your rival turn over just now?"),
            then=Phrase("Watch every turn: a coin that stays has shown both its sides."),
            answer=("flip 12",),
        ),
        Step(
            Phrase("Two coins show a 2, and you need the 2 of moons. Try this one."),
            RIVAL_FOUND,
            rule="PM-7",
            seed=SEED,
            wanted=("flip 19",),
            marks=("spot-19", "tile-M2"),
            instead=Phrase("Try the 2 that glows: it may be your 2 of moons."),
            then=Phrase("The 2 of arms is not yours: it stays, arms up, and everyone has seen it."),
            answer=("flip 21",),
        ),
        Step(
            Phrase("Now your 4 of arms. Two coins show arms, but you know one of them."),
            YOU_MISSED,
            rule="PM-12",
            seed=SEED,
            wanted=("flip 23",),
            marks=("tile-A4",),
            instead=Phrase(
                "It must show arms, and not be the coin you turned yourself: the 2 of arms."
            ),
            then=Phrase(
                "What you have seen you can rule out. Your rival remembered the 2 of arms."
            ),
            answer=("flip 19",),
        ),
        Step(
            Phrase("One tile left, the 2 of moons. All other 2s lie on tiles. Which coin is it?"),
            ONE_TILE_LEFT,
            rule="PM-9",
            seed=SEED,
            wanted=("flip 9",),
            marks=("tile-M2", "tile-S2", "tile-C2", "tile-A2"),
            instead=Phrase("That may be any moon. The only 2 left must be the 2 of moons."),
            then=Phrase("Your last tile is marked: you win!"),
        ),
    )
)

FLAMING_SEED = 26764
"""The first seat starts, and two coins that show the same side come to lie side by side."""
FLAMING = {"flaming": True}
TURNED = ("flip 13",)
MISLED = (*TURNED, "move 17", "flip 16", "stay")

FOR_FLAMING = Lesson(
    (
        Step(
            Phrase(
                "A coin that you turn and that is not yours may be put on a free spot. "
                "Turn this moon."
            ),
            rule="PM-10",
            seed=FLAMING_SEED,
            options=FLAMING,
            wanted=TURNED,
            marks=("spot-13",),
            instead=Phrase("Turn the moon that glows: it will be the coin to put elsewhere."),
            then=Phrase("The 2 of moons is not yours. Leave it, or put it on a free spot."),
        ),
        Step(
            Phrase(
                "Your rival needs it, and saw where it lies. "
                "Put it on the glowing spot, beside the other 2."
            ),
            TURNED,
            rule="PM-11",
            seed=FLAMING_SEED,
            options=FLAMING,
            wanted=("move 17",),
            marks=("spot-17",),
            instead=Phrase("Beside the other 2, on the glowing spot, it is easily mistaken."),
            then=Phrase("Which 2 was it? Your rival turned up the wrong one."),
            answer=("flip 16", "stay"),
        ),
        Step(
            Phrase("That was your 2 of suns. You saw where it lies: take it."),
            MISLED,
            rule="PM-12",
            seed=FLAMING_SEED,
            options=FLAMING,
            wanted=("flip 16",),
            marks=("tile-S2",),
            instead=Phrase("Not that one. Which coin did your rival turn over just now?"),
            then=Phrase("That is Flaming Matches: remember what lay where, and what moved."),
        ),
    ),
    Phrase("Flaming Matches"),
    FLAMING,
)

LESSONS = {"newcomers": NEWCOMERS, "flaming": FOR_FLAMING}


# The pictures of the rulebook of Matches, from the game of its lesson.

FIGURES = {
    "box": Figure(  # PM-1
        seed=SEED, around=("spot-3", "spot-4", "spot-5", "spot-6"), below=("tiles-1",)
    ),
    "start": Figure(seed=SEED, below=("tiles-1", "tiles-2")),  # PM-2, PM-3
    "marks": Figure(  # PM-5, PM-6
        seed=SEED,
        around=("spot-2", "spot-3", "spot-4"),
        below=("tiles-1",),
        marks=("spot-3", "tile-S4"),
        then=("flip 3",),
    ),
    "stays": Figure(  # PM-7
        seed=SEED,
        around=("spot-1", "spot-2", "spot-3"),
        below=("tiles-1",),
        marks=("spot-2",),
        then=("flip 2",),
    ),
    "end": Figure(  # PM-9
        "tiles-1",
        below=("tiles-2",),
        seed=SEED,
        moves=ONE_TILE_LEFT,
        marks=("tile-M2",),
        then=("flip 9",),
    ),
    "free": Figure(  # PM-10, PM-11
        seed=FLAMING_SEED,
        options=FLAMING,
        moves=TURNED,
        around=("spot-13", "spot-14", "spot-15", "spot-16", "spot-17"),
        marks=("spot-17",),
        then=("move 17",),
    ),
}


# Why one coin is better to turn or to place than another, by what its player could know.
#
# Of a coin that was never turned nobody knows more than the side that is up, and which coins with
# that side have been seen elsewhere (PM-12).


@dataclass(frozen=True)
class Look:
    """A coin as the player to move could know it before it was turned."""

    spot: int
    up: str
    seen: bool
    can_be: tuple[str, ...]
    """The coins of which it is one."""
    yours: tuple[str, ...]
    """The coins among them that would mark a tile (PM-6)."""

    @property
    def is_sure(self) -> bool:
        return self.can_be == self.yours

    @property
    def chance(self) -> float:
        """The share of the coins that it can be that would mark a tile."""
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
    """A new coin was turned, and it is a rival's; the better move shows nobody anything."""
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


# After a game of Matches: what lay where? For those who would remember better (PM-12).

FEWEST = 4
"""Coins that must be left for there to be something to remember."""


def questions(words: Words, document: Document, names: Sequence[str]) -> list[Question]:
    """A question for each coin that had been seen. Their order tells nothing of their places."""
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
