"""The command `matchwood`, typed as people type it."""

from __future__ import annotations

import io
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest

import matchwood
from matchwood.cli import COMMANDS, find_command, main, new_parser
from matchwood.engine.options import written
from matchwood.server.run import serve
from matchwood.terminal import arguments, asking, commands
from matchwood.terminal.arguments import switch, take_game
from matchwood.terminal.commands import completion
from matchwood.terminal.commands.serve import PORT
from matchwood.terminal.commands.tables import ACTIONS
from matchwood.terminal.files import LARGEST_RECORD

WIDE = "500"
"""Columns enough for every line to stay in one piece."""
MATCHES = "piecepack-matches"
SEED = "a seed"
RANDOM_MOVES = 12
COMMAND_LINES = [*([name] for name in COMMANDS), *(["tables", action] for action in ACTIONS)]


@dataclass
class Outcome:
    code: int
    out: str
    err: str


Run = Callable[..., Outcome]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Type a command, and lines into it; in a folder of its own, with nobody's saved games."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def type_in(*words: str, lines: Sequence[str] = (), raw: bytes | None = None) -> Outcome:
        typed = "".join(f"{line}\n" for line in lines).encode() if raw is None else raw
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), "utf-8"))
        code = main(words)
        return Outcome(code, *capsys.readouterr())

    return type_in


def saved_games(folder: Path) -> list[Path]:
    return sorted((folder / "data" / "matchwood" / "games").glob("*"))


def own_coin(position: matchwood.Position) -> str:
    """The move that turns a coin which matches a tile of the player to move."""
    document = position.document
    own = document["tiles"][position.to_move]
    for spot, coin in enumerate(document["coins"], start=1):
        if coin and coin["coin"] in own:
            return f"flip {spot}"
    raise AssertionError("a player without such a coin has won")


def whole_game(**options: object) -> matchwood.Position:
    """A game with all kinds of moves, then straight to its end; the same one each time."""
    position = matchwood.load(MATCHES, **options).new(SEED)
    chance = random.Random(SEED)
    while len(position.history) < RANDOM_MOVES or position.document["turned"]:
        position.play(chance.choice(position.legal_moves()))
    while not position.over:
        position.play(own_coin(position))
    return position


def as_words(options: dict[str, object]) -> list[str]:
    return [f"--{name}={written(value)}" for name, value in options.items()]


@pytest.mark.parametrize(
    ("words", "rest"),
    [
        (("--bots", "mine.py", MATCHES), ("--bots", "mine.py")),
        ((MATCHES, "--seats", "me,mine.py"), ("--seats", "me,mine.py")),
        ((MATCHES, "--bots=easy,mine.py"), ("--bots=easy,mine.py",)),
    ],
)
def test_a_file_of_bots_is_not_taken_for_one_of_a_game(
    words: tuple[str, ...], rest: tuple[str, ...]
) -> None:
    assert take_game(words) == (matchwood.find_game(MATCHES), [*rest])


