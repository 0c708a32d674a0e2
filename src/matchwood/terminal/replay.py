"""A recorded game, move by move."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.text import Text

from matchwood.engine.errors import UnknownSeat, quoted
from matchwood.engine.game import find_game
from matchwood.engine.position import Position
from matchwood.engine.record import GameRecord
from matchwood.terminal.asking import ask
from matchwood.terminal.files import read_record_file
from matchwood.terminal.words import winners_told

PROMPT = "Enter: next, b: back, a number: that move, end, q: quit> "


def replay(console: Console, file: Path, seat: int | None, everything: bool) -> None:
    """Step through a game, or without a keyboard print all of it."""
    record = read_record_file(file)
    with console.status("Getting ready …"):
        shown = Replay(console, record, seat, everything)
    if console.is_terminal and sys.stdin.isatty():
        shown.step_through()
    else:
        shown.print_all()


def print_as(notation: str, file: Path, seat: int | None, everything: bool) -> None:
    """Print a game in a notation of others: all of it once it is over, else what may be known."""
    record = read_record_file(file)
    *_, last = record.replay()
    is_told = everything or (seat is None and last.over)
    shown = last if is_told else last.observe(seat)
    told = shown.to_ppn(record.players) if notation == "ppn" else shown.to_piecepack_table()
    sys.stdout.write(told)


class Replay:
    """A record that is known to follow the rules, as one viewer saw the game."""

    def __init__(
        self, console: Console, record: GameRecord, seat: int | None, everything: bool
    ) -> None:
        self._console = console
        self._record = record
        self._seat = seat
        self._everything = everything
        self._game = find_game(record.game)
        self._names = [_printable(name) for name in record.players]
        # Playing it through finds the first bad move before anything is shown.
        self._to_move = [position.to_move for position in record.replay()]
        self._last = len(record.moves)
        if seat is not None and seat not in range(len(self._names)):
            raise UnknownSeat(
                f"There is no seat {seat} in this game; the seats are 0 to {len(self._names) - 1}."
            )

    def step_through(self) -> None:
        number = 0
        self._show(number)
        while (answer := ask(self._console, PROMPT)) not in ("q", "quit"):
            wanted = self._wanted(answer, number)
            if wanted is None:
                self._print(f"{quoted(answer)} is no move from 0 to {self._last}, n, b, end or q.")
            else:
                number = min(max(wanted, 0), self._last)
                self._console.clear()
                self._show(number)

    def _wanted(self, answer: str, number: int) -> int | None:
        """The number of the move that is asked for; none if the answer makes no sense."""
        choices = {str(move): move for move in range(self._last + 1)}
        choices |= {"": number + 1, "n": number + 1, "b": number - 1, "end": self._last}
        return choices.get(answer)

    def print_all(self) -> None:
        """The start, every move, the end."""
        self._show(0)
        for number in range(1, self._last + 1):
            self._print(self._told(number))
        if self._last:
            self._show(self._last)

    def _show(self, number: int) -> None:
        position = self._position(number)
        self._console.rule(Text(self._heading(number)))
        document = position.document if self._everything else position.observe(self._seat).document
        self._console.print(self._game.sketch.sketch(document, self._seat, self._names))
        if position.over:
            self._print(winners_told(position, self._names), "bold")

    def _position(self, number: int) -> Position:
        return next(islice(self._record.replay(), number, None))

    def _heading(self, number: int) -> str:
        told = self._told(number) if number else "the start"
        return f"{self._game.title}, {self._last} moves · {told}"

    def _told(self, number: int) -> str:
        name = self._names[self._to_move[number - 1]]
        return f"{number}. {name}: {self._record.moves[number - 1]}"

    def _print(self, line: str, style: str = "") -> None:
        self._console.print(Text(line, style))


def _printable(name: str) -> str:
    """A name from a file, without anything that would command the terminal."""
    return "".join(letter if letter.isprintable() else "·" for letter in name)
