"""Colorfox told to people: its options, its tasks, its moves, its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from matchwood.engine.game import Document
from matchwood.engine.language import Effect, Phrase, Words
from matchwood.engine.options import Value
from matchwood.games.colorfox.pieces import (
    LETTERS,
    STANDARD,
    Beside,
    Cell,
    OpenCells,
    beside,
    cards_on,
    fits_any,
    open_cells,
    points,
    sets,
    sticks_won,
    wanted_at,
    worth,
)

TAGLINE = Phrase("Join half matches, win sticks, and swap them for full sets.")
LABELS = {
    "players": Phrase("Players"),
    "youngest": Phrase("The youngest player, who starts"),
    "deck": Phrase("Cards"),
}
CHOICES: Mapping[tuple[str, Value], Phrase] = {
    ("youngest", None): Phrase("drawn by lot"),
    ("deck", STANDARD): Phrase("the standard deck"),
}

FORMATS = {
    "deck": Phrase(
        "20 to 108 cards with commas between them, each as the colours of its top, right, bottom "
        "and left side (R O Y G B P): GBGP,OBRG,…"
    ),
}

COLOURS = {
    "R": Phrase("red"),
    "O": Phrase("orange"),
    "Y": Phrase("yellow"),
    "G": Phrase("green"),
    "B": Phrase("blue"),
    "P": Phrase("purple"),
}
SIDES = (Phrase("top"), Phrase("right"), Phrase("bottom"), Phrase("left"))
STICKS = {
    "R": Phrase("a red stick"),
    "O": Phrase("an orange stick"),
    "Y": Phrase("a yellow stick"),
    "G": Phrase("a green stick"),
    "B": Phrase("a blue stick"),
    "P": Phrase("a purple stick"),
}

CAPTION = Phrase("Your cards, secret")
BUTTONS = {"keep": Phrase("No swap"), "pass": Phrase("Skip")}
OFFERS_KEPT = 4096
"""Most of a turn's offers were there on the turn before."""


def count(words: Words, colour: str, n: int) -> str:
    """So many sticks of a colour."""
    match colour:
        case "R":
            return words.many("{n} red stick", "{n} red sticks", n)
        case "O":
            return words.many("{n} orange stick", "{n} orange sticks", n)
        case "Y":
            return words.many("{n} yellow stick", "{n} yellow sticks", n)
        case "G":
            return words.many("{n} green stick", "{n} green sticks", n)
        case "B":
            return words.many("{n} blue stick", "{n} blue sticks", n)
        case _:
            return words.many("{n} purple stick", "{n} purple sticks", n)


def _count_matches(words: Words, colour: str, n: int) -> str:
    """So many matchsticks on cards; in some languages they bend their colour in another way."""
    match colour:
        case "R":
            return words.many("{n} red matchstick", "{n} red matchsticks", n)
        case "O":
            return words.many("{n} orange matchstick", "{n} orange matchsticks", n)
        case "Y":
            return words.many("{n} yellow matchstick", "{n} yellow matchsticks", n)
        case "G":
            return words.many("{n} green matchstick", "{n} green matchsticks", n)
        case "B":
            return words.many("{n} blue matchstick", "{n} blue matchsticks", n)
        case _:
            return words.many("{n} purple matchstick", "{n} purple matchsticks", n)


def _counts(
    words: Words, colours: Sequence[str], counting: Callable[[Words, str, int], str]
) -> str:
    """Some sticks or matchsticks, told colour by colour: 2 red sticks and 1 blue stick."""
    return words.together([counting(words, c, colours.count(c)) for c in LETTERS if c in colours])


def card_told(words: Words, card: str) -> str:
    """A card by its four colours, as the rulebook writes it."""
    return ", ".join(words.tell(COLOURS[colour]) for colour in card)


def opening(
    words: Words, document: Document, names: Sequence[str], options: Mapping[str, Value]
) -> str:
    starter = document["to_move"]
    if options["youngest"] is None:
        return words.about(
            starter,
            names,
            "You start, drawn by lot. (CF-6)",
            "{name} starts, drawn by lot. (CF-6)",
        )
    return words.about(
        starter,
        names,
        "You are the youngest and start. (CF-6)",
        "{name} is the youngest and starts. (CF-6)",
    )


def task(words: Words, document: Document, names: Sequence[str]) -> str:
    if document["phase"] == "over":
        return words("The game is over.")
    if words.reader != document["to_move"]:
        name = names[document["to_move"]]
        if document["phase"] == "swap":
            return words("{name} may swap sticks.", name=name)
        return words("{name} is choosing a card.", name=name)
    if document["phase"] == "swap":
        return words.many(
            "Swap a stick, or choose “No swap”: {n} swap left.",
            "Swap a stick, or choose “No swap”: {n} swaps left.",
            document["swaps_left"],
        )
    hand = document["hands"][document["to_move"]]
    known = None not in hand
    if known and not any(fits_any(wanted, hand) for wanted in open_cells(document).values()):
        return words("None of your cards fits: skip your turn.")
    return words("Choose a card, then its place.")


