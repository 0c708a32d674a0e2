"""Many games between bots: what they are, what is told of them, and how they go on."""

from __future__ import annotations

import builtins
import re
import threading
from collections import Counter
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import matchwood
from matchwood import BadOption, BadSeed, MatchwoodError, UnknownBot, bots, load, simulate
from matchwood.bots import choose
from matchwood.cli import main
from matchwood.engine.rng import KEY_WORDS, STATE_WORDS, below
from matchwood.lab import plans, public
from matchwood.lab.plans import Plan, Played
from matchwood.lab.public import Simulation
from matchwood.lab.results import GAMES

SMALL = {"size": "2x2x2", "sticks": 2}
TWO = ("easy", "random")


def small(games: Any = 8, **how: Any) -> Simulation:
    settings: dict[str, Any] = {"bots": TWO, "cores": 1, "seed": "s", **SMALL, **how}
    return simulate("baguettes", games=games, **settings)


def alike(one: Simulation, other: Simulation) -> bool:
    return all(
        np.array_equal(values, other.columns()[name]) for name, values in one.columns().items()
    )


class TestGames:
    def test_every_deal_is_played_in_every_seating(self) -> None:
        found = simulate("baguettes", players=3, bots=("easy", "random", "greedy"), games=6,
                         cores=1, **SMALL)  # fmt: skip
        first, second = found.seeds[:3], found.seeds[3:]
        assert len(set(first)) == len(set(second)) == 1
        assert first != second
        for seat in found.seats[:3].T:
            assert set(seat) == {"easy", "random", "greedy"}
        assert (found.seats[:3] == found.seats[3:]).all()

    def test_equal_bots_need_no_other_seating(self) -> None:
        assert small(3, bots="easy").seeds == small(6).seeds[::2]

    def test_bots_that_stay_have_a_deal_for_every_game(self) -> None:
        found = small(3, exchange=False)
        assert found.seats.tolist() == [list(TWO)] * 3
        assert found.seeds == small(6).seeds[::2]

    def test_more_games_change_none_of_those_before(self) -> None:
        few, many = small(4), small(9)
        assert len(many) == 9
        assert (many.shares[:4] == few.shares).all()
        assert (many.plies[:4] == few.plies).all()

    def test_without_a_seed_other_games_are_played_each_time(self) -> None:
        one, other = small(4, seed=None), small(4, seed=None)
        assert one.seeds != other.seeds
        assert alike(small(4, seed=one.plan.seed), one)
        assert one.seeds != small(4, seed="None").seeds

    def test_a_master_plays_one_game_after_the_other_on_the_cores_of_the_simulation(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = list[tuple[int, int | None]]()

        def quickly(level: str, *others: Any, cores: int | None) -> int:
            asked.append((threading.get_ident(), cores))
            return choose("random", *others)

        monkeypatch.setattr(bots, "choose", quickly)
        small(3, bots="master", cores=2)
        assert set(asked) == {(threading.get_ident(), 2)}

    @pytest.mark.parametrize("cores", [2, 3])
    def test_on_several_cores_the_same_games_are_played(self, cores: int) -> None:
        assert alike(small(9, cores=cores), small(9))
        assert alike(small(700, bots="random", cores=cores), small(700, bots="random"))

    @pytest.mark.parametrize("games", [1, 2, 63, 64, 65, 300, 1000])
    def test_only_those_games_are_played_that_were_asked_for(
        self, games: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        played = list[int]()
        play = Plan.play

        def watch(plan: Plan, numbers: np.ndarray, cores: int | None = None) -> Played:
            played.extend(numbers.tolist())
            return play(plan, numbers, cores)

        monkeypatch.setattr(Plan, "play", watch)
        found = small(games, bots="random", cores=2)
        assert sorted(played) == list(range(games)) == found.played.games.tolist()

    def test_the_bar_counts_the_games_that_were_asked_for(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        counted = list[int]()

        @contextmanager
        def counting(what: str, total: int, shown: bool | None) -> Any:
            counted.append(-total)
            yield counted.append

        monkeypatch.setattr(public, "counting", counting)
        small(1000, bots="random", folder=tmp_path)
        assert sum(counted) == 0
        small(1001, bots="random", folder=tmp_path)
        assert sum(counted) == 0

    @pytest.mark.parametrize("name", matchwood.game_names())
    def test_random_games_are_those_that_python_plays(self, name: str) -> None:
        variant = load(name)
        found = simulate(variant, games=2, seed="x", cores=1)
        for game in range(2):
            position = variant.new(found.seeds[game])
            assert position.to_move == found.starters[game]
            generator = found.plan.words(np.array([game]))[0, KEY_WORDS:][:STATE_WORDS]
            while not position.over:
                actions = position.legal_actions()
                position.play_action(int(actions[below(generator, len(actions))]))
            assert len(position.history) == found.plies[game]
            assert position.winners == np.flatnonzero(found.winners[game]).tolist()
            tally = variant.game.words.tally(matchwood.engine.language.ENGLISH, position.document)
            if variant.game.study is not None:
                assert [int(points) for points, _ in tally] == found.scores[game].tolist()

    def test_no_two_deals_are_alike_and_none_hangs_on_the_others(self) -> None:
        plan = simulate("connect-four", games=1, cores=1).plan
        numbers = np.array([0, 1, 2**32 - 1, 2**32, 2**32 + 1, 2**40])
        seeds = plan.seeds_of(numbers)
        assert len(set(seeds)) == len(numbers)
        assert seeds == [seed for number in numbers for seed in plan.seeds_of(np.array([number]))]

    @given(players=st.sampled_from([2, 3, 4]), teams=st.booleans())
    def test_points_are_those_that_players_are_told(self, players: int, teams: bool) -> None:
        variant = load("baguettes", players=players, teams=teams and players == 4)
        position, states = variant.new(1), []
        while not position.over:
            states.append(position.state.tobytes())
            counts = variant.game.study
            assert counts is not None
            [points] = counts.scores(np.frombuffer(states[-1], variant.blank.dtype))
            tally = variant.game.words.tally(matchwood.engine.language.ENGLISH, position.document)
            assert [int(number) for number, _ in tally] == points.tolist()
            position.play_action(
                int(position.legal_actions()[len(states) % len(position.legal_actions())])
            )

    def test_a_game_that_finds_no_end_is_shared(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(matchwood.Variant, "longest", 2)
        assert (small(2).shares == 0.5).all()
        assert (small(2).plies == 2).all()


class TestColumns:
    def test_a_frame_has_a_row_for_each_game(self) -> None:
        found = small(5)
        pandas, polars = found.to_pandas(), found.to_polars()
        assert list(pandas.columns) == polars.columns == [
            *("game", "seed", "starter", "plies", "winners"),
            *("bot_0", "bot_1", "share_0", "share_1", "score_0", "score_1"),
        ]  # fmt: skip
        assert pandas["bot_0"].tolist() == found.seats[:, 0].tolist()
        assert polars["score_1"].to_list() == found.scores[:, 1].tolist()
        assert set(pandas["winners"]) <= {"0", "1", "0 1"}

    def test_what_each_bot_won_is_summed_up(self) -> None:
        found = small(6)
        won: Counter[str] = Counter()
        for game, row in enumerate(found.shares):
            for seat, share in enumerate(row):
                won[found.seats[game, seat]] += share / 6
        assert found.won == pytest.approx(dict(won))
        assert re.fullmatch(r"<6 games of baguettes: easy [\d.]+ %, random [\d.]+ %>", repr(found))

    def test_without_the_library_the_sentence_says_how_to_get_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        found, load_module = small(2), builtins.__import__

        def missing(name: str, *rest: Any) -> Any:
            if name.startswith("pandas"):
                raise ImportError
            return load_module(name, *rest)

        monkeypatch.setattr("importlib.import_module", missing)
        with pytest.raises(MatchwoodError) as refused:
            found.to_pandas()
        assert str(refused.value) == (
            "This needs pandas, which is not installed; “pip install 'matchwood[frames]'” "
            "installs it."
        )


class TestFolder:
    def test_what_was_stopped_goes_on(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run, asked = plans.run, list[int]()

        def impatient(*work: Any) -> Any:
            yield from islice(run(*work), 2)
            raise KeyboardInterrupt

        monkeypatch.setattr(plans, "run", impatient)
        with pytest.raises(KeyboardInterrupt):
            small(9, folder=tmp_path)

        def watch(play: Any, chunks: Any, place: Any) -> Any:
            asked.extend(np.concatenate(chunks).tolist() if chunks else ())
            return run(play, chunks, place)

        monkeypatch.setattr(plans, "run", watch)
        found = small(9, folder=tmp_path)
        assert asked == [2, 3, 4, 5, 6, 7, 8]
        assert alike(found, small(9))
        asked.clear()
        assert alike(small(9, folder=tmp_path), found)
        assert not asked

    @pytest.mark.parametrize("level", ["random", "easy"])
    def test_games_that_are_there_are_not_played_again_whichever_they_are(
        self, tmp_path: Path, level: str
    ) -> None:
        found = small(12, bots=level, folder=tmp_path)
        head, *lines = (tmp_path / GAMES).read_text("utf-8").splitlines(keepends=True)
        (tmp_path / GAMES).write_text(head + "".join(lines[::-3]), "utf-8")
        assert alike(small(12, bots=level, folder=tmp_path), found)
        assert len((tmp_path / GAMES).read_text("utf-8").splitlines()) == 13

    def test_a_line_that_was_cut_short_is_played_again(self, tmp_path: Path) -> None:
        found = small(8, folder=tmp_path)
        file = tmp_path / GAMES
        file.write_bytes(file.read_bytes()[:-3])
        assert alike(small(8, folder=tmp_path), found)

    def test_random_games_are_kept_too(self, tmp_path: Path) -> None:
        found = simulate("connect-four", games=10, folder=tmp_path, cores=1)
        assert alike(simulate("connect-four", games=10, folder=tmp_path, cores=1), found)

    def test_another_simulation_is_refused(self, tmp_path: Path) -> None:
        small(2, folder=tmp_path)
        with pytest.raises(MatchwoodError, match=r"holds a simulation of other settings \(seed"):
            small(2, folder=tmp_path, seed="other")

    def test_a_line_that_is_no_game_is_refused(self, tmp_path: Path) -> None:
        small(2, folder=tmp_path)
        with (tmp_path / GAMES).open("a") as file:
            file.write("9,random easy,0,5,1 1,2 2\n")
        with pytest.raises(MatchwoodError, match="is no game of this simulation"):
            small(2, folder=tmp_path)

    def test_a_folder_without_settings_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / GAMES).touch()
        with pytest.raises(MatchwoodError, match=r"has games\.csv but no settings\.json"):
            small(2, folder=tmp_path)


class TestRefusals:
    def test_bots_that_do_not_fit_the_table_are_refused(self) -> None:
        with pytest.raises(MatchwoodError, match="There are 2 seats; name one bot for each or one"):
            small(bots=("easy", "easy", "easy"))
        with pytest.raises(UnknownBot, match="There is no bot “eazy”"):
            small(bots=("eazy", "random"))

    def test_no_games_are_refused(self) -> None:
        for none in (0, -1, 2.5, "5", True):
            with pytest.raises(MatchwoodError, match=f"has 1 game or more, not {none}"):
                small(none)

    def test_a_seed_is_one_of_a_game(self) -> None:
        for wrong in (1.5, True, "", b"short", [1]):
            with pytest.raises(BadSeed, match=r"^A seed "):
                small(2, seed=wrong)
        assert alike(small(2, seed=np.int64(7)), small(2, seed="7"))
        assert alike(small(2, seed=bytes(32)), small(2, seed=bytes(32).hex()))

    def test_options_are_those_of_the_game(self) -> None:
        with pytest.raises(BadOption):
            simulate("colorfox", size=3)
        with pytest.raises(MatchwoodError, match="takes no further options"):
            simulate(load("colorfox"), players=3)


class TestCommand:
    def test_what_each_bot_won_is_shown_and_kept(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(tmp_path)
        words = ("simulate", "connect-four", "--bots", "random,greedy", "--games", "6")
        assert main((*words, "--cores", "1")) == 0
        out, err = capsys.readouterr()
        assert err == ""
        assert "│ greedy" in out
        assert "6 games, " in out
        assert (tmp_path / "simulations" / "connect-four_players-2_random-greedy" / GAMES).exists()

    def test_stopped_it_says_how_to_go_on(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def stop(*work: Any) -> Any:
            raise KeyboardInterrupt

        monkeypatch.setattr(plans, "run", stop)
        words = ("simulate", "connect-four", "--games", "6", "--out", str(tmp_path / "here"))
        assert main(words) == 130
        assert "the same command goes on from there" in capsys.readouterr().out.replace("\n", " ")
