"""`matchwood arena` as people type it, and the ladder that is made of arenas."""

from __future__ import annotations

import csv
import runpy
from collections.abc import Callable, Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from matchwood import MatchwoodError, View, load
from matchwood.bots import registry
from matchwood.cli import main
from matchwood.lab import report
from matchwood.lab.arena import Arena, Logbook
from matchwood.lab.parallel import Place
from matchwood.lab.results import GAMES, SETTINGS
from matchwood.lab.stats import standings
from matchwood.terminal import arena as terminal
from tests.support.bots import any_move
from tests.support.project import ROOT

BOTS = ("random", "twin", "sharp")
GAME = ("connect-four", "--bots", ",".join(BOTS))
FILES = {SETTINGS, GAMES, report.RATINGS, report.SCORES, report.PLOT}

Run = Callable[..., tuple[int, str, str]]


def winning(view: View, rng: np.random.Generator) -> str:
    """A move that wins at once, or any."""
    position = view.guess(rng)
    for move in view.legal_moves():
        after = position.copy()
        after.play(move)
        if after.over and view.seat in after.winners:
            return move
    return any_move(view, rng)


@pytest.fixture(autouse=True)
def bots_that_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two that play at random, and one that does not overlook a win."""
    monkeypatch.setattr(registry, "_bots", {})
    registry.register(any_move, "twin")
    registry.register(winning, "sharp")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)

    def type_in(*words: str) -> tuple[int, str, str]:
        # Only this process knows the bots of these tests.
        return main(("arena", *words, "--cores", "1")), *capsys.readouterr()

    return type_in


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let someone press Ctrl-C after so many games."""

    def stop_after(games: int) -> None:
        go_on = Logbook.go_on

        def stop(book: Logbook, deals: int, *place: Place) -> Iterator[object]:
            for played, result in enumerate(go_on(book, deals, *place), start=1):
                yield result
                if played == games:
                    raise KeyboardInterrupt

        monkeypatch.setattr(Logbook, "go_on", stop)

    return stop_after


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class TestStrength:
    @pytest.mark.slow
    def test_equals_are_found_equal_and_the_sharper_bot_stronger(self, tmp_path: Path) -> None:
        book = Logbook(tmp_path, Arena(load("connect-four"), BOTS, "0"))
        list(book.go_on(deals=100))
        found = standings(book.arena, book.results.values())
        assert found is not None
        assert found.ranking[0] == "sharp"
        even = found.score("random", "twin")
        assert even.low < 0.5 < even.high
        for rival in ("random", "twin"):
            assert found.score("sharp", rival).low > 0.5
            assert found.ratings["sharp"].low > found.ratings[rival].high


class TestReport:
    def test_standings_are_read_without_the_games(self, tmp_path: Path) -> None:
        book = Logbook(tmp_path, Arena(load("connect-four"), BOTS, "0"))
        assert report.read_standings(tmp_path, book.arena) is None
        list(book.go_on(deals=3))
        written = report.write_standings(book)
        (tmp_path / GAMES).unlink()
        found = report.read_standings(tmp_path, book.arena)
        assert written is not None
        assert found is not None
        assert (found.arena, found.deals, found.games) == (book.arena, 3, 6)
        assert found.ranking == written.ranking
        for told in ("ratings", "scores", "paces"):
            read, known = getattr(found, told), getattr(written, told)
            assert list(read) == sorted(known, key=list(read).index)
            for name in known:
                assert astuple(read[name]) == pytest.approx(astuple(known[name]), abs=1e-6)


