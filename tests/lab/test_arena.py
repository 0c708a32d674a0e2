"""The arena: who meets whom, how a game goes, and what is kept of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood import MatchwoodError, UnknownBot, bots, find_game, load
from matchwood.bots import registry
from matchwood.engine.position import Position
from matchwood.lab import arena as arenas
from matchwood.lab import parallel
from matchwood.lab.arena import (
    COLUMNS,
    Arena,
    Fixture,
    Logbook,
    Result,
    _cells,
    _result,
    pace,
    play,
    room_for,
    rounded,
    seatings,
    whole_deals,
)
from matchwood.lab.parallel import EVERYWHERE, HERE, LOCAL, Place
from matchwood.lab.results import GAMES, SETTINGS, code_of
from tests.support.bots import any_move

PLAYERS = [2, 3, 4, 6]
SMALL = {"size": "2x2x2", "sticks": 3}
THREE = ("random", "twin", "other")


@pytest.fixture(autouse=True)
def many_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots of several names that all play at random."""
    monkeypatch.setattr(registry, "_bots", {})
    for name in THREE[1:]:
        registry.register(any_move, name)


def small(players: int = 2, who: tuple[str, ...] = THREE, **options: object) -> Arena:
    return Arena(load("baguettes", players=players, **SMALL, **options), who, "a seed")


def note(folder: Path, **changed: object) -> None:
    """Change the settings of a folder."""
    settings = json.loads((folder / SETTINGS).read_text("utf-8"))
    (folder / SETTINGS).write_text(json.dumps(settings | changed), "utf-8")


def open_book(folder: Path, **settings: object) -> Logbook:
    return Logbook(folder, small(**settings))  # type: ignore[arg-type]


class TestSeats:
    @pytest.mark.parametrize("players", PLAYERS)
    def test_over_all_seatings_both_bots_sit_equally_often_on_every_seat(
        self, players: int
    ) -> None:
        for seat in zip(*seatings(players), strict=True):
            assert seat.count(0) == seat.count(1)

    @pytest.mark.parametrize("players", PLAYERS)
    def test_bots_sit_alternately(self, players: int) -> None:
        for seating in seatings(players):
            alike = sum(seating[seat] == seating[seat - 1] for seat in range(players))
            assert alike == players % 2

    def test_two_need_two_seatings_and_three_need_six(self) -> None:
        assert seatings(2) == [(0, 1), (1, 0)]
        assert set(seatings(3)) == {
            *((0, 1, 0), (0, 0, 1), (1, 0, 0)),
            *((1, 0, 1), (1, 1, 0), (0, 1, 1)),
        }

    def test_partners_are_of_one_kind(self) -> None:
        arena = small(4, teams=True)
        for fixture in arena.fixtures(deals=2):
            assert fixture.seats[0] == fixture.seats[2] != fixture.seats[1] == fixture.seats[3]
            won = play(arena, fixture).shares
            assert won in ((0.5, 0, 0.5, 0), (0, 0.5, 0, 0.5))


