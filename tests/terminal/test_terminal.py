"""What the terminal shows, and how it is left."""

from __future__ import annotations

import io
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from rich.console import Console, Group

import matchwood
from matchwood.cli import main
from matchwood.engine.game import Document
from matchwood.engine.position import Position
from matchwood.engine.rng import new_generator
from matchwood.engine.view import View
from matchwood.lab.warm import USUAL_STAGES, CannotCompile
from matchwood.terminal import warm as warming
from matchwood.terminal.asking import choose_game
from matchwood.terminal.files import check_new_file, read_record_file, save_record
from matchwood.terminal.leaving import run_cleanly
from matchwood.terminal.replay import Replay
from matchwood.terminal.seats import seat_names
from matchwood.terminal.table import Table
from matchwood.terminal.warm import warm
from matchwood.terminal.words import who_won, whose_turn
from tests.support.workers import Orders

MATCHES = "piecepack-matches"
WIDTH = 80
ENOUGH_TO_END = 1000
PATIENCE = 2.0
TRIES = 60
CTRL_C, CTRL_D = b"\x03", b"\x04"
CONTROL_CODE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Keyboard(io.StringIO):
    """Lines that come from a keyboard, not from a pipe."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Keyboard:
    typed = Keyboard()
    monkeypatch.setattr(sys, "stdin", typed)
    return typed


def type_ahead(keyboard: Keyboard, *lines: str) -> None:
    keyboard.seek(0)
    keyboard.truncate()
    keyboard.write("".join(f"{line}\n" for line in lines))
    keyboard.seek(0)


def plain_console() -> Console:
    return Console(file=io.StringIO(), width=WIDTH, highlight=False)


def printed(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def drawn(position: Position, viewer: int | None, document: Document | None = None) -> str:
    """The sketch of a position, without colours."""
    console = plain_console()
    names = [f"Player {seat + 1}" for seat in range(position.players)]
    sketch = position.variant.game.sketch.sketch
    console.print(sketch(document or position.observe(viewer).document, viewer, names))
    return printed(console)


def after(moves: int, name: str = MATCHES, **options: object) -> Position:
    """A game after some of its moves, drawn at random, the same ones each time."""
    position = matchwood.load(name, **options).new("a seed")
    chance = random.Random(0)
    while len(position.history) < moves and not position.over:
        position.play(chance.choice(position.legal_moves()))
    return position


def guessed(position: Position, viewer: int, seed: int) -> Position:
    """The same position with other secrets that the viewer cannot tell from the true ones."""
    return position.observe(viewer).guess(new_generator(seed))


class TestSketchOfMatches:
    @pytest.mark.parametrize("players", [2, 3, 4, 6])
    @pytest.mark.parametrize("moves", [0, 20])
    def test_it_fits_eighty_columns(self, players: int, moves: int) -> None:
        position = after(moves, players=players)
        console = plain_console()
        names = ["A name that is far too long for anyone to bear"] * players
        document = position.document
        console.print(position.variant.game.sketch.sketch(document, None, names))
        lines = printed(console).split("\n")
        assert max(len(line.rstrip()) for line in lines) <= WIDTH
        assert sum("A name that is f…" in line for line in lines) == players

    def test_every_spot_shows_its_number_and_the_side_that_is_up(self) -> None:
        position = after(30)
        signs = {"S": "☀ S", "M": "☾ M", "C": "♛ C", "A": "⚜ A"}
        shown = drawn(position, 0)
        for spot, coin in enumerate(position.document["coins"], start=1):
            face = f"({signs.get(coin['up'], ' ' + coin['up'] + ' ')})" if coin else "  · "
            assert f" {spot:>2} {face}" in shown

    def test_every_tile_stands_with_its_owner_and_marked_ones_are_checked(self) -> None:
        position = after(60, players=3)
        document = position.observe(None).document
        lines = drawn(position, None).split("\n")
        assert sum(map(len, document["marked"])) > 0
        for seat, tiles in enumerate(document["tiles"]):
            line = next(line for line in lines if f"Player {seat + 1}" in line)
            cells = [line[start : start + 12] for start in range(20, 72, 13)]
            for suit, cell in zip("SMCA", cells, strict=True):
                for place, value in enumerate("na2345"):
                    tile = suit + value
                    mark = "✓" if tile in document["marked"][seat] else " "
                    shown = value + mark if tile in tiles else "· "
                    assert cell[2 * place : 2 * place + 2] == shown

    def test_dice_are_shown_until_a_coin_is_turned(self) -> None:
        position = after(0)
        rolls = position.observe(None).document["rolls"]
        line = next(line for line in drawn(position, 0).split("\n") if "Player 1" in line)
        assert line.rstrip().endswith(" ".join(str(row[0]) for row in rolls))
        assert "dice" in drawn(position, 0)
        assert "dice" not in drawn(after(1), 0)
        assert "marked" in drawn(after(1), 0)

    def test_the_player_to_move_is_pointed_at_and_the_winner_has_a_star(self) -> None:
        position = after(20, players=3)
        assert f"▸ Player {position.to_move + 1}" in drawn(position, None)
        assert "★" not in drawn(position, None)
        position = after(ENOUGH_TO_END, players=3)
        assert f"★ Player {position.winners[0] + 1}" in drawn(position, None)
        assert "▸" not in drawn(position, None)

    def test_a_coin_that_is_to_be_placed_is_in_square_brackets(self) -> None:
        position = next(
            position
            for position in (after(moves, flaming=True) for moves in range(ENOUGH_TO_END))
            if position.document["turned"]
        )
        spot = position.document["turned"]
        shown = drawn(position, position.to_move)
        assert shown.count("[") == 1
        assert f" {spot} [" in shown
        assert f"Just turned, on spot {spot}" in shown

    def test_a_seat_never_sees_both_sides_even_when_all_were_turned(self) -> None:
        position = after(0)
        document = position.document
        for coin in document["coins"]:
            coin["seen"] = True
        other_side = re.compile(r"/[SMCAna2345]\)")
        assert len(other_side.findall(drawn(position, 0, document))) == 0
        assert len(other_side.findall(drawn(position, None, document))) == 24


@pytest.mark.parametrize("name", matchwood.game_names())
def test_the_screen_for_a_seat_tells_nothing_that_is_hidden_from_it(
    name: str, keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = after(6, name)
    seat = position.to_move
    module = position.variant.game.sketch
    sketch = module.sketch
    # Not only the drawing must be the same, but all that it could have been drawn from.
    monkeypatch.setattr(
        module,
        "sketch",
        lambda document, viewer, names: Group(sketch(document, viewer, names), repr(document)),
    )
    screens = set()
    for secrets in [position, *(guessed(position, seat, seed) for seed in range(5))]:
        type_ahead(keyboard, "moves", "no such move", "?", "? 1")
        console = plain_console()
        seats = ["me"] * position.players
        with pytest.raises(EOFError):
            Table(console, secrets, seats, secrets.variant.game.rulebook()).play()
        screens.add(printed(console))
    assert len(screens) == 1
    assert "'to_move'" in screens.pop()


class TestSharingAScreen:
    CLEARED = "\x1b[2J"

    @pytest.fixture
    def secret_hands(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let everyone know something that the others do not."""
        observe = Position.observe

        def with_a_hand(self: Position, seat: int | None) -> View:
            view = observe(self, seat)
            view.__dict__["document"] = view.document | {"hand": seat}
            return view

        monkeypatch.setattr(Position, "observe", with_a_hand)

    def screen(self, seats: Sequence[str], keyboard: Keyboard, *lines: str) -> str:
        """What a terminal gets to show while these lines are typed."""
        position = matchwood.load(MATCHES, players=len(seats)).new("a seed")
        console = Console(file=io.StringIO(), force_terminal=True, width=WIDTH)
        type_ahead(keyboard, *lines)
        with pytest.raises(EOFError):
            Table(console, position, seats, position.variant.game.rulebook()).play()
        return printed(console)

    def test_nobody_is_asked_to_look_away_where_all_know_the_same(self, keyboard: Keyboard) -> None:
        assert self.CLEARED not in self.screen(["me", "me"], keyboard, "1", "1", "1")

    @pytest.mark.usefixtures("secret_hands")
    def test_the_screen_is_cleared_between_people_who_know_different_things(
        self, keyboard: Keyboard, capsys: pytest.CaptureFixture[str]
    ) -> None:
        screen = self.screen(["me", "me"], keyboard, "1", "", "1")
        first, second, waiting = screen.split(self.CLEARED)
        assert "move 1 " in first
        assert "move 2 " in second
        assert "move 3 " not in waiting
        assert capsys.readouterr().out.count("press Enter when only you can see") == 2

    @pytest.mark.usefixtures("secret_hands")
    def test_one_person_among_bots_is_never_asked_to_look_away(self, keyboard: Keyboard) -> None:
        seats = ["random", "me", "random"]
        assert self.CLEARED not in self.screen(seats, keyboard, "1", "1", "1")


