"""What a Position promises to its users."""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import replace

import numpy as np
import pytest

import matchwood
from matchwood import (
    IllegalMove,
    NotTold,
    Position,
    UnknownSeat,
    game_names,
    load,
    read_record,
)
from matchwood.engine.dispatch import state_type
from matchwood.engine.errors import OtherRules
from matchwood.engine.rng import new_generator
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


def played(position: Position, move: str) -> Position:
    """What another process makes of a position it is sent."""
    position.play(move)
    return position


class TestAValue:
    """The kit holds every game to it that copies are apart; see `testing.check_repeatable`."""

    @pytest.mark.parametrize("way", [copy, deepcopy, lambda p: pickle.loads(pickle.dumps(p))])
    @pytest.mark.parametrize("name", game_names())
    def test_a_copy_is_whole_and_apart(
        self, name: str, way: Callable[[Position], Position]
    ) -> None:
        position = load(name).new(seed=1)
        position.play(position.legal()[0])
        kept, twin = position.copy(), way(position)
        move = twin.legal()[0]
        twin.play(move)
        assert (position, position.moves) == (kept, kept.moves)
        kept.play(move)
        for look in (Position.dump, Position.copy, Position.svg, lambda each: each.observe(0)):
            assert look(twin) == look(kept)
        assert twin.record() == kept.record()
        assert twin.undo() == move
        assert twin == position

    @pytest.mark.slow
    def test_so_is_what_another_process_makes_of_it(self) -> None:
        position = MATCHES.new(seed=1)
        [move, *_] = position.legal()
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            theirs = pool.apply(played, (position, move))
        assert position.moves == []
        position.play(move)
        assert theirs == position
        assert theirs.dump() == position.dump() == theirs.copy().dump()

    def test_what_a_viewer_sees_stays_that(self) -> None:
        hidden = pickle.loads(pickle.dumps(MATCHES.new(seed=1).seen_by(None)))
        for each in (hidden, copy(hidden), deepcopy(hidden)):
            with pytest.raises(NotTold):
                each.legal()

    def test_variants_games_and_records_are_pickled_too(self) -> None:
        position = MATCHES.new(seed=1)
        for value in (MATCHES, MATCHES.game, position.record(["Anna", "Ben", "Cleo"])):
            assert pickle.loads(pickle.dumps(value)) == value

    def test_other_rules_refuse_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        pickled = pickle.dumps(MATCHES.new(seed=1))
        other = replace(MATCHES.game, versions=lambda options: MATCHES.version + 1)
        with monkeypatch.context() as patch:
            patch.setattr(
                matchwood.engine.game, "_entry_points", lambda: {other.name: Found(other)}
            )
            with pytest.raises(
                OtherRules, match=r"version 1 of the rules of Matches; this is .* 2"
            ):
                pickle.loads(pickled)
        other = replace(MATCHES.game)
        rules = type("Rules", (), {"STATE": state_type("another", [])})
        monkeypatch.setitem(other.__dict__, "rules", rules)
        monkeypatch.setattr(
            matchwood.engine.game, "_entry_points", lambda: {other.name: Found(other)}
        )
        with pytest.raises(OtherRules, match=r"or its fields are others\.$"):
            pickle.loads(pickled)


class Found:
    """An entry point of a game."""

    def __init__(self, game: matchwood.Game) -> None:
        self.load = lambda: game


COLORFOX = load("colorfox", players=3)


