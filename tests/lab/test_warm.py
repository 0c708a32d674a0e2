"""The workshop: who is compiled when, by processes that may fail or be stopped.

The processes here compile nothing. They say what real ones say, as far as a file lets them.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from matchwood.engine import jit
from matchwood.lab import warm
from matchwood.lab.warm import BOTS, POLITENESS, RULES, SIMULATIONS, CannotCompile, Workshop
from tests.support.waiting import SECONDS_TO_WAIT
from tests.support.workers import Orders


def run(work: Callable[[], Coroutine[None, None, None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(SECONDS_TO_WAIT):
            await work()

    asyncio.run(in_time())


async def until(so: Callable[[], bool]) -> None:
    while not so():
        await asyncio.sleep(0.01)


def no_failure(error: CannotCompile) -> None:
    raise AssertionError(error)


def test_each_core_has_a_game_and_simulations_wait_until_all_games_can_be_played(
    orders: Orders,
) -> None:
    for game in "abc":
        orders.let(game, RULES, BOTS, SIMULATIONS)
    asyncio.run(Workshop("abc", cores=1).run(no_failure))
    play = [f"{game} {RULES},{BOTS}" for game in "abc"]
    assert orders.begun == [*play, *(f"{game} {SIMULATIONS}" for game in "abc")]


@pytest.mark.parametrize(("politely", "by"), [(True, POLITENESS), (False, 0)])
def test_what_can_wait_steps_back_only_where_people_play(
    orders: Orders, politely: bool, by: int
) -> None:
    orders.let("a", RULES, BOTS, SIMULATIONS)
    asyncio.run(Workshop("a", politely=politely).run(no_failure))
    to_play, what_can_wait = orders.politeness
    assert (to_play, what_can_wait) == (os.nice(0), os.nice(0) + by)


def test_the_loop_that_the_server_runs_on_can_begin_processes_too(orders: Orders) -> None:
    """It has fewer ways to begin them than the one of Python."""
    uvloop = pytest.importorskip("uvloop")
    orders.let("a", RULES, BOTS, SIMULATIONS)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(Workshop("a", cores=1).run(no_failure))
    assert orders.begun == [f"a {RULES},{BOTS}", f"a {SIMULATIONS}"]


def test_it_works_on_the_cores_that_this_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "available_cores", lambda: 3)
    assert Workshop("abc")._cores == 3


def test_two_cores_work_on_two_games(orders: Orders) -> None:
    async def work() -> None:
        shop = Workshop("abc", cores=2)
        async with shop.lifespan(no_failure):
            await until(lambda: len(orders.begun) == 2)
            assert sorted(line[0] for line in orders.begun) == ["a", "b"]
            orders.let("b", RULES, BOTS)
            await until(lambda: len(orders.begun) == 3)
            assert orders.begun[2].startswith("c")

    run(work)


def test_what_is_asked_for_comes_first_and_what_was_stopped_goes_on_later(orders: Orders) -> None:
    async def work() -> None:
        shop = Workshop("abc", cores=1)
        async with shop.lifespan(no_failure):
            await until(lambda: orders.begun == [f"a {RULES},{BOTS}"])
            orders.let("a", RULES)
            await shop.wait("a", RULES)
            shop.ask("c")
            await until(lambda: len(orders.begun) == 2)
            assert orders.begun[1] == f"c {RULES},{BOTS}"
            orders.let("c", RULES, BOTS)
            await shop.wait("c", BOTS)
            await until(lambda: len(orders.begun) == 3)
            assert orders.begun[2] == f"a {BOTS}", "what is done is done again"

    run(work)


def test_those_who_wait_are_told_when_a_stage_has_arrived_and_how_far_it_is(
    orders: Orders,
) -> None:
    arrived: list[tuple[str, str]] = []
    shares: list[float] = []

    async def work() -> None:
        shop = Workshop("a", arrived=lambda game, stage: arrived.append((game, stage)))
        shop.watchers.append(lambda work: shares.append(work.share([RULES, BOTS])))
        assert not shop.ready("a", RULES)
        async with shop.lifespan(no_failure):
            await until(lambda: bool(shares))
            assert 0 < shares[-1] < 1
            orders.let("a", RULES)
            await shop.wait("a", RULES)
            assert arrived == [("a", RULES)]
            assert not shop.ready("a", BOTS)
            orders.let("a", BOTS)
            await shop.wait("a", BOTS)
        assert shares == sorted(shares)
        assert shares[-1] == 1

    run(work)


def test_a_game_that_nobody_compiles_here_is_ready(orders: Orders) -> None:
    run(lambda: Workshop("a").wait("z", BOTS))


def test_a_game_that_cannot_be_compiled_stops_no_other_and_is_left_to_who_needs_it(
    orders: Orders,
) -> None:
    (orders.folder / "a.breaks").touch()
    orders.let("b", RULES, BOTS, SIMULATIONS)
    failures: list[CannotCompile] = []
    shop = Workshop("ab", cores=1)
    asyncio.run(shop.run(failures.append))
    assert [str(failure) for failure in failures] == ["a could not be compiled."]
    assert shop.ready("a", BOTS)
    assert shop.ready("b", SIMULATIONS)


def test_a_process_that_cannot_begin_is_told_and_its_game_is_left_to_who_needs_it(
    orders: Orders, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = asyncio.create_subprocess_exec

    async def refuse_a(*command: str, **settings: Any) -> asyncio.subprocess.Process:
        if command[-1] == "a":
            raise BlockingIOError("no more processes")
        return await begin(*command, **settings)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", refuse_a)
    orders.let("b", RULES, BOTS, SIMULATIONS)
    failures: list[CannotCompile] = []
    shop = Workshop("ab", cores=1)
    asyncio.run(shop.run(failures.append))
    assert [(str(each), type(each.__cause__)) for each in failures] == [
        ("a could not be compiled.", BlockingIOError)
    ]
    assert shop.ready("a", BOTS)
    assert shop.ready("b", SIMULATIONS)


def test_what_cannot_be_loaded_is_told_and_its_process_is_ended(orders: Orders) -> None:
    """The process goes on to the next stage, which nobody would wait for."""

    def arrive(game: str, stage: str) -> None:
        raise ImportError(stage)

    async def work() -> None:
        failures: list[CannotCompile] = []
        shop = Workshop("a", arrived=arrive, cores=1)
        orders.let("a", RULES)
        async with shop.lifespan(failures.append):
            await shop.wait("a", BOTS)
        assert [type(failure.__cause__) for failure in failures] == [ImportError]
        assert shop.works[0].process is None

    run(work)


def test_a_watcher_that_fails_stops_no_compiling_and_is_told(orders: Orders) -> None:
    told: list[Any] = []

    async def work() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, what: told.append(what))
        shop = Workshop("a", cores=1)
        shop.watchers.append(lambda work: [][0])
        orders.let("a", RULES, BOTS, SIMULATIONS)
        await shop.run(no_failure)
        assert shop.ready("a", SIMULATIONS)

    run(work)
    assert {type(each["exception"]) for each in told} == {IndexError}


def test_steps_tell_that_nothing_has_happened_for_a_while(orders: Orders) -> None:
    async def work() -> None:
        shop = Workshop("a")
        steps = shop.steps(silence=0.01)
        assert [await anext(steps) for _ in range(3)] == [True, False, False]

    run(work)


def test_what_was_compiled_before_is_not_compiled_again(
    orders: Orders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm, "is_ready", lambda game, stage: (game, stage) == ("a", RULES))
    orders.let("a", BOTS, SIMULATIONS)
    asyncio.run(Workshop("a").run(no_failure))
    assert orders.begun == [f"a {BOTS}", f"a {SIMULATIONS}"]


def test_a_process_ends_when_nobody_waits_for_it_any_more(orders: Orders) -> None:
    async def work() -> None:
        shop = Workshop("a")
        async with shop.lifespan(no_failure):
            await until(lambda: shop.works[0].process is not None and bool(orders.begun))
            process = shop.works[0].process
        assert process is not None
        await process.wait()

    run(work)


def test_a_stage_that_is_marked_is_ready_for_the_next_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "CACHE", tmp_path)
    monkeypatch.setattr(jit.config, "DISABLE_JIT", 0)
    assert not jit.is_ready("a", RULES)
    jit.mark_ready("a", RULES)
    assert jit.is_ready("a", RULES)
    assert not jit.is_ready("a", BOTS)
