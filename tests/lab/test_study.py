"""Studies: what is asked, when it is answered, what is told, and how a study goes on."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood import MatchwoodError, Variant, game_names, load
from matchwood.cli import main
from matchwood.engine.rng import below, new_generator
from matchwood.lab import findings, study
from matchwood.lab import games as one_game
from matchwood.lab.findings import (
    NUMBERS,
    PAGE,
    REPORT,
    Findings,
    Summary,
    read_summary,
    write_findings,
)
from matchwood.lab.games import NOBODY, play
from matchwood.lab.parallel import HERE, Place
from matchwood.lab.results import GAMES
from matchwood.lab.stats import mean_of, reach, values_needed
from matchwood.lab.study import Desk, Study, other_options
from tests.support.variants import every_variant

SMALL = {"size": "2x2x2", "sticks": 2}
FOREVER = 1e6
LEVELS = ("random", "easy")


@pytest.fixture(autouse=True)
def small_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "PILOT", 4)
    monkeypatch.setattr(study, "TOLD_AT_RANDOM", 4)
    monkeypatch.setattr(study, "other_options", lambda variant: [{"sticks": 1}])


def small(within: float = 0.2, **options: object) -> Study:
    return Study(load("baguettes", **{**SMALL, **options}), LEVELS, within, "s")


def told(desk: Desk) -> dict[str, Any]:
    return {
        each.question.name: (dict(sorted(each.accounts.items())), each.values.tolist())
        for each in desk.answers
        if each.deals
    }


class TestIntervals:
    def test_a_mean_lies_in_its_interval_and_more_values_make_it_shorter(self) -> None:
        few, many = mean_of(np.array([0, 1] * 20)), mean_of(np.array([0, 1] * 200))
        assert few.low < many.low < 0.5 < many.high < few.high
        assert reach(many) == pytest.approx(1.96 * 0.5 / 400**0.5, rel=0.01)

    def test_a_clean_sweep_is_no_proof(self) -> None:
        swept = mean_of(np.ones(20))
        assert swept.value == swept.high == 1
        assert 0.7 < swept.low < 0.95

    def test_values_that_vary_less_need_fewer(self) -> None:
        assert values_needed(np.array([0, 1] * 50), 0.01) > 9000
        assert values_needed(np.array([0.4, 0.6] * 50), 0.01) < 1000

    @pytest.mark.slow
    def test_nineteen_of_twenty_intervals_hold_the_truth(self) -> None:
        chance = np.random.default_rng(1)
        games = chance.random((1000, 300)) < 0.53
        found = [mean_of(row.astype(float)) for row in games]
        assert 0.93 < np.mean([each.low <= 0.53 <= each.high for each in found]) < 0.97


class TestAccounts:
    def test_a_game_is_told_as_it_was_played(self) -> None:
        variant = load("baguettes", **SMALL)
        seats = ("random", "random")
        account = play(variant, seats, "a deal", "s", 3)
        position = variant.new("a deal")
        assert account.starter == position.to_move
        assert account.ended
        assert sum(account.shares) == 1
        assert sum(account.habits.values()) == account.plies
        assert ("random", account.opening) in account.habits
        assert account == play(variant, seats, "a deal", "s", 3)
        assert account != play(variant, seats, "a deal", "s", 4)

    def test_a_game_that_is_too_long_is_broken_off(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Variant, "longest", 3)
        account = play(load("baguettes", **SMALL), ("random", "random"), "a deal", "s", 0)
        assert (account.ended, account.plies, account.shares) == (False, 3, (0.5, 0.5))

    @pytest.mark.parametrize(
        ("leaders", "winner", "changes", "decided"),
        [
            ([NOBODY, 0, 0, 0, 0], 0, 0, 0.25),
            ([NOBODY, 0, 1, 0, 0], 0, 2, 0.75),
            ([NOBODY, 1, 1, 1, 0], 0, 1, 1.0),
            ([NOBODY, 0, 0, 1, 1], NOBODY, 1, 1.0),
            ([NOBODY], 0, 0, 1.0),
        ],
    )
    def test_leads_are_counted_and_the_game_settled_when_the_winner_leads_for_good(
        self, leaders: list[int], winner: int, changes: int, decided: float
    ) -> None:
        assert one_game._changes(leaders) == changes
        assert one_game._decided(leaders, winner) == decided

    def test_partners_lead_together(self) -> None:
        variant = load("baguettes", players=4, teams=True, **SMALL)
        account = play(variant, ("random",) * 4, "a deal", "s", 0)
        assert account.leads >= 0
        assert one_game._winner(variant, (0.5, 0, 0.5, 0)) == 0

    @every_variant
    def test_every_legal_move_has_a_kind(self, variant: Variant) -> None:
        position, generator = variant.new(1), new_generator(1)
        for _ in range(60):
            if position.over:
                break
            for move in position.legal_moves():
                kind = one_game.kind_of(variant, position.state, move)
                assert 3 < len(kind) < 40
                assert ":" not in kind
                assert "|" not in kind
            actions = position.legal_actions()
            position.play_action(int(actions[below(generator, len(actions))]))


class TestQuestions:
    @pytest.mark.parametrize("name", game_names())
    def test_options_that_are_compared_can_be_played(self, name: str) -> None:
        variant = load(name)
        for options in other_options(variant):
            other = variant.game.variant({**variant.options, **options})
            assert other.options != variant.options

    def test_what_does_not_go_together_is_not_compared(self) -> None:
        teams = load("baguettes", players=4, teams=True)
        assert all(options.get("players", 4) == 4 for options in other_options(teams))

    def test_a_study_asks_of_each_level_each_step_and_each_option(self) -> None:
        names = [question.name for question in small().questions]
        assert names == ["random", "random, told", "easy", "easy v random", "sticks=1"]

    @pytest.mark.parametrize(
        ("settings", "sentence"),
        [
            ((("easy", "nobody"), 0.1), "There is no bot “nobody”"),
            ((("easy", "easy"), 0.1), "names each level once"),
            ((("easy",), 0.0), "more than 0 and less than 50 %, not 0"),
            ((("easy",), 0.7), "more than 0 and less than 50 %, not 70"),
        ],
    )
    def test_what_cannot_be_studied_is_refused(
        self, settings: tuple[tuple[str, ...], float], sentence: str
    ) -> None:
        with pytest.raises(MatchwoodError, match=sentence):
            Study(load("connect-four"), *settings, "s")

    def test_more_than_usual_is_asked_of_hard_bots_only(self) -> None:
        levels = ("random", "easy", "medium", "hard")
        usual, sharp, rough = (
            {
                question.name: question.within
                for question in Study(load("baguettes", **SMALL), levels, within, "s").questions
            }
            for within in (0.01, 0.005, 0.02)
        )
        assert (usual["hard"], sharp["hard"], rough["hard"]) == (0.01, 0.005, 0.02)
        assert usual | {"hard": 0.005} == sharp
        assert rough["easy"] == 2 * (usual["easy"] or 0)


class TestDesk:
    def test_of_many_games_only_the_first_are_told_of(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        Desk(tmp_path / "all", small()).go_on(HERE, FOREVER)
        monkeypatch.setattr(study, "MOST_TOLD", 2)
        Desk(tmp_path / "few", small()).go_on(HERE, FOREVER)
        every, few = (Desk(tmp_path / name, small()) for name in ("all", "few"))
        for fully, briefly in zip(every.answers, few.answers, strict=True):
            if not fully.question.compiled:
                games = fully.games
                assert briefly.values.tolist() == fully.values.tolist()
                assert briefly.told == games[:2]
                assert briefly.games[2:] == [game.in_short() for game in games[2:]]
        assert "How games go is told of the first" in Findings(few).markdown([], str)
        assert "How games go is told of the first" not in Findings(every).markdown([], str)

    def test_it_stops_when_the_intervals_are_reached(self, tmp_path: Path) -> None:
        desk = Desk(tmp_path, small())
        assert desk.go_on(HERE, FOREVER)
        for each in desk.answers:
            found, within = each.estimate, each.question.within
            assert found is not None
            assert within is None or reach(found) <= within
        assert Desk(tmp_path, small()).go_on(HERE, FOREVER)

    def test_stopped_anywhere_it_goes_on_to_the_same_end(self, tmp_path: Path) -> None:
        whole = Desk(tmp_path / "whole", small())
        whole.go_on(HERE, FOREVER)
        steps = 0
        while not (desk := Desk(tmp_path / "parts", small())).go_on(HERE, seconds=0):
            steps += 1
            assert steps < 1000
            if steps == 5:
                desk.go_on(HERE, FOREVER)
        assert steps >= 5
        again = Desk(tmp_path / "whole", small())
        again.go_on(HERE, FOREVER)
        parts = Desk(tmp_path / "parts", small())
        parts.go_on(HERE, FOREVER)
        assert told(again).keys() == told(parts).keys() == told(whole).keys()
        for name, (games, values) in told(whole).items():
            kept = told(again)[name]
            assert kept[1] == told(parts)[name][1] == values
            assert kept[0] == told(parts)[name][0] == games

    @pytest.mark.slow
    def test_on_all_cores_it_finds_the_same(self, tmp_path: Path) -> None:
        desks = [Desk(tmp_path / name, small()) for name in ("one", "two")]
        desks[0].go_on(HERE, FOREVER)
        desks[1].go_on(Place(cores=2), FOREVER)
        one, two = map(told, desks)
        assert {name: values for name, (_, values) in one.items()} == {
            name: values for name, (_, values) in two.items()
        }

    def test_another_study_is_refused(self, tmp_path: Path) -> None:
        Desk(tmp_path, small())
        with pytest.raises(MatchwoodError, match="holds a study of other settings"):
            Desk(tmp_path, small(sticks=3))

    def test_a_line_that_is_no_game_is_refused(self, tmp_path: Path) -> None:
        Desk(tmp_path, small()).go_on(HERE, FOREVER)
        with (tmp_path / GAMES).open("a") as file:
            file.write("easy,1,nonsense\n")
        with pytest.raises(MatchwoodError, match="is no game of this study"):
            Desk(tmp_path, small())


class TestFindings:
    def test_the_report_stands_alone(self, tmp_path: Path) -> None:
        desk = Desk(tmp_path, small())
        desk.go_on(HERE, FOREVER)
        headline = write_findings(desk)
        report = (tmp_path / REPORT).read_text("utf-8")
        page = (tmp_path / PAGE).read_text("utf-8")
        assert report.splitlines()[2] == headline
        assert "All intervals that were asked for are reached." in report
        for heading in ("first seat", "How a game goes", "Luck and skill", "options do", "better"):
            assert re.search(f"^## .*{heading}", report, re.MULTILINE), heading
        for source in re.findall(r"\((\S+\.svg)\)", report):
            assert (tmp_path / source).exists()
        sources = re.findall(r'src="([^"]+)"', page)
        assert sources
        assert all(source.startswith("data:image/svg+xml;base64,") for source in sources)
        assert "<script" not in page
        assert page.count("<table>") >= 5
        head, *rows = csv.reader((tmp_path / NUMBERS).read_text("utf-8").splitlines())
        assert {len(row) for row in rows} == {len(head)}
        assert [row[0] for row in rows] == [each.question.name for each in desk.answers]
        drawing = (tmp_path / "first-seat.svg").read_text("utf-8")
        assert drawing.startswith("<svg")
        assert ">easy<" in drawing
        assert len((tmp_path / NUMBERS).read_text("utf-8").splitlines()) == 6

    def test_its_summary_is_read_without_the_games(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(findings, "JUDGE", "easy")
        assert read_summary(tmp_path) is None
        desk = Desk(tmp_path, small())
        write_findings(desk)
        assert read_summary(tmp_path) == Summary(Findings(desk).headline(), None, 0)
        desk.go_on(HERE, FOREVER)
        headline = write_findings(desk)
        (tmp_path / GAMES).unlink()
        summary = read_summary(tmp_path)
        assert summary is not None
        starter = Findings(desk).first["easy"]
        assert summary.headline == headline
        assert summary.deals == starter.deals
        assert astuple(summary.starter) == pytest.approx(astuple(starter.estimate), abs=1e-5)

    def test_what_was_not_reached_is_told(self, tmp_path: Path) -> None:
        desk = Desk(tmp_path, small(within=0.01))
        assert not desk.go_on(HERE, seconds=0)
        write_findings(desk)
        report = (tmp_path / REPORT).read_text("utf-8")
        assert "Not all intervals are as short as asked for" in report
        assert "sticks=1 was not begun" in report
        while desk.answers[2].deals < 4:
            desk.go_on(HERE, seconds=0)
        write_findings(desk)
        report = (tmp_path / REPORT).read_text("utf-8")
        assert "± 2.0 % was wanted" in report

    def test_before_the_first_game_it_says_so(self, tmp_path: Path) -> None:
        assert "nothing was played" in Findings(Desk(tmp_path, small())).headline()

    def test_games_that_were_only_told_say_nothing_of_who_starts(self, tmp_path: Path) -> None:
        desk = Desk(tmp_path, small())
        desk.answers[1].accounts[0] = small().questions[1].play(0)
        assert "what it is worth to start is not known yet, after so few games." in write_findings(
            desk
        )

    @given(games=st.sampled_from([40, 4000]), part=st.floats(0, 1))
    def test_starting_is_told_to_help_only_where_that_is_clear(
        self, games: int, part: float
    ) -> None:
        wins = round(games * part)
        found = mean_of(np.array([1.0] * wins + [0.0] * (games - wins)))
        made = object.__new__(Findings)
        made.__dict__ |= {"variant": load("baguettes", **SMALL), "study": small()}
        fake = {"estimate": found, "deals": games, "question": small().questions[2]}
        answers = type("Told", (), fake)()
        made.first = {"easy": answers}
        sentence = made._starting()
        clear = not found.low <= 0.5 <= found.high
        assert ("makes no difference" in sentence) == (not clear and games == 4000)
        assert ("is not known yet" in sentence) == (not clear and games == 40)
        assert ("starting helps:" in sentence) == (clear and wins > games / 2)
        assert ("starting hurts:" in sentence) == (clear and wins < games / 2)


class TestCommand:
    @pytest.fixture
    def run(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> Callable[..., tuple[int, str, str]]:
        monkeypatch.chdir(tmp_path)
        words = ("study", "baguettes", "--size", "2x2x2", "--sticks", "2", "--cores", "1")

        def type_in(*more: str) -> tuple[int, str, str]:
            return main((*words, "--levels", "random,easy", *more)), *capsys.readouterr()

        return type_in

    def test_what_was_found_is_told_and_where_it_stands(
        self, run: Callable[..., tuple[int, str, str]], tmp_path: Path
    ) -> None:
        code, out, err = run("--within", "20")
        assert (code, err) == (0, "")
        assert out.startswith("Baguettes, 2 players, size 2x2x2, sticks 2: ")
        folder = Path("studies") / "baguettes_players-2_size-2x2x2_sticks-2"
        assert f"The report: {folder / REPORT} and {folder / PAGE}" in out

    def test_when_the_time_is_up_it_says_so(self, run: Callable[..., tuple[int, str, str]]) -> None:
        code, out, _ = run("--minutes", "1e-9", "--out", "here")
        assert code == 0
        assert "The time is up before all intervals were reached" in out

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            (("--minutes", "0"), "A study takes more than 0 minutes, not 0."),
            (("--within", "0"), "An interval reaches more than 0 and less than 50 %, not 0."),
            (("--levels", "random,nobody"), "There is no bot “nobody”"),
            (("--cores", "0"), "Work takes 1 core or more, not 0."),
        ],
    )
    def test_what_cannot_be_done_is_refused_in_one_sentence(
        self, run: Callable[..., tuple[int, str, str]], words: tuple[str, ...], sentence: str
    ) -> None:
        code, out, err = run(*words)
        assert (code, out) == (2, "")
        assert sentence in err
        assert err.count("\n") == 1