class TestNames:
    def test_one_person_is_you_and_several_are_told_apart(self) -> None:
        assert seat_names(["random", "me"]) == ["Player 1 (random)", "You"]
        assert seat_names(["me", "random", "me"]) == ["Player 1", "Player 2 (random)", "Player 3"]

    def test_sentences_agree_with_you(self) -> None:
        names = ["You", "Ben", "Chloé"]
        assert whose_turn("You") == "your turn"
        assert whose_turn("Ben") == "Ben’s turn"
        assert who_won(names, [0], tied=False) == "You have won."
        assert who_won(names, [2], tied=False) == "Chloé has won."
        assert who_won(names, [0, 1], tied=True) == "You and Ben share the win."
        assert who_won(names, [0, 1], tied=False) == "You and Ben have won."
        tie = who_won(names, [0, 1, 2], tied=True)
        assert tie == "You, Ben and Chloé share the win."
        assert who_won(names, [], tied=False) == "Nobody has won."


class TestChoosingAGame:
    def test_it_is_chosen_by_number_or_by_name(self, keyboard: Keyboard) -> None:
        names = matchwood.game_names()
        type_ahead(keyboard, "0", "nothing", *names, *map(str, range(1, len(names) + 1)))
        console = plain_console()
        assert [choose_game(console).name for _ in range(2 * len(names))] == 2 * names
        assert printed(console).count("There is no game") == 2

    def test_end_of_input_and_ctrl_c_are_left_to_the_command(
        self, keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with pytest.raises(EOFError):
            choose_game(plain_console())

        def interrupt(prompt: str) -> str:
            raise KeyboardInterrupt

        monkeypatch.setattr("builtins.input", interrupt)
        assert run_cleanly(lambda: choose_game(plain_console()) and None) == 130


class TestSteppingThroughARecord:
    def headings(self, keyboard: Keyboard, *lines: str) -> list[str]:
        """What stands above the drawings, one after the other."""
        record = after(5, players=3).record(["Anna", "Ben", "Chloé"])
        type_ahead(keyboard, *lines)
        console = plain_console()
        with suppress(EOFError):
            Replay(console, record, None, everything=False).step_through()
        return [
            line.strip("─ ").partition(" · ")[2].partition(".")[0]
            for line in printed(console).split("\n")
            if "Matches, 5 moves" in line or "is no move" in line
        ]

    def test_enter_and_n_go_on_and_b_goes_back(self, keyboard: Keyboard) -> None:
        assert self.headings(keyboard, "", "n", "b") == ["the start", "1", "2", "1"]

    def test_a_number_jumps_there_and_end_to_the_last_move(self, keyboard: Keyboard) -> None:
        assert self.headings(keyboard, "4", "end", "0") == ["the start", "4", "5", "the start"]

    def test_nothing_comes_before_the_start_or_after_the_end(self, keyboard: Keyboard) -> None:
        assert self.headings(keyboard, "b", "end", "") == ["the start", "the start", "5", "5"]

    def test_what_makes_no_sense_moves_nothing(self, keyboard: Keyboard) -> None:
        assert self.headings(keyboard, "3", "6", "-1", "x") == ["the start", "3", "", "", ""]

    def test_q_leaves(self, keyboard: Keyboard) -> None:
        assert self.headings(keyboard, "1", "q", "2") == ["the start", "1"]

    def test_the_moves_are_told_with_the_names_of_their_players(self, keyboard: Keyboard) -> None:
        names = ["Anna", "Ben", "Chloé"]
        position, console = after(1, players=3), plain_console()
        type_ahead(keyboard, "1", "q")
        Replay(console, position.record(names), None, everything=False).step_through()
        first = names[after(0, players=3).to_move]
        assert f"1. {first}: {position.history[0]} ─" in printed(console)


class TestAGameInOtherNotations:
    @pytest.mark.parametrize(
        ("moves", "arguments", "is_whole"),
        [(3, [], False), (3, ["--seat", "1"], False), (3, ["--all"], True), (10_000, [], True)],
    )
    def test_a_game_that_is_not_over_is_told_as_it_may_be_known(
        self,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        moves: int,
        arguments: list[str],
        is_whole: bool,
    ) -> None:
        position, names = after(moves), ["Anna", "Ben"]
        path = save_record(position.record(names), tmp_path / "game.txt")
        shown = position if is_whole else position.observe(None)
        for notation, told in (
            ("ppn", shown.to_ppn(names)),
            ("ppn-table", shown.to_piecepack_table()),
        ):
            assert main(["replay", str(path), "--to", notation, *arguments]) == 0
            assert capsys.readouterr().out == told


class TestFiles:
    def test_a_saved_record_is_read_again(self, tmp_path: Path) -> None:
        record = after(5).record()
        path = save_record(record, tmp_path / "game.txt")
        assert path == tmp_path / "game.txt"
        assert read_record_file(path) == record

    def test_a_file_that_came_into_being_during_the_game_is_not_overwritten(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
        wanted = tmp_path / "game.txt"
        check_new_file(wanted)
        wanted.write_text("something else")
        record = after(5).record()
        path = save_record(record, wanted)
        assert wanted.read_text() == "something else"
        assert read_record_file(path) == record


class TestWarming:
    def test_what_is_left_of_each_game_is_told_in_plain_lines(self, orders: Orders) -> None:
        orders.let(MATCHES, *USUAL_STAGES)
        console = plain_console()
        warm(console, [matchwood.find_game(MATCHES)])
        *left, last, _ = printed(console).split("\n")
        assert left == [
            "Matches: bots, simulations left to compile",
            "Matches: simulations left to compile",
            "Matches: nothing left to compile",
        ]
        assert last.startswith("Everything is compiled")
        assert not CONTROL_CODE.search(printed(console))

    def test_on_a_terminal_a_bar_shows_how_far_each_game_is(self, orders: Orders) -> None:
        orders.let(MATCHES, *USUAL_STAGES)
        console = Console(file=io.StringIO(), force_terminal=True, width=WIDTH)
        warm(console, [matchwood.find_game(MATCHES)])
        assert CONTROL_CODE.search(printed(console))
        assert "Matches" in printed(console)

    def test_a_game_that_cannot_be_compiled_is_named(self, orders: Orders) -> None:
        (orders.folder / f"{MATCHES}.breaks").touch()
        with pytest.raises(CannotCompile, match=f"{MATCHES} could not be compiled"):
            warm(plain_console(), [matchwood.find_game(MATCHES)])

    def test_to_play_only_what_a_game_needs_is_compiled_and_only_once(
        self, orders: Orders, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        orders.let(MATCHES, *USUAL_STAGES)
        console = plain_console()
        monkeypatch.setattr(warming, "is_ready", lambda game, stage: False)
        warming.warm_what_is_cold(console, matchwood.find_game(MATCHES))
        assert orders.begun == [f"{MATCHES} rules,bots"]
        monkeypatch.setattr(warming, "is_ready", lambda game, stage: True)
        warming.warm_what_is_cold(console, matchwood.find_game(MATCHES))
        assert len(orders.begun) == 1


@pytest.mark.slow
class TestAtARealTerminal:
    """A pseudo-terminal: what is typed here goes through the line editor and the signals."""

    @contextmanager
    def terminal(self, folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-m", "matchwood.cli", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=_take_terminal,
            env={**os.environ, "XDG_DATA_HOME": str(folder), "TERM": "xterm", "PAGER": "cat"},
        )
        os.close(theirs)
        try:
            yield process, ours
        finally:
            process.kill()
            process.wait()
            os.close(ours)

    @pytest.mark.parametrize(("key", "code"), [(CTRL_C, 130), (CTRL_D, 0)])
    def test_a_key_leaves_the_game_cleanly_and_saves_it(
        self, tmp_path: Path, key: bytes, code: int
    ) -> None:
        with self.terminal(tmp_path, "play", MATCHES, "--seats", "me,me") as (process, ours):
            read_until(ours, b"> ")
            os.write(ours, b"flip 7\n")
            read_until(ours, b"> ")
            shown = press(ours, key) + read_until(ours, b".txt")
            assert process.wait() == code
        assert "saved as unfinished" in shown
        assert "Traceback" not in shown
        (path,) = (tmp_path / "matchwood" / "games").iterdir()
        assert read_record_file(path).moves == ("flip 7",)

    def test_a_replay_is_stepped_through_and_left(self, tmp_path: Path) -> None:
        path = save_record(after(2).record(), tmp_path / "game.txt")
        with self.terminal(tmp_path, "replay", str(path)) as (process, ours):
            read_until(ours, b"q: quit> ")
            os.write(ours, b"\n")
            assert "1. Player" in read_until(ours, b"q: quit> ")
            press(ours, CTRL_C)
            assert process.wait() == 130

    def test_the_rulebook_is_set_with_rich(self, tmp_path: Path) -> None:
        with self.terminal(tmp_path, "rules", MATCHES) as (process, ours):
            shown = read_until(ours, b"PM-2")
            read_until(ours, None)
            assert process.wait() == 0
        assert CONTROL_CODE.search(shown)
        assert "**PM-1**" not in shown


def _take_terminal() -> None:
    """Make the terminal on standard input the one whose Ctrl-C reaches this process.

    Tests that run in the background of a script inherit that Ctrl-C is to be ignored.
    """
    import fcntl
    import termios

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def press(terminal: int, key: bytes) -> str:
    """Press a key until something happens; the line editor misses one while it gets ready."""
    for _ in range(TRIES):
        os.write(terminal, key)
        if select.select([terminal], [], [], PATIENCE)[0]:
            return os.read(terminal, 1).decode()
    pytest.fail(f"nothing happened though {key!r} was pressed {TRIES} times")


def read_until(terminal: int, mark: bytes | None) -> str:
    """What the terminal shows up to a mark, or until the program has ended."""
    shown = b""
    while mark is None or mark not in shown:
        try:
            chunk = os.read(terminal, 4096)
        except OSError:  # as Linux tells that nobody is on the other side any more
            break
        if not chunk:
            break
        shown += chunk
    return shown.decode(errors="replace")
