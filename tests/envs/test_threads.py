"""Threads that share the parts of a step: none is done twice or left out, and none outlives it."""

from __future__ import annotations

import gc
import threading
import time

import numpy as np
import pytest

from matchwood import load
from matchwood.envs import threads as the_threads
from matchwood.envs.threads import NONE, Crew, all_done, ask_for, has_done, new_words, take_part
from matchwood.envs.vector import Batch
from tests.support.waiting import threads_of, wait_until

GAMES = 600
STEPS = 300


def test_parts_are_taken_once_each_and_counted_on_from_step_to_step() -> None:
    words = new_words()
    taken = []
    for _ in range(2):
        ask_for(words, 3)
        taken += [take_part(words) for _ in range(4)]
    assert taken == [0, 1, 2, NONE, 3, 4, 5, NONE]


def test_a_step_is_done_when_every_part_is() -> None:
    words = new_words()
    assert all_done(words)
    ask_for(words, 2)
    has_done(words)
    assert not all_done(words)
    has_done(words)
    assert all_done(words)


def test_who_waits_goes_on_when_a_slow_helper_is_done() -> None:
    words, begun = new_words(), threading.Event()

    def slowly() -> None:
        begun.set()
        while not waited:
            time.sleep(0)
        has_done(words)

    waited: list[bool] = []

    def looked(words: np.ndarray) -> bool:
        waited.append(bool(all_done(words)))
        return waited[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(the_threads, "all_done", looked)
        ask_for(words, 1)
        helpers = Crew([slowly], words)
        helpers.call()
        begun.wait()
        helpers.wait()
    assert waited[0] is False
    assert waited[-1] is True


@pytest.mark.compiled
@pytest.mark.parametrize("threads", [2, 3])
def test_threads_play_the_very_games_that_one_plays(threads: int) -> None:
    alone, shared = (Batch(load("connect-four"), GAMES, many) for many in (1, threads))
    for batch in (alone, shared):
        batch.seed(range(GAMES))
        batch.deal(np.ones(GAMES, np.bool_))
    for _ in range(STEPS):
        for batch in (alone, shared):
            ended = batch.over.copy()
            batch.step(batch.any_legal(ended), ended, ended)
        assert np.array_equal(alone.observations, shared.observations)
        assert np.array_equal(alone.masks, shared.masks)
        assert np.array_equal(alone.rewards, shared.rewards)
    assert alone.states.tobytes() == shared.states.tobytes()


@pytest.mark.compiled
def test_helpers_go_with_their_batch() -> None:
    before = threads_of("_help")
    batch = Batch(load("connect-four"), GAMES, threads=3)
    helpers = threads_of("_help") - before
    assert len(helpers) == 2
    del batch
    gc.collect()
    wait_until(lambda: not any(helper.is_alive() for helper in helpers), "the helpers have gone")
