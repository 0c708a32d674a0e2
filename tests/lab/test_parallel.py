"""Work in chunks: the same wherever it is done."""

from __future__ import annotations

import threading
from itertools import count

import pytest
from rich.console import Console

from matchwood import MatchwoodError
from matchwood.lab import parallel
from matchwood.lab.parallel import AHEAD, HERE, CannotWork, Place, run
from tests.support.waiting import threads_of, wait_until

NUMBERS = range(7)
SQUARES = {number: number**2 for number in NUMBERS}


def square(number: int) -> int:
    return number**2


def refuse(number: int) -> int:
    raise MatchwoodError("Nobody can do {number}.", number=number)


def test_in_one_thread_the_chunks_are_done_in_order() -> None:
    assert list(run(square, NUMBERS, HERE)) == list(SQUARES.items())


@pytest.mark.parametrize("cores", [2, 3, 20])
def test_on_several_cores_the_same_comes_of_them(cores: int) -> None:
    assert dict(run(square, NUMBERS, Place(cores=cores))) == SQUARES


def test_chunks_are_done_side_by_side() -> None:
    """Each waits until both were begun."""
    meeting = threading.Barrier(2)

    def meet(number: int) -> int:
        return meeting.wait()

    assert sorted(dict(run(meet, range(2), Place(cores=2))).values()) == [0, 1]


def test_one_chunk_needs_no_other_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_Threads", None)
    assert dict(run(square, [3], Place(cores=3))) == {3: 9}


@pytest.mark.parametrize("place", [HERE, Place(cores=2)], ids=["here", "threads"])
def test_an_error_in_a_chunk_is_raised_here(place: Place) -> None:
    with pytest.raises(MatchwoodError, match=r"^Nobody can do \d\.$"):
        dict(run(refuse, NUMBERS, place))


def test_who_takes_no_more_results_leaves_no_thread_at_work() -> None:
    others, begun = threads_of("_help"), count()

    def note(number: int) -> int:
        return next(begun)

    working = run(note, range(1000), Place(cores=2))
    next(working)
    working.close()  # type: ignore[attr-defined]  # a generator
    wait_until(lambda: threads_of("_help") <= others, "the threads to end")
    assert next(begun) <= 1 + 2 * AHEAD, "no more are done than are waited for"


@pytest.mark.parametrize("cores", [0, -2, True])
def test_no_cores_are_refused(cores: int) -> None:
    with pytest.raises(CannotWork, match=rf"takes 1 core or more, not {cores}\."):
        Place(cores=cores)


@pytest.mark.parametrize("widgets", [False, True])
def test_a_notebook_shows_a_bar_where_it_can(
    widgets: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel, "find_spec", lambda name: name if widgets else None)
    assert parallel.bar(Console(force_jupyter=True)).disable is not widgets
