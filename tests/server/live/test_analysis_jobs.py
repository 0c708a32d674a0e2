"""Hints at a practice table, and the analysis of a finished game."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from matchwood.bots import Budget
from matchwood.engine.game import Variant, find_game
from matchwood.engine.language import ENGLISH
from matchwood.engine.position import Position
from matchwood.server.live import analysis_jobs
from matchwood.server.live.bot_pool import Client
from matchwood.server.views import judgements
from matchwood.server.views.judgements import best_move, describe, judge_move
from tests.conftest import INTERPRETED
from tests.support.serving import BOT, ME, SCREEN, SWIFT, Program, Served
from tests.support.waiting import wait_until

SMALL = {"size": "2x2x2", "sticks": "2"}
HURRY = Budget(iterations=10 if INTERPRETED else 60)


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judgements, "HINT", HURRY)
    monkeypatch.setattr(judgements, "JUDGEMENT", HURRY)


def a_game() -> tuple[Variant, Position]:
    """A game that is over."""
    variant = find_game("baguettes").variant(SMALL)
    position = variant.new(3)
    while not position.over:
        position.play(position.legal_moves()[-1])
    return variant, position


def test_every_move_is_judged_and_none_is_better_than_the_best() -> None:
    variant, over = a_game()
    position, found = variant.new(over.seed), []
    for move in over.history:
        found.append(judge_move(position, move))
        position.play(move)
    judged = describe(variant.new(over.seed), found, ["Anna", "Ben"], ENGLISH)
    assert [each.number for each in judged] == [*range(1, len(over.history) + 1)]
    assert all(0 <= each.cost <= 1 for each in judged)
    assert all(0 <= each.chance <= 1 and each.best for each in judged)
    assert judged[-1].chance == (judged[-1].seat in over.winners), "the last move settles it"


def test_a_long_game_is_judged_more_briefly_so_that_nobody_waits_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judgements, "JUDGEMENT", Budget(iterations=300))
    iterations = [judgements.budget_for(moves).iterations for moves in (1, 60, 120, 20_000)]
    assert iterations == [300, 300, 150, judgements.FEWEST]


def test_a_judgement_rests_on_what_the_player_could_know() -> None:
    variant = find_game("piecepack-matches").variant()
    position = variant.new(5)
    hidden = position.observe(position.to_move)
    assert best_move(hidden) == best_move(position), "advice hides what its player may not know"


def test_a_hint_is_a_legal_move() -> None:
    position = find_game("colorfox").variant().new(1)
    assert best_move(position.observe(position.to_move)) in position.legal_moves()


def dealt(program: Program, *seats: dict[str, str], aids: Sequence[str] = ()) -> str:
    """A table at which a program has a move to make."""
    table: str = program.open("baguettes", *seats, options=SMALL, aids=aids)["table"]
    program.post(f"/api/tables/{table}/deal")
    wait_until(lambda: program.view(table)["offers"], "it is the program's turn")
    return table


def played(program: Program) -> str:
    """A table whose game, played by one for both, is over."""
    table = dealt(program, ME, SCREEN)
    while (view := program.view(table))["phase"] != "over":
        answer = program.move(table, view["offers"][0]["move"], view["seq"])
        assert answer.status_code == httpx.codes.OK, answer.text
    return table


def test_a_long_analysis_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves are judged, and judgements put into words, in threads that hints do not need."""
    threads = set()

    def noting(work: Callable[..., Any]) -> Callable[..., Any]:
        def work_and_note(*given: Any) -> Any:
            threads.add(threading.current_thread().name.partition("_")[0])
            return work(*given)

        return work_and_note

    for name in ("judge_move", "describe"):
        monkeypatch.setattr(analysis_jobs, name, noting(getattr(analysis_jobs, name)))
    with Served(tmp_path) as server, Program(server.url) as anna:
        assert anna.get(f"/t/{played(anna)}/replay", analysis=1).status_code == httpx.codes.OK
        assert threads == {"analyst"}
        threads.clear()
        monkeypatch.setattr(analysis_jobs, "best_move", noting(analysis_jobs.best_move))
        table = dealt(anna, ME, BOT, aids=["hints"])
        assert anna.view(table, hint=True)["hint"]
        assert threads == {"bot"}


def test_the_replay_shows_the_chances_when_asked(tmp_path: Path) -> None:
    with Served(tmp_path) as server, Program(server.url) as anna:
        table = played(anna)
        plain = anna.get(f"/t/{table}/replay", move=1)
        assert "Analyse the game" in plain.text
        shown = anna.get(f"/t/{table}/replay", move=1, analysis=1)
        assert shown.status_code == httpx.codes.OK
        assert "The chances of winning, move by move" in shown.text
        assert "analysis=1" in shown.text.partition('id="forward"')[2][:200], "it goes along"


def test_hints_are_for_those_who_practise(tmp_path: Path) -> None:
    with Served(tmp_path) as server, Program(server.url) as anna:
        table = dealt(anna, ME, BOT, aids=["hints"])
        found = anna.get(f"/t/{table}", hint=3, seat=0)
        assert found.headers["location"] == f"/t/{table}?seat=0", "it is not asked for again"
        answer, view = anna.get(f"/t/{table}"), anna.view(table)
        assert view["hint"] in [offer["text"] for offer in view["offers"]]
        assert f"A bot would play: {view['hint']}" in unescape(answer.text)
        anna.move(table, view["offers"][0]["move"], view["seq"])
        assert anna.view(table)["hint"] is None, "it was for the position before"
        refused = anna.get(f"/t/{dealt(anna, ME, SCREEN)}", hint=1)
        assert refused.status_code == httpx.codes.FORBIDDEN
        assert "only for practice" in refused.text


def test_a_game_that_nobody_looks_at_any_more_leaves_though_a_bot_would_look_back_at_it(
    tmp_path: Path,
) -> None:
    """Else, under load, games that wait to be looked back at would fill the memory."""
    let_go = threading.Event()
    timings = replace(SWIFT, idle=0.05, heartbeat=0.02)
    with Served(tmp_path, timings=timings) as server, Program(server.url) as anna:
        server.start(server.registry.services.analysis_pool.run(Client(), let_go.wait))
        try:
            table = anna.open("baguettes", ME, BOT)["table"]
            anna.post(f"/api/tables/{table}/deal")
            anna.post(f"/api/tables/{table}/give-up")
            with anna.events(f"/api/tables/{table}/stream") as events:
                assert next(events)["phase"] == "over"
            wait_until(lambda: not server.registry.actors, "the table is left to the store")
        finally:
            let_go.set()