class TestCommand:
    def test_the_standings_are_shown_and_written(self, run: Run, tmp_path: Path) -> None:
        code, out, err = run(*GAME, "--games", "3", "--out", "here")
        assert (code, err) == (0, "")
        for bot in BOTS:
            assert f"│ {bot} " in out
        assert "4 games of every two bots, on 2 deals." in out
        assert "Games, tables and a picture are in here" in out
        assert {file.name for file in (tmp_path / "here").iterdir()} == FILES
        rated = read(tmp_path / "here" / report.RATINGS)
        assert {row["bot"] for row in rated} == set(BOTS)
        assert all(float(row["low"]) < float(row["high"]) for row in rated)
        assert all(float(row["mean_seconds"]) >= 0 for row in rated)
        scored = read(tmp_path / "here" / report.SCORES)
        assert [(row["bot"], row["against"], row["games"]) for row in scored] == [
            *(("random", "twin", "4"), ("random", "sharp", "4"), ("twin", "sharp", "4")),
        ]

    def test_the_second_time_nothing_is_played(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = run(*GAME, "--games", "2")
        monkeypatch.setattr("matchwood.lab.arena.play_number", lambda *game: pytest.fail("played"))
        assert run(*GAME, "--games", "2") == first

    def test_interrupted_it_says_how_to_go_on(
        self, run: Run, impatient: Callable[[int], None]
    ) -> None:
        impatient(4)
        code, out, _ = run(*GAME, "--games", "2", "--out", "here")
        assert code == 130
        assert out == (
            "4 of 6 games are played and kept in here; the same command goes on from there.\n"
        )
        code, out, _ = run(*GAME, "--games", "2", "--out", "here")
        assert code == 0
        assert "2 games of every two bots, on 1 deal." in out

    def test_options_of_the_game_are_taken(self, run: Run, tmp_path: Path) -> None:
        words = ("baguettes", "--players", "3", "--size", "2x2x2", "--sticks", "2")
        code, out, _ = run(*words, "--games", "1", "--bots", "random, twin")
        assert code == 0
        assert "Baguettes, 3 players, size 2x2x2, sticks 2" in out
        assert (tmp_path / "arena" / "baguettes_players-3_size-2x2x2_sticks-2" / GAMES).exists()

    def test_on_a_terminal_a_bar_counts_the_games(self, tmp_path: Path) -> None:
        console = Console(force_terminal=True, width=100, record=True)
        book = Logbook(tmp_path, Arena(load("connect-four"), BOTS, "0"))
        terminal.play_all(console, book, 1)
        assert "6/6" in console.export_text()

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            (("--bots", "random"), "An arena needs two bots or more, not 1."),
            (("--bots", "random,twin,twin"), "The bot twin is named 2 times; name every bot once."),
            (
                ("--bots", "random,"),
                "There is no bot “”; the bots are random, easy, medium,",
            ),
            (("--bots", "random,twain"), "Did you mean twin?"),
            (("--games", "0"), "Every two bots play 1 game or more, not 0."),
            (("--games", "-7"), "Every two bots play 1 game or more, not -7."),
            (("--games", "many"), "invalid int value: 'many'"),
            (("--seed", ""), "A seed may be any text but an empty one."),
            (("--out", "file"), "The folder “file” cannot be used: File exists."),
            (("--size", "3"), "There is no option “--size”"),
        ],
    )
    def test_what_cannot_be_done_is_refused_in_one_sentence(
        self, run: Run, tmp_path: Path, words: tuple[str, ...], sentence: str
    ) -> None:
        (tmp_path / "file").touch()
        code, out, err = run(*GAME, *words)
        assert (code, out) == (2, "")
        assert sentence in err
        assert err.count("\n") == 1

    def test_a_broken_file_is_refused_in_one_sentence(self, run: Run, tmp_path: Path) -> None:
        run(*GAME, "--games", "1", "--out", "here")
        with (tmp_path / "here" / GAMES).open("a", encoding="utf-8") as file:
            file.write("nonsense\n")
        code, _, err = run(*GAME, "--games", "1", "--out", "here")
        assert code == 2
        assert err.startswith("Line 8 of “here/games.csv” is no game of this arena")

    def test_help_tells_the_options(self, run: Run) -> None:
        code, out, _ = run("--help")
        assert code == 0
        for word in ("--bots", "--games", "--seed", "--out"):
            assert word in out


class TestNames:
    def test_a_variant_is_named_by_what_is_not_usual(self) -> None:
        variant = load("baguettes", players=4, teams=True)
        assert report.describe(variant) == "Baguettes, 4 players, teams"
        assert report.folder_name(variant) == "baguettes_players-4_teams-true"

    def test_a_long_value_is_not_spelled_out(self) -> None:
        deck = ",".join(["RROO", "OOYY", "YYGG", "GGBB", "BBPP"] * 4)
        assert report.folder_name(load("colorfox", deck=deck)) == "colorfox_players-2_deck-own"


class TestLadder:
    @pytest.fixture
    def make(self) -> dict[str, Any]:
        return runpy.run_path(str(ROOT / "docs" / "ladder" / "make.py"))

    def test_every_game_stands_on_it_for_every_number_of_players(
        self, make: dict[str, Any]
    ) -> None:
        names = {report.folder_name(arena.variant) for arena, _ in make["rungs"](BOTS)}
        assert len(names) == len(make["RUNGS"])
        for name in ("baguettes", "colorfox", "piecepack-matches", "top-trumps-match"):
            options = {option.name: option for option in load(name).game.options}
            for players in options["players"].values if "players" in options else ():
                assert f"{name}_players-{players}" in names

    def test_the_page_tells_of_all_rungs_that_were_played(
        self, make: dict[str, Any], tmp_path: Path, impatient: Callable[[int], None]
    ) -> None:
        ladder = [
            (Arena(load("connect-four"), BOTS, "0"), 2),
            (Arena(load("baguettes", size="2x2x2", sticks=2), BOTS, "0"), 4),
        ]
        folder, page, quiet = tmp_path / "ladder", tmp_path / "ladder.md", Console(quiet=True)
        folder.mkdir()
        make["climb"](quiet, ladder, [report.folder_name(ladder[0][0].variant)], folder)
        assert "## Connect Four, 2 players\n\n2 games of every two" in page.read_text("utf-8")
        assert "Baguettes" not in page.read_text("utf-8")
        impatient(5)
        with pytest.raises(KeyboardInterrupt):
            make["climb"](quiet, ladder, [], folder)
        assert "Baguettes" not in page.read_text("utf-8"), "no deal was played as a whole"
        impatient(2)
        with pytest.raises(KeyboardInterrupt):
            make["climb"](quiet, ladder, [], folder)
        text = page.read_text("utf-8")
        assert "## Baguettes, 2 players, size 2x2x2, sticks 2\n\n2 games of every two" in text
        assert "| game | twin against random, % | sharp against twin, % | sharp against" in text
        assert "](ladder/connect-four_players-2/ratings.svg)" in text
        assert (folder / "connect-four_players-2" / report.PLOT).exists()

    def test_before_the_first_game_the_page_says_so(
        self, make: dict[str, Any], tmp_path: Path
    ) -> None:
        assert "Nothing was played" in make["page"](make["rungs"](BOTS), tmp_path)

    def test_a_rung_that_is_not_there_is_refused(self, make: dict[str, Any]) -> None:
        with pytest.raises(
            MatchwoodError, match=r"There is no rung “colorfox_players-9”; the rungs"
        ):
            make["choose"](make["rungs"](BOTS), ["colorfox_players-9"])
