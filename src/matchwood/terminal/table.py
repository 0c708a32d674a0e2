"""A game at the terminal: people at one keyboard, and bots.

The position is drawn for the eyes of the player to move, without what they are to remember. The
moves since they last looked are told above it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from matchwood.bots import HINT, advice, choose
from matchwood.engine.errors import IllegalMove, Refusal, quoted
from matchwood.engine.fairness import Seed
from matchwood.engine.game import Game
from matchwood.engine.language import ENGLISH
from matchwood.engine.options import HINTS
from matchwood.engine.position import Position
from matchwood.engine.rng import new_generator
from matchwood.engine.view import shown_to, veiled
from matchwood.learning.rulebook import Rulebook
from matchwood.terminal.asking import ask
from matchwood.terminal.books import show_rulebook
from matchwood.terminal.files import check_new_file, save_record
from matchwood.terminal.seats import ME, check_seats, read_aids, read_seats, seat_names, usual_seats
from matchwood.terminal.words import whose_turn, winners_told

LUCK_BYTES = 8

HELP = """\
Type the number of a move in the list, or its text.
    moves          the list again, as does an empty line
    ?              the rule behind the last refusal
    ? and a move   whether it is allowed, and the rule if it is not
    rules          the rulebook
    quit           leave; the game so far is saved"""
HELP_WITH_HINTS = """\
    hint           what a bot would do"""


def play(
    console: Console,
    game: Game,
    options: Mapping[str, object],
    *,
    seats: str | None,
    aids: str = "",
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
    taken = taken or usual_seats(variant.players)
    check_seats(taken, variant.players)
    agreed = read_aids(game, aids, taken)
    with console.status("Getting ready …"):
        position = variant.new(seed)
    table = Table(console, position, taken, book, agreed)
    try:
        table.play()
    finally:
        console.print(Text(_save(position, table.names, save)), soft_wrap=True)


def _save(position: Position, names: Sequence[str], wanted: Path | None) -> str:
    """Keep the record of a game in which anything happened; a sentence about it."""
    if not position.history:
        return "No move was made, so nothing is saved."
    path = save_record(position.record(names), wanted)
    return f"The game is saved{'' if position.over else ' as unfinished'} in {path}"


@dataclass(frozen=True)
class Move:
    """A move that was not told yet: the positions around it."""

    before: Position
    after: Position


class Left(Exception):
    """Someone got up before the end."""


class Table:
    """One game, those who play it, and what was not told yet."""

    def __init__(
        self,
        console: Console,
        position: Position,
        seats: Sequence[str],
        book: Rulebook,
        aids: Collection[str] = (),
    ) -> None:
        self.names = seat_names(seats)
        self._console = console
        self._position = position
        self._seats = seats
        self._book = book
        self._aids = aids
        self._generator = new_generator(_bots_seed(position.seed))
        self._news: list[Move] = []
        self._refusal: Refusal | None = None
        self._viewer: int | None = None

    def play(self) -> None:
        """Let everyone move in turn until the game is over or someone leaves."""
        self._show_aids()
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

    def _show_aids(self) -> None:
        agreed = [aid for aid in self._position.variant.game.all_aids if aid.name in self._aids]
        if agreed:
            self._print(f"Help agreed on: {'; '.join(str(aid.label) for aid in agreed)}.")

    def _let_bot_move(self) -> None:
        before = self._position.copy()
        level = self._seats[before.to_move]
        self._position.play_action(choose(level, self._position, self._generator))
        self._news.append(Move(before, self._position.copy()))

    def _ask_for_move(self) -> None:
        seat = self._position.to_move
        self._hand_over(seat)
        self._show(seat)
        self._console.print()
        self._show_moves()
        before = self._position.copy()
        while not self._obey(ask(self._console, f"{self.names[seat]}> ")):
            pass
        self._news.append(Move(before, self._position.copy()))

    def _hand_over(self, seat: int) -> None:
        """Between two people who do not see the same, keep the screen blank until asked."""
        before, self._viewer = self._viewer, seat
        if before in (None, seat) or self._is_alike(before, seat):
            return
        self._console.clear()
        ask(self._console, f"{self.names[seat]}, press Enter when only you can see the screen. ")

    def _is_alike(self, one: int, other: int) -> bool:
        """True if two players may know the same and are shown the same."""
        position, aids = self._position, self._aids
        shown = shown_to(position, one, aids) == shown_to(position, other, aids)
        return shown and position.observe(one).document == position.observe(other).document

    def _told(self, move: Move, reader: int | None) -> str:
        """A move as its text; where its player is shown something else, by what the reader is."""
        mover, made = move.before.to_move, move.after.history[-1]
        name = self.names[mover]
        seen, theirs = (veiled(move.before.observe(None), v, self._aids) for v in (reader, mover))
        if seen == theirs:
            return f"{name}: {made}"
        after = veiled(move.after.observe(None), reader, self._aids)
        telling = self._position.variant.game.words
        return telling.tell(ENGLISH, made, seen.document, after.document, self.names)

    def _show(self, viewer: int | None) -> None:
        """Show what happened since the last look, and what the viewer may know now."""
        position, game = self._position, self._position.variant.game
        for move in self._news:
            self._print(self._told(move, viewer))
        self._news.clear()
        self._console.rule(Text(f"{game.title} · {self._stage()}"))
        document = shown_to(position, viewer, self._aids).document
        self._console.print(game.sketch.sketch(document, viewer, self.names))

    def _stage(self) -> str:
        if self._position.over:
            return "the end"
        name = self.names[self._position.to_move]
        return f"move {len(self._position.history) + 1} · {whose_turn(name)}"

    def _show_moves(self) -> None:
        moves = self._position.legal_moves()
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
        """Obey a line: true if it was a move; anything else is answered here."""
        match line.lower():
            case "" | "moves":
                self._show_moves()
            case "help":
                self._print(f"{HELP}\n{HELP_WITH_HINTS}" if self._has_hints else HELP)
            case "hint" if self._has_hints:
                self._hint()
            case "rules":
                show_rulebook(self._console, self._position.variant.game, self._book)
            case "quit":
                raise Left
            case _ if line.startswith("?"):
                self._explain(line[1:].strip())
            case _:
                return self._try(line)
        return False

    @property
    def _has_hints(self) -> bool:
        return HINTS.name in self._aids

    def _hint(self) -> None:
        with self._console.status("A bot is thinking …"):
            best, *_ = advice(self._position, self._position.to_move, HINT)
        self._print(f"A bot would do this: {best.move}")

    def _try(self, line: str) -> bool:
        """Make the move that was typed, or say why not."""
        move, moves = self._meant(line), self._position.legal_moves()
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
        moves = self._position.legal_moves()
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
