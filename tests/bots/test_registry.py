"""Anyone's bots: how they are found, and what happens if they do not do what bots do."""

from __future__ import annotations

import json
import logging
import os
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import matchwood
from matchwood import MatchwoodError, UnknownBot, Variant, View, load, simulate
from matchwood.bots import choose, process, registry
from matchwood.bots.registry import BadBot, find_bot, name_bot, name_bots, read_bots
from matchwood.cli import main
from matchwood.engine.rng import new_generator
from matchwood.lab.results import SETTINGS
from matchwood.terminal.seats import read_seats
from tests.support.bots import any_move
from tests.support.variants import every_variant
from tests.support.waiting import wait_until

FILE = """
import os
import time

import matchwood


@matchwood.bot
def first(view, rng):
    return view.legal_moves()[0]


def any_move(view, rng):
    moves = view.legal_moves()
    return moves[int(rng.integers(len(moves)))]


def loud(view, rng):
    print("hello,\\nworld")
    os.write(2, b"and more")
    return view.legal_moves()[0]


def forks(view, rng):
    if os.fork() == 0:
        open(os.environ["MARK"] + str(os.getpid()), "w").close()
    return view.legal_moves()[0]


def forks_for_ever(view, rng):
    if os.fork() == 0:
        open(os.environ["MARK"] + str(os.getpid()), "w").close()
        time.sleep(3600)
    return view.legal_moves()[0]


def silent(view, rng):
    while True:
        pass


def nonsense(view, rng):
    return "castle"


def number(view, rng):
    return 4


def broken(view, rng):
    raise RuntimeError("out of\\nideas")


def leaves(view, rng):
    raise SystemExit


def dies(view, rng):
    os._exit(1)


size = 3
"""

IDEAS = FILE[: FILE.index("raise RuntimeError")].count("\n") + 1

Reports = Callable[[], list[str]]


@pytest.fixture(autouse=True)
def nobody_else(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "_bots", {})
    yield
    process.stop_all()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(FILE, "utf-8")
    return path


@pytest.fixture
def reports(caplog: pytest.LogCaptureFixture) -> Reports:
    caplog.set_level(logging.WARNING, "matchwood")
    return lambda: [record.getMessage() for record in caplog.records]


def played(bot: str, games: int = 2, **options: object) -> matchwood.Simulation:
    return simulate("connect-four", bots=[bot, "random"], games=games, cores=1, **options)  # type: ignore[arg-type]


class TestNames:
    def test_a_function_is_registered_by_its_name_or_another(self) -> None:
        @matchwood.bot
        def one(view: View, rng: np.random.Generator) -> str:
            return view.legal_moves()[0]

        @matchwood.bot("two")
        def other(view: View, rng: np.random.Generator) -> str:
            return view.legal_moves()[0]

        assert (one.name, other.name) == ("one", "two")
        assert find_bot("two") is other
        assert name_bots(["hard", one, any_move]) == ("hard", "one", "any_move")

    def test_whoever_defines_it_again_means_the_new_one(self) -> None:
        first, second = (registry.register(any_move, "mine") for _ in range(2))
        assert find_bot("mine") is second is not first

    @pytest.mark.parametrize("name", ["", "a bot", "a,b", "a:b", "1st", "x" * 33, "a|b"])
    def test_a_name_that_lists_and_files_could_not_hold_is_refused(self, name: str) -> None:
        with pytest.raises(BadBot, match="cannot be called"):
            registry.check_name(name)

    def test_the_names_of_ours_are_taken(self) -> None:
        with pytest.raises(BadBot, match="hard is a bot of ours; call yours otherwise"):
            matchwood.bot("hard")(any_move)

    def test_one_that_nobody_knows_is_refused_with_the_nearest(self) -> None:
        registry.register(any_move, "mine")
        with pytest.raises(UnknownBot, match=r"There is no bot “mime”.+Did you mean mine\?"):
            find_bot("mime")

    def test_a_bot_of_a_package_is_found_by_its_entry_point(
        self, monkeypatch: pytest.MonkeyPatch, file: Path
    ) -> None:
        point = registry.EntryPoint("theirs", f"{file}:any_move", registry.GROUP)
        monkeypatch.setattr(registry, "_points", lambda: {"theirs": point})
        assert "theirs" in registry.names_of_bots()
        assert len(played("theirs")) == 2

    def test_pickled_it_is_the_same_bot_here(self) -> None:
        bot = registry.register(any_move, "mine")
        assert pickle.loads(pickle.dumps(bot)) is bot
        registry._bots.clear()
        assert pickle.loads(pickle.dumps(bot)).name == "mine"
        assert find_bot("mine") is not None