def offers(
    words: Words, moves: Sequence[str], document: Document, names: Sequence[str]
) -> list[str]:
    cells, places = open_cells(document), beside(cards_on(document))
    return [_offer(words, move, cells, places, names) for move in moves]


def _offer(
    words: Words,
    move: str,
    cells: OpenCells,
    places: Mapping[Cell, Beside],
    names: Sequence[str],
) -> str:
    if move == "pass":
        return words("Skip your turn: none of your cards fits.")
    if move == "keep":
        return words("No swap: keep what you have.")
    if ">" in move:
        give, seat, take = move[0], int(move[2]), move[4]
        return words(
            "Give {name} {give} and take {take}.",
            name=names[seat],
            give=STICKS[give],
            take=STICKS[take],
        )
    card, x, y = _placement(move)
    where = place_told(words, (x, y), places[x, y])
    return _offer_card(words, card, where, tuple(cells[x, y].values()))


@lru_cache(OFFERS_KEPT)
def _offer_card(words: Words, card: str, where: str, matches: tuple[str, ...]) -> str:
    return words(
        "Place the card {card} {where}: connects {matches}.",
        card=card_told(words, card),
        where=where,
        matches=_counts(words, matches, _count_matches),
    )


@lru_cache(OFFERS_KEPT)
def place_told(words: Words, cell: Cell, place: Beside) -> str:
    """The place of a cell, by a card beside it: nobody sees columns and rows. Where another card
    looks the same, they are told all the same."""
    card = card_told(words, place.card)
    match place.side:
        case 0:
            where = words("below the card {card}", card=card)
        case 1:
            where = words("left of the card {card}", card=card)
        case 2:
            where = words("above the card {card}", card=card)
        case _:
            where = words("right of the card {card}", card=card)
    if place.is_alone:
        return where
    return words("{where} (column {x}, row {y})", where=where, x=cell[0], y=cell[1])


@lru_cache(OFFERS_KEPT)
def _placement(move: str) -> tuple[str, int, int]:
    """The card of a move, and the column and row where it goes."""
    card, cell = move.split("@")
    x, y = map(int, cell.split(","))
    return card, x, y


def tell(words: Words, move: str, before: Document, after: Document, names: Sequence[str]) -> str:
    mover = before["to_move"]
    sentences = [_told_move(words, move, before, after, names)]
    if after["ending"] and not before["ending"]:
        sentences.append(
            words("A stick is missing from the reserve: this is the last turn. (CF-13)")
        )
    if len(after["pile"]) < len(before["pile"]):
        sentences.append(_told_draw(words, after["hands"][mover][-1], mover, names))
    return " ".join(sentences)


def _told_move(
    words: Words, move: str, before: Document, after: Document, names: Sequence[str]
) -> str:
    mover = before["to_move"]
    if move == "pass":
        return words.about(
            mover,
            names,
            "You have no card that fits, and skip.",
            "{name} has no card that fits, and skips.",
        )
    if move == "keep":
        return words.about(mover, names, "You keep your sticks.", "{name} keeps their sticks.")
    if ">" in move:
        return _told_swap(words, move, mover, names)
    card, x, y = _placement(move)
    matches = list(wanted_at(before, (x, y)).values())
    placed = words.about(
        mover,
        names,
        "You place the card {card} {where} and connect {matches}.",
        "{name} places the card {card} {where} and connects {matches}.",
        card=card_told(words, card),
        where=place_told(words, (x, y), beside(cards_on(before))[x, y]),
        matches=_counts(words, matches, _count_matches),
    )
    return f"{placed} {_told_win(words, sticks_won(before, after), matches, mover, names)}"


def _told_swap(words: Words, move: str, mover: int, names: Sequence[str]) -> str:
    return words.between(
        mover,
        int(move[2]),
        names,
        "You give {other} {give} and take {take}.",
        "{name} gives you {give} and takes {take}.",
        "{name} gives {other} {give} and takes {take}.",
        give=STICKS[move[0]],
        take=STICKS[move[4]],
    )


def _told_win(
    words: Words, won: Sequence[str], matches: Sequence[str], seat: int, names: Sequence[str]
) -> str:
    """CF-9: a stick for each; CF-13: as far as the reserve has them."""
    if not won:
        return words.about(seat, names, "You win no stick.", "{name} wins no stick.")
    if len(won) < len(matches):
        sticks = _counts(words, won, count)
        return words.about(
            seat, names, "You win only {sticks}.", "{name} wins only {sticks}.", sticks=sticks
        )
    if seat == words.reader:
        return words.many("You win the stick.", "You win the {n} sticks.", len(won))
    return words.many(
        "{name} wins the stick.", "{name} wins the {n} sticks.", len(won), name=names[seat]
    )


