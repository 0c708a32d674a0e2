"""What a Position promises to its users."""

from __future__ import annotations

import multiprocessing
import pickle
import zlib
from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import replace
from operator import attrgetter
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import matchwood
from matchwood import (
    BadDocument,
    IllegalMove,
    NothingToUndo,
    NotTold,
    Position,
    UnknownSeat,
    View,
    game_names,
    load,
    read_record,
)
from matchwood.bots import choose
from matchwood.engine.dispatch import state_type
from matchwood.engine.errors import OtherRules
from matchwood.engine.packing import DIGEST_BYTES
from matchwood.engine.rng import new_generator
from matchwood.engine.view import shown_to
from matchwood.testing import random_game

DOCUMENT = attrgetter("document")
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
    assert position.history == []


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
    assert position.history == []


def test_at_the_end_nothing_is_legal_and_the_winners_are_named() -> None:
    position = last_position()
    assert position.over
    assert position.legal_moves() == []
    assert position.winners == [position.to_move]


def test_before_the_end_nobody_has_won() -> None:
    assert MATCHES.new(seed=1).winners == []


@pytest.mark.parametrize("viewer", [-1, 3, "0", 1.5])
def test_a_seat_that_is_not_there_sees_nothing(viewer: object) -> None:
    with pytest.raises(UnknownSeat, match=r"the seats are 0 to 2"):
        MATCHES.new(seed=1).observe(viewer)  # type: ignore[arg-type]