class TestSchedule:
    @pytest.mark.parametrize("players", PLAYERS[:3])
    def test_every_two_bots_meet_on_the_same_deals_in_the_same_seatings(self, players: int) -> None:
        arena = small(players)
        met: dict[frozenset[str], Counter[object]] = {}
        for fixture in arena.fixtures(deals=3):
            first, second = sorted(set(fixture.seats))
            swapped = tuple(first if seat == second else second for seat in fixture.seats)
            games = met.setdefault(frozenset((first, second)), Counter())
            games[fixture.deal, frozenset((fixture.seats, swapped))] += 1
        assert len(met) == len(arena.pairings) == 3
        shapes = [sorted(games.values()) for games in met.values()]
        assert shapes[0] == shapes[1] == shapes[2]
        assert {deal for games in met.values() for deal, _ in games} == {0, 1, 2}

    def test_games_are_numbered_in_order_and_more_deals_change_none(self) -> None:
        arena = small()
        few, many = list(arena.fixtures(2)), list(arena.fixtures(5))
        assert [fixture.number for fixture in many] == list(range(len(many)))
        assert many[: len(few)] == few

    def test_games_are_filled_up_to_whole_deals(self) -> None:
        assert [small().deals_for(games) for games in (1, 2, 3)] == [1, 1, 2]
        assert [small(3).deals_for(games) for games in (1, 6, 7)] == [1, 1, 2]

    @pytest.mark.parametrize("games", [0, -3, True])
    def test_no_games_are_refused(self, games: int) -> None:
        with pytest.raises(MatchwoodError, match=rf"1 game or more, not {games}\."):
            small().deals_for(games)

    def test_bots_that_cannot_play_are_refused(self) -> None:
        with pytest.raises(MatchwoodError, match=r"needs two bots or more, not 1\."):
            small(who=("random",))
        with pytest.raises(MatchwoodError, match=r"twin is named 2 times; name every bot once\."):
            small(who=("twin", "random", "twin"))
        with pytest.raises(UnknownBot, match="There is no bot “nobody”"):
            small(who=("random", "nobody"))

    def test_where_a_bot_takes_all_cores_one_game_is_played_at_a_time(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(bots, "MASTER", "twin")
        monkeypatch.setattr(parallel, "available_cores", lambda: 5)
        assert room_for(THREE, EVERYWHERE) == (HERE, 5)
        assert room_for(THREE, Place(cores=3)) == (HERE, 3)
        assert room_for(THREE, Place(ray=LOCAL)) == (Place(ray=LOCAL), 1)
        assert room_for(("random", "other"), EVERYWHERE) == (EVERYWHERE, None)

    def test_a_bot_by_the_clock_keeps_to_the_cores_of_the_arena(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        choose, asked = bots.choose, set[int | None]()

        def watch(*how: Any, cores: int | None) -> int:
            asked.add(cores)
            return choose(*how)

        monkeypatch.setattr(bots, "choose", watch)
        monkeypatch.setattr(bots, "MASTER", "twin")
        assert len(list(open_book(tmp_path).go_on(1, Place(cores=3)))) == 6
        assert asked == {3}


class TestGame:
    def test_a_deal_is_the_same_in_all_its_games_and_bots_have_luck_of_their_own(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        choose, seen = bots.choose, dict[int, tuple[bytes, bytes]]()

        def watch(level: str, position: Position, generator: np.ndarray, **_: object) -> int:
            seen.setdefault(position.to_move, (position.seed, generator.tobytes()))
            return choose(level, position, generator)

        monkeypatch.setattr(bots, "choose", watch)
        arena = small(who=("twin", "other"))
        dealt, generators = [], []
        for fixture in arena.fixtures(deals=2):
            seen.clear()
            play(arena, fixture)
            dealt.append({seed for seed, _ in seen.values()})
            generators += [generator for _, generator in seen.values()]
        each = arena.games_per_deal
        assert dealt[:each] == [dealt[0]] * each
        assert dealt[each:] == [dealt[each]] * each
        assert dealt[0] != dealt[each]
        assert len(set(generators)) == len(generators) == 2 * 2 * each

    def test_a_game_is_played_again_the_same_way(self) -> None:
        arena = small(3)
        once, again = (play(arena, arena.fixture(4)) for _ in range(2))
        assert (once.shares, once.moves) == (again.shares, again.moves)
        assert sum(map(sum, (seat.values() for seat in once.times))) == once.moves

    def test_a_game_without_an_end_is_shared_by_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        arena = small()
        monkeypatch.setattr(arena.variant.game.rules, "MOST_MOVES", 2)
        result = play(arena, arena.fixture(0))
        assert (result.moves, result.shares) == (2, (0.5, 0.5))

    def test_times_keep_two_digits_and_a_tenth_of_a_millisecond(self) -> None:
        assert [rounded(seconds) for seconds in (1.2345, 0.01266, 0.00071, 0.00004)] == [
            *(1.2, 0.013, 0.0007, 0.0),
        ]

    def test_the_pace_is_over_all_moves_of_a_bot(self) -> None:
        fixtures = Fixture(0, 0, ("random", "twin")), Fixture(1, 0, ("twin", "random"))
        results = [
            Result(fixtures[0], (1, 0), 22, ({0.1: 10, 0.3: 1}, {9.0: 11})),
            Result(fixtures[1], (1, 0), 18, ({9.0: 9}, {0.1: 9})),
        ]
        assert pace("random", results).mean == pytest.approx(0.11)
        assert pace("random", results).slow == pytest.approx(0.11)
        assert pace("twin", results) == arenas.Pace(9.0, 9.0)

    def test_only_whole_deals_count(self) -> None:
        arena = small()
        results = [Result(fixture, (1, 0), 0, ({}, {})) for fixture in arena.fixtures(deals=3)]
        del results[arena.games_per_deal + 1]
        assert [deal[0].fixture.deal for deal in whole_deals(arena, reversed(results))] == [0, 2]


class TestLogbook:
    def test_how_long_moves_took_is_kept_of_the_first_games_only(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(arenas, "TIMED", 2)
        book = open_book(tmp_path)
        played = list(book.go_on(deals=1))
        assert [any(result.times) for result in played] == [True] * 2 + [False] * 4
        assert open_book(tmp_path).results == book.results
        monkeypatch.setattr(arenas, "TIMED", 3)
        with pytest.raises(MatchwoodError, match=r"^Line 4 of"):
            open_book(tmp_path)
        monkeypatch.setattr(arenas, "TIMED", 0)
        assert open_book(tmp_path).results == book.results, "those of a larger number are read"

    def test_a_game_is_in_the_file_as_soon_as_it_is_over(self, tmp_path: Path) -> None:
        games = open_book(tmp_path).go_on(deals=1)
        for lines in range(2, 5):
            next(games)
            assert len((tmp_path / GAMES).read_text("utf-8").splitlines()) == lines

    def test_an_arena_goes_on_where_it_was_left(self, tmp_path: Path) -> None:
        left = list(islice(open_book(tmp_path / "a").go_on(deals=2), 4))
        again = open_book(tmp_path / "a")
        assert list(again.results.values()) == left
        rest = list(again.go_on(deals=2))
        assert [result.fixture.number for result in rest] == list(range(4, 12))
        straight = open_book(tmp_path / "b")
        assert [(result.fixture, result.shares, result.moves) for result in left + rest] == [
            (result.fixture, result.shares, result.moves) for result in straight.go_on(deals=2)
        ]
        assert list(open_book(tmp_path / "a").go_on(deals=2)) == []

    def test_more_games_can_be_asked_for_later(self, tmp_path: Path) -> None:
        list(open_book(tmp_path).go_on(deals=1))
        assert len(list(open_book(tmp_path).go_on(deals=3))) == 12

    def test_a_line_that_was_torn_off_is_played_again(self, tmp_path: Path) -> None:
        list(open_book(tmp_path).go_on(deals=1))
        path = tmp_path / GAMES
        whole = path.read_bytes()
        path.write_bytes(whole[:-5])
        book = open_book(tmp_path)
        assert path.read_bytes() == whole[:-5], "looking changes nothing"
        assert [result.fixture.number for result in book.go_on(deals=1)] == [5]
        assert len(open_book(tmp_path).results) == 6

    def test_a_game_that_was_noted_twice_counts_once(self, tmp_path: Path) -> None:
        list(open_book(tmp_path).go_on(deals=1))
        with (tmp_path / GAMES).open("a", encoding="utf-8") as file:
            file.write("0,0,random twin,0.5 0.5,0,|\n")
        book = open_book(tmp_path)
        assert len(book.results) == 6
        assert book.results[0].moves > 0

    @pytest.mark.parametrize(
        "line",
        [
            *("", "nonsense", "0,0,random twin,1 0,0", "0,0,random twin,1 0,0,|,"),
            *("0,0,twin random,1 0,0,|", "0,1,random twin,1 0,0,|", "-1,-1,x,1 0,0,|"),
            *("0,0,random twin,1 1,0,|", "0,0,random twin,2 -1,0,|", "0,0,random twin,nan 0,0,|"),
            *("0,0,random twin,1,0,|", "0,0,random twin,1 0,0,", "0,0,random twin,1 0,3,0.1×2|"),
            *("0,0,random twin,1 0,2,0.1x2|", '0,0,"random twin,1 0,0,|', "\udcff"),
        ],
    )
    def test_a_line_that_is_no_game_is_refused(self, tmp_path: Path, line: str) -> None:
        open_book(tmp_path)
        lines = (",".join(COLUMNS), "0,0,random twin,1 0,0,|", line)
        text = "".join(f"{each}\n" for each in lines)
        (tmp_path / GAMES).write_bytes(text.encode("utf-8", "surrogateescape"))
        with pytest.raises(MatchwoodError, match=r"^Line 3 of “.+games\.csv” is no game of this"):
            open_book(tmp_path)

    def test_a_file_of_other_columns_is_refused(self, tmp_path: Path) -> None:
        open_book(tmp_path)
        (tmp_path / GAMES).write_text("game,seats\n", encoding="utf-8")
        with pytest.raises(MatchwoodError, match=r"^Line 1 of"):
            open_book(tmp_path)

    @pytest.mark.parametrize(
        ("others", "told"),
        [
            ({"who": THREE[:2]}, r"\(bots “random, twin, other”, not “random, twin”\)"),
            ({"players": 3}, r"\(options “players=2 .+”, not “players=3 .+”\)"),
        ],
    )
    def test_other_settings_in_the_same_folder_are_refused(
        self, tmp_path: Path, others: dict[str, object], told: str
    ) -> None:
        open_book(tmp_path)
        with pytest.raises(MatchwoodError, match=f"arena of other settings {told}; choose another"):
            open_book(tmp_path, **others)

    def test_another_game_and_another_seed_are_other_settings(self, tmp_path: Path) -> None:
        open_book(tmp_path)
        for arena in (
            Arena(small().variant, THREE, "another seed"),
            Arena(load("connect-four"), THREE, "a seed"),
        ):
            with pytest.raises(MatchwoodError, match="other settings"):
                Logbook(tmp_path, arena)

    @pytest.mark.parametrize("noted", [7, None])
    def test_an_arena_of_other_rules_is_refused_and_stays_as_it_is(
        self, tmp_path: Path, noted: int | None
    ) -> None:
        open_book(tmp_path)
        settings = json.loads((tmp_path / SETTINGS).read_text(encoding="utf-8"))
        ours = settings.pop("rules")
        changed = json.dumps(settings if noted is None else {**settings, "rules": noted})
        (tmp_path / SETTINGS).write_text(changed, encoding="utf-8")
        told = f"holds an arena of version {noted} of the rules of .+, and this is version {ours};"
        with pytest.raises(MatchwoodError, match=told):
            open_book(tmp_path)
        assert (tmp_path / SETTINGS).read_text(encoding="utf-8") == changed

    def test_what_other_code_has_played_is_read_and_nothing_is_added(self, tmp_path: Path) -> None:
        played = list(open_book(tmp_path).go_on(deals=1))
        for noted in ("0123456789abcdef", None):
            note(tmp_path, code=noted)
            book = open_book(tmp_path)
            assert list(book.results.values()) == played
            assert list(book.go_on(deals=1)) == [], "nothing is missing"
            told = f"the code “{noted}”" if noted else "code that it does not name"
            with pytest.raises(MatchwoodError, match=f"holds an arena played by {told}, and this"):
                list(book.go_on(deals=2))
        assert list(open_book(tmp_path).results.values()) == played

    def test_who_knows_that_both_play_alike_can_note_it(self, tmp_path: Path) -> None:
        list(open_book(tmp_path).go_on(deals=1))
        note(tmp_path, code="0123456789abcdef")
        note(tmp_path, code=code_of(find_game("baguettes")))
        assert len(list(open_book(tmp_path).go_on(deals=2))) == small().games_per_deal

    def test_a_release_with_the_same_code_goes_on(self, tmp_path: Path) -> None:
        list(open_book(tmp_path).go_on(deals=1))
        note(tmp_path, matchwood="0.0.7")
        assert len(list(open_book(tmp_path).go_on(deals=2))) == small().games_per_deal

    def test_a_line_that_was_cut_short_is_cut_off_in_place(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Whoever is killed while a file is written anew has lost all of it."""
        list(open_book(tmp_path).go_on(deals=1))
        file = tmp_path / GAMES
        whole = file.read_bytes()
        file.write_bytes(whole + b"6,1,random tw")
        monkeypatch.setattr(Path, "write_bytes", None)
        monkeypatch.setattr(Path, "write_text", None)
        list(islice(open_book(tmp_path).go_on(deals=2), 1))
        assert file.read_bytes().startswith(whole + b"6,1,random twin,")

    @pytest.mark.parametrize("settings", ["", "{", "7", '"text"', "[1]", "\udcff"])
    def test_broken_settings_are_refused(self, tmp_path: Path, settings: str) -> None:
        (tmp_path / SETTINGS).write_bytes(settings.encode("utf-8", "surrogateescape"))
        with pytest.raises(MatchwoodError, match=r"settings\.json” cannot be read; choose another"):
            open_book(tmp_path)

    def test_games_without_settings_are_refused(self, tmp_path: Path) -> None:
        (tmp_path / GAMES).touch()
        with pytest.raises(MatchwoodError, match=r"has games\.csv but no settings\.json"):
            open_book(tmp_path)

    def test_a_folder_that_cannot_be_written_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        for folder in (tmp_path / "file", tmp_path / "file" / "below"):
            with pytest.raises(MatchwoodError, match=r"^The folder “.+” cannot be used: .+\.$"):
                open_book(folder)

    def test_settings_say_what_is_played(self, tmp_path: Path) -> None:
        open_book(tmp_path)
        settings = json.loads((tmp_path / SETTINGS).read_text("utf-8"))
        assert settings["game"] == "baguettes"
        assert settings["bots"] == list(THREE)
        assert settings["options"]["size"] == "2x2x2"


@st.composite
def results(draw: Callable[..., object]) -> Iterator[Result]:
    seconds = st.floats(0, 100).map(rounded)
    times = tuple(draw(st.dictionaries(seconds, st.integers(1, 99))) for _ in range(3))
    won = draw(st.sets(st.integers(0, 2), min_size=1))
    shares = tuple(1 / len(won) if seat in won else 0.0 for seat in range(3))
    fixture = small(3).fixture(draw(st.integers(0, 1000)))
    return Result(fixture, shares, sum(sum(seat.values()) for seat in times), times)


@given(results())
def test_a_result_reads_back_as_it_was_written(result: Result) -> None:
    read = _result(small(3), list(map(str, _cells(result))))
    assert read.shares == pytest.approx(result.shares)
    assert (read.fixture, read.moves, read.times) == (result.fixture, result.moves, result.times)