class TestFunctions:
    def test_the_same_seed_gives_the_same_games(self) -> None:
        bot = registry.register(any_move, "mine")
        games = [played("mine", 4, seed=seed).plies.tolist() for seed in (1, 1, 2)]
        assert games[0] == games[1] != games[2]
        assert matchwood.arena("connect-four", bots=[bot, "random"], games=2).ranking

    @every_variant
    def test_it_plays_every_game_and_what_is_hidden_makes_no_difference(
        self, variant: Variant
    ) -> None:
        def by_document(view: View, rng: np.random.Generator) -> str:
            moves = view.legal_moves()
            return moves[sum(json.dumps(view.document).encode()) % len(moves)]

        registry.register(by_document, "mine")
        position = variant.new(3)
        for ply in range(6):
            if position.over:
                break
            other = position.observe(position.to_move).guess(ply)
            actions = [choose("mine", each, new_generator(1)) for each in (position, other)]
            assert actions[0] == actions[1]
            position.play_action(actions[0])

    @pytest.mark.parametrize(
        ("function", "told"),
        [
            (lambda view, rng: "castle", "failed: “castle” is no legal move; a random move"),
            (lambda view, rng: 4, "failed: a move is a text, and it returned int; a random move"),
            (lambda view, rng: 1 / 0, "failed: ZeroDivisionError: division by zero (test_regist"),
        ],
    )
    def test_one_that_fails_is_reported_once_and_plays_at_random(
        self, function: registry.Choose, told: str, reports: Reports
    ) -> None:
        registry.register(function, "mine")
        games = played("mine", 4)
        [report] = reports()
        assert report.startswith(f"The bot mine {told}")
        assert report.endswith("is played in its place.")
        assert alike(games, played("mine", 4))

    def test_one_that_does_not_answer_is_not_asked_again(self, reports: Reports) -> None:
        asked = []

        def silent(view: View, rng: np.random.Generator) -> str:
            asked.append(view)
            wait_until(lambda: len(reports()) > 1, "what never comes")
            return ""

        registry.register(silent, "mine").seconds = 0.1
        assert len(played("mine", 2)) == 2
        assert len(asked) == 1
        assert reports() == [
            "The bot mine failed: it did not answer within 0.1 seconds, and is not asked again; "
            "a random move is played in its place."
        ]
        registry.logger.warning("so the thread ends")


def alike(one: matchwood.Simulation, other: matchwood.Simulation) -> bool:
    return one.plies.tolist() == other.plies.tolist()


