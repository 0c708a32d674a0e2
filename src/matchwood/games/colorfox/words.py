"""Colorfox told to people: its options, its tasks, its moves, its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from matchwood.engine.game import Document
from matchwood.engine.options import Value
from matchwood.engine.words import Phrase, Words
from matchwood.games.colorfox.deck import STANDARD
from matchwood.games.colorfox.pieces import LETTERS
from matchwood.games.colorfox.table import OpenCells, fits_any, open_cells, points, sets

SUMMARY = Phrase(
    "Lay cards so that half matchsticks of one colour meet, and win a coloured stick for each "
    "match you connect. Swap sticks with the others, and score the most with sets in which no "
    "colour comes twice."
)
LABELS = {
    "players": Phrase("Players"),
    "youngest": Phrase("The youngest player, who starts"),
    "deck": Phrase("Cards"),
}
CHOICES: Mapping[tuple[str, Value], Phrase] = {
    ("youngest", None): Phrase("drawn by lot"),
    ("deck", STANDARD): Phrase("the standard deck"),
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


def count(words: Words, colour: str, n: int) -> str:
    """So many sticks or matchsticks of a colour."""
    match colour:
        case "R":
            return words.many("{n} red", "{n} red", n)
        case "O":
            return words.many("{n} orange", "{n} orange", n)
        case "Y":
            return words.many("{n} yellow", "{n} yellow", n)
        case "G":
            return words.many("{n} green", "{n} green", n)
        case "B":
            return words.many("{n} blue", "{n} blue", n)
        case _:
            return words.many("{n} purple", "{n} purple", n)


def counts(words: Words, colours: Iterable[str]) -> str:
    """Some sticks, told colour by colour: 2 red and 1 blue."""
    numbers = Counter(colours)
    return words.together([count(words, c, numbers[c]) for c in LETTERS if numbers[c]])


def card_told(words: Words, card: str) -> str:
    """A card by its four colours, as the rulebook writes it."""
    return ", ".join(words.tell(COLOURS[colour]) for colour in card)


def opening(
    words: Words, document: Document, names: Sequence[str], options: Mapping[str, Value]
) -> str:
    name = names[document["to_move"]]
    if options["youngest"] is None:
        return words("{name} starts: the lot has decided. (CF-6)", name=name)
    return words("{name} is the youngest and starts. (CF-6)", name=name)


def task(words: Words, document: Document) -> str:
    if document["phase"] == "over":
        return words("The game is over.")
    if document["phase"] == "swap":
        return words.many(
            "Swap a stick with someone, or keep what you have: {n} swap is left.",
            "Swap a stick with someone, or keep what you have: {n} swaps are left.",
            document["swaps_left"],
        )
    hand = document["hands"][document["to_move"]]
    known = None not in hand
    if known and not any(fits_any(wanted, hand) for wanted in open_cells(document).values()):
        return words("None of your cards fits anywhere: skip your turn.")
    return words("Place one of your cards next to others, where the colours agree.")


def offers(
    words: Words, moves: Sequence[str], document: Document, names: Sequence[str]
) -> list[str]:
    cells = open_cells(document)
    return [_offer(words, move, cells, names) for move in moves]


def _offer(words: Words, move: str, cells: OpenCells, names: Sequence[str]) -> str:
    if move == "pass":
        return words("Skip your turn: none of your cards fits.")
    if move == "keep":
        return words("Keep what you have: no more swaps.")
    if ">" in move:
        give, seat, take = move[0], int(move[2]), move[4]
        return words(
            "Give {name} {give} and take {take}.",
            name=names[seat],
            give=STICKS[give],
            take=STICKS[take],
        )
    card, x, y = _placement(move)
    return words(
        "Place the card {card} at column {x}, row {y}: connects {matches}.",
        card=card_told(words, card),
        x=x,
        y=y,
        matches=counts(words, cells[x, y].values()),
    )


def _placement(move: str) -> tuple[str, int, int]:
    """The card of a move, and the column and row where it goes."""
    card, cell = move.split("@")
    x, y = map(int, cell.split(","))
    return card, x, y


def tell(words: Words, move: str, before: Document, after: Document, names: Sequence[str]) -> str:
    mover = before["to_move"]
    sentences = [_told_move(words, move, before, after, names)]
    if after["ending"] and not before["ending"]:
        sentences.append(words("A stick is missing in the reserve: this is the last turn. (CF-13)"))
    if len(after["pile"]) < len(before["pile"]):
        sentences.append(_told_draw(words, after["hands"][mover][-1], names[mover]))
    return " ".join(sentences)


def _told_move(
    words: Words, move: str, before: Document, after: Document, names: Sequence[str]
) -> str:
    mover = before["to_move"]
    name = names[mover]
    if move == "pass":
        return words("{name} has no card that fits, and skips.", name=name)
    if move == "keep":
        return words("{name} makes no more swaps.", name=name)
    if ">" in move:
        give, seat, take = move[0], int(move[2]), move[4]
        return words(
            "{name} gives {other} {give} and takes {take}.",
            name=name,
            other=names[seat],
            give=STICKS[give],
            take=STICKS[take],
        )
    card, x, y = _placement(move)
    matches = list(open_cells(before)[x, y].values())
    placed = words(
        "{name} places the card {card} at column {x}, row {y} and connects {matches}.",
        name=name,
        card=card_told(words, card),
        x=x,
        y=y,
        matches=counts(words, matches),
    )
    won = Counter(after["sticks"][mover]) - Counter(before["sticks"][mover])
    return f"{placed} {_told_win(words, won, Counter(matches), name)}"


def _told_win(words: Words, won: Counter[str], matches: Counter[str], name: str) -> str:
    """CF-9: a stick for each; CF-13: as far as the reserve has them."""
    if not won:
        return words("{name} wins no stick.", name=name)
    if won == matches:
        return words.many(
            "{name} wins the stick.", "{name} wins the {n} sticks.", won.total(), name=name
        )
    return words("{name} wins only {sticks}.", name=name, sticks=counts(words, won.elements()))


def _told_draw(words: Words, card: str | None, name: str) -> str:
    """CF-12: only who may see the card is told which one it is."""
    if card is None:
        return words("{name} draws a card.", name=name)
    return words("{name} draws the card {card}.", name=name, card=card_told(words, card))


def standing(words: Words, document: Document) -> list[str]:
    return [
        words(
            "{points}, {sticks}",
            points=points_told(words, score),
            sticks=words.many("{n} stick", "{n} sticks", sum(holding.values())),
        )
        for score, holding in zip(document["scores"], document["sticks"], strict=True)
    ]


def points_told(words: Words, n: int) -> str:
    return words.many("{n} point", "{n} points", n)


def verdict(words: Words, document: Document, names: Sequence[str]) -> list[str]:
    skipped = document["passes"] == document["players"]
    return [
        words("Everyone in a row had to skip, so the game ended. (CF-14)")
        if skipped
        else words("A stick was missing in the reserve, so the game ended. (CF-13)"),
        *(_told_score(words, document, seat, name) for seat, name in enumerate(names)),
        winners_told(words, document, names),
    ]


def _told_score(words: Words, document: Document, seat: int, name: str) -> str:
    """CF-15: the sets that a player's sticks make, and what they score."""
    values = [str(points(len(colours))) for colours in sets(document["sticks"][seat])]
    score = points_told(words, document["scores"][seat])
    if len(values) < 2:
        return words("{name}: {score}.", name=name, score=score)
    return words("{name}: {sum} = {score}. (CF-15)", name=name, sum=" + ".join(values), score=score)


def winners_told(words: Words, document: Document, names: Sequence[str]) -> str:
    winners = [names[seat] for seat in document["winners"]]
    if len(winners) == 1:
        return words("{name} has the highest score and wins. (CF-16)", name=winners[0])
    return words(
        "{names} share the highest score and the win; play again to break the tie. (CF-16)",
        names=words.together(winners),
    )