class TestWhatIsHidden:
    """Nothing is answered that would rest on it."""

    def test_the_player_to_move_asks_their_own_copy(self) -> None:
        position = COLORFOX.new(seed=1)
        hidden = position.seen_by(position.to_move)
        assert hidden.legal() == position.legal()
        assert hidden.why_not("nonsense") == position.why_not("nonsense")
        assert hidden.choices() == position.choices()
        assert position.shown_to(position.to_move).legal() == position.legal()

    @pytest.mark.parametrize("places", [1, 2, None])
    def test_nobody_elses_says_what_is_legal(self, places: int | None) -> None:
        position = COLORFOX.new(seed=1)
        viewer = None if places is None else (position.to_move + places) % 3
        hidden, move = position.seen_by(viewer), position.legal()[0]
        asked: list[Callable[[], object]] = [
            hidden.legal,
            hidden.actions,
            hidden.choices,
            lambda: hidden.play(move),
            lambda: hidden.play_action(0),
            lambda: hidden.why_not(move),
            lambda: hidden.reveals(move),
            lambda: hidden.observe(position.to_move),
            lambda: hidden.guessed(position.to_move, new_generator(1)),
            lambda: matchwood.advice(hidden, position.to_move),
        ]
        for ask in asked:
            with pytest.raises(NotTold, match=r"^What seat \d may know is hidden in this position"):
                ask()
        assert hidden.moves == []
        assert hidden == position.seen_by(viewer)

    def test_everyone_may_know_what_anyone_may(self) -> None:
        position = COLORFOX.new(seed=1)
        assert position.seen_by(0).observe(None) == position.observe(None)

    def test_a_move_that_reveals_something_is_not_played(self) -> None:
        position = MATCHES.new(seed=1)
        hidden = position.seen_by(position.to_move)
        for play in (Position.play, Position.play_and_reveal):
            with pytest.raises(NotTold, match=r"^What “flip 1” reveals is hidden in this position"):
                play(hidden, "flip 1")
        assert hidden == position.seen_by(position.to_move)
        assert hidden.moves == []

    def test_one_that_reveals_nothing_is(self) -> None:
        position = load("piecepack-matches", flaming=True).new(seed=1)
        while position.dump()["phase"] == "flip":
            position.play(position.legal()[0])
        hidden = position.seen_by(position.to_move)
        position.play("stay")
        hidden.play("stay")
        assert hidden == position.seen_by(None)

    def test_a_guess_is_played_on(self) -> None:
        hidden = COLORFOX.new(seed=1).seen_by(0)
        for viewer in (0, None):
            guessed = hidden.guessed(viewer, new_generator(1))
            guessed.play(guessed.legal()[0])

    @pytest.mark.parametrize("name", ["baguettes", "connect-four"])
    def test_where_all_is_open_anyone_plays_on(self, name: str) -> None:
        position = load(name).new(seed=1)
        seen = position.seen_by(None)
        for _ in range(3):
            move = position.legal()[0]
            assert seen.legal() == position.legal()
            position.play(move)
            seen.play(move)
            assert seen == position.seen_by(0) == seen.seen_by(1)

    def test_but_not_where_chance_decides(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A game of dice that hides nothing: what they show is not told beforehand."""
        position = load("connect-four").new(seed=1)
        rules = position.variant.game.rules
        seen = position.seen_by(0)

        def draw_and_apply(s: np.void, action: int) -> None:
            matchwood.engine.rng.chance_word(s)

        monkeypatch.setattr(rules, "apply", draw_and_apply)
        with pytest.raises(NotTold, match=r"^What “drop 1” reveals is hidden"):
            seen.play("drop 1")

    def test_a_document_of_what_one_player_knows_answers_for_that_player(self) -> None:
        position = COLORFOX.new(seed=1)
        mover = position.to_move
        restored = Position.from_document(position.observe(mover))
        assert restored.legal() == position.legal()
        with pytest.raises(NotTold, match=r"^What “.*” reveals is hidden"):
            restored.play(next(move for move in restored.legal() if restored.reveals(move)))
        with pytest.raises(NotTold):
            Position.from_document(position.observe((mover + 1) % 3)).legal()


class TestRecords:
    def test_a_position_without_a_seed_has_none(self) -> None:
        position = MATCHES.new(seed=1)
        for each in (position.seen_by(0), Position.from_document(position.dump())):
            with pytest.raises(NotTold, match=r"^This position has no seed, so it has no record"):
                each.record()

    def test_what_is_recorded_can_be_read(self) -> None:
        record = last_position().record()
        assert read_record(record.write()) == record