class TestFiles:
    def test_it_plays_as_its_function_would_here(self, file: Path) -> None:
        assert name_bot(f"{file}:any_move") == "any_move"
        theirs = played("any_move", 6)
        registry._bots.clear()
        registry.register(any_move)
        assert alike(theirs, played("any_move", 6))

    @pytest.mark.slow
    def test_on_several_cores_each_has_a_process(self, file: Path) -> None:
        name_bot(f"{file}:any_move")
        found = [
            simulate("connect-four", bots=["any_move", "random"], games=8, cores=cores)
            for cores in (1, 3)
        ]
        assert alike(*found)

    def test_a_file_that_registers_one_bot_needs_no_name(self, file: Path) -> None:
        assert read_bots(f"random, {file}") == ("random", "first")

    def test_an_edited_file_is_another_bot_when_it_is_named_again(self, file: Path) -> None:
        name_bot(str(file))
        first = find_bot("first")
        file.write_text(FILE.replace("legal_moves()[0]", "legal_moves()[-1]", 1), "utf-8")
        assert find_bot(name_bot(str(file))) is not first
        position = load("connect-four").new(1)
        assert choose("first", position, new_generator(1)) == 6
        assert not first.idle

    def test_two_of_the_same_name_are_refused(self, file: Path) -> None:
        other = file.with_name("other.py")
        other.write_text(FILE, "utf-8")
        assert name_bots([f"{file}:any_move", "easy", f"{file}:any_move"])[::2] == ("any_move",) * 2
        for two in ([f"{file}:any_move", f"{other}:any_move"], [f"{file}:any_move", any_move]):
            with pytest.raises(BadBot, match="Two bots are called any_move; call one otherwise"):
                name_bots(two)

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("bot", "told"),
        [
            ("nonsense", "failed: “castle” is no legal move; a random"),
            ("number", "failed: a move is a text, and it returned int; a random"),
            ("broken", f"failed: RuntimeError: out of ideas (mine.py, line {IDEAS}); a random"),
            ("leaves", "failed: SystemExit (mine.py, line "),
            ("dies", "failed: its process ended; a random"),
            ("loud", "printed “hello,”; what bots print is not shown"),
        ],
    )
    def test_whatever_it_does_is_reported_once_and_the_games_go_on(
        self, file: Path, bot: str, told: str, reports: Reports
    ) -> None:
        assert len(played(name_bot(f"{file}:{bot}"), 2)) == 2
        [report] = reports()
        assert report.startswith(f"The bot {bot} {told}")

    def test_one_that_does_not_answer_is_stopped_and_not_asked_again(
        self, file: Path, reports: Reports, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        name_bot(f"{file}:silent")
        bot, begun = find_bot("silent"), []
        bot.seconds = 0.1
        process_begins = process.BotProcess.__init__

        def begins(self: process.BotProcess, source: str, called: str) -> None:
            begun.append(source)
            process_begins(self, source, called)

        process.stop_idle(bot)
        monkeypatch.setattr(process.BotProcess, "__init__", begins)
        position = load("connect-four").new(1)
        for _ in range(2):
            assert choose("silent", position, new_generator(1)) in position.legal_actions()
        assert reports() == [
            "The bot silent failed: it did not answer within 0.1 seconds, and is not asked again; "
            "a random move is played in its place."
        ]
        assert begun == [bot.source]
        assert not process._running

    @pytest.mark.slow
    @pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
    @pytest.mark.parametrize("bot", ["forks", "forks_for_ever"])
    def test_what_it_begins_ends_with_it(
        self,
        file: Path,
        bot: str,
        tmp_path: Path,
        reports: Reports,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setenv("MARK", str(tmp_path / "mark"))
        position = load("connect-four").new(1)
        assert choose(name_bot(f"{file}:{bot}"), position, new_generator(1)) == 0
        assert reports() == [f"The bot {bot} began a process, which ends with it."]
        wait_until(lambda: bool([*tmp_path.glob("mark*")]), "the process that it began")
        [mark] = tmp_path.glob("mark*")
        process.stop_all()
        begun = Path("/proc") / mark.name.removeprefix("mark")
        wait_until(lambda: not begun.exists() or "Z" in state_of(begun), "its end")

    @pytest.mark.parametrize(
        ("content", "name", "sentence"),
        [
            ("def (", ":mine", "line 1 is no Python: invalid syntax."),
            ("x = 1\nfor", ":mine", "line 2 is no Python: invalid syntax."),
            (FILE, ":mien", "there is no mien in it."),
            (FILE, ":size", "size in it is no function."),
            ("1 / 0", ":mine", "ZeroDivisionError: division by zero (mine.py, line 1)."),
            ("raise SystemExit", ":mine", "SystemExit (mine.py, line 1)."),
            ("import os; os._exit(3)", ":mine", "its process ended."),
            ("", "", "it registers no bots; name one, as mine.py:mine."),
            (None, ":mine", "there is no such file."),
        ],
    )
    def test_a_file_that_has_no_bot_is_refused_in_one_sentence(
        self, tmp_path: Path, content: str | None, name: str, sentence: str
    ) -> None:
        path = tmp_path / "mine.py"
        if content is not None:
            path.write_text(content, "utf-8")
        with pytest.raises(MatchwoodError) as refused:
            name_bot(f"{path}{name}")
        assert str(refused.value) == f"{path}{name} is no bot: {sentence}"

    def test_one_whose_file_never_ends_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "mine.py").write_text("while True: pass", "utf-8")
        monkeypatch.setattr(process, "SECONDS_TO_LOAD", 1)
        with pytest.raises(BadBot, match=r"is no bot: it did not answer within 1 seconds\.$"):
            name_bot(f"{tmp_path / 'mine.py'}:mine")
        assert not process._running

    def test_what_is_no_package_is_refused(self) -> None:
        with pytest.raises(BadBot, match=r"nowhere:mine is no bot: ModuleNotFoundError: No mod"):
            name_bot("nowhere:mine")


def state_of(process: Path) -> str:
    """The line of the kernel about a process; nothing if it has gone meanwhile."""
    try:
        return (process / "stat").read_text("utf-8")
    except OSError:
        return "Z"


@pytest.mark.compiled
class TestPlaces:
    def test_in_an_arena_by_one_command(
        self, file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        words = ("--bots", f"easy,{file}", "--games", "2", "--out", str(tmp_path / "here"))
        assert main(("arena", "connect-four", *words)) == 0
        out, err = capsys.readouterr()
        assert err == ""
        assert "│ first " in out
        settings = json.loads((tmp_path / "here" / SETTINGS).read_text("utf-8"))
        assert list(settings["own bots"]) == ["first"]
        assert read_seats(f"me,{file}") == ["me", "first"]

    def test_another_code_of_a_bot_does_not_add_to_its_games(
        self, file: Path, tmp_path: Path
    ) -> None:
        words = ("--bots", f"easy,{file}:any_move", "--games", "2", "--out", str(tmp_path / "here"))
        assert main(("arena", "connect-four", *words)) == 0
        file.write_text(FILE.replace("size = 3", "size = 4"), "utf-8")
        assert main(("arena", "connect-four", *words)) == 2

    def test_in_a_study(self) -> None:
        registry.register(any_move, "mine")
        settings = {"within": 0.3, "cores": 1, "minutes": 5}
        found = matchwood.study("connect-four", bots=["random", "mine"], **settings)  # type: ignore[arg-type]
        assert "mine v random" in found.columns()["question"]
        assert found.to_pandas()["value"].between(0, 1).all()
        assert "ladder" in found.plots()
        assert found.markdown().startswith("# A study of Connect Four")

    def test_an_arena_from_python_has_frames_and_a_plot(self, tmp_path: Path) -> None:
        found = matchwood.arena(
            "connect-four", bots=["random", any_move], games=4, folder=tmp_path, cores=1
        )
        assert sorted(found.to_pandas()["bot"]) == ["any_move", "random"]
        assert found.to_polars().shape[0] == 2
        assert "any_move" in found.plot()._repr_svg_()
        assert "| any_move |" in str(found)
        assert len(found.results) == 4
        assert (tmp_path / SETTINGS).exists()

    def test_as_an_opponent_in_an_environment(self) -> None:
        from matchwood.envs.gymnasium import Env

        env = Env("connect-four", opponents=any_move, seat=0)
        seen, told = env.reset(seed=1)
        for _ in range(3):
            number = int(told["action_mask"].argmax())
            seen, _, over, _, told = env.step(number)
            assert env.observation_space.contains(seen)
            assert not over
