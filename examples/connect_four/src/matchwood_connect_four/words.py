"""Connect Four told to people: its task, its moves, its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matchwood.engine.game import Document
from matchwood.engine.language import Effect, Phrase, Words
from matchwood.engine.options import Value

TAGLINE = Phrase("Drop discs into the columns; four in a line win.")
LABELS = {"players": Phrase("Players")}
CHOICES: Mapping[tuple[str, Value], Phrase] = {}
BUTTONS: Mapping[str, Phrase] = {}


def opening(
    words: Words, document: Document, names: Sequence[str], options: Mapping[str, Value]
) -> str:
    return words.about(
        document["to_move"],
        names,
        "You sit first and start. (C4-2)",
        "{name} sits first and starts. (C4-2)",
    )


def task(words: Words, document: Document, names: Sequence[str]) -> str:
    if document["phase"] == "over":
        return words("The game is over.")
    return words.about(
        document["to_move"],
        names,
        "Drop a disc into a column that is not full.",
        "{name} is choosing a column.",
    )


def offers(
    words: Words, moves: Sequence[str], document: Document, names: Sequence[str]
) -> list[str]:
    return [words("Drop a disc into column {column}.", column=_column(move)) for move in moves]


def tell(words: Words, move: str, before: Document, after: Document, names: Sequence[str]) -> str:
    return words.about(
        before["to_move"],
        names,
        "You drop a disc into column {column}.",
        "{name} drops a disc into column {column}.",
        column=_column(move),
    )


def _column(move: str) -> str:
    return move.removeprefix("drop ")


def standing(words: Words, document: Document) -> list[str]:
    return [words.many("{n} disc left", "{n} discs left", n) for n in document["left"]]


def tally(words: Words, document: Document) -> list[tuple[str, str]]:
    return [(str(n), words("left")) for n in document["left"]]


def prompts(
    words: Words, paths: Sequence[Sequence[str]], document: Document, names: Sequence[str]
) -> list[str]:
    """One click makes every move, so none is ever half made."""
    return []


def effects(
    words: Words, moves: Sequence[str], document: Document, names: Sequence[str]
) -> list[Effect]:
    """Where a disc would come to rest goes without saying."""
    return [Effect() for _ in moves]


def verdict(words: Words, document: Document, names: Sequence[str]) -> list[str]:
    if not document["line"]:
        return [words("The board is full, and nobody has four in line: a draw. (C4-7)")]
    return [
        words.about(
            document["to_move"],
            names,
            "You have four in line and win. (C4-6)",
            "{name} has four in line and wins. (C4-6)",
        )
    ]
