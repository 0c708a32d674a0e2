"""A game at the terminal: people at one keyboard, and bots.

The position is drawn for the eyes of the player to move. Everyone's moves are told above it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from matchwood.bots import choose
from matchwood.engine.errors import IllegalMove, Refusal, quoted
from matchwood.engine.game import Game
from matchwood.engine.luck import luck
from matchwood.engine.position import Position
from matchwood.engine.rulebook import Rulebook
from matchwood.engine.seeds import Seed
from matchwood.terminal.asking import ask
from matchwood.terminal.books import show_rulebook
from matchwood.terminal.files import check_new_file, save_record
from matchwood.terminal.seats import ME, check_seats, read_seats, seat_names, usual_seats
from matchwood.terminal.words import whose_turn, winners_told

LUCK_BYTES = 8

HELP = """\
Type the number of a move in the list, or its text.
    moves          the list again, as does an empty line
    ?              the rule behind the last refusal
    ? and a move   whether it is allowed, and the rule if it is not
    rules          the rulebook
    quit           leave; the game so far is saved"""


def play(
    console: Console,
    game: Game,
    options: Mapping[str, object],
    *,
    seats: str | None,
    seed: Seed,
    language: str,
    save: Path | None,
) -> None:
    """Play a game to its end, or until someone leaves, and save its record."""
    taken = None if seats is None else read_seats(seats)
    if taken and "players" in {option.name for option in game.options}:
        options = {"players": str(len(taken)), **options}
    variant, book = game.variant(options), game.rulebook(language)
    if save is not None:
        check_new_file(save)
    with console.status("Getting ready …"):
        position = variant.new(seed)
    taken = taken or usual_seats(position.players)
    check_seats(taken, position.players)
    table = Table(console, position, taken, book)
    try:
        table.play()
    finally:
        console.print(Text(_save(position, table.names, save)), soft_wrap=True)


def _save(position: Position, names: Sequence[str], wanted: Path | None) -> str:
    """Keep the record of a game in which anything happened; a sentence about it."""
    if not position.moves:
        return "No move was made, so nothing is saved."
    path = save_record(position.record(names), wanted)
    return f"The game is saved{'' if position.over else ' as unfinished'} in {path}"


class Left(Exception):
    """Someone got up before the end."""


class Table:
    """One game, those who play it, and what was not told yet."""

    def __init__(
        self, console: Console, position: Position, seats: Sequence[str], book: Rulebook
    ) -> None:
        self.names = seat_names(seats)
        self._console = console
        self._position = position
        self._seats = seats
        self._book = book
        self._luck = luck(_bots_seed(position.seed))
        self._news: list[str] = []
        self._refusal: Refusal | None = None
        self._viewer: int | None = None

    def play(self) -> None:
        """Let everyone move in turn until the game is over or someone leaves."""
        if not self._person_to_move:
            self._show(self._only_person)
        try:
            while not self._position.over:
                if self._person_to_move:
                    self._ask_for_move()
                else:
                    self._let_bot_move()
        except Left:
            return
        self._show(self._only_person)
        self._print(winners_told(self._position, self.names), "bold")

    @property
    def _person_to_move(self) -> bool:
        return self._seats[self._position.to_move] == ME

    @property
    def _only_person(self) -> int | None:
        """The seat for whose eyes to draw when nobody in particular looks."""
        return self._seats.index(ME) if self._seats.count(ME) == 1 else None

    def _let_bot_move(self) -> None:
        seat = self._position.to_move
        self._position.play_action(choose(self._seats[seat], self._position, self._luck))
        self._tell(seat)

    def _ask_for_move(self) -> None:
        seat = self._position.to_move
        self._hand_over(seat)
        self._show(seat)
        self._console.print()
        self._show_moves()
        while not self._obey(ask(self._console, f"{self.names[seat]}> ")):
            pass
        self._tell(seat)

    def _hand_over(self, seat: int) -> None:
        """Between two people who may not know the same, keep the screen blank until asked."""
        before, self._viewer = self._viewer, seat
        if before in (None, seat) or self._position.observe(before) == self._position.observe(seat):
            return
        self._console.clear()
        ask(self._console, f"{self.names[seat]}, press Enter when only you can see the screen. ")

    def _tell(self, seat: int) -> None:
        self._news.append(f"{self.names[seat]}: {self._position.moves[-1]}")

    def _show(self, viewer: int | None) -> None:
        """What happened since the last look, and what the viewer may know now."""
        position, game = self._position, self._position.variant.game
        for line in self._news:
            self._print(line)
        self._news.clear()
        self._console.rule(Text(f"{game.title} · {self._stage()}"))
        self._console.print(game.sketch.sketch(position.observe(viewer), viewer, self.names))

    def _stage(self) -> str:
        if self._position.over:
            return "the end"
        name = self.names[self._position.to_move]
        return f"move {len(self._position.moves) + 1} · {whose_turn(name)}"

    def _show_moves(self) -> None:
        moves = self._position.legal()
        width = len(str(len(moves)))
        self._console.print(
            Columns(
                (
                    Text.assemble((f"{number:>{width}}", "bold"), f" {move}")
                    for number, move in enumerate(moves, start=1)
                ),
                padding=(0, 3),
                equal=True,
            )
        )

    def _obey(self, line: str) -> bool:
        """Whether the line was a move; anything else is answered here."""
        match line.lower():
            case "" | "moves":
                self._show_moves()
            case "help":
                self._print(HELP)
            case "rules":
                show_rulebook(self._console, self._book)
            case "quit":
                raise Left
            case _ if line.startswith("?"):
                self._explain(line[1:].strip())
            case _:
                return self._try(line)
        return False

    def _try(self, line: str) -> bool:
        """Make the move that was typed, or say why not."""
        move, moves = self._meant(line), self._position.legal()
        if move.isdecimal() and move not in moves:
            self._print(f"There is no move {quoted(line)}; they are numbered 1 to {len(moves)}.")
            return False
        try:
            self._position.play(move)
        except IllegalMove as illegal:
            self._refusal = illegal.refusal
            self._print(f"{illegal} (? shows the rule.)")
            return False
        return True

    def _meant(self, line: str) -> str:
        """The move of that number, or of that text in whatever case; otherwise the line itself."""
        moves = self._position.legal()
        choices = {str(number): move for number, move in enumerate(moves, start=1)}
        choices |= {move.casefold(): move for move in moves}
        return choices.get(line.casefold(), line)

    def _explain(self, line: str) -> None:
        """The rule that forbids a move; without one, the rule behind the last refusal."""
        if line:
            self._refusal = self._position.why_not(self._meant(line))
        if self._refusal is not None:
            number = self._refusal.rule
            self._print(str(self._refusal))
            self._console.print(Markdown(f"**{number}** {self._book.rules[number]}"))
        elif line:
            self._print(f"{quoted(self._meant(line))} is allowed.")
        else:
            self._print("Nothing has been refused yet; type ? and a move to ask about that move.")

    def _print(self, line: str, style: str = "") -> None:
        self._console.print(Text(line, style))


def _bots_seed(seed: bytes) -> int:
    """The same seed, the same bots; but what they do says nothing about what is dealt."""
    return int.from_bytes(hashlib.sha256(b"bots" + seed).digest()[:LUCK_BYTES])
