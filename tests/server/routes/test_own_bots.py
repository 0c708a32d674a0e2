"""Bots of whoever runs a server, at its tables."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from matchwood.bots import process, registry
from matchwood.bots.registry import BadBot, offer
from matchwood.cli import main
from matchwood.server.live import bot_loop
from matchwood.server.run import serve
from tests.support.serving import ME, Program, Served
from tests.support.waiting import wait_until

FILE = """
import matchwood
from matchwood import View


@matchwood.bot
def mine(view, rng):
    assert type(view) is View and view.seat == view.to_move and not view.state.key.any()
    return view.legal_moves()[-1]


def wrong(view, rng):
    raise RuntimeError("out of ideas")


def nonsense(view, rng):
    return "castle"


def silent(view, rng):
    while True:
        pass
"""
MINE = {"kind": "bot", "level": "mine"}


@pytest.fixture(autouse=True)
def nothing_stays_offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for known in ("_bots", "_offered"):
        monkeypatch.setattr(registry, known, {})
    monkeypatch.setattr(registry, "_missed", set())
    yield
    process.stop_all()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(FILE, "utf-8")
    return path


def played(anna: Program, level: str) -> str:
    """Play a whole game against a bot; the name of the table."""
    table = dealt(anna, level)
    while (view := anna.view(table))["phase"] != "over":
        if view["offers"]:
            anna.move(table, view["offers"][0]["move"], view["seq"])
        else:
            wait_until(lambda seq=view["seq"]: anna.view(table)["seq"] != seq, "the bot’s move")
    return table


def dealt(anna: Program, level: str) -> str:
    table: str = anna.open("connect-four", ME, {"kind": "bot", "level": level})["table"]
    anna.post(f"/api/tables/{table}/deal")
    return table


def test_it_is_offered_at_the_set_up_and_its_name_is_in_the_record(
    served: Served, anna: Program, file: Path
) -> None:
    assert anna.post("/api/tables", game="connect-four", seats=[ME, MINE]).status_code == 422
    assert "bot:mine" not in anna.get("/new/connect-four").text
    assert offer(str(file)) == "mine"
    assert 'value="bot:mine"' in anna.get("/new/connect-four").text
    assert "mine" in anna.get("/api/games").json()[0]["levels"]
    table = played(anna, "mine")
    assert not registry.find_bot("mine").reported
    assert "(mine)" in anna.get(f"/t/{table}/record").text


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("wrong", "failed: RuntimeError: out of ideas (mine.py, line "),
        ("nonsense", "failed: “castle” is no legal move; a random move is played"),
        ("silent", "failed: it did not answer within 0.2 seconds, and is not asked again"),
    ],
)
def test_one_that_fails_is_reported_once_and_plays_at_random(
    served: Served,
    anna: Program,
    file: Path,
    name: str,
    told: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING, "matchwood")
    offer(f"{file}:{name}")
    registry.find_bot(name).seconds = 0.2
    played(anna, name)
    [report] = [record.getMessage() for record in caplog.records]
    assert report.startswith(f"The bot {name} {told}")


def test_where_it_is_not_offered_any_more_another_plays(
    served: Served, anna: Program, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    offer(str(file))
    table = dealt(anna, "mine")
    registry._offered.clear()
    hidden = served.actor(table).table.position.observe(0)  # type: ignore[union-attr]
    for _ in range(2):
        assert bot_loop._think("mine", hidden) in hidden.legal_moves()
    reports = [record.getMessage() for record in caplog.records]
    assert reports == ["The bot mine is not offered; medium plays in its place."]


def test_only_what_was_offered_is_and_two_of_a_name_are_refused(file: Path) -> None:
    registry.register(lambda view, rng: "", "installed")
    with pytest.raises(registry.UnknownBot, match="There is no bot “installed”"):
        registry.check_offered("installed")
    with pytest.raises(BadBot, match="hard is a bot of ours, and offered already"):
        offer("hard")
    other = file.with_name("other.py")
    other.write_text(FILE, "utf-8")
    assert offer(str(file)) == offer(str(file)) == "mine"
    with pytest.raises(BadBot, match="Two bots are called mine"):
        offer(str(other))


def test_the_command_leaves_out_what_is_no_bot(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("def (", "utf-8")
    places: list[serve.ServeOptions] = []
    monkeypatch.setattr(serve, "serve", lambda console, place, *rest: places.append(place))
    assert main(["serve", "--data", str(tmp_path), "--bots", f"{broken}, {file}"]) == 0
    assert places[0].bots == [str(file)]
    told = " ".join(capsys.readouterr().out.split())
    assert "is no bot: line 1 is no Python: invalid syntax." in told
    assert "The other bots are offered." in told
