"""Connect Four learnt on its board, the figure of its rulebook, and what a coach says."""

from matchwood.engine.language import Phrase
from matchwood.learning.figures import Figure
from matchwood.learning.lessons import Lesson, Step
from matchwood.learning.reasons import Line, Reason
from matchwood_connect_four.picture import LINES, cells_in_line
from matchwood_connect_four.rules import COLUMNS


def drops(columns):
    """The moves that drop discs into these columns, one after the other."""
    return tuple(f"drop {column}" for column in columns)


A_SLANT = drops("1223343446")
"""The first player's discs rise from the foot of column 1, and lack the last."""

STEPS = (
    Step(
        Phrase("A disc falls to the lowest free cell. Drop yours into the middle column."),
        rule="C4-3",
        wanted=drops("4"),
        marks=["column-4"],
        instead=Phrase("You may, but the middle column is part of more lines. Try it."),
        then=Phrase("It lies at the foot. Your rival’s disc came to rest on it."),
        answer=drops("4"),
    ),
    Step(
        Phrase("Your rival has three in a column. Don’t let it become four."),
        drops("417141"),
        drops("1"),
        rule="C4-6",
        instead=Phrase("Then your rival drops a fourth disc into column 1, and wins."),
        then=Phrase("No four in this column any more."),
    ),
    Step(
        Phrase("Four in a line win, slanting lines too. Yours rises from the left: end it."),
        A_SLANT,
        drops("4"),
        rule="C4-6",
        instead=Phrase("That is not in the line with the three that rise from column 1."),
        then=Phrase("Four in line: you win!"),
    ),
    Step(
        Phrase("Make three in a row with a free cell at both ends: nobody can stop that."),
        drops("4131"),
        drops("5"),
        rule="C4-6",
        instead=Phrase("Your rival can stop that. Three with both ends free is better."),
        then=Phrase("Your rival stopped one end, and you used the other: you win!"),
        answer=drops("62"),
    ),
)
LESSONS = {"newcomers": Lesson(STEPS)}
FIGURES = {"line": Figure(moves=A_SLANT, marks=["column-4"], then=drops("4"))}


def reasons(words, document, played, better, names):
    after, otherwise = (each.documents[0]["board"] for each in (better, played))
    column = better.moves[0].removeprefix("drop ")
    if cells_in_line(otherwise):
        return []
    if cells_in_line(after):
        text = words("Column {column} makes four in line.", column=column)
        return [Reason(text, [f"column-{column}"], "C4-6")]
    rival = 1 - document["to_move"]
    left, stopped = (winning_columns(board, rival) for board in (otherwise, after))
    if not left or stopped:
        return []
    one = "You could make four in line in column {column}."
    other = "{name} could make four in line in column {column}."
    text = words.about(rival, names, one, other, column=left[0])
    return [Reason(text, [f"column-{left[0]}"], "C4-6")]


def merits(words, document, line, names):
    """As above, beside a board on which nothing was done."""
    return reasons(words, document, Line(line.moves, [document]), line, names)


def winning_columns(board, seat):
    """C4-6: the columns, counted from 1, in which a disc of this seat would make four in line."""
    heights = [[row[column] for row in board].count(None) for column in range(COLUMNS)]
    found = {
        column + 1
        for line in LINES
        for row, column in line
        if row == heights[column] - 1 and [board[r][c] for r, c in line].count(seat) == 3
    }
    return sorted(found)
