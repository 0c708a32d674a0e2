"""Positions are set up from documents, moves are taken back; what cannot be is refused."""

from __future__ import annotations

import json
from contextlib import suppress
from copy import deepcopy
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import matchwood
from matchwood import (
    BadOption,
    MatchwoodError,
    Position,
    UnknownGame,
    View,
    game_names,
    load,
    testing,
)
from matchwood.engine.errors import BadDocument, NothingToUndo
from matchwood.engine.position import SNAPSHOT_EVERY
from matchwood.games.colorfox import SMALL_DECK

NOT_TOLD = {"baguettes": "last_played"}
"""What a document leaves out that matters to the rules."""


def after(name: str, moves: int, **options: Any) -> Position:
    *_, last = (
        position
        for number, position in enumerate(testing.random_game(load(name, **options), 1))
        if number <= moves
    )
    return last


@pytest.mark.parametrize("name", game_names())
def test_the_whole_truth_is_set_up_to_the_byte(name: str) -> None:
    position = after(name, 12)
    restored = Position.from_document(position.document)
    if name in NOT_TOLD:
        restored.state[NOT_TOLD[name]] = position.state[NOT_TOLD[name]]
    assert testing.truth(restored.state) == testing.truth(position.state)


@pytest.mark.parametrize("name", game_names())
def test_numbers_may_be_written_with_a_point_as_json_allows(name: str) -> None:
    document = after(name, 12).document
    with_points = json.loads(json.dumps(document), parse_int=float)
    restored = Position.from_document(with_points, seed=1)
    assert restored == Position.from_document(document, seed=1)
    assert restored.document == document


@pytest.mark.parametrize("name", game_names())
def test_so_is_what_one_player_knows_and_the_rest_can_be_guessed(name: str) -> None:
    position = after(name, 12)
    restored = View.from_document(position.observe(0).document)
    assert restored.document == position.observe(0).document
    guessed = restored.guess(1)
    assert None not in guessed.variant.game.text.pieces(guessed.document)
    guessed.play(guessed.legal_moves()[0]) if guessed.to_move == 0 else None


def test_a_game_goes_on_with_the_luck_of_the_seed() -> None:
    document = after("top-trumps-match", 5, void_after=20).document
    ends = []
    for seed in (1, 1, 2):
        position = Position.from_document(document, seed=seed, void_after=20)
        while position.document["round"] == 1:
            position.play(position.legal_moves()[0])
        ends.append(position.document)
    assert ends[0] == ends[1] != ends[2]


def test_options_that_a_document_does_not_tell_are_given() -> None:
    document = after("top-trumps-match", 3).document
    assert Position.from_document(document, void_after=20).variant.options["void_after"] == 20
    small = after("colorfox", 3, deck=SMALL_DECK)
    assert Position.from_document(small.document).document == small.document
    with pytest.raises(BadDocument, match=r"^The document tells no position of Colorfox"):
        View.from_document(small.observe(0).document | {"players": 2})
    document = small.observe(0).document
    assert View.from_document(document, deck=SMALL_DECK).document == document


def disc_at(row: int) -> list[list[int | None]]:
    """The board of Connect Four with a disc of the second player alone."""
    return [[1 if each == row else None, *[None] * 6] for each in range(6)]


FAULTS: list[tuple[str, dict[str, Any], str]] = [
    ("connect-four", {"board": disc_at(0)}, "a disc hangs in the air"),
    ("connect-four", {"board": disc_at(5)}, "the discs were not dropped in turn"),
    ("connect-four", {"winners": [0]}, "the first line, or the full board, ends the game"),
    ("connect-four", {"board": []}, "board: Expected array of length >= 6"),
    ("connect-four", {"extra": 1}, "unknown field extra"),
    ("piecepack-matches", {"phase": "place"}, "“phase” does not fit the rest"),
    ("piecepack-matches", {"to_move": 2}, "there is no seat 2"),
    ("colorfox", {"table": []}, "table: Expected array of length >= 1"),
    ("colorfox", {"pile": []}, "is no deck: .*a deck has 20 to 108"),
    ("baguettes", {"hands": [10, 11]}, "too few or too many pieces of Baguettes"),
    ("baguettes", {"rods": {"Z9": "red"}}, "key in rods: Expected str matching regex"),
]


@pytest.mark.parametrize(("name", "change", "reason"), FAULTS)
def test_what_tells_no_position_is_refused(name: str, change: dict[str, Any], reason: str) -> None:
    document = after(name, 0).document | change
    kept = deepcopy(document)
    with pytest.raises(BadDocument, match=reason):
        Position.from_document(document)
    assert document == kept


