"""Connect Four learnt on its board."""

from __future__ import annotations

from matchwood.engine.language import Phrase
from matchwood.learning.lessons import Lesson, Step


def drops(columns: str) -> tuple[str, ...]:
    """The moves that drop discs into these columns, one after the other."""
    return tuple(f"drop {column}" for column in columns)


A_SLANT = drops("1223343446")
"""The first player's discs rise from the foot of column 1, and lack the last."""

A_COLUMN_TO_STOP = Step(
    Phrase("Your rival has three in a column. Don’t let it become four."),
    drops("417141"),
    drops("1"),
    rule="C4-6",
    instead=Phrase("Then your rival drops a fourth disc into column 1, and wins."),
    then=Phrase("No four in this column any more."),
)

LESSONS = {
    "newcomers": Lesson(
        (
            Step(
                Phrase("A disc falls to the lowest free cell. Drop yours into the middle column."),
                rule="C4-3",
                wanted=drops("4"),
                marks=["column-4"],
                instead=Phrase("You may, but the middle column is part of more lines. Try it."),
                then=Phrase("It lies at the foot. Your rival’s disc came to rest on it."),
                answer=drops("4"),
            ),
            A_COLUMN_TO_STOP,
            Step(
                Phrase(
                    "Four in a line win, slanting lines too. Yours rises from the left: end it."
                ),
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
    )
}