class TestLookingUp:
    def test_the_version_is_that_of_the_package(self, run: Run) -> None:
        assert run("--version") == Outcome(0, f"matchwood {matchwood.__version__}\n", "")

    def test_help_shows_all_commands(self, run: Run) -> None:
        outcome = run("--help")
        assert outcome.code == 0
        for command in COMMANDS:
            assert re.search(rf"^    {command}\s", outcome.out, re.MULTILINE)

    def test_a_command_for_each_module_and_the_other_way_round(self) -> None:
        assert sorted(COMMANDS) == sorted(each.name for each in iter_modules(commands.__path__))

    @pytest.mark.parametrize("words", [[], ["--port", "0", "--no-browser"]])
    def test_without_a_command_the_page_opens(
        self, run: Run, words: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        served: list[tuple[Any, ...]] = []
        monkeypatch.setattr(serve, "serve", lambda *given: served.append(given))
        assert run(*words) == Outcome(0, "", "")
        ((_, place, _, opens_page, workers),) = served
        assert (place.port, opens_page, workers) == ((0, False, 1) if words else (PORT, True, 1))

    @pytest.mark.parametrize("words", COMMAND_LINES, ids=" ".join)
    def test_the_help_of_a_command_has_an_example_that_it_takes(
        self, run: Run, words: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        outcome = run(*words, "--help")
        assert outcome.code == 0
        (example,) = re.findall(r"^example: .*(matchwood .*?)[)\"]*$", outcome.out, re.MULTILINE)
        _, *typed = example.split()
        assert typed[: len(words)] == words
        game, rest = (
            take_game(typed[1:]) if find_command(words[0]).about_a_game else (None, typed[1:])
        )
        parsed = new_parser(game).parse_args([typed[0], *rest])
        assert callable(parsed.run)

    @pytest.mark.parametrize("name", matchwood.game_names())
    def test_the_help_of_a_game_shows_each_of_its_options(
        self, run: Run, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", WIDE)
        outcome = run("play", name, "--help")
        assert outcome.code == 0
        told = " ".join(outcome.out.split())
        for option in matchwood.find_game(name).options:
            assert switch(option) in told
            assert f"{option.help}: {option.allowed()} (default {written(option.default)})" in told

    def test_help_needs_no_game(self, run: Run) -> None:
        outcome = run("play", "--help")
        assert outcome.code == 0
        assert "--seats" in outcome.out

    def test_games_lists_every_game_with_its_options(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", WIDE)
        told = " ".join(run("games").out.split())
        for name in matchwood.game_names():
            game = matchwood.find_game(name)
            assert f"{name} {game.title} {game.summary}" in told
            for option in game.options:
                allowed = f"{option.allowed()} (default {written(option.default)})"
                assert f"{switch(option)} {allowed}" in told

    @pytest.mark.parametrize("language", ["en", "fr", "de"])
    def test_rules_prints_the_rulebook_as_it_was_written(self, run: Run, language: str) -> None:
        outcome = run("rules", MATCHES, "--lang", language)
        book = matchwood.find_game(MATCHES).rulebook(language)
        assert outcome == Outcome(0, book.text.rstrip() + "\n", "")

    @pytest.mark.parametrize("words", [["games"], ["rules", MATCHES], ["play", MATCHES, "--help"]])
    def test_looking_up_loads_neither_numpy_nor_numba(self, words: list[str]) -> None:
        script = (
            "import sys; from matchwood.cli import main; main(sys.argv[1:]);"
            "sys.exit(' '.join({'cryptography', 'numba', 'numpy'} & set(sys.modules)) or None)"
        )
        done = subprocess.run(
            [sys.executable, "-c", script, *words], capture_output=True, text=True, check=False
        )
        assert done.stderr == ""
        assert done.stdout != ""


class TestCompleting:
    @pytest.mark.parametrize(
        ("typed", "next_words"),
        {
            "matchwood pl": {"play "},
            "matchwood play ": set(matchwood.game_names()),
            f"matchwood play {MATCHES} --fla": {"--flaming "},
            "matchwood play colorfox --fla": set(),
            "matchwood tables r": {"remove "},
            "matchwood --vers": {"--version "},
        }.items(),
    )
    def test_tab_tells_what_may_come_next(
        self, typed: str, next_words: set[str], tmp_path: Path
    ) -> None:
        found = tmp_path / "found"
        asked = {
            "COMP_LINE": typed,
            "COMP_POINT": str(len(typed)),
            "COMP_TYPE": "9",
            "_ARGCOMPLETE": "1",
            "_ARGCOMPLETE_IFS": "\n",
            "_ARGCOMPLETE_STDOUT_FILENAME": str(found),
        }
        subprocess.run([sys.executable, "-m", "matchwood.cli"], env=os.environ | asked, check=True)
        assert set(found.read_text().splitlines()) == next_words

    @pytest.mark.parametrize("shell", completion.SHELLS)
    def test_a_script_for_each_shell_is_printed(self, run: Run, shell: str) -> None:
        outcome = run("completion", shell)
        assert outcome.code == 0
        assert "_ARGCOMPLETE" in outcome.out
        assert "matchwood" in outcome.out


REFUSED = {
    "an unknown command": ("plya", ["“plya”", "games", "Did you mean play?"]),
    "an unknown option without a command": ("--prot 80", ["“--prot”", "Did you mean --port?"]),
    "an unknown shell": ("completion bsh", ["“bsh”", "Did you mean bash?"]),
    "an unknown game": ("play piecepack-match", ["no game", "Did you mean piecepack-matches?"]),
    "an unknown option": (
        f"play {MATCHES} --playres 3",
        ["“--playres”", "--flaming", "Did you mean --players?"],
    ),
    "an option of nobody": ("games --all", ["“--all”", "--help"]),
    "a word too many": (f"play {MATCHES} now", ["“now”", "--help"]),
    "an option without its value": (f"play {MATCHES} --players", ["--players", "--help"]),
    "too many players": (f"play {MATCHES} --players 5", ["“5”", "2, 3, 4, 6"]),
    "a flag that is neither": (f"play {MATCHES} --flaming perhaps", ["“perhaps”", "false, true"]),
    "an unknown bot": (f"play {MATCHES} --seats me,rando", ["“rando”", "Did you mean random?"]),
    "no seats": (f"play {MATCHES} --seats ,", ["“”", "me, random"]),
    "seats for fewer players": (
        f"play {MATCHES} --players 3 --seats me,me",
        ["3 players", "for 3 players, and 2"],
    ),
    "seats that no game has": (f"play {MATCHES} --seats me,me,me,me,me", ["“5”", "2, 3, 4, 6"]),
    "an unknown aid": (f"play {MATCHES} --aids mark-sen", ["“mark-sen”", "mark-seen, hints"]),
    "an aid of another game": (
        f"play {MATCHES} --aids hints,other-side",
        ["“other-side” is for Top Trumps Match", "mark-seen, hints"],
    ),
    "hints among people": (f"play {MATCHES} --seats me,me --aids hints", ["one person"]),
    "an empty seed": (f"play {MATCHES} --seed=", ["seed", "any text"]),
    "an unknown language": (f"play {MATCHES} --lang eo", ["“eo”", "en, fr, de"]),
    "an unknown language to read": (f"rules {MATCHES} --lang eo", ["“eo”", "en, fr, de"]),
    "a file that exists": (f"play {MATCHES} --save game.txt", ["“game.txt”", "new file"]),
    "a folder that does not exist": (f"play {MATCHES} --save no/game.txt", ["“no/game.txt”"]),
    "a missing record": ("replay", ["FILE", "--help"]),
    "a record that is not there": ("replay none.txt", ["“none.txt”", "No such file"]),
    "a folder as a record": ("replay folder", ["“folder”", "directory"]),
    "a record that is no text": ("replay binary", ["“binary”", "no text"]),
    "a record that is too large": ("replay large", ["“large”", "2,000,000 bytes"]),
    "a record of something else": ("replay other.txt", ["Line 1", "game: …"]),
    "a record that breaks a rule": (
        "replay broken.txt",
        ["Move 2 breaks the rules", "No coin lies", "(PM-5)"],
    ),
    "a seat that is no number": ("replay game.txt --seat north", ["“north”", "whole number"]),
    "a seat where nobody sits": ("replay game.txt --seat 2", ["seat 2", "0 to 1"]),
    "two pairs of eyes": ("replay game.txt --seat 1 --all", ["--seat", "--all", "--help"]),
}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, bytes]:
    """The files that the refused commands ask for."""
    position = matchwood.load(MATCHES).new(SEED)
    record = position.record().write()
    gone = own_coin(position)
    contents = {
        "game.txt": record.encode(),
        "broken.txt": f"{record}1. {gone}\n2. {gone}\n".encode(),
        "other.txt": b"Dear diary,\n",
        "binary": bytes(range(256)),
        "large": b"a" * (LARGEST_RECORD + 1),
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "folder").mkdir()
    return contents


@pytest.mark.parametrize(("command", "told"), REFUSED.values(), ids=REFUSED)
def test_bad_input_is_refused_in_one_line_and_changes_nothing(
    run: Run, tmp_path: Path, files: dict[str, bytes], command: str, told: list[str]
) -> None:
    outcome = run(*command.split(" "))
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.count("\n") == 1
    for words in told:
        assert words in outcome.err
    assert saved_games(tmp_path) == []
    assert {name: (tmp_path / name).read_bytes() for name in files} == files


class TestNamingTheGame:
    @pytest.fixture
    def installed(self, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
        """Say which games are installed."""

        def install(*names: str) -> None:
            for module in (arguments, asking):
                monkeypatch.setattr(module, "game_names", lambda: list(names))

        return install

    @pytest.mark.parametrize("words", [["rules"], ["play"], ["play", "--seed", "7", "chess"]])
    def test_among_several_one_must_be_named(
        self, run: Run, installed: Callable[..., None], words: list[str]
    ) -> None:
        installed(MATCHES, "colorfox")
        outcome = run(*words)
        assert outcome.code == 2
        assert outcome.err == f"Please name a game; the games are {MATCHES}, colorfox.\n"

    def test_a_script_can_name_it_when_asked(
        self, run: Run, installed: Callable[..., None]
    ) -> None:
        installed("colorfox", MATCHES)
        outcome = run("play", lines=["2", "quit"])
        assert outcome.code == 0
        assert "Matches · move 1" in outcome.out

    def test_an_only_game_need_not_be_named(self, run: Run, installed: Callable[..., None]) -> None:
        installed(MATCHES)
        assert run("rules", "--lang", "de") == run("rules", MATCHES, "--lang", "de")
        assert "2, 3, 4, 6" in run("play", "--players", "5").err
        assert "“chess”" in run("play", "--players", "3", "chess").err

    def test_the_name_may_come_last(self, run: Run) -> None:
        outcome = run("play", "--flaming", MATCHES, "--seats", "me,me", lines=["? move 3"])
        assert "(PM-10)" in outcome.out


class TestPlaying:
    @pytest.mark.parametrize(("players", "flaming"), [(2, False), (3, True), (4, False), (6, True)])
    def test_a_whole_game_is_played_by_number_and_by_text(
        self, run: Run, tmp_path: Path, players: int, flaming: bool
    ) -> None:
        options: dict[str, object] = {"players": players, "flaming": flaming}
        position = matchwood.load(MATCHES, **options).new(SEED)
        game = whole_game(**options)
        lines = []
        for number, move in enumerate(game.history):
            lines.append(move if number % 2 else str(position.legal_moves().index(move) + 1))
            position.play(move)
        seats = ",".join(["me"] * game.players)
        outcome = run(
            "play", MATCHES, *as_words(options), "--seats", seats, "--seed", SEED, lines=lines
        )
        assert outcome.code == 0
        assert f"Player {game.winners[0] + 1} has won." in outcome.out
        (path,) = saved_games(tmp_path)
        assert f"The game is saved in {path}" in outcome.out
        assert matchwood.read_record(path.read_text()) == game.record()

    def test_the_same_seed_and_answers_give_the_same_game_against_bots(
        self, run: Run, tmp_path: Path
    ) -> None:
        play = ["play", MATCHES, "--flaming", "--players", "3", "--seed", SEED, "--save"]
        for name in ("one.txt", "two.txt"):
            assert run(*play, name, lines=["1"] * 20).code == 0
        assert (tmp_path / "one.txt").read_text() == (tmp_path / "two.txt").read_text()

    def test_one_person_plays_against_random_bots_unless_seats_are_given(
        self, run: Run, tmp_path: Path
    ) -> None:
        run("play", MATCHES, "--players=3", "--save", "game.txt", lines=["1", "quit"])
        record = matchwood.read_record((tmp_path / "game.txt").read_text())
        assert record.players == ("You", "Player 2 (random)", "Player 3 (random)")

    def test_seats_alone_say_how_many_play(self, run: Run, tmp_path: Path) -> None:
        run("play", MATCHES, "--seats", "random,me,random,me", "--save", "game.txt", lines=["1"])
        record = matchwood.read_record((tmp_path / "game.txt").read_text())
        assert record.players == ("Player 1 (random)", "Player 2", "Player 3 (random)", "Player 4")

    def test_bots_play_a_game_among_themselves(self, run: Run) -> None:
        outcome = run("play", MATCHES, "--seats", "random,random", "--seed", SEED)
        assert outcome.code == 0
        assert " has won." in outcome.out
        assert ">" not in outcome.out

    def test_moves_of_bots_are_told_before_the_next_drawing(self, run: Run, tmp_path: Path) -> None:
        outcome = run("play", MATCHES, "--seed", SEED, "--save", "game.txt", lines=["1"] * 3)
        moves = matchwood.read_record((tmp_path / "game.txt").read_text()).moves
        told = [line.partition(": ")[2] for line in outcome.out.split("\n") if ": flip" in line]
        assert told == list(moves)

    def test_end_of_input_saves_the_game_as_unfinished(self, run: Run, tmp_path: Path) -> None:
        outcome = run("play", MATCHES, "--seats", "me,me", lines=["flip 3"])
        assert outcome.code == 0
        (path,) = saved_games(tmp_path)
        assert f"The game is saved as unfinished in {path}" in outcome.out
        record = matchwood.read_record(path.read_text())
        assert record.winners is None
        assert record.moves == ("flip 3",)

    @pytest.mark.parametrize("lines", [[], ["quit"], ["flip 25", "?", "help"]])
    def test_a_game_without_a_move_is_not_saved(
        self, run: Run, tmp_path: Path, lines: list[str]
    ) -> None:
        outcome = run("play", MATCHES, "--seats", "me,me", lines=lines)
        assert outcome.code == 0
        assert "nothing is saved" in outcome.out
        assert saved_games(tmp_path) == []

    def test_games_saved_in_the_same_second_do_not_overwrite_each_other(
        self, run: Run, tmp_path: Path
    ) -> None:
        for _ in range(3):
            run("play", MATCHES, "--seats", "me,me", lines=["1"])
        assert len(saved_games(tmp_path)) == 3

    def test_a_refusal_names_the_rule_and_a_question_mark_shows_it(self, run: Run) -> None:
        lines = ["?", "stay", "?", "? flip 1", "? 99", "99"]
        outcome = run("play", MATCHES, "--seats", "me,me", "--lang", "fr", lines=lines)
        book = matchwood.find_game(MATCHES).rulebook("fr")
        told = " ".join(outcome.out.split())
        assert "Nothing has been refused yet" in told
        assert "“stay” is refused: A coin stays where it is" in told
        assert f"(PM-7) PM-7 {book.rules['PM-7']}" in told
        assert "“flip 1” is allowed." in told
        assert f"PM-8 {book.rules['PM-8']}" in told
        assert "There is no move “99”; they are numbered 1 to 24." in told

    def test_moves_are_read_in_any_case_and_spacing(self, run: Run, tmp_path: Path) -> None:
        run("play", MATCHES, "--seats", "me,me", "--save", "game.txt", lines=["  FLIP   7 "])
        assert "1. flip 7\n" in (tmp_path / "game.txt").read_text()

    def test_an_empty_line_shows_the_moves_again(self, run: Run) -> None:
        outcome = run("play", MATCHES, "--seats", "me,me", lines=["", "moves"])
        assert outcome.out.count("24 flip 24") == 3

    def test_the_rulebook_can_be_read_in_the_game(self, run: Run) -> None:
        outcome = run("play", MATCHES, "--seats", "me,me", lines=["rules"])
        assert matchwood.find_game(MATCHES).rulebook().text.rstrip() in outcome.out

    def test_bytes_that_are_no_letters_are_refused_like_any_other_move(self, run: Run) -> None:
        outcome = run("play", MATCHES, "--seats", "me,me", raw=b"\xff\xfe\x00\n" + b"9" * 5000)
        assert outcome.code == 0
        assert outcome.out.count("is refused:") == 1
        assert outcome.out.count("There is no move") == 1


class TestReplaying:
    def test_without_a_keyboard_every_move_is_printed(self, run: Run, tmp_path: Path) -> None:
        game = whole_game(players=3)
        (tmp_path / "game.txt").write_text(game.record(["Anna", "Ben", "[b]Chloé[/c]"]).write())
        outcome = run("replay", "game.txt")
        assert outcome.code == 0
        lines = [line.rstrip() for line in outcome.out.split("\n")]
        told = [line.partition(": ")[2] for line in lines if line[:1].isdecimal()]
        assert told == game.history
        winner = ["Anna", "Ben", "[b]Chloé[/c]"][game.winners[0]]
        assert lines[-2] == f"{winner} has won."

    def test_only_with_all_a_coin_never_turned_shows_what_lies_under_it(
        self, run: Run, tmp_path: Path
    ) -> None:
        (tmp_path / "game.txt").write_text(matchwood.load(MATCHES).new(SEED).record().write())
        coin = matchwood.load(MATCHES).new(SEED).document["coins"][0]
        under = "/" + coin["coin"].replace(coin["up"], "")
        assert under in run("replay", "game.txt", "--all").out
        assert "/" not in run("replay", "game.txt").out
        assert "/" not in run("replay", "game.txt", "--seat", "1").out

    def test_a_name_cannot_command_the_terminal(self, run: Run, tmp_path: Path) -> None:
        record = whole_game().record(["\x1b[2J\x07Eve", "Ben"]).write()
        (tmp_path / "game.txt").write_text(record)
        outcome = run("replay", "game.txt")
        assert outcome.code == 0
        assert not {"\x1b", "\x07"} & set(outcome.out)


class TestLeaving:
    def test_a_reader_who_leaves_early_is_no_error(self) -> None:
        command = [sys.executable, "-m", "matchwood.cli", "rules", MATCHES]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            assert process.stderr.read() == b""

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
    def test_a_full_disk_gets_one_sentence(self) -> None:
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "matchwood.cli", "games"],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1

    def test_letters_that_the_terminal_lacks_do_not_stop_a_command(self) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "matchwood.cli", "rules", MATCHES, "--lang", "fr"],
            env={"PYTHONIOENCODING": "ascii"},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0
        assert b"?" in done.stdout