def _told_draw(words: Words, card: str | None, seat: int, names: Sequence[str]) -> str:
    """CF-12: only who may see the card is told which one it is."""
    if card is None:
        return words.about(seat, names, "You draw a card.", "{name} draws a card.")
    return words.about(
        seat,
        names,
        "You draw the card {card}.",
        "{name} draws the card {card}.",
        card=card_told(words, card),
    )


def standing(words: Words, document: Document) -> list[str]:
    return [
        words(
            "{points}, {sticks}",
            points=points_told(words, score),
            sticks=words.many("{n} stick", "{n} sticks", sum(holding.values())),
        )
        for score, holding in zip(document["scores"], document["sticks"], strict=True)
    ]


def tally(words: Words, document: Document) -> list[tuple[str, str]]:
    return [(str(score), "") for score in document["scores"]]


def prompts(
    words: Words, paths: Sequence[Sequence[str]], document: Document, names: Sequence[str]
) -> list[str]:
    """After a card was chosen, or a stick to give; or first the place, or the stick to take."""
    return [_prompt(words, *path) for path in paths]


def _prompt(words: Words, chosen: str) -> str:
    if chosen.startswith("hand-"):
        return words("Choose a place for the card.")
    if chosen == "cell":
        return words("Choose the card for this place.")
    if chosen == "sticks":
        return words("Choose the stick you give for it.")
    return words("You give {stick}: choose the one you take.", stick=STICKS[chosen[-1]])


def effects(
    words: Words, moves: Sequence[str], document: Document, names: Sequence[str]
) -> list[Effect]:
    """The score that a move leaves the mover with."""
    cells = open_cells(document)
    places = {_placement(move)[1:] for move in moves if "@" in move}
    placing = {
        place: _effect_of_placing(words, [*cells[place].values()], document) for place in places
    }
    return [
        placing[_placement(move)[1:]] if "@" in move else _effect_of_swapping(words, move, document)
        for move in moves
    ]


def _effect_of_swapping(words: Words, move: str, document: Document) -> Effect:
    if ">" not in move:
        return Effect()
    holding = document["sticks"][document["to_move"]]
    swapped = {**holding, move[0]: holding[move[0]] - 1, move[4]: holding[move[4]] + 1}
    return Effect(points_told(words, worth(swapped)))


def _effect_of_placing(words: Words, matches: Sequence[str], document: Document) -> Effect:
    """Whichever card it is: all that fit in a cell connect the same."""
    holding, score = document["sticks"][document["to_move"]], _own_score(document)
    reserve = document["reserve"]
    won = {colour: min(matches.count(colour), reserve[colour]) for colour in matches}  # CF-9
    then = {**holding, **{colour: holding[colour] + n for colour, n in won.items()}}
    number = sum(won.values())
    gain = words(
        "{sticks}, {points}",
        sticks=words.many("{n} stick", "{n} sticks", number),
        points=points_told(words, worth(then)),
    )
    if number == len(matches):
        return Effect(gain)
    # CF-13: this is the last turn, and CF-10: a single match lets nobody swap any more.
    lost = len(matches) == 1 and score < max(document["scores"])
    return Effect(words("{gain} · the end", gain=gain), warns=lost)


def _own_score(document: Document) -> int:
    return int(document["scores"][document["to_move"]])


def points_told(words: Words, n: int) -> str:
    return words.many("{n} point", "{n} points", n)


def verdict(words: Words, document: Document, names: Sequence[str]) -> list[str]:
    skipped = document["passes"] == document["players"]
    return [
        words("Everyone had to skip, so the game ended. (CF-14)")
        if skipped
        else words("A stick was missing from the reserve, so the game ended. (CF-13)"),
        *(_told_score(words, document, seat, names) for seat in range(len(names))),
        winners_told(words, document, names),
    ]


def _told_score(words: Words, document: Document, seat: int, names: Sequence[str]) -> str:
    """CF-15: the sets that a player's sticks make, and what they score."""
    values = [str(points(len(colours))) for colours in sets(document["sticks"][seat])]
    score = points_told(words, document["scores"][seat])
    if len(values) < 2:
        return words.about(seat, names, "You: {score}.", "{name}: {score}.", score=score)
    return words.about(
        seat,
        names,
        "You: {sum} = {score}. (CF-15)",
        "{name}: {sum} = {score}. (CF-15)",
        sum=" + ".join(values),
        score=score,
    )


def winners_told(words: Words, document: Document, names: Sequence[str]) -> str:
    winners = document["winners"]
    if winners[1:]:
        return words.about_all(
            winners,
            names,
            "You and {others} share the highest score and the win. (CF-16)",
            "{names} share the highest score and the win. (CF-16)",
        )
    return words.about(
        winners[0],
        names,
        "You have the highest score and win. (CF-16)",
        "{name} has the highest score and wins. (CF-16)",
    )
