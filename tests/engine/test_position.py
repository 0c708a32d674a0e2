"""What a Position promises to its users."""

from __future__ import annotations

import pytest

from matchwood import IllegalMove, Position, UnknownSeat, load
from matchwood.engine.rules import state_type
from matchwood.testing import random_game

MATCHES = load("piecepack-matches", players=3)


def last_position() -> Position:
    *_, last = random_game(MATCHES, seed=2)
    return last


def test_a_refused_move_changes_nothing_and_names_the_nearest_move() -> None:
    position = MATCHES.new(seed=1)
    before = position.copy()
    with pytest.raises(IllegalMove, match=r"“flp 7” is refused: .*PM-8.*Did you mean flip 7\?$"):
        position.play("flp 7")
    assert position == before
    assert position.moves == []


@pytest.mark.parametrize("text", [None, 7, b"flip 7", ["flip 7"]])
def test_a_move_that_is_no_text_is_refused_as_any_other(text: object) -> None:
    position = MATCHES.new(seed=1)
    with pytest.raises(IllegalMove, match="PM-8"):
        position.play(text)  # type: ignore[arg-type]


def test_a_copy_goes_its_own_way() -> None:
    position = MATCHES.new(seed=1)
    copy = position.copy()
    copy.play("flip 1")
    assert position != copy
    assert position.moves == []


def test_at_the_end_nothing_is_legal_and_the_winners_are_named() -> None:
    position = last_position()
    assert position.over
    assert position.legal() == []
    assert position.winners == [position.to_move]


def test_before_the_end_nobody_has_won() -> None:
    assert MATCHES.new(seed=1).winners == []


@pytest.mark.parametrize("viewer", [-1, 3, "0", 1.5])
def test_a_seat_that_is_not_there_sees_nothing(viewer: object) -> None:
    with pytest.raises(UnknownSeat, match=r"the seats are 0 to 2"):
        MATCHES.new(seed=1).observe(viewer)  # type: ignore[arg-type]


def test_what_a_viewer_gets_holds_neither_seed_nor_stream() -> None:
    hidden = MATCHES.new(seed=1).seen_by(0)
    assert hidden.seed == b""
    assert not hidden.state.key.any()


def test_a_position_says_where_it_stands() -> None:
    assert repr(MATCHES.new(seed=7)) == "<piecepack-matches after 0 moves, seat 0 to move>"
    assert "won by" in repr(last_position())


def test_a_notebook_shows_what_everyone_may_know() -> None:
    position = MATCHES.new(seed=1)
    assert position._repr_svg_() == position.svg(None)


def test_positions_are_equal_when_their_bytes_are() -> None:
    assert MATCHES.new(seed=1) == MATCHES.new(seed=1)
    assert MATCHES.new(seed=1) != MATCHES.new(seed=2)
    assert MATCHES.new(seed=1) != "a position"


def test_no_byte_of_a_record_lies_between_its_fields() -> None:
    state = state_type("a-game", [("small", "u1", (3,)), ("wide", "i8"), ("middling", "i2")])
    assert state.fields is not None
    assert sum(state[name].itemsize for name in state.fields) == state.itemsize
    assert state.itemsize % 8 == 0


def test_two_games_of_the_same_fields_have_different_records() -> None:
    assert state_type("one", []) != state_type("two", [])


def test_no_field_takes_the_place_of_what_every_record_has() -> None:
    with pytest.raises(TypeError, match=r"^A field cannot be called size: NumPy's records have"):
        state_type("a-game", [("size", "i1")])