def test_so_is_what_is_of_no_game_or_has_other_options() -> None:
    with pytest.raises(UnknownGame, match="There is no game “chess”"):
        Position.from_document({"game": "chess"})
    document = after("colorfox", 0).document
    with pytest.raises(BadDocument, match="players: Invalid enum value 9"):
        Position.from_document(document | {"players": 9})
    with pytest.raises(BadOption, match="Option youngest cannot be “9”"):
        Position.from_document(document, youngest=9)


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=3), inside),
    max_leaves=6,
)


@pytest.mark.parametrize("name", game_names())
@given(st.data())
def test_any_other_json_is_refused_in_a_sentence(name: str, data: st.DataObject) -> None:
    document = load(name).new(seed=1).document
    field, value = data.draw(st.sampled_from([*document, "x"])), data.draw(JSON)
    wrong = {**document, field: value}
    for read in (Position.from_document, View.from_document):
        with suppress(MatchwoodError):
            read(wrong)


@pytest.mark.parametrize("wrong", [None, 7, "game", [], [["game", "colorfox"]], nested(9)])
def test_what_is_no_document_is_refused(wrong: Any) -> None:
    for read in (Position.from_document, View.from_document):
        with pytest.raises(BadDocument, match=r"^A document has fields with names"):
            read(wrong)


def test_one_that_is_nested_without_end_is_refused() -> None:
    document = after("colorfox", 0).document | {"table": nested(100_000)}
    with pytest.raises(BadDocument, match=r"^The document tells no position of Colorfox"):
        Position.from_document(document)


def test_a_game_without_documents_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    document = after("connect-four", 2).document
    monkeypatch.setitem(matchwood.find_game("connect-four").__dict__, "restoring", None)
    with pytest.raises(BadDocument, match=r"^Connect Four cannot be set up from a document"):
        Position.from_document(document)


@pytest.mark.parametrize("name", game_names())
def test_the_schema_that_others_read_agrees_with_the_types(name: str) -> None:
    game, document = matchwood.find_game(name), after(name, 12).document
    assert game.schema is not None
    schema = jsonschema_rs.validator_for(game.schema)
    assert schema.is_valid(document)
    assert schema.is_valid(after(name, 12).observe(None).document)
    for field in document:
        for wrong in (document | {field: "?"}, {**document, field: {"?": 1}}):
            assert not schema.is_valid(wrong)
            with pytest.raises(ValueError, match=field):
                game.check_document(wrong)
        less = {key: value for key, value in document.items() if key != field}
        assert not schema.is_valid(less)
        with pytest.raises(ValueError, match=field):
            game.check_document(less)


class TestTakingBack:
    def test_the_position_is_the_one_before(self) -> None:
        position = load("piecepack-matches").new(3)
        before = position.copy()
        position.play("flip 2")
        assert position.undo() == "flip 2"
        assert position == before
        assert position.history == []

    def test_also_where_a_document_set_it_up(self) -> None:
        position = Position.from_document(after("connect-four", 4).document)
        before = position.copy()
        for move in ("drop 1", "drop 2"):
            position.play(move)
        copied = position.copy()
        for each in (position, copied):
            assert (each.undo(), each.undo()) == ("drop 2", "drop 1")
            assert each == before

    def test_what_cannot_be_taken_back_is_refused(self) -> None:
        with pytest.raises(NothingToUndo, match=r"^No move was made"):
            load("connect-four").new(1).undo()
        with pytest.raises(NothingToUndo, match=r"^How the game stood after 2 moves is not known"):
            after("colorfox", 3).observe(0).guess(1).undo()

    @pytest.mark.parametrize("name", game_names())
    def test_a_game_goes_back_to_any_of_its_positions(self, name: str) -> None:
        positions = list(testing.random_game(load(name), 1))[: 3 * SNAPSHOT_EVERY]
        last = positions[-1].copy()
        for number, past in enumerate(positions):
            again = last.after(number)
            assert (again, again.history) == (past, last.history[:number])
        for past in reversed(positions[:-1]):
            assert last.undo() == positions[len(last.history) + 1].history[-1]
            assert last == past
        for move in positions[-1].history:
            last.play(move)
        assert last == positions[-1]
        with pytest.raises(NothingToUndo, match="is not known"):
            last.after(len(last.history) + 1)