def test_what_a_viewer_gets_holds_neither_seed_nor_stream() -> None:
    hidden = MATCHES.new(seed=1).observe(0)
    assert not hasattr(hidden, "seed")
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
        position.play(position.legal_moves()[0])
        kept, twin = position.copy(), way(position)
        move = twin.legal_moves()[0]
        twin.play(move)
        assert (position, position.history) == (kept, kept.history)
        kept.play(move)
        for look in (Position.copy, Position.svg, DOCUMENT, lambda each: each.observe(0)):
            assert look(twin) == look(kept)
        assert twin.record() == kept.record()
        assert twin.undo() == move
        assert twin == position
        assert (hash(twin), twin.key) == (hash(position), position.key)
        assert (hash(kept), kept.key) != (hash(position), position.key)

    @pytest.mark.slow
    def test_so_is_what_another_process_makes_of_it(self) -> None:
        position = MATCHES.new(seed=1)
        [move, *_] = position.legal_moves()
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            theirs = pool.apply(played, (position, move))
        assert position.history == []
        position.play(move)
        assert theirs == position
        assert theirs.document == position.document == theirs.copy().document

    def test_what_a_viewer_sees_stays_that(self) -> None:
        hidden = pickle.loads(pickle.dumps(MATCHES.new(seed=1).observe(None)))
        for each in (hidden, copy(hidden), deepcopy(hidden)):
            with pytest.raises(NotTold):
                each.legal_moves()

    def test_variants_games_and_records_are_pickled_too(self) -> None:
        position = MATCHES.new(seed=1)
        for value in (MATCHES, MATCHES.game, position.record(["Anna", "Ben", "Cleo"])):
            assert pickle.loads(pickle.dumps(value)) == value
        assert {load("piecepack-matches", players=3): 1, MATCHES: 2} == {MATCHES: 2}
        assert {matchwood.find_game("piecepack-matches"): 1} == {MATCHES.game: 1}

    @pytest.mark.parametrize("name", game_names())
    def test_positions_and_views_are_read_from_their_bytes(self, name: str) -> None:
        position = list(random_game(load(name), seed=1))[20]
        again = Position.from_bytes(position.to_bytes())
        assert (again, again.seed, again.history) == (position, position.seed, position.history)
        view = position.observe(position.to_move)
        seen = View.from_bytes(view.to_bytes())
        assert (seen, seen.seat, seen.document) == (view, view.seat, view.document)
        assert seen.legal_moves() == view.legal_moves()
        assert position.seed not in zlib.decompress(view.to_bytes()[DIGEST_BYTES:])

    @given(st.binary(max_size=40), st.integers(0), st.sampled_from((Position, View)))
    def test_bytes_of_nothing_are_refused(self, data: bytes, at: int, kind: type) -> None:
        whole = MATCHES.new(seed=1).to_bytes()
        at %= len(whole)
        changed = whole[:at] + data + whole[at + len(data) :]
        for rubbish in (data, zlib.compress(data), whole[:at] + data, whole + data, changed):
            if rubbish != whole:
                with pytest.raises(BadDocument, match=r"^These bytes are no position"):
                    kind.from_bytes(rubbish)

    def test_a_view_is_not_read_as_a_position(self) -> None:
        view = MATCHES.new(seed=1).observe(0)
        with pytest.raises(BadDocument, match=r"^These bytes are a view\."):
            Position.from_bytes(view.to_bytes())

    @pytest.mark.parametrize("name", game_names())
    def test_the_record_of_a_view_cannot_be_changed(self, name: str) -> None:
        view = load(name).new(seed=1).observe(0)
        for each in (view, view.copy(), pickle.loads(pickle.dumps(view)), shown_to(view, 0)):
            before = each.to_bytes()
            with pytest.raises(ValueError, match="read-only"):
                each.state["over"] = True
            choose("medium", each, new_generator(1)) if each.to_move == 0 else None
            assert each.to_bytes() == before
        view.guess(1).play_action(int(view.guess(1).legal_actions()[0]))

    def test_a_key_hangs_on_neither_the_chance_to_come_nor_the_way(self) -> None:
        one, other = load("connect-four").new(seed=1), load("connect-four").new(seed=2)
        for position, columns in ((one, "1234"), (other, "3214")):
            for column in columns:
                position.play(f"drop {column}")
        assert one != other
        assert one.key == other.key == one.observe(0).key
        assert one.key != load("connect-four").new(seed=1).key
        assert load("colorfox").new(seed=1).key != load("colorfox").new(seed=2).key
        assert len({load("baguettes", size=size).new(1).key for size in ("2x2x2", "3x3x3")}) == 2

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
        hidden = position.observe(position.to_move)
        assert hidden.legal_moves() == position.legal_moves()
        assert hidden.why_not("nonsense") == position.why_not("nonsense")
        assert hidden.choices() == position.choices()
        assert shown_to(position, position.to_move).legal_moves() == position.legal_moves()

    @pytest.mark.parametrize("places", [1, 2, None])
    def test_nobody_elses_says_what_is_legal(self, places: int | None) -> None:
        position = COLORFOX.new(seed=1)
        viewer = None if places is None else (position.to_move + places) % 3
        hidden, move = position.observe(viewer), position.legal_moves()[0]
        asked: list[Callable[[], object]] = [
            hidden.legal_moves,
            hidden.legal_actions,
            hidden.choices,
            lambda: hidden.why_not(move),
            lambda: hidden.reveals(move),
            lambda: hidden.observe(position.to_move).document,
            lambda: hidden.observe(position.to_move).guess(new_generator(1)),
            lambda: matchwood.advice(hidden, position.to_move),
        ]
        for ask in asked:
            with pytest.raises(NotTold, match=r"^What seat \d may know is hidden in this view"):
                ask()
        assert hidden.history == []
        assert hidden == position.observe(viewer)

    def test_everyone_may_know_what_anyone_may(self) -> None:
        position = COLORFOX.new(seed=1)
        assert position.observe(0).observe(None).document == position.observe(None).document

    @pytest.mark.parametrize("name", game_names())
    def test_a_view_has_no_seed_and_cannot_be_played_on(self, name: str) -> None:
        view = load(name).new(seed=1).observe(0)
        for what in ("seed", "play", "play_action", "undo", "after", "record"):
            assert not hasattr(view, what)
        assert not view.state.key.any()

    @pytest.mark.parametrize("name", game_names())
    @pytest.mark.parametrize("rng", [5, np.random.default_rng(5), Random(5), new_generator(5)])
    def test_a_guess_looks_the_same_and_is_played_on(self, name: str, rng: object) -> None:
        position = load(name).new(seed=1)
        position.play(position.legal_moves()[0])
        for viewer in (position.to_move, None):
            view = position.observe(viewer)
            guessed = view.guess(rng)
            assert guessed.observe(viewer) == view
            assert guessed.history == position.history
            move = guessed.legal_moves()[0]
            guessed.play(move)
            assert guessed.undo() == move
            assert guessed.observe(viewer) == view
            with pytest.raises(NothingToUndo):
                guessed.undo()

    def test_a_guess_is_drawn_anew_each_time_but_the_same_from_a_seed(self) -> None:
        view, rng = COLORFOX.new(seed=1).observe(0), Random(1)
        assert view.guess(5) == view.guess(5) != view.guess(6)
        assert view.guess(rng) != view.guess(rng)

    @pytest.mark.parametrize("name", ["baguettes", "connect-four"])
    def test_where_all_is_open_anyone_knows_the_moves(self, name: str) -> None:
        position = load(name).new(seed=1)
        for _ in range(3):
            seen = position.observe(None)
            assert seen.legal_moves() == position.legal_moves()
            assert seen == position.observe(0) == seen.observe(1)
            position.play(position.legal_moves()[0])

    def test_a_document_of_what_one_player_knows_answers_for_that_player(self) -> None:
        position = COLORFOX.new(seed=1)
        mover = position.to_move
        restored = View.from_document(position.observe(mover).document)
        assert (restored, restored.seat) == (position.observe(mover), mover)
        assert restored.legal_moves() == position.legal_moves()
        other = View.from_document(position.observe((mover + 1) % 3).document)
        assert other.seat == (mover + 1) % 3
        with pytest.raises(NotTold):
            other.legal_moves()
        with pytest.raises(BadDocument, match=r"^The document hides something"):
            Position.from_document(position.observe(mover).document)
        with pytest.raises(BadDocument, match=r"^The document tells more than anyone may know"):
            View.from_document(position.document)


class TestRecords:
    def test_a_position_without_a_seed_has_none(self) -> None:
        position = MATCHES.new(seed=1)
        for each in (position.observe(0).guess(1), Position.from_document(position.document)):
            with pytest.raises(NotTold, match=r"^This position has no seed, so it has no record"):
                each.record()

    def test_what_is_recorded_can_be_read(self) -> None:
        record = last_position().record()
        assert read_record(record.write()) == record
