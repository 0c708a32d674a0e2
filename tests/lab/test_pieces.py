"""Work in numbered pieces: the same wherever it is done, and whoever is lost on the way."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

import pytest

from matchwood import MatchwoodError
from matchwood.lab import helpers
from matchwood.lab.pieces import HERE, CannotWork, Place, done

NUMBERS = range(7)
SQUARES = {number: number**2 for number in NUMBERS}


def square(number: int) -> int:
    return number**2


def refuse(number: int) -> int:
    raise MatchwoodError("Nobody can do {number}.", number=number)


@dataclass
class Mortal:
    """Work whose process is killed in the middle of a piece, the first time or each time."""

    marks: Path
    piece: int
    always: bool = False

    def __call__(self, number: int) -> int:
        mark = self.marks / "was here"
        if number == self.piece and (self.always or not mark.exists()):
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number**2


def test_in_one_process_the_pieces_are_done_in_order() -> None:
    assert list(done(square, NUMBERS, HERE)) == list(SQUARES.items())


def test_on_several_cores_the_same_comes_of_them() -> None:
    assert dict(done(square, NUMBERS, Place(cores=3))) == SQUARES


def test_one_piece_needs_no_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helpers, "Helper", None)
    assert dict(done(square, [3], Place(cores=3))) == {3: 9}


def test_a_process_that_is_killed_is_replaced(tmp_path: Path) -> None:
    assert dict(done(Mortal(tmp_path, 4), NUMBERS, Place(cores=2))) == SQUARES
    assert (tmp_path / "was here").exists()


def test_a_piece_that_ends_every_process_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(CannotWork, match=r"Piece 4 of the work ended 3 processes; it is given up"):
        dict(done(Mortal(tmp_path, 4, always=True), NUMBERS, Place(cores=2)))


@pytest.mark.parametrize("place", [HERE, Place(cores=2)], ids=["here", "helpers"])
def test_what_is_refused_in_a_piece_is_refused_here(place: Place) -> None:
    with pytest.raises(MatchwoodError, match=r"^Nobody can do \d\.$"):
        dict(done(refuse, NUMBERS, place))


def test_whoever_stops_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    hired: list[helpers.Helper] = []
    hire = helpers.Helper.__init__

    def note(helper: helpers.Helper, work: bytes) -> None:
        hire(helper, work)
        hired.append(helper)

    monkeypatch.setattr(helpers.Helper, "__init__", note)
    pieces = done(square, range(100), Place(cores=2))
    next(pieces)
    pieces.close()  # type: ignore[attr-defined]
    assert len(hired) == 2
    assert all(helper._process.returncode is not None for helper in hired)


@pytest.mark.parametrize("cores", [0, -2])
def test_no_cores_are_refused(cores: int) -> None:
    with pytest.raises(CannotWork, match=rf"takes 1 core or more, not {cores}\."):
        Place(cores=cores)
