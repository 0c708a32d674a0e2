"""Why one column is better than another, for the coach."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.learning.reasons import Line, Reason

FOUR = 4
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

Board = Sequence[Sequence[int | None]]


def reasons(
    words: Words, document: Document, played: Line, better: Line, names: Sequence[str]
) -> list[Reason]:
    after, otherwise = better.documents[0], played.documents[0]
    column = better.moves[0].removeprefix("drop ")
    if after["line"] and not otherwise["line"]:
        text = words("Column {column} makes four in line.", column=column)
        return [Reason(text, [f"column-{column}"], "C4-6")]
    rival = 1 - document["to_move"]
    left, stopped = (winning_columns(each["board"], rival) for each in (otherwise, after))
    if otherwise["line"] or not left or stopped:
        return []
    text = words.about(
        rival,
        names,
        "You could make four in line in column {column}.",
        "{name} could make four in line in column {column}.",
        column=left[0],
    )
    return [Reason(text, [f"column-{left[0]}"], "C4-6")]


def merits(words: Words, document: Document, line: Line, names: Sequence[str]) -> list[Reason]:
    """As above, beside a board on which nothing was done."""
    return reasons(words, document, Line(line.moves, [document]), line, names)


def winning_columns(board: Board, seat: int) -> list[int]:
    """C4-6: the columns, counted from 1, in which a disc of this seat would make four in line."""
    found = []
    for column in range(len(board[0])):
        free = [row for row in range(len(board)) if board[row][column] is None]
        if free and any(
            1
            + _in_line(board, seat, max(free), column, down, right)
            + _in_line(board, seat, max(free), column, -down, -right)
            >= FOUR
            for down, right in DIRECTIONS
        ):
            found.append(column + 1)
    return found


def _in_line(board: Board, seat: int, row: int, column: int, down: int, right: int) -> int:
    """How many discs of a seat follow each other from a cell on, without it."""
    number = 0
    while (
        0 <= (row := row + down) < len(board)
        and 0 <= (column := column + right) < len(board[0])
        and board[row][column] == seat
    ):
        number += 1
    return number
